"""The end of a game: the last turn is played out, then all harvest, then all buy until a lap without a purchase."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.formats.table_json import state
from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.fold import Entry
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.seating import Rights
from companion.rules.playing.state import Phase, Table
from companion.rules.refusals import Reason, Refusal
from tests import truth
from tests.rules.tables import EDITIONS, Log, bought, ended, exhausted, finished, rich


def phase(log: Log) -> tuple[Phase, int, int | None]:
    """Where the game is: phase, who is or was last on turn, who decides in a buying round."""
    table: Table = log.table
    return table.phase, table.turn, table.round.next if table.round else None


@pytest.mark.parametrize(
    ("edition", "players", "piles"),
    [("high-bohn", 3, 3), ("high-bohn", 4, 3), ("high-bohn", 5, 4), ("bohnanza", 4, 3), ("bohnanza-rio-grande", 3, 2)],
)
def test_the_last_turn_is_played_to_its_end(edition: str, players: int, piles: int) -> None:
    """000:L81-82, 002:L34-35: all that can be done in a turn can be done after the pile has run out in it."""
    log = rich(Log(players, edition), 2, blue=3).did(cmd.Turn(1), *(cmd.Deck(2) for _ in range(piles)))
    assert phase(log) == (Phase.PLAY, 2, None)
    log.did(cmd.Harvest(2, "red", cards=3), cmd.Harvest(1, "soy", cards=4))
    if log.table.game.buildings:
        log.did(cmd.Buy(2, (("blue", 3),)), cmd.OpenRound(2), cmd.Pass(2, everybody=True))
    elif log.table.game.fields.price:
        log.did(cmd.BuyField(2, (("blue", 3),)))
    assert phase(log) == (Phase.PLAY, 2, None)
    log.did(cmd.Turn(2))
    assert phase(log) == (Phase.FINAL_HARVEST, 2, None)


@pytest.mark.parametrize("turn", [cmd.Turn(1), cmd.Turn(1, 2), cmd.Turn(1, 2, leaving=1), cmd.Turn(3, 4)])
def test_whatever_the_next_turn_would_be_the_last_leads_to_the_last_harvest(turn: cmd.Turn) -> None:
    log = exhausted(Log())
    assert log.tried(turn) == ev.LastTurnEnded()
    assert phase(log) == (Phase.FINAL_HARVEST, 1, None)


def test_two_phones_that_end_the_last_turn_want_the_same() -> None:
    log = exhausted(Log()).did(cmd.Turn(1, 2, leaving=1))
    again = log.tried(cmd.Turn(1, 2, leaving=1))
    assert again == Refusal(Reason.PILE_DONE, {"number": 3}, settled=True)


def test_what_could_be_claimed_in_the_last_turn_can_be_in_the_last_harvest_too() -> None:
    """000:L79: the 4-Jail collects of fields that are harvested only at the end."""
    log = exhausted(bought(Log(), 1, blue=4)).did(cmd.Harvest(2, "blue", cards=4), cmd.Turn(1), cmd.Share(1, 2))
    log.did(cmd.Harvest(3, "blue", cards=6), cmd.Share(1, 3), cmd.Harvest(1, "blue", cards=4), cmd.Share(1, 1))
    assert log.table.player(1).talers == {"blue": 4}


@pytest.mark.parametrize("last", [1, 2, 3, 4])
def test_the_last_buying_round_begins_with_who_was_last_on_turn(last: int) -> None:
    """000:L82: then clockwise, until nobody wants to buy any more."""
    log = Log().did(*(cmd.Turn(seat) for seat in range(1, last)))
    rich(log, last % 4 + 1, red=2, soy=1)
    ended(log).did(*(cmd.Pass(seat) for seat in (1, 2, 3, 4)))
    seats = [(last - 1 + step) % 4 + 1 for step in range(4)]
    assert phase(log) == (Phase.BUYING, last, seats[0])
    log.did(cmd.Pass(seats[0]), cmd.Buy(seats[1], (("red", 2),)))
    log.did(cmd.Pass(seats[2]), cmd.Pass(seats[3]), cmd.Pass(seats[0]), cmd.Buy(seats[1], (("soy", 1),)))
    log.did(*(cmd.Pass(seat) for seat in (seats[2], seats[3], seats[0])))
    assert phase(log) == (Phase.BUYING, last, seats[1])
    assert log.did(cmd.Pass(seats[1])).table.phase is Phase.FINISHED
    assert log.table.complete


def test_one_entry_ends_a_round_nobody_buys_in() -> None:
    log = Log().did(cmd.OpenRound(1), cmd.Pass(1), cmd.Pass(3, everybody=True))
    assert phase(log) == (Phase.PLAY, 1, None)
    again = log.tried(cmd.Pass(3, everybody=True))
    assert again == Refusal(Reason.ALREADY_PASSED, {"seat": 3}, settled=True)
    ended(log).did(cmd.Pass(2), cmd.Pass(2, everybody=True))
    assert phase(log) == (Phase.BUYING, 1, 1)
    assert phase(log.did(cmd.Pass(4, everybody=True))) == (Phase.FINISHED, 1, None)


def test_who_has_passed_may_say_that_all_others_do() -> None:
    log = Log().did(cmd.OpenRound(1), cmd.Pass(1), cmd.Pass(1, everybody=True))
    assert phase(log) == (Phase.PLAY, 1, None)


def test_an_undone_lap_asks_again() -> None:
    log = Log().did(cmd.OpenRound(1), cmd.Pass(1), cmd.Pass(2, everybody=True), cmd.Undo(1, (4,)))
    assert phase(log) == (Phase.BUYING, 1, 2)


@pytest.mark.parametrize(
    "begun",
    [Log, lambda: exhausted(Log()), lambda: ended(Log()), lambda: ended(Log()).did(cmd.Pass(1, everybody=True))],
)
def test_finishing_early_has_to_be_agreed_on(begun: type[Log]) -> None:
    log = begun()
    refusal = log.tried(cmd.Finish(1))
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.settled) == (Reason.NOT_AT_END, False)
    assert log.tried(cmd.Finish(1), override="the last bus") == ev.Finished()
    assert log.table.phase is Phase.FINISHED
    log.did(cmd.Reopen(1))
    assert isinstance(log.tried(cmd.Finish(1)), Refusal), "what was left out is still to be played"


@pytest.mark.parametrize("edition", ["high-bohn", "bohnanza"])
def test_a_game_that_came_to_its_end_can_be_finished_again(edition: str) -> None:
    log = finished(Log(edition=edition)).did(cmd.Reopen(2), cmd.Correct(1, "soy", 1, "miscounted"), cmd.Finish(1))
    assert log.table.phase is Phase.FINISHED


def test_logs_of_old_tables_end_the_turn_with_the_pile() -> None:
    """Stored before the last turn was played out; they go on as they were."""
    log = Log()
    old = [*log.entries, *(Entry(seq, ev.DeckExhausted()) for seq in (2, 3, 4)), Entry(5, ev.Passed(1))]
    log.ledger = Ledger.of(old, EDITIONS)
    assert phase(log) == (Phase.FINAL_HARVEST, 1, None)
    assert log.did(*(cmd.Pass(seat) for seat in (2, 3, 4))).table.phase is Phase.BUYING


def test_nobody_has_won_before_the_end() -> None:
    log = rich(Log(), 2, red=4)
    ranks = [player["score"] for player in state(log.ledger, Rights(frozenset({0})))["players"]]
    assert [(score["rank"], score["winner"]) for score in ranks] == [(2, False), (1, False), (2, False), (2, False)]
    finished(log)
    assert [player["score"]["winner"] for player in state(log.ledger, Rights(frozenset({0})))["players"]] == [
        False,
        True,
        False,
        False,
    ]


def last_round(log: Log) -> Log:
    """The last harvest is over; it is for who had the last turn to buy."""
    return ended(log).did(cmd.Pass(1, everybody=True))


def stewed(log: Log) -> Log:
    """Ana has four Talers of a stew under a 4-Saloon, and Ben the fifth of them under the 3-Distillery."""
    return bought(bought(log, 1, **{"break": 4}), 2, cognac=3).did(cmd.Stew(1, cards=8, levy=True))


LIFTED_BY_NOTHING: list[tuple[Callable[[], Log], cmd.Command, Reason]] = [
    (lambda: rich(bought(bought(Log(3), 2, red=1), 3, red=2), 1, red=4), cmd.Buy(1, (("red", 4),)), Reason.OWNER_LIMIT),
    (lambda: rich(bought(Log(3), 1, red=1), 1, red=4), cmd.Buy(1, (("red", 4),)), Reason.ONE_PER_TYPE),
    (lambda: rich(bought(Log(), 2, red=4), 1, red=4), cmd.Buy(1, (("red", 4),)), Reason.ALREADY_SOLD),
    (lambda: rich(Log(), 1, blue=4), cmd.Buy(1, (("red", 4),)), Reason.NOT_ENOUGH_TALERS),
    (lambda: stewed(Log(cognac=True)), cmd.Buy(1, (("blue", 1),)), Reason.NOT_ENOUGH_TALERS),
    (lambda: stewed(Log(cognac=True)).did(cmd.Turn(1)), cmd.Buy(2, (("blue", 1),)), Reason.NOT_ENOUGH_TALERS),
]  # fmt: skip


@pytest.mark.parametrize(("begun", "buys", "reason"), LIFTED_BY_NOTHING)
def test_the_last_buying_round_lifts_no_rule(begun: Callable[[], Log], buys: cmd.Command, reason: Reason) -> None:
    """Owners and prices are as before, and Talers that are parked until the end buy nothing (1.4, 4.11, 4.13)."""
    refusal = last_round(begun()).tried(buys)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is reason


def test_what_is_bought_in_the_last_round_still_counts() -> None:
    """A 4-Tepee pays for the eight Talers that are left (4.3, 4.7), and its Taler comes too late to buy (4.6)."""
    log = last_round(rich(Log(), 1, red=4, blue=8)).did(cmd.Buy(1, (("red", 4),)), cmd.Pass(1, everybody=True))
    parts = log.table.result.scores[1].parts
    assert (parts.base, parts.interest, parts.buildings, parts.total) == (8, 1, 4, 13)
    refusal = log.tried(cmd.Buy(1, (("blue", 4),)))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.GAME_FINISHED


def test_a_taler_of_a_stew_can_be_demanded_in_the_last_harvest() -> None:
    """000:L97: the 3-Distillery collects of stews that are harvested only at the end."""
    log = ended(bought(bought(Log(cognac=True), 1, **{"break": 4}), 2, cognac=3))
    log.did(cmd.Stew(1, cards=8), cmd.Levy(2, 1))
    assert [row.parts.total for row in log.table.result.scores] == [4 + 4, 1 + 3, 0, 0]


@pytest.mark.parametrize("edition", truth.NAMES)
def test_every_high_bohn_has_a_last_buying_round(edition: str) -> None:
    """000:L82; that of 2000 prints none (4.35)."""
    assert phase(last_round(Log(edition=edition))) == (Phase.BUYING, 1, 1)


def test_a_pass_is_not_for_good() -> None:
    """Whoever has passed is asked again after a purchase (4.33)."""
    log = last_round(rich(rich(Log(), 1, red=1), 2, soy=1))
    log.did(cmd.Pass(1), cmd.Buy(2, (("soy", 1),)), cmd.Pass(3), cmd.Pass(4), cmd.Buy(1, (("red", 1),)))
    assert phase(log) == (Phase.BUYING, 1, 2)
    assert phase(log.did(cmd.Pass(2), cmd.Pass(3))) == (Phase.BUYING, 1, 4)


@pytest.mark.parametrize(("edition", "base"), [key for key in truth.FIELDS if key[0] in truth.NAMES])
def test_the_base_game_does_not_change_the_end(edition: str, base: str) -> None:
    """Three players of the Rio Grande base game play two piles, of High Bohn with it three (1.3)."""
    log = Log(3, edition, base=base).did(cmd.Deck(1), cmd.Deck(1), cmd.Turn(1))
    assert phase(log) == (Phase.PLAY, 2, None)
    assert phase(log.did(cmd.Deck(2), cmd.Turn(2))) == (Phase.FINAL_HARVEST, 2, None)
