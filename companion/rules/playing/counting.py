"""Which entries of a log count, and in which place: undone ones do not, and what changes another stands in its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules.playing import events as ev
from companion.rules.playing.fold import Entry


def reversed_entries(log: Sequence[Entry]) -> frozenset[int]:
    """The numbers of the entries that do not count: undone, unless their undoing was itself undone."""
    gone: set[int] = set()
    for entry in reversed(log):  # an undoing names only entries before it, so whether it counts is known by then
        if isinstance(entry.event, ev.Undone) and entry.seq not in gone:
            gone.update(entry.event.entries)
    return frozenset(gone)


def places(log: Sequence[Entry]) -> Mapping[int, int]:
    """Of each entry that stands in the place of another one, the number of that one (the first, if it stood in the
    place of yet another)."""
    found: dict[int, int] = {}
    for entry in log:
        if isinstance(entry.event, ev.Undone) and entry.event.instead:
            found[entry.seq + 1] = found.get(entry.event.entries[0], entry.event.entries[0])
    return found


def effective(log: Sequence[Entry]) -> list[Entry]:
    """The entries that count, each in its place, without the undoings themselves."""
    gone, place = reversed_entries(log), places(log)
    counting = [entry for entry in log if entry.seq not in gone and not isinstance(entry.event, ev.Undone)]
    return sorted(counting, key=lambda entry: place.get(entry.seq, entry.seq)) if place else counting


def together(log: Sequence[Entry], targets: Sequence[int]) -> tuple[int, ...]:
    """These entries, and the other half of each change among them: the two are undone and brought back together."""
    halves = {seq: seq - 1 for seq in places(log)}
    halves |= {undoing: seq for seq, undoing in halves.items()}
    return tuple(sorted({*targets, *(halves[target] for target in targets if target in halves)}))
