"""Mistakes at the table: players who leave and return, and what was chosen at the start set up anew."""

from __future__ import annotations

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.state import Phase
from companion.rules.refusals import Reason, Refusal
from tests.rules.tables import Log, bought, ended, exhausted, finished, rich


def unfit(log: Log) -> dict[int, Reason]:
    """The entries that no longer fit, and why."""
    return {seq: refusal.reason for seq, refusal in log.ledger.misfits().items()}


# --- leave and return ---


def test_who_has_left_is_skipped() -> None:
    log = Log().did(cmd.Leave(2), cmd.Turn(1))
    assert log.table.turn == 3
    log.did(cmd.Turn(3), cmd.Turn(4), cmd.OpenRound(1), cmd.Pass(1), cmd.Pass(3), cmd.Pass(4))
    assert log.table.phase is Phase.PLAY
    log.did(cmd.Return(2), cmd.Turn(1))
    assert log.table.turn == 2


def test_the_turn_of_who_leaves_goes_on_to_the_next() -> None:
    assert Log().did(cmd.Leave(1)).table.turn == 2
    assert Log(3).did(cmd.Leave(2), cmd.Leave(1)).table.turn == 3


def test_who_leaves_in_a_buying_round_is_waited_for_no_more() -> None:
    log = Log().did(cmd.OpenRound(1), cmd.Pass(1), cmd.Leave(2))
    assert log.table.round is not None
    assert log.table.round.next == 3
    log.did(cmd.Pass(3), cmd.Leave(4))
    assert (log.table.phase, log.table.turn) == (Phase.PLAY, 1)


def test_who_passed_and_leaves_passes_for_nobody_else() -> None:
    log = Log().did(cmd.OpenRound(1), cmd.Pass(1), cmd.Leave(1), cmd.Pass(2), cmd.Pass(3))
    assert log.table.round is not None
    assert log.table.round.next == 4
    assert log.did(cmd.Pass(4)).table.phase is Phase.PLAY


def test_who_comes_back_in_a_buying_round_is_asked() -> None:
    log = Log().did(cmd.Leave(4), cmd.Turn(1), cmd.OpenRound(1), cmd.Pass(2), cmd.Pass(3), cmd.Return(4))
    log.did(*(cmd.Pass(seat) for seat in (1, 2, 3)))
    assert log.table.round is not None
    assert log.table.round.next == 4


def test_who_leaves_on_turn_in_a_round_gives_the_turn_away() -> None:
    log = Log().did(cmd.OpenRound(1), cmd.Leave(1), cmd.Pass(2, everybody=True))
    assert (log.table.phase, log.table.turn) == (Phase.PLAY, 2)


def test_who_leaves_in_the_last_turn_ends_it() -> None:
    log = exhausted(Log()).did(cmd.Leave(1))
    assert log.table.phase is Phase.FINAL_HARVEST
    log.did(*(cmd.Pass(seat) for seat in (2, 3, 4)))
    assert log.table.round is not None
    assert log.table.round.next == 2
    assert log.did(*(cmd.Pass(seat) for seat in (2, 3, 4))).table.phase is Phase.FINISHED


def test_who_leaves_in_the_last_harvest_is_done() -> None:
    log = ended(Log(3)).did(cmd.Pass(1), cmd.Pass(3), cmd.Leave(2))
    assert log.table.phase is Phase.BUYING


def test_what_lies_there_still_counts() -> None:
    log = rich(Log(3), 2, soy=4).did(cmd.Leave(2))
    assert [row.parts.total for row in log.table.result.scores] == [0, 4, 0]
    assert isinstance(log.tried(cmd.Recount(2, "soy", 3)), ev.Recounted)


def test_who_comes_back_after_the_end_plays_the_next_game() -> None:
    log = finished(Log().did(cmd.Leave(2)))
    assert log.table.next_seats == (3, 4, 1)
    log.did(cmd.Return(2))
    assert (log.table.phase, log.table.next_seats) == (Phase.FINISHED, (2, 3, 4, 1))


# --- set up ---


def test_the_start_player_decides_the_first_turn_and_ties() -> None:
    log = Log(tie_break="clockwise").did(cmd.SetUp(1, start=3))
    assert (log.table.turn, log.table.clockwise) == (3, (3, 4, 1, 2))
    rich(rich(log, 1, soy=2), 4, soy=2)
    assert [row.winner for row in log.table.result.scores] == [True, False, False, False]


def test_turns_that_were_passed_stay_where_they_went() -> None:
    log = Log().did(cmd.Turn(1), cmd.Turn(2), cmd.SetUp(1, start=2))
    assert log.table.turn == 3


