"""What a table was called at each moment: its players and its rule set. A log line keeps the words of its moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.playing import events as ev
from companion.rules.playing.counting import effective
from companion.rules.playing.fold import Entry


@dataclass(frozen=True, slots=True)
class Moment:
    """From the entry after `seq` on, players had these names (in the order of their seats) and played by that edition."""

    seq: int
    names: tuple[str, ...]
    edition: str


def moments(log: Sequence[Entry]) -> tuple[Moment, ...]:
    """The moments at which names or edition changed, the beginning first."""
    found: list[Moment] = []
    naming: set[int] = set()  # entries that name something, and undoings of such
    for position, entry in enumerate(log, 1):
        event = entry.event
        if not (names(event) or (isinstance(event, ev.Undone) and naming.intersection(event.entries))):
            continue
        naming.add(entry.seq)
        moment = _moment(entry.seq, [each for each in log[:position] if each.seq in naming])
        if not found or (moment.names, moment.edition) != (found[-1].names, found[-1].edition):
            found.append(moment)
    return tuple(found)


def names(event: ev.Event) -> bool:
    """Whether an event gives names: to players, or to beans and buildings by choosing another edition."""
    return isinstance(event, ev.Started | ev.Renamed | ev.SetUp)


def at(found: Sequence[Moment], seq: int) -> Moment:
    """The moment in which an entry was made; the first one made the table."""
    return next((moment for moment in reversed(found) if moment.seq < seq), found[0])


def _moment(seq: int, naming: Sequence[Entry]) -> Moment:
    called: list[str] = []
    edition = ""
    for entry in effective(naming):
        match entry.event:
            case ev.Started():
                called, edition = list(entry.event.names), entry.event.edition
            case ev.Renamed(seat, name):
                called[seat - 1] = name
            case ev.SetUp(changes):
                edition = next((now for option, _, now in changes if option == "edition"), edition)
    return Moment(seq, tuple(called), edition)
