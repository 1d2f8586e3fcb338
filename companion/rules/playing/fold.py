"""From log to table. Folding is the only way a table changes.

`apply` trusts its events: they were checked when they were made (`companion.rules.playing.check`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, assert_never

from companion.rules.editions.edition import Game
from companion.rules.editions.installed import Editions
from companion.rules.playing import events as ev
from companion.rules.playing.course import moved_on
from companion.rules.playing.state import Table
from companion.rules.playing.trading import traded, with_player
from companion.rules.playing.unreadable import Unreadable, UnreadableTableError
from companion.rules.scoring.score import Holdings
from companion.rules.seats import FIRST, BySeat, Seat

CHOSEN = ("edition", "cognac", "base", "tie_break", "hidden")  # when a table is made, beside the names


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: an event, its number (the table's version after it), and who entered it when.

    `by` is the seat that entered it, 0 for the phone that made the table and entered it without a seat, None for
    nobody (in old logs for that phone as well). `device` is the fingerprint of the phone, empty for nobody and in old
    logs. `override` is the reason given for entering what the rules forbid, or empty.
    """

    seq: int
    event: ev.Event
    by: Seat | None = None
    at: Any = None
    override: str = field(default="")
    device: str = ""


def fold(entries: Sequence[Entry], editions: Editions) -> Table:
    """The table that entries make; of a log those that count (`companion.rules.playing.undo.effective`).

    The first is `Started`. UnreadableTableError when there is none, or when its rule set is not installed.
    """
    table = start(entries, editions)
    for entry in entries[1:]:
        table = apply(table, entry.event)
    return table


def start(entries: Sequence[Entry], editions: Editions) -> Table:
    """The table at its beginning, with what was chosen then or set anew since: it counts as if chosen at once.

    UnreadableTableError when the first entry does not make a table, or when its rule set is not installed or not for
    such a table.
    """
    first = entries[0].event if entries else None
    if not isinstance(first, ev.Started):
        raise UnreadableTableError(Unreadable.BROKEN)
    chosen: dict[str, Any] = {"start": FIRST, "order": ()} | {name: getattr(first, name) for name in CHOSEN}
    for entry in entries:
        if isinstance(entry.event, ev.SetUp):
            chosen |= {option: now for option, _, now in entry.event.changes}
    edition = editions.get(chosen["edition"])
    options = {name: chosen[name] for name in ("cognac", "base", "tie_break")}
    game = edition and edition.game(len(first.names), **options)
    if not isinstance(game, Game):
        raise UnreadableTableError(Unreadable.RULE_SET, {"edition": chosen["edition"]})
    begins, hidden = chosen["start"], chosen["hidden"]
    players = BySeat(Holdings(name) for name in first.names)
    return Table(game, players, hidden=hidden, start=begins, order=chosen["order"], turn=begins)


def apply(table: Table, event: ev.Event) -> Table:
    """The table after an event other than the first. Undoings change which events count, so they cannot be applied."""
    if isinstance(event, ev.Trade):
        return traded(table, event)
    if isinstance(event, ev.Course):
        return moved_on(table, event)
    if isinstance(event, ev.Attendance):
        return table.but(seating={**table.seating, **_attended(event)})
    match event:
        case ev.HandCounted(seat, cards_left):
            return with_player(table, seat, hand_cards=cards_left)
        case ev.Renamed(seat, name):
            return with_player(table, seat, name=name)
        case ev.SetUp():  # what was set up counts from the start
            return table
        case ev.Continued(code):
            return table.but(next_table=code)
        case ev.Started() | ev.Undone():
            raise TypeError(event)
        case _:
            assert_never(event)


def _attended(event: ev.Attendance) -> Mapping[tuple[str, Seat], bool]:
    """Which seats a device holds now, and which it does not any more."""
    match event:
        case ev.Seated(seat, device):
            return {(device, seat): True} if device else {}
        case ev.SatDown(device, seats, left):
            return {(device, seat): True for seat in seats} | {(device, seat): False for seat in left}
        case ev.SeatLeft(device, seats) | ev.SeatTakenBack(device, seats):
            return {(device, seat): False for seat in seats}
        case ev.LinksRenewed():
            return {}
        case _:
            assert_never(event)