def test_the_order_decides_who_follows() -> None:
    log = Log().did(cmd.SetUp(1, order=(1, 3, 2, 4)), cmd.Turn(1))
    assert log.table.turn == 3
    assert log.did(cmd.Turn(3)).table.turn == 2
    again = log.tried(cmd.SetUp(1, order=(3, 2, 4, 1)))
    assert again == Refusal(Reason.SET_UP_SO, settled=True)


def test_the_usual_choices_follow_and_others_stay() -> None:
    log = Log().did(cmd.SetUp(1, base="amigo-2016"))
    assert (log.table.game.base, log.table.game.tie_break) == ("amigo-2016", "clockwise")
    log.did(cmd.SetUp(1, tie_break="shared"), cmd.SetUp(1, base="rio-grande"))
    assert log.table.game.tie_break == "shared"
    assert log.did(cmd.SetUp(1, cognac=True)).table.game.base == "rio-grande"
    log.did(cmd.SetUp(1, edition="bohnanza"))
    assert (log.table.game.base, log.table.game.cognac) == ("amigo", False)


def test_another_edition_counts_from_the_start_and_names_what_does_not_fit() -> None:
    log = bought(Log(cognac=True), 1, cognac=3)
    rich(bought(log, 2, **{"break": 3}), 2, blue=3).did(cmd.Stew(2, cards=6, levy=True))
    assert unfit(log.did(cmd.SetUp(1, cognac=False))) == {
        2: Reason.BEAN_NOT_IN_PLAY, 3: Reason.BEAN_NOT_IN_PLAY, 7: Reason.NO_LEVY,
    }  # fmt: skip
    assert log.table.game.cognac is False
    assert unfit(log.did(cmd.SetUp(1, cognac=True))) == {}


@pytest.mark.parametrize("counts", [cmd.Recount(1, "cognac", 2), cmd.Correct(1, "cognac", 2, "x")])
def test_a_count_of_a_bean_that_is_no_longer_in_play_is_named(counts: cmd.Command) -> None:
    assert unfit(Log(cognac=True).did(counts, cmd.SetUp(1, cognac=False))) == {2: Reason.BEAN_NOT_IN_PLAY}


def test_fields_that_are_not_for_sale_with_another_base_are_named() -> None:
    log = rich(Log(3), 1, blue=3).did(cmd.BuyField(1, (("blue", 3),)), cmd.SetUp(1, base="rio-grande"))
    assert unfit(log) == {3: Reason.FIELD_NOT_FOR_SALE}
    made = log.tried(cmd.Change(1, 3, cmd.BuyField(1, (("blue", 3),))), override="we did it so")
    assert isinstance(made, ev.FieldBought)
    assert unfit(log) == {}


@pytest.mark.parametrize(
    ("edition", "to", "players", "phase"),
    [("high-bohn", "bohnanza", 5, Phase.FINAL_HARVEST), ("bohnanza", "high-bohn", 5, Phase.FINAL_HARVEST)],
)
def test_the_pile_is_counted_anew(edition: str, to: str, players: int, phase: Phase) -> None:
    """Five play High Bohn to the fourth pile, Bohnanza to the third."""
    log = ended(Log(players, edition)).did(cmd.SetUp(1, edition=to))
    assert log.table.phase is phase
    assert unfit(log) == ({} if to == "bohnanza" else {5: Reason.NOT_AT_END})


def test_no_round_is_left_in_the_last_harvest_of_a_game_opened_again() -> None:
    log = finished(Log(edition="bohnanza")).did(cmd.Reopen(1), cmd.SetUp(1, edition="high-bohn"))
    assert (log.table.phase, log.table.round) == (Phase.FINAL_HARVEST, None)


def test_no_round_is_left_at_the_end_of_a_game_that_becomes_one_without_buildings() -> None:
    log = ended(Log()).did(*(cmd.Pass(seat) for seat in (1, 2, 3, 4, 1, 2, 3)), cmd.Pass(4, everybody=True))
    log.did(cmd.SetUp(1, edition="bohnanza"))
    assert (log.table.phase, log.table.round) == (Phase.FINISHED, None)


def test_a_setup_is_undone_like_anything_else() -> None:
    log = Log().did(cmd.SetUp(1, start=2), cmd.Undo(1, (2,)))
    assert log.table.start == 1
    log.did(cmd.Undo(1, (3,)))
    assert log.table.start == 2


def test_showing_hidden_purses_takes_an_agreement() -> None:
    log = Log(hidden=True)
    assert isinstance(log.tried(cmd.SetUp(1, hidden=False)), Refusal)
    assert isinstance(log.tried(cmd.SetUp(1, hidden=False), override="all agreed"), ev.SetUp)
    assert not log.table.concealed
    assert isinstance(log.tried(cmd.SetUp(1, hidden=True)), ev.SetUp)
    assert log.table.concealed
