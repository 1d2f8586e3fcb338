"""Whose purses a device sees, and whose purse each kind of entry changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.playing import events as ev
from companion.rules.playing.fold import apply
from companion.rules.playing.seating import Rights
from companion.rules.playing.stored import KINDS
from companion.rules.playing.visibility import redacted, takes, touches, visible_seats
from companion.rules.scoring.score import Holdings
from companion.rules.seats import BySeat
from tests.rules.tables import Log, bought, finished, rich

EVERYBODY = frozenset({1, 2, 3, 4})
# What a device holds, what others hold, and whose purses it sees of four that are hidden.
SEES: list[tuple[set[int], set[int], set[int]]] = [
    (set(), set(), set()),  # who only watches
    (set(), {1, 2}, set()),
    ({1}, set(), {1}),
    ({1}, {2, 3}, {1}),
    ({1}, {0, 1, 2}, {1}),  # a seat that two devices share
    ({1, 3}, {2}, {1, 3}),  # a phone that is passed round
    ({0}, set(), {1, 2, 3, 4}),  # who keeps the score for all
    ({0}, {2}, {1, 3, 4}),
    ({0}, {1, 2, 3, 4}, set()),  # everybody has a phone: nothing is left to keep
    ({0}, {0, 2}, {1, 3, 4}),
    ({0, 1}, set(), {1}),  # who made the table and sat down is a player
    ({0, 1}, {2}, {1}),
    ({9}, set(), set()),
]


@pytest.mark.parametrize(("held", "others", "sees"), SEES)
def test_whose_purses_a_device_sees(held: set[int], others: set[int], sees: set[int]) -> None:
    assert visible_seats(held, others, 4, hidden=True, finished=False) == sees
    assert visible_seats(held, others, 4, hidden=True, finished=True) == EVERYBODY
    assert visible_seats(held, others, 4, hidden=False, finished=False) == EVERYBODY


def test_rights_show_a_table_what_they_are_of_until_its_end() -> None:
    ana, keeper, nobody = Rights(frozenset({1})), Rights(frozenset({0}), frozenset({1, 3})), Rights(frozenset())
    hidden = Log(hidden=True)
    assert [who.sees(hidden.table) for who in (ana, keeper, nobody)] == [{1}, {2, 4}, set()]
    finished(hidden)
    assert [who.sees(hidden.table) for who in (ana, keeper, nobody)] == [EVERYBODY] * 3
    assert [who.sees(Log().table) for who in (ana, keeper, nobody)] == [EVERYBODY] * 3


def test_the_public_table_has_everything_but_purses() -> None:
    table = bought(rich(Log(), 2, red=3), 1, blue=4).table
    shown = table.public
    assert all((player.cash, player.stew, player.distillery) == (0, 0, 0) for player in shown.players)
    assert replace(shown, players=table.players, mixed=table.mixed) == table
    assert [player.buildings for player in shown.players] == [player.buildings for player in table.players]


# One event of each kind, and whose purse it changes.
EVENTS: list[tuple[ev.Event, set[int]]] = [
    (ev.Started("high-bohn", False, "amigo", "shared", True, ("Ana", "Ben", "Cleo")), set()),
    (ev.Harvested(1, "red", 2, 1), {1}),
    (ev.StewHarvested(1, 6, 2, 0, None), {1}),
    (ev.StewHarvested(1, 6, 2, 1, 3), {1, 3}),
    (ev.Levied(3, 1, 1), {1, 3}),
    (ev.Bought(2, (("blue", 1),)), {2}),
    (ev.Removed(1, "red"), set()),
    (ev.FieldBought(2, (("blue", 3),)), {2}),
    (ev.Shared(2, 1, "blue"), {2}),
    (ev.Corrected(1, "unsorted", 1, "x"), {1}),
    (ev.Recounted(1, "blue", 2, 5), {1}),
    (ev.Recounted(1, "stew", 2, 5), {1}),
    (ev.PlayerLeft(1), set()),
    (ev.PlayerReturned(1), set()),
    (ev.SetUp((("start", 1, 2),)), set()),
    (ev.TurnPassed(2), set()),
    (ev.LastTurnEnded(), set()),
    (ev.DeckExhausted(), set()),
    (ev.RoundOpened(), set()),
    (ev.Passed(1), set()),
    (ev.Passed(1, everybody=True), set()),
    (ev.HandCounted(1, 3), set()),
    (ev.Finished(), set()),
    (ev.Reopened(), set()),
    (ev.Renamed(1, "Zed"), set()),
    (ev.Seated(1, "x"), set()),
    (ev.SatDown("x", (1,)), set()),
    (ev.SeatLeft("x", (1,)), set()),
    (ev.SeatTakenBack("x", (1,)), set()),
    (ev.LinksRenewed(("join",)), set()),
    (ev.Continued("BCDFG"), set()),
    (ev.Undone((2,)), set()),
]


def test_every_kind_of_event_stands_here() -> None:
    assert {event.kind for event, _ in EVENTS} == set(KINDS)


@pytest.mark.parametrize(("event", "seats"), EVENTS)
def test_whose_purse_an_event_changes(event: ev.Event, seats: set[int]) -> None:
    assert touches(event) == seats
    assert takes(event) <= seats
    if isinstance(event, ev.Started | ev.Undone):
        return
    five = Holdings("", talers={"blue": 5, "red": 5}, unsorted=5, stew=5, distillery=5)
    table = replace(Log(3).table, players=BySeat(replace(five, name=name) for name in ("Ana", "Ben", "Cleo")))
    after = apply(table, event)
    assert {seat for seat in (1, 2, 3) if purse(after.player(seat)) != purse(table.player(seat))} == seats


REDACTED: list[tuple[ev.Event, ev.Event]] = [
    (ev.Harvested(1, "blue", 6, 2), ev.Harvested(1, "red", None, 0)),
    (ev.Harvested(2, "soy", 7, 4, 3), ev.Harvested(2, "red", None, 0)),
    (ev.StewHarvested(1, 7, 4, 0, None), ev.StewHarvested(1, None, 0, 0, None)),
    (ev.StewHarvested(1, 7, 4, 1, 3), ev.StewHarvested(1, None, 1, 1, 3)),  # all have seen the Taler that was demanded
    (ev.FieldBought(2, (("blue", 2), ("soy", 1))), ev.FieldBought(2, (("unsorted", 3),))),
]


@pytest.mark.parametrize(("event", "known"), REDACTED)
def test_what_everybody_knows_of_an_event(event: ev.Event, known: ev.Event) -> None:
    assert redacted(event, "red") == known


@pytest.mark.parametrize("event", [event for event, _ in EVENTS])
def test_what_has_no_figures_of_a_purse_everybody_knows_whole(event: ev.Event) -> None:
    if not isinstance(event, ev.Harvested | ev.StewHarvested | ev.FieldBought):
        assert redacted(event, "red") is event


def purse(player: Holdings) -> tuple[object, ...]:
    """What lies before a player, buildings apart."""
    return dict(player.talers), player.unsorted, player.stew, player.distillery
