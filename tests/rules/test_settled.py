"""It is so already: what two phones both wanted is told from what the rules forbid."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing.state import Phase
from companion.rules.refusals import Reason, Refusal
from companion.text.words import Words
from tests.rules.tables import Log, bought, ended, finished, rich


def piles(times: int, log: Log | None = None) -> Log:
    """A table whose pile has run out so many times."""
    return (log or Log()).did(*(cmd.Deck(1) for _ in range(times)))


def lapped() -> Log:
    """A mid-game buying round that ended because all passed."""
    return Log().did(cmd.OpenRound(1), *(cmd.Pass(seat) for seat in (1, 2, 3, 4)))


def harvested() -> Log:
    """The last harvest, with which Ben is done."""
    return ended(Log()).did(cmd.Pass(2))


def stewing() -> Log:
    """Ana has a 4-Saloon, Ben a 3-Distillery."""
    return bought(bought(Log(cognac=True), 1, **{"break": 4}), 2, cognac=3)


def named() -> Log:
    """Ben has just taken the Tepees out of the game."""
    return bought(Log(cognac=True), 2, cognac=2).did(cmd.Remove(2, "red"))


SETTLED: list[tuple[Callable[[], Log], cmd.Command, Reason]] = [
    (lambda: Log().did(cmd.Turn(1)), cmd.Turn(1, 2, leaving=1), Reason.ALREADY_ON_TURN),
    (lambda: Log().did(cmd.Turn(1)), cmd.Turn(1, leaving=1), Reason.ALREADY_ON_TURN),
    (lambda: Log().did(cmd.Turn(1, 4), cmd.Turn(4)), cmd.Turn(4, leaving=4), Reason.ALREADY_ON_TURN),
    (lambda: Log().did(cmd.Turn(1), cmd.OpenRound(2)), cmd.Turn(1, 2), Reason.ALREADY_ON_TURN),
    (lambda: piles(1), cmd.Deck(3, 1), Reason.PILE_COUNTED),
    (lambda: finished(Log()), cmd.Deck(3, 3), Reason.PILE_COUNTED),
    (lambda: Log().did(cmd.OpenRound(1)), cmd.OpenRound(2), Reason.ROUND_OPEN),
    (lambda: finished(Log()), cmd.Finish(2), Reason.GAME_FINISHED),
    (Log, cmd.Reopen(2), Reason.NOT_FINISHED),
    (lambda: Log().did(cmd.OpenRound(1), cmd.Pass(1)), cmd.Pass(1), Reason.ALREADY_PASSED),
    (lambda: Log().did(cmd.OpenRound(1), cmd.Pass(1), cmd.Pass(2)), cmd.Pass(1), Reason.ALREADY_PASSED),
    (lambda: rich(Log(), 1, red=1).did(cmd.OpenRound(1), cmd.Buy(1, (("red", 1),)), cmd.Pass(1)), cmd.Pass(1), Reason.ALREADY_PASSED),
    (lapped, cmd.Pass(4), Reason.ALREADY_PASSED),
    (harvested, cmd.Pass(2), Reason.ALREADY_PASSED),
    (lambda: harvested().did(*(cmd.Pass(seat) for seat in (1, 3, 4, 1, 2, 3, 4))), cmd.Pass(4), Reason.ALREADY_PASSED),
    (lambda: ended(Log(edition="bohnanza")).did(*(cmd.Pass(seat) for seat in (1, 2, 3, 4))), cmd.Pass(4), Reason.ALREADY_PASSED),
    (lambda: ended(Log()).did(cmd.Pass(1, everybody=True)), cmd.Pass(1, everybody=True, phase="final-harvest"), Reason.ALREADY_PASSED),
    (lambda: ended(Log()).did(cmd.Pass(2, everybody=True)), cmd.Pass(1, phase="final-harvest"), Reason.ALREADY_PASSED),
    (lapped, cmd.Pass(1, phase="buying"), Reason.ALREADY_PASSED),
    (named, cmd.Remove(2, "red"), Reason.REMOVED),
    (lambda: bought(Log(), 1, red=2), cmd.Buy(1, (("red", 2),)), Reason.ALREADY_SOLD),
    (lambda: bought(Log(), 1, red=2, soy=1), cmd.Buy(1, (("soy", 1), ("red", 2))), Reason.ALREADY_SOLD),
    (lambda: rich(Log(), 1, red=3).did(cmd.BuyField(1, (("red", 3),))), cmd.BuyField(1, (("red", 3),)), Reason.FIELD_OWNED),
    (lambda: bought(Log(), 1, blue=4).did(cmd.Harvest(2, "blue", cards=4), cmd.Share(1, 2)), cmd.Share(1, 2), Reason.NOTHING_TO_CLAIM),
    (lambda: stewing().did(cmd.Stew(1, cards=8), cmd.Levy(2, 1)), cmd.Levy(2, 1), Reason.NOTHING_TO_CLAIM),
    (lambda: stewing().did(cmd.Stew(1, cards=8, levy=True)), cmd.Levy(2, 1), Reason.NOTHING_TO_CLAIM),
    (lambda: rich(Log(), 1, red=1).did(cmd.Undo(1, (2,))), cmd.Undo(2, (2,)), Reason.ALREADY_UNDONE),
    (lambda: rich(Log(), 1, red=1, soy=1).did(cmd.Undo(1, (2, 3))), cmd.Undo(2, (3, 2)), Reason.ALREADY_UNDONE),
    (lambda: rich(Log(), 1, red=1).did(cmd.Undo(1, (2,)), cmd.Undo(1, (3,))), cmd.Undo(2, (3,)), Reason.ALREADY_UNDONE),
]  # fmt: skip


@pytest.mark.parametrize("override", ["", "as we agreed"])
@pytest.mark.parametrize(("log", "command", "reason"), SETTLED)
def test_what_holds_already_is_settled(
    log: Callable[[], Log], command: cmd.Command, reason: Reason, override: str
) -> None:
    played = log()
    made = played.tried(command, override)
    assert isinstance(made, Refusal), made
    assert (made.reason, made.settled) == (reason, True)
    assert "%(" not in Words(played.table.game.edition, played.table.names).sentence(made)  # all it tells of is there


TOLD: list[tuple[Callable[[], Log], cmd.Command, str]] = [
    (lapped, cmd.Pass(2, phase="buying"), "Ben is done already"),
    (harvested, cmd.Pass(2), "Ben is done already"),
    (lambda: Log().did(cmd.OpenRound(1), cmd.Pass(1)), cmd.OpenRound(3), "it is for Ben to decide"),
    (lambda: piles(2), cmd.Deck(3, 2), "so far the pile has run out: 2"),
    (lambda: ended(Log()), cmd.Turn(1, leaving=1), "has run out 3 times"),
    (lambda: Log().did(cmd.Turn(1)), cmd.Turn(1, 2, leaving=1), "Ben is on turn already"),
    (lambda: Log().did(cmd.Leave(3)), cmd.Leave(3), "Cleo has gone home already"),
    (Log, cmd.Return(4), "Dan is here"),
    (lambda: bought(Log(), 3, red=2), cmd.Buy(3, (("red", 2),)), "Cleo already owns the 2-Tepee"),
    (lambda: bought(Log(), 1, blue=4).did(cmd.Harvest(2, "blue", cards=4), cmd.Share(1, 2)), cmd.Share(1, 2), "no such harvest by Ben"),
    (lambda: stewing().did(cmd.Stew(1, cards=8, levy=True)), cmd.Levy(2, 1), "no such harvest by Ana"),
]  # fmt: skip


@pytest.mark.parametrize(("log", "command", "told"), TOLD)
def test_what_holds_already_is_told_of_whom_it_does(log: Callable[[], Log], command: cmd.Command, told: str) -> None:
    played = log()
    made = played.tried(command)
    assert isinstance(made, Refusal), made
    assert made.settled
    assert told in Words(played.table.game.edition, played.table.names).sentence(made)


FORBIDDEN: list[tuple[Callable[[], Log], cmd.Command, Reason]] = [
    (lambda: Log().did(cmd.Turn(1), cmd.Turn(2)), cmd.Turn(1, 2, leaving=1), Reason.TURN_MOVED),
    (lambda: Log().did(cmd.Turn(1), cmd.Turn(2)), cmd.Turn(1, leaving=1), Reason.TURN_MOVED),
    (lambda: finished(Log()), cmd.Turn(4, 1, leaving=4), Reason.GAME_FINISHED),
    (Log, cmd.Deck(1, 2), Reason.PILE_COUNTED),
    (lambda: piles(3), cmd.Deck(1, 4), Reason.PILE_DONE),
    (lambda: ended(Log()), cmd.OpenRound(1), Reason.HARVEST_FIRST),
    (lambda: finished(Log()), cmd.OpenRound(1), Reason.GAME_FINISHED),
    (Log, cmd.Finish(1), Reason.NOT_AT_END),
    (Log, cmd.Pass(1), Reason.NO_ROUND),
    (lambda: lapped().did(cmd.Turn(1)), cmd.Pass(4), Reason.NO_ROUND),
    (lambda: rich(lapped(), 2, red=1).did(cmd.Buy(2, (("red", 1),))), cmd.Pass(4), Reason.NO_ROUND),
    (lambda: Log().did(cmd.OpenRound(1), cmd.Pass(1)), cmd.Pass(3), Reason.NOT_YOUR_MOMENT),
    (lambda: rich(Log(), 2, red=1).did(cmd.OpenRound(1), cmd.Pass(1), cmd.Buy(2, (("red", 1),))), cmd.Pass(1), Reason.NOT_YOUR_MOMENT),
    (lambda: harvested().did(cmd.Pass(1), cmd.Pass(3), cmd.Pass(4)), cmd.Pass(2), Reason.NOT_YOUR_MOMENT),
    (named, cmd.Remove(2, "soy"), Reason.NOT_REMOVING),
    (lambda: bought(Log(), 1, red=2), cmd.Buy(2, (("red", 2),)), Reason.ALREADY_SOLD),
    (lambda: bought(Log(), 1, red=2), cmd.Buy(1, (("red", 3),)), Reason.ONE_PER_TYPE),
    (lambda: bought(Log(), 1, red=2), cmd.Buy(1, (("soy", 1), ("red", 2))), Reason.ONE_PER_TYPE),
    (Log, cmd.Buy(1, ()), Reason.CARDS_TWICE),
    (lambda: bought(Log(), 1, blue=4), cmd.Share(1, 2), Reason.NOTHING_TO_CLAIM),
    (lambda: bought(Log(), 1, blue=4).did(cmd.Harvest(2, "blue", cards=4), cmd.Share(1, 2)), cmd.Share(1, 3), Reason.NOTHING_TO_CLAIM),
    (lambda: bought(Log(), 1, blue=4).did(cmd.Harvest(2, "blue", cards=4), cmd.Share(1, 2)), cmd.Share(3, 2), Reason.NO_SHARE),
    (lambda: bought(Log(), 1, blue=4).did(cmd.Harvest(2, "blue", cards=4), cmd.Share(1, 2), cmd.Turn(1)), cmd.Share(1, 2), Reason.NOTHING_TO_CLAIM),
    (lambda: rich(Log(), 1, red=1, soy=1).did(cmd.Undo(1, (2,))), cmd.Undo(1, (2, 3)), Reason.ALREADY_UNDONE),
]  # fmt: skip


@pytest.mark.parametrize(("log", "command", "reason"), FORBIDDEN)
def test_what_does_not_hold_is_refused_as_before(log: Callable[[], Log], command: cmd.Command, reason: Reason) -> None:
    made = log().tried(command)
    assert isinstance(made, Refusal), made
    assert (made.reason, made.settled) == (reason, False)


def test_a_second_claim_of_two_harvests_is_a_claim() -> None:
    log = bought(Log(), 1, blue=4).did(*(cmd.Harvest(2, "blue", cards=4) for _ in range(2)), cmd.Share(1, 2))
    log.did(cmd.Share(1, 2))
    assert log.table.player(1).talers == {"blue": 2}


def test_who_passed_out_of_turn_may_still_decide_when_it_is_for_them() -> None:
    log = Log().did(cmd.OpenRound(1), cmd.Pass(1))
    log.tried(cmd.Pass(4), override="Dan has gone to fetch beer")  # now it is for Ana again
    log.did(cmd.Pass(1), cmd.Pass(2))
    assert log.table.phase is Phase.BUYING  # Cleo has not been asked yet
    assert log.did(cmd.Pass(3)).table.phase is Phase.PLAY


def test_a_new_round_asks_everybody_again() -> None:
    log = lapped().did(cmd.OpenRound(1), *(cmd.Pass(seat) for seat in (1, 2, 3)))
    assert log.table.round is not None
    assert log.table.round.next == 4


def test_the_last_buying_round_asks_again_who_passed_in_the_same_turn() -> None:
    log = ended(lapped()).did(*(cmd.Pass(seat) for seat in (1, 2, 3, 4)))
    refusal = log.tried(cmd.Pass(3))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.NOT_YOUR_MOMENT


def test_a_game_opened_again_asks_again() -> None:
    log = harvested().did(*(cmd.Pass(seat) for seat in (1, 3, 4, 1, 2, 3, 4)), cmd.Reopen(1))
    assert log.did(*(cmd.Pass(seat) for seat in (1, 2, 3, 4))).table.phase is Phase.BUYING
