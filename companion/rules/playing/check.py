"""May this happen at this table now? Every objection to an event: public ones first, then those about purses.

Used when an entry is made, and again when an earlier one is undone: what then no longer may have happened
depends on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.rules.playing import cards, public, purses, visibility
from companion.rules.playing import events as ev
from companion.rules.playing.state import Table
from companion.rules.refusals import AGREEABLE, Reason, Refusal
from companion.rules.seats import Seat


def refuse(table: Table, event: ev.Event, override: str = "", seen: Collection[Seat] | None = None) -> Refusal | None:
    """The first objection to a new entry that stands: with an override only those that no agreement can lift.

    `seen` are the seats whose purses the one who enters it sees (None: whoever that is has been asked already).
    """
    return _first(objections(table, event, seen), override)


def contradicted(
    table: Table, event: ev.Event, override: str = "", seen: Collection[Seat] | None = None
) -> Refusal | None:
    """The first objection to an entry of the log, looked at again because an earlier one goes.

    What is to be said only to who sees a purse (`seen`, None: all of them) is left out for everybody else.
    """
    return _first(again(table, event, seen), override)


def objections(table: Table, event: ev.Event, seen: Collection[Seat] | None = None) -> Iterator[Refusal]:
    """Everything against a new entry: what all can see, whether its purse is hidden from who enters it, the purses."""
    impossible = False
    for refusal in public.objections(table.public, event):
        yield refusal
        impossible = impossible or refusal.reason not in AGREEABLE
    if impossible:
        return
    if table.concealed and seen is not None:
        for seat in sorted(visibility.takes(event).difference(seen)):
            yield Refusal(Reason.HIDDEN_PURSE, {"seat": seat})
            return
    yield from purses.objections(table, event)
    yield from cards.too_many(table, event, (seen or ()) if table.concealed else table.seats)


def again(table: Table, event: ev.Event, seen: Collection[Seat] | None) -> Iterator[Refusal]:
    """Everything against an entry of the log that is looked at again, as far as it is told to who sees these purses."""
    shown = seen is None or visibility.touches(event).issubset(seen)
    # Of a count that is not shown even what it counts is hidden, of a harvest or payment its beans and figures are.
    counting = isinstance(event, ev.Corrected | ev.Recounted)
    told = public.objections if shown or not counting else public.impossible
    event = event if shown else visibility.redacted(event, next(iter(table.game.beans)))
    impossible = False
    for refusal in told(table.public, event):
        yield refusal
        impossible = impossible or refusal.reason not in AGREEABLE
    if impossible:
        return
    if shown:
        yield from purses.objections(table, event)
    if not table.hidden:
        yield from cards.too_many(table, event, table.seats)


def _first(found: Iterator[Refusal], override: str) -> Refusal | None:
    return next((refusal for refusal in found if not (override and refusal.reason in AGREEABLE)), None)
