"""Undoing in depth: undoings of undoings, many at once, and which entries count then."""

from __future__ import annotations

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing.counting import effective, reversed_entries
from companion.rules.playing.events import Undone
from companion.rules.playing.fold import Entry, start
from companion.rules.playing.undo import dependants
from companion.rules.refusals import Reason, Refusal
from tests.rules.tables import EDITIONS, Log, bought, rich


def refused(log: Log, *targets: int) -> Refusal:
    """The refusal of an undoing."""
    made = log.tried(cmd.Undo(1, targets))
    assert isinstance(made, Refusal), made
    return made


def test_each_undoing_of_an_undoing_turns_the_entry_round() -> None:
    log = rich(Log(), 1, red=1)
    for target in range(2, 252):
        log.did(cmd.Undo(1, (target,)))
        undone = target % 2 == 0
        assert (2 in log.ledger.gone) is undone
        assert log.table.player(1).talers == ({} if undone else {"red": 1})


@pytest.mark.parametrize("depth", [20_000, 20_001])
def test_no_depth_is_too_deep(depth: int) -> None:
    log = rich(Log(), 1, red=1)
    chain = [*log.entries, *(Entry(seq, Undone((seq - 1,))) for seq in range(3, 3 + depth))]
    assert (2 in reversed_entries(chain)) is (depth % 2 == 1)
    assert [entry.seq for entry in effective(chain)] == ([1] if depth % 2 else [1, 2])


def test_all_undoings_that_count_at_once_again_and_again() -> None:
    log = rich(Log(), 1, red=1, soy=1).did(cmd.Undo(1, (2,)), cmd.Undo(1, (3,)))
    for turned in range(15):
        assert log.table.player(1).talers == ({"red": 1, "soy": 1} if turned % 2 else {})
        undoings = [entry.seq for entry in log.entries if isinstance(entry.event, Undone)]
        log.did(cmd.Undo(1, tuple(seq for seq in undoings if seq not in log.ledger.gone)))


@pytest.mark.parametrize(
    ("targets", "named"),
    [((2,), 2), ((3, 2), 2), ((5,), 5)],
    ids=["an entry", "one of two", "an undoing that was undone itself"],
)
def test_what_is_undone_already_cannot_be_undone(targets: tuple[int, ...], named: int) -> None:
    log = rich(Log(), 1, red=1, soy=1, blue=1).did(cmd.Undo(1, (4,)), cmd.Undo(1, (5,)), cmd.Undo(1, (2,)))
    refusal = refused(log, *targets)
    assert (refusal.reason, refusal.facts) == (Reason.ALREADY_UNDONE, {"entry": named})


def test_an_undoing_and_what_it_brings_back_can_go_together() -> None:
    log = rich(Log(), 1, red=1, soy=1).did(cmd.Undo(1, (2,)), cmd.Undo(1, (4, 2)))
    assert log.table.player(1).talers == {"soy": 1}


def test_an_undoing_names_each_entry_once_and_in_order() -> None:
    log = rich(Log(), 1, red=1, soy=1).did(cmd.Undo(1, (3, 2, 3)))
    assert log.entries[-1].event == Undone((2, 3))


@pytest.mark.parametrize("targets", [(), (0,), (1,), (2, 1), (9,), (2, 9)])
def test_what_is_no_entry_or_the_beginning_cannot_be_undone(targets: tuple[int, ...]) -> None:
    refusal = refused(rich(Log(), 1, red=1), *targets)
    assert (refusal.reason, refusal.settled) == (Reason.UNKNOWN_ENTRY, False)
    assert refusal.facts["entry"] == (targets[-1] if targets else 0)


def test_only_entries_that_build_on_others_are_dependants() -> None:
    log = rich(bought(Log(), 1, red=2), 2, soy=1)
    without = effective([*log.entries, Entry(5, Undone((2,)))])
    for counting, found in ((log.entries, []), (without, [3])):
        assert dependants(start(counting, EDITIONS), counting) == found


@pytest.mark.parametrize("anew", [(), (cmd.SetUp(1, start=2),)], ids=["", "after a change"])
def test_what_would_come_back_without_what_it_was_built_on_stays_undone(anew: tuple[cmd.Command, ...]) -> None:
    log = bought(Log(), 1, red=2).did(cmd.Undo(1, (3,)), cmd.Undo(1, (2,)), *anew)
    refusal = refused(log, 4)
    assert (refusal.reason, refusal.facts["entries"]) == (Reason.DEPENDED_ON, [3])
    log.did(cmd.Undo(1, (4, 5)))
    assert log.table.player(1).buildings == {"red": 2}


def test_the_ledger_of_an_earlier_version_knows_nothing_of_later_entries() -> None:
    log = rich(Log(), 1, red=1, soy=1).did(cmd.Undo(1, (2,)))
    assert log.ledger.at(3).table.player(1).talers == {"red": 1, "soy": 1}
    assert log.ledger.at(3).version == 3
    assert log.ledger.at(4) is log.ledger
