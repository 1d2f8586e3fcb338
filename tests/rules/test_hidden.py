"""Hidden purses tell nothing: public objections first, and the same answers whatever lies in a purse."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest

from companion.formats.table_json import state
from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.cards import contradictions
from companion.rules.playing.counting import effective
from companion.rules.playing.fold import start
from companion.rules.playing.misfits import changed
from companion.rules.playing.seating import Rights
from companion.rules.playing.state import Phase
from companion.rules.playing.stored import KINDS
from companion.rules.playing.undo import dependants
from companion.rules.refusals import AGREEABLE, PRIVATE, Reason, Refusal
from companion.text.entries import Teller
from companion.text.words import Words
from tests.long import long_run
from tests.rules.tables import EDITIONS, Log, bought, ended, finished, rich
from tests.rules.twins import BEN, Twins

SEEDS, STEPS = 20, 300  # of four steps three are commands of somebody who does not see Ben's purse
PARTS = 20 if long_run() else 1


@pytest.mark.parametrize("part", range(PARTS))
def test_two_tables_that_differ_in_a_hidden_purse_answer_alike(part: int, tell: Callable[[str], None]) -> None:
    commands = 0
    for seed in range(part * SEEDS, (part + 1) * SEEDS):
        twins = Twins(seed)
        for step, _ in enumerate(twins.play(STEPS)):
            if step % 6 == 0:
                for viewer in [*twins.viewers, Rights(frozenset(), frozenset({1, BEN, 3}))]:
                    left, right = (seen(log, viewer) for log in twins.both)
                    assert left == right, twins.history(f"seed {seed}, {viewer}")
        for log in twins.both:
            counting = effective(log.entries)
            found = dependants(start(counting, EDITIONS), counting)
            assert changed(log.entries) or not found, f"seed {seed}: a contradiction"
        commands += twins.commands
    assert commands > 5_000
    tell(f"hidden purses: {commands} commands were answered alike at two tables that differ in one")


def seen(log: Log, viewer: Rights) -> dict[str, object]:
    """What a device can read of a table."""
    sees = viewer.sees(log.table)
    teller = Teller(Words(log.table.game.edition, log.table.names), sees.__contains__, log.entries)
    return state(log.ledger, viewer) | {"log": [teller.sentence(entry) for entry in log.entries[-8:]]}


def test_the_twins_do_differ() -> None:
    """What is compared above is worth comparing: the purses differ, and much is entered and refused."""
    kinds: set[str] = set()
    reasons: set[Reason] = set()
    differ = 0
    for seed in range(16):
        twins = Twins(seed)
        for _ in twins.play(160):
            differ += twins.both[0].table.player(BEN) != twins.both[1].table.player(BEN)
        kinds |= {entry.event.kind for entry in twins.both[0].entries}
        reasons |= twins.refused
    assert differ > 900
    assert kinds >= {kind for kind, event in KINDS.items() if event not in (*get_args(ev.Attendance), ev.Continued)}
    assert reasons >= {Reason.HIDDEN_PURSE, Reason.DEPENDED_ON, Reason.NOT_ENOUGH_TALERS, Reason.NOTHING_TO_CLAIM}


# A command against which stand an objection that all may hear and one about a purse: the public one is heard.
FIRST: list[tuple[Callable[[], Log], cmd.Command, Reason]] = [
    (Log, cmd.Buy(2, (("blue", 4), ("red", 9))), Reason.NOT_A_PRICE),
    (Log, cmd.Buy(2, (("blue", 4), ("tea", 1))), Reason.UNKNOWN_BEAN),
    (lambda: bought(Log(), 1, red=1), cmd.Buy(2, (("blue", 4), ("red", 1))), Reason.ALREADY_SOLD),
    (lambda: bought(Log(), 2, red=1), cmd.Buy(2, (("blue", 4), ("red", 2))), Reason.ONE_PER_TYPE),
    (lambda: bought(bought(Log(3), 1, red=1), 3, red=2), cmd.Buy(2, (("blue", 4), ("red", 3))), Reason.OWNER_LIMIT),
    (lambda: Log().did(cmd.OpenRound(1)), cmd.Buy(2, (("blue", 4),)), Reason.NOT_YOUR_MOMENT),
    (lambda: ended(Log()), cmd.Buy(2, (("blue", 4),)), Reason.HARVEST_FIRST),
    (Log, cmd.BuyField(2, (("blue", 4),)), Reason.WRONG_FIELD_PRICE),
    (lambda: Log(base="amigo-2016"), cmd.BuyField(2, (("blue", 3),)), Reason.FIELD_NOT_FOR_SALE),
    (lambda: rich(Log(), 2, red=3).did(cmd.BuyField(2, (("red", 3),))), cmd.BuyField(2, (("blue", 3),)), Reason.FIELD_OWNED),
    (Log, cmd.Correct(2, "blue", -4, ""), Reason.REASON_MISSING),
    (lambda: rich(ended(Log()), 1, red=8).did(*(cmd.Pass(seat) for seat in (1, 2, 3, 4))), cmd.Harvest(2, "red", talers=3), Reason.HARVEST_OVER),
    (lambda: rich(Log(), 1, blue=20), cmd.Share(2, 1), Reason.NO_SHARE),
    (lambda: rich(bought(Log(), 3, blue=4), 1, red=8), cmd.Share(3, 2), Reason.NOTHING_TO_CLAIM),
    (lambda: bought(bought(Log(cognac=True), 2, **{"break": 3}), 3, cognac=3), cmd.Levy(3, 2), Reason.NOTHING_TO_CLAIM),
]  # fmt: skip


@pytest.mark.parametrize(("log", "command", "reason"), FIRST)
@pytest.mark.parametrize("override", ["", "we agreed"])
def test_what_all_can_see_is_objected_to_first(
    log: Callable[[], Log], command: cmd.Command, reason: Reason, override: str
) -> None:
    made = log().tried(command, override)
    if override and reason in AGREEABLE:
        assert not isinstance(made, Refusal) or made.reason in PRIVATE
    else:
        assert isinstance(made, Refusal)
        assert made.reason is reason


def hidden(players: int = 4, **options: object) -> Log:
    """A table with hidden purses."""
    return Log(players, hidden=True, **options)


@pytest.mark.parametrize(
    "command", [cmd.Buy(2, (("blue", 3),)), cmd.BuyField(2, (("blue", 3),)), cmd.Correct(2, "blue", -3, "x"), cmd.Correct(2, "red", 1, "x")]
)  # fmt: skip
@pytest.mark.parametrize("talers", [0, 2, 3, 9])
def test_who_does_not_see_a_purse_takes_nothing_out_of_it(command: cmd.Command, talers: int) -> None:
    log = rich(hidden(), 2, blue=talers)
    for override in ("", "we agreed"):
        assert log.ledger.decide(command, override, {1}) == Refusal(Reason.HIDDEN_PURSE, {"seat": 2})
    own = log.ledger.decide(command, "", {2})
    assert isinstance(own, ev.Event) or own.reason in (Reason.NOT_ENOUGH_TALERS, Reason.NEGATIVE_PURSE)
    assert not isinstance(own, ev.Event) or talers >= 3 or command == cmd.Correct(2, "red", 1, "x")


def test_purses_lie_open_at_the_end_and_are_hidden_again_after() -> None:
    log = finished(hidden().did(cmd.Deck(1), cmd.Harvest(2, "blue", talers=3)))
    assert log.ledger.decide(cmd.Undo(1, (3,)), "", range(1, 5)) == ev.Undone((3,))
    log.did(cmd.Reopen(1))
    assert log.table.concealed
    assert log.ledger.decide(cmd.Correct(2, "blue", -1, "x"), "", {1}) == Refusal(Reason.HIDDEN_PURSE, {"seat": 2})


def test_a_harvest_counts_only_the_purses_that_are_seen() -> None:
    log = hidden().did(cmd.Harvest(1, "garden", talers=2), cmd.Harvest(2, "garden", talers=3))
    more = cmd.Harvest(1, "garden", cards=5)
    assert log.ledger.decide(more, "", {1}) == Refusal(
        Reason.MORE_THAN_LEFT, {"bean": "garden", "number": 5, "cards": 6, "lying": 2}
    )
    assert isinstance(log.ledger.decide(more, "", {3}), ev.Harvested)
    assert isinstance(log.ledger.decide(cmd.Harvest(1, "garden", cards=3), "", {1}), ev.Harvested)
    assert isinstance(log.ledger.decide(cmd.Harvest(1, "garden", cards=3), "", {1, 2}), Refusal)
    assert isinstance(log.ledger.decide(cmd.Harvest(3, "garden", cards=7), "", {3}), Refusal)


def test_what_does_not_add_up_is_listed_at_the_end() -> None:
    log = hidden().did(
        cmd.Harvest(1, "garden", talers=3), cmd.Harvest(2, "garden", talers=3), cmd.Harvest(2, "garden", cards=1)
    )
    log.did(cmd.Correct(2, "garden", 1, "x"))
    assert contradictions(log.table) == [
        Refusal(Reason.MORE_TOGETHER, {"bean": "garden", "number": 7, "cards": 6, "talers": {1: 3, 2: 4}})
    ]
    log.did(cmd.Correct(1, "unsorted", 60, "x"), cmd.Correct(2, "unsorted", 60, "x"))
    assert contradictions(log.table)[1] == Refusal(Reason.MORE_THAN_ALL_CARDS, {"number": 127, "cards": 104})
    finished(log)
    assert isinstance(log.tried(cmd.Undo(1, (2,)), seen=range(1, 5)), ev.Undone), "an undoing puts right what it can"
    assert contradictions(rich(Log(), 1, garden=6).table) == []


def cook(log: Log) -> Log:
    """Ben has a stew of which Cleo may demand a Taler."""
    return bought(bought(log, 2, **{"break": 3}), 3, cognac=3).did(cmd.Stew(2, cards=3))


def test_a_demand_stands_whatever_a_hidden_pot_was_corrected_to() -> None:
    log = cook(hidden(cognac=True)).did(cmd.Correct(2, "stew", -1, "x"))
    assert log.tried(cmd.Levy(3, 2), seen={3}) == ev.Levied(3, 2, 1)
    assert (log.table.player(2).stew, log.table.player(3).distillery) == (0, 1)
    open_log = cook(Log(cognac=True)).did(cmd.Correct(2, "stew", -1, "x"))
    assert open_log.tried(cmd.Levy(3, 2)) == Refusal(Reason.NEGATIVE_PURSE, {"number": 0})
    fair = cook(hidden(cognac=True)).did(cmd.Levy(3, 2))
    assert (fair.table.player(2).stew, fair.table.player(3).distillery) == (0, 1)


BEN_HIDDEN = Refusal(Reason.HIDDEN_PURSE, {"seat": 2})


def undoing(log: Log, *entries: int, seen: set[int]) -> object:
    """What becomes of undoing these entries on a device that sees these purses."""
    made = log.ledger.decide(cmd.Undo(1, entries), "", seen)
    return made if isinstance(made, Refusal) else "undone"


@pytest.mark.parametrize("spare", [0, 4])
def test_an_undoing_is_answered_alike_whatever_lies_in_a_purse(spare: int) -> None:
    log = hidden().did(
        cmd.Harvest(1, "red", talers=2),
        cmd.Harvest(2, "blue", talers=3),
        cmd.Harvest(2, "blue" if spare else "soy", talers=4),
        cmd.Buy(2, (("blue", 3),)),
    )
    ana = {1}
    assert undoing(log, 2, seen=ana) == "undone"  # her own
    assert undoing(log, 3, seen=ana) == BEN_HIDDEN  # he has bought since
    assert undoing(log, 2, 3, seen=ana) == BEN_HIDDEN
    assert undoing(log, 5, seen=ana) == "undone"  # nothing builds on it
    assert undoing(log, 3, 4, 5, seen=ana) == "undone"  # nothing of his is left
    assert undoing(log, 3, seen={2}) == (
        "undone" if spare else Refusal(Reason.DEPENDED_ON, {"entries": [5], "together": [3, 5]})
    )
    log.did(cmd.Undo(2, (5,)))
    assert undoing(log, 6, seen=ana) == "undone"  # as it was
    log.did(cmd.Undo(2, (4,)))
    assert undoing(log, 6, seen=ana) == BEN_HIDDEN  # it may be that he cannot pay for it any more
    assert undoing(log, 6, 7, seen=ana) == "undone"


@pytest.mark.parametrize("bean", ["blue", "soy"])
def test_what_depends_on_what_depends_on_an_undoing_tells_nothing(bean: str) -> None:
    """Ana's harvest gives Ben a claim, and he may have paid with it: that is not told by which entries are listed."""
    log = bought(hidden(), 2, blue=4).did(
        cmd.Harvest(1, "blue", talers=1),
        cmd.Share(2, 1),
        cmd.Harvest(2, bean, talers=2),
        cmd.Harvest(2, "blue", talers=2),
    )
    assert undoing(log, 4, seen={1}) == BEN_HIDDEN
    assert undoing(log, 4, 5, 6, 7, seen={1}) == "undone"
    short = bought(hidden(), 2, blue=4).did(cmd.Harvest(1, "blue", talers=1), cmd.Share(2, 1))
    assert undoing(short, 4, seen={1}) == Refusal(Reason.DEPENDED_ON, {"entries": [5], "together": [4, 5]})


