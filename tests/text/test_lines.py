"""Entries as rows: whose, about which bean, a few words, what it changed; nothing of a purse that is not seen."""

from __future__ import annotations

import pytest

from companion.rules.playing import events as ev
from companion.rules.playing.fold import Entry
from companion.text.lines import Line, line
from tests.text.test_entries import HARVEST, STARTED, teller

ROWS: list[tuple[ev.Event, Line]] = [
    (HARVEST, Line(1, "Harvest, 6 cards", "blue", 2)),
    (ev.Harvested(1, "blue", None, 3), Line(1, "Harvest", "blue", 3)),
    (ev.Harvested(2, "red", 1, 0), Line(2, "Harvest, 1 card", "red", 0)),
    (ev.StewHarvested(1, 7, 4, 1, 2), Line(1, "Bean stew, 7 cards", "", 3)),
    (ev.Levied(2, 1, 1), Line(2, "From the stew of Ana", "", 1)),
    (ev.Shared(2, 3, "blue"), Line(2, "From the harvest of Cleo", "blue", 1)),
    (ev.Bought(1, (("red", 4), ("soy", 1))), Line(1, "Buys 4-Tepee and 1-Farm", "red", -5)),
    (ev.FieldBought(1, (("red", 2), ("soy", 1))), Line(1, "Third field", "", -3)),
    (ev.Corrected(1, "red", 2, "miscounted"), Line(1, "Ana: +2 Red (miscounted)")),
    (ev.TurnPassed(2), Line(2, "Ben is on turn")),
    (ev.DeckExhausted(), Line(None, "The pile has run out")),
]


@pytest.mark.parametrize(("event", "row"), ROWS, ids=lambda part: getattr(part, "kind", ""))
def test_a_row(event: ev.Event, row: Line) -> None:
    assert line(teller(STARTED, event), Entry(2, event)) == row


@pytest.mark.parametrize("event", [event for event, row in ROWS if row.talers is not None and event.kind != "bought"])
def test_a_row_tells_nothing_of_a_hidden_purse(event: ev.Event) -> None:
    told = line(teller(STARTED, event, sees=frozenset()), Entry(2, event))
    assert (told.bean, told.talers) == ("", None)


def test_what_was_agreed_on_is_told_with_its_reason() -> None:
    entry = Entry(2, HARVEST, override="he had asked")
    assert line(teller(STARTED, HARVEST), entry) == Line(1, "Ana: +2 Blue for 6 cards (agreed: he had asked)")
