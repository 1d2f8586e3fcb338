"""A log from elsewhere, opened as a table of its own: the same game, with nobody sitting there yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from companion.rules import names
from companion.rules.editions.installed import Editions
from companion.rules.playing import events as ev
from companion.rules.playing import public
from companion.rules.playing.arranging import can_be_chosen
from companion.rules.playing.check import again
from companion.rules.playing.counting import effective
from companion.rules.playing.decide import begin
from companion.rules.playing.fold import Entry, apply, start
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.misfits import changed
from companion.rules.playing.state import Table
from companion.rules.playing.unreadable import UnreadableTableError
from companion.rules.refusals import AGREEABLE, Reason, Refusal

# Which phone sat where, and which game followed, is of the other table.
_ELSEWHERE: tuple[type[ev.Event], ...] = (*get_args(ev.Attendance), ev.Continued)
# What no later change of a table explains.
_NEVER = frozenset(
    {
        Reason.UNKNOWN_SEAT, Reason.UNKNOWN_BEAN, Reason.NOT_A_PRICE, Reason.CARDS_TWICE, Reason.NAME_EMPTY,
        Reason.NAME_TAKEN,
    }
)  # fmt: skip
# What shows of an entry alone, also of one that is undone.
_SHAPELESS = frozenset({Reason.UNKNOWN_SEAT, Reason.NOT_A_PRICE, Reason.CARDS_TWICE, Reason.NAME_EMPTY})


def opened(entries: Sequence[Entry], editions: Editions) -> tuple[Entry, ...] | Refusal:
    """The entries as they may begin a table here, numbered anew, or the first that makes none."""
    kept: list[Entry] = []
    number: dict[int, int] = {}
    for entry in entries:
        event = entry.event
        if isinstance(event, ev.Undone):
            event = replace(event, entries=tuple(number[seq] for seq in event.entries if seq in number))
            if not event.entries:
                continue
        if not isinstance(event, _ELSEWHERE):
            number[entry.seq] = len(kept) + 1
            override = names.clean(entry.override)
            kept.append(Entry(len(kept) + 1, _cleaned(event), entry.by, entry.at, override))
    wrong = _half_a_change(kept) or readable(kept, editions)
    return tuple(kept) if wrong is None else Refusal(Reason.NOT_AN_ENTRY, {"entry": wrong})


def _cleaned(event: ev.Event) -> ev.Event:
    """The event with what people wrote as our forms take it: without signs that turn a line round."""
    match event:
        case ev.Renamed(_, name, was):
            return replace(event, name=names.clean(name), was=names.clean(was))
        case ev.Corrected():
            return replace(event, reason=names.clean(event.reason))
        case _:
            return event


def _half_a_change(entries: Sequence[Entry]) -> int | None:
    """The number of a change that does not put one entry in the place of one other, or None."""
    for entry in entries:
        event = entry.event
        if isinstance(event, ev.Undone) and event.instead:
            both = [*event.entries, entry.seq + 1]
            if len(both) != 2 or not all(_changeable(entries, seq) for seq in both):
                return entry.seq
    return None


def _changeable(entries: Sequence[Entry], seq: int) -> bool:
    return seq <= len(entries) and isinstance(entries[seq - 1].event, ev.Changeable)


def _made_here(entry: Entry, table: Table) -> bool:
    """Whether an entry can be told of at all, undone or not: of seats that are there, of options that there are."""
    if entry.by is not None and entry.by > len(table.players):
        return False
    if isinstance(entry.event, ev.SetUp):
        return bool(entry.event.changes) and all(can_be_chosen(table, *change) for change in entry.event.changes)
    return _SHAPELESS.isdisjoint(refusal.reason for refusal in public.objections(table, entry.event))


def _named(event: ev.Started, table: Table) -> bool:
    """Whether players have names by which they can be told apart."""
    made = begin(table.game.edition, event.names, cognac=False, base="", tie_break="", hidden=False)
    return not isinstance(made, Refusal) and made.names == event.names


def readable(entries: Sequence[Entry], editions: Editions) -> int | None:
    """The number of an entry that cannot have been made or read here, or None when all can."""
    seq = 1
    try:
        table = Ledger.of(entries, editions).table
        first = entries[0].event
        if not isinstance(first, ev.Started) or not _named(first, table):
            return seq
        counting = effective(entries)
        table = start(counting, editions)
        for entry in entries:
            seq = entry.seq
            if not _made_here(entry, table):
                return seq
        for entry in counting[1:]:
            seq = entry.seq
            found = {refusal.reason for refusal in again(table, entry.event, None)} - AGREEABLE
            if found & _NEVER or (found and not changed(entries)):
                return seq
            table = apply(table, entry.event)
    except (UnreadableTableError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return seq
    return None
