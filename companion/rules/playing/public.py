"""Objections about what everybody at the table can see: cards, prices, phase, whose moment it is, limits.

They come before every objection about a purse, and are given a table whose purses are empty
(`Table.public`): whatever is written here, it cannot tell what lies in one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never, get_args

from companion.rules import names
from companion.rules.playing import events as ev
from companion.rules.playing import public_course, public_trades
from companion.rules.playing.state import Phase, Table
from companion.rules.refusals import Reason, Refusal

# Also after the end: who comes back plays the next game.
_ALWAYS = (
    ev.Reopened, ev.Renamed, ev.HandCounted, ev.SetUp, ev.Continued, ev.PlayerReturned, *get_args(ev.Attendance),
)  # fmt: skip


def objections(table: Table, event: ev.Event) -> Iterator[Refusal]:
    """Everything public against the event, the gravest first."""
    ruled_out = next(impossible(table, event), None)
    if ruled_out is not None:
        yield ruled_out
        return
    yield from _checks(table, event)


def impossible(table: Table, event: ev.Event) -> Iterator[Refusal]:
    """What rules an event out whatever it says: a seat that is not there, a game that is over."""
    for name in ("seat", "harvester", "to"):
        seat = getattr(event, name, None)
        if seat is not None and seat not in table.seats:
            yield Refusal(Reason.UNKNOWN_SEAT, {"number": seat, "most": len(table.players)})
    if table.phase is Phase.FINISHED and not isinstance(event, _ALWAYS):
        yield Refusal(Reason.GAME_FINISHED)


def _hand(table: Table, event: ev.HandCounted) -> Iterator[Refusal]:
    if event.cards > table.game.talers:
        yield Refusal(Reason.MORE_THAN_CARDS, {"number": event.cards, "cards": table.game.talers})


def _renamed(table: Table, event: ev.Renamed) -> Iterator[Refusal]:
    if not event.name:
        yield Refusal(Reason.NAME_EMPTY)
    for seat, player in table.players.items():
        if seat != event.seat and names.key(player.name) == names.key(event.name):
            yield Refusal(Reason.NAME_TAKEN, {"name": event.name, "seat": seat})


def _set_up(table: Table, event: ev.SetUp) -> Iterator[Refusal]:
    """What can be chosen at all has been asked when it was chosen; showing purses that were hidden is an agreement."""
    if table.concealed and ("hidden", True, False) in event.changes:
        yield Refusal(Reason.SHOWS_PURSES)


def _checks(table: Table, event: ev.Event) -> Iterator[Refusal]:
    if isinstance(event, ev.Trade):
        return public_trades.objections(table, event)
    if isinstance(event, ev.Course):
        return public_course.objections(table, event)
    if isinstance(event, ev.Attendance):
        return iter(())  # for who is there, not for the rules: companion.rules.playing.seating
    match event:
        case ev.HandCounted():
            return _hand(table, event)
        case ev.Renamed():
            return _renamed(table, event)
        case ev.SetUp():
            return _set_up(table, event)
        case ev.Started() | ev.Continued() | ev.Undone():
            return iter(())
        case _:
            assert_never(event)