@pytest.mark.parametrize(("what", "change"), [("stew", 1), ("blue", 1), ("blue", -1)])
def test_what_was_corrected_is_told_by_no_undoing(what: str, change: int) -> None:
    """A pot needs its building: undoing the purchase must not tell whether it was the pot that Ben set right."""
    log = bought(rich(hidden(), 2, blue=3), 2, **{"break": 3}).did(cmd.Correct(2, what, change, "x"))
    assert undoing(log, 4, seen={1}) == BEN_HIDDEN
    assert undoing(log, 4, 5, seen={1}) == "undone"


@pytest.mark.parametrize("cards", [2, 4])
def test_how_many_cards_were_harvested_is_told_by_no_undoing(cards: int) -> None:
    """With the 3-Jail four Blue cards pay another figure than without; two pay nothing either way."""
    log = bought(hidden(), 2, blue=3).did(cmd.Harvest(2, "blue", cards=cards))
    assert undoing(log, 3, seen={1}) == BEN_HIDDEN
    assert undoing(log, 3, seen={2}) == (
        "undone" if cards == 2 else Refusal(Reason.DEPENDED_ON, {"entries": [4], "together": [3, 4]})
    )


def test_at_an_open_table_nothing_is_withheld() -> None:
    log = Log().did(cmd.Harvest(2, "blue", talers=3), cmd.Buy(2, (("blue", 3),)))
    assert undoing(log, 2, seen={1, 2, 3, 4}) == Refusal(Reason.DEPENDED_ON, {"entries": [3], "together": [2, 3]})
    assert log.table.phase is Phase.PLAY
