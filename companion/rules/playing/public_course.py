"""Objections to turn, pile, rounds and the end: all of it lies open on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from companion.rules.playing import events as ev
from companion.rules.playing.state import Phase, Table
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import Seat


def objections(table: Table, event: ev.Course) -> Iterator[Refusal]:
    """Everything public against the event, the gravest first."""
    match event:
        case ev.TurnPassed() | ev.LastTurnEnded() | ev.DeckExhausted():
            return _turn(table, event)
        case ev.RoundOpened():
            return _round(table)
        case ev.Passed():
            return _pass(table, event)
        case ev.PlayerLeft(seat):
            return _leaving(table, seat)
        case ev.PlayerReturned(seat):
            return iter(() if seat in table.left else (Refusal(Reason.NOT_LEFT, {"seat": seat}),))
        case ev.Finished() | ev.Reopened():
            return _end(table, event)
        case _:
            assert_never(event)


def _turn(table: Table, event: ev.TurnPassed | ev.LastTurnEnded | ev.DeckExhausted) -> Iterator[Refusal]:
    """The turn in which the pile runs out for the last time is the last, and is played out (000:L81, 002:L34)."""
    last = table.passes >= table.game.deck
    ending = isinstance(event, ev.LastTurnEnded)
    if table.ended or (last and not ending):
        yield Refusal(Reason.PILE_DONE, {"number": table.game.deck})
    elif ending and not last:
        yield Refusal(Reason.NOT_AT_END, {"number": table.game.deck})
    elif table.round:
        yield Refusal(Reason.ROUND_OPEN, {"seat": table.round.next})
    elif isinstance(event, ev.TurnPassed) and event.to == table.turn:
        yield Refusal(Reason.ALREADY_ON_TURN, {"seat": event.to})
    elif isinstance(event, ev.TurnPassed) and event.to in table.left:
        yield Refusal(Reason.PLAYER_LEFT, {"seat": event.to})


def _round(table: Table) -> Iterator[Refusal]:
    if not table.game.buildings:
        yield Refusal(Reason.NO_BUILDINGS, {"edition": table.game.edition.id})
    elif table.phase is Phase.FINAL_HARVEST:
        yield Refusal(Reason.HARVEST_FIRST)
    elif table.round:
        yield Refusal(Reason.ROUND_OPEN, {"seat": table.round.next})


def _pass(table: Table, event: ev.Passed) -> Iterator[Refusal]:
    if table.round is None and table.phase is not Phase.FINAL_HARVEST:
        yield Refusal(Reason.NO_ROUND)
    elif table.round and not event.everybody and event.seat not in (table.round.next, table.round.just):
        yield Refusal(Reason.NOT_YOUR_MOMENT, {"seat": table.round.next})


def _leaving(table: Table, seat: Seat) -> Iterator[Refusal]:
    if seat in table.left:
        yield Refusal(Reason.ALREADY_LEFT, {"seat": seat})
    elif table.playing == {seat}:
        yield Refusal(Reason.LAST_PLAYER, {"seat": seat})


def _end(table: Table, event: ev.Finished | ev.Reopened) -> Iterator[Refusal]:
    """A game ends by itself after the last harvest and the last buying round (000:L82): before, a table has to agree."""
    if isinstance(event, ev.Reopened):
        if table.phase is not Phase.FINISHED:
            yield Refusal(Reason.NOT_FINISHED)
    elif not table.complete:
        yield Refusal(Reason.NOT_AT_END, {"number": table.game.deck})
