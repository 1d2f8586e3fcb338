"""A log from elsewhere: what of its settings may have been chosen at such a table, and what may not."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.fold import Entry
from companion.rules.playing.opening import opened
from companion.rules.refusals import Reason, Refusal
from tests.rules.tables import EDITIONS, Log

CHOSEN: list[tuple[str, Any, Any, bool]] = [  # an option, what it was, what it is, and whether it can have been so
    ("start", 1, 3, True),
    ("start", 1, 4, False),
    ("start", 0, 2, False),
    ("order", (1, 2, 3), (2, 1, 3), True),
    ("order", (1, 2, 3), (2, 1), False),
    ("order", (1, 2, 3), (1, 1, 3), False),
    ("order", (1, 2, 3, 4), (2, 1, 3), False),
    ("order", (1, 2, 3), 2, False),
    ("cognac", False, True, True),
    ("cognac", False, 1, False),
    ("hidden", False, True, True),
    ("hidden", "no", True, False),
    ("tie_break", "hand-cards", "shared", True),
    ("tie_break", "hand-cards", 3, False),
    ("edition", "high-bohn", "high-bohn-2000", True),
    ("edition", "high-bohn", None, False),
    ("base", "amigo", "rio-grande", True),
    ("base", True, "rio-grande", False),
    ("colour", "red", "blue", False),
]


@pytest.mark.parametrize(("option", "was", "now", "so"), CHOSEN)
def test_only_what_a_table_can_be_set_up_as_is_opened(option: str, was: Any, now: Any, so: bool) -> None:
    entries = [*Log(3).entries, Entry(2, ev.SetUp(((option, was, now),)))]
    found = opened(entries, EDITIONS)
    if so:
        assert not isinstance(found, Refusal)
        assert [entry.event for entry in found] == [entry.event for entry in entries]
    else:
        assert isinstance(found, Refusal)
        assert found.reason is Reason.NOT_AN_ENTRY


def test_what_was_set_up_here_opens_there() -> None:
    log = Log(3).did(cmd.SetUp(1, start=2, order=(1, 3, 2), tie_break="shared", hidden=True), cmd.Turn(2))
    found = opened(log.entries, EDITIONS)
    assert not isinstance(found, Refusal)
    assert [entry.event for entry in found] == [entry.event for entry in log.entries]


def test_a_setting_that_changes_nothing_was_made_nowhere() -> None:
    assert opened([*Log(3).entries, Entry(2, ev.SetUp(()))], EDITIONS) == Refusal(Reason.NOT_AN_ENTRY, {"entry": 2})


CHANGED = Log(3).did(cmd.Harvest(1, "red", cards=3), cmd.Turn(1), cmd.Change(1, 2, cmd.Harvest(1, "red", cards=4)))
UNDOING = Entry(4, ev.Undone((2,), instead=True))
HALVES: list[tuple[list[Entry], bool]] = [
    ([*CHANGED.entries], True),
    ([*CHANGED.entries[:3], UNDOING], False),  # nothing stands in its place
    ([*CHANGED.entries[:3], UNDOING, Entry(5, ev.TurnPassed(3))], False),  # what can stand in no place
    ([*CHANGED.entries[:3], Entry(4, ev.Undone((3,), instead=True)), CHANGED.entries[4]], False),
    ([*CHANGED.entries[:3], Entry(4, ev.Undone((2, 3), instead=True)), CHANGED.entries[4]], False),
]


@pytest.mark.parametrize(("entries", "whole"), HALVES)
def test_a_change_puts_one_entry_in_the_place_of_one_other(entries: list[Entry], whole: bool) -> None:
    found = opened(entries, EDITIONS)
    assert (found == Refusal(Reason.NOT_AN_ENTRY, {"entry": 4})) is not whole
    assert isinstance(found, tuple) is whole
