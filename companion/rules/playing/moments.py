"""What a table was called at each moment: its players and its rule set. A log line keeps the words of its moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.playing import events as ev
from companion.rules.playing.counting import effective
from companion.rules.playing.fold import Entry
from companion.rules.seats import BySeat


@dataclass(frozen=True, slots=True)
class Moment:
    """From the entry after `seq` on, players had these names and played by that edition."""

    seq: int
    names: BySeat[str]
    edition: str


_NONE = Moment(0, BySeat(), "")


def moments(log: Sequence[Entry]) -> tuple[Moment, ...]:
    """The moments at which names or edition changed, the beginning first."""
    found: tuple[Moment, ...] = ()
    naming: dict[int, Entry] = {}  # entries that name something, and undoings of such
    for entry in log:
        event = entry.event
        if isinstance(event, ev.Undone):
            if naming.keys().isdisjoint(event.entries):
                continue
            naming[entry.seq] = entry
            found = _with(found, _anew(list(naming.values())))
        elif names(event):
            naming[entry.seq] = entry
            found = plus(found, entry)
    return found


def plus(found: tuple[Moment, ...], entry: Entry) -> tuple[Moment, ...]:
    """The moments with the next entry of a log, which is no undoing. It takes no longer for a long log: whoever gives
    names as often as a log has room for holds nobody up."""
    return _with(found, _after(found[-1] if found else _NONE, entry)) if names(entry.event) else found


def names(event: ev.Event) -> bool:
    """Whether an event gives names: to players, or to beans and buildings by choosing another edition."""
    return isinstance(event, ev.Started | ev.Renamed | ev.SetUp)


def at(found: Sequence[Moment], seq: int) -> Moment:
    """The moment in which an entry was made; the first one made the table."""
    return next((moment for moment in reversed(found) if moment.seq < seq), found[0])


def _with(found: tuple[Moment, ...], moment: Moment) -> tuple[Moment, ...]:
    same = found and (moment.names, moment.edition) == (found[-1].names, found[-1].edition)
    return found if same else (*found, moment)


def _anew(naming: Sequence[Entry]) -> Moment:
    """The moment after the last of these entries, the beginning first, of which some may be undone."""
    events = [entry.event for entry in effective(naming)]
    called = {event.seat: event.name for event in events if isinstance(event, ev.Renamed)}
    chosen = [change for event in events if isinstance(event, ev.SetUp) for change in event.changes]
    begun = _after(_NONE, naming[0])
    names_then = BySeat(called.get(seat, name) for seat, name in begun.names.items())
    edition = next((now for option, _, now in reversed(chosen) if option == "edition"), begun.edition)
    return Moment(naming[-1].seq, names_then, edition)


def _after(before: Moment, entry: Entry) -> Moment:
    called, edition = before.names, before.edition
    match entry.event:
        case ev.Started():
            called, edition = BySeat(entry.event.names), entry.event.edition
        case ev.Renamed(seat, name):
            called = called.replaced(seat, name)
        case ev.SetUp(changes):
            edition = next((now for option, _, now in changes if option == "edition"), edition)
    return Moment(entry.seq, called, edition)
