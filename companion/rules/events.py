"""What happened at a table: the facts a log is made of. Seats count from 1, in seating order.

Stored events are read for ever: each kind has a version number, and `decode` knows every version there was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `kind` and `v` name its stored form."""

    kind: ClassVar[str] = ""
    v: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Started(Event):
    """A table was made: rule set, options, names in seating order, the start player first."""

    kind: ClassVar[str] = "started"
    edition: str
    cognac: bool
    base: str
    tie_break: str
    hidden: bool
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Harvested(Event):
    """A field was sold: Talers of its bean. `cards` is None when somebody entered Talers alone."""

    kind: ClassVar[str] = "harvested"
    seat: int
    bean: str
    cards: int | None
    talers: int


@dataclass(frozen=True, slots=True)
class StewHarvested(Event):
    """A bean stew was sold. Of its Talers, `levy` go to the seat `to`, the rest under the Saloon."""

    kind: ClassVar[str] = "stew-harvested"
    seat: int
    cards: int | None
    talers: int
    levy: int
    to: int | None


@dataclass(frozen=True, slots=True)
class Levied(Event):
    """The owner at `seat` demanded Talers of the stew that `harvester` had just sold."""

    kind: ClassVar[str] = "levied"
    seat: int
    harvester: int
    talers: int


@dataclass(frozen=True, slots=True)
class Bought(Event):
    """Building cards were bought at once, as (bean, price), each for Talers of its bean."""

    kind: ClassVar[str] = "bought"
    seat: int
    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """The owner of the 2-Distillery named the building type of a bean: its unsold cards left."""

    kind: ClassVar[str] = "removed"
    seat: int
    building: str


@dataclass(frozen=True, slots=True)
class FieldBought(Event):
    """A third field was bought with these Talers (bean to number)."""

    kind: ClassVar[str] = "field-bought"
    seat: int
    pay: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Shared(Event):
    """The owner of the 4-Jail at `seat` claimed a Taler of `bean` of a harvest by `harvester`."""

    kind: ClassVar[str] = "shared"
    seat: int
    harvester: int
    bean: str


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """A count was set right by `change`: `what` is a bean, "unsorted", "stew" or "distillery"."""

    kind: ClassVar[str] = "corrected"
    seat: int
    what: str
    change: int
    reason: str


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """It is the turn of `to`."""

    kind: ClassVar[str] = "turn-passed"
    to: int


@dataclass(frozen=True, slots=True)
class DeckExhausted(Event):
    """The draw pile ran out."""

    kind: ClassVar[str] = "deck-exhausted"


@dataclass(frozen=True, slots=True)
class RoundOpened(Event):
    """A buying round began: every seat in turn buys or passes, until all have passed in a row."""

    kind: ClassVar[str] = "round-opened"


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """In a buying round: wants nothing now. In the final harvest: has nothing left to harvest."""

    kind: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class HandCounted(Event):
    """Cards left in a hand, for the tie-break."""

    kind: ClassVar[str] = "hand-counted"
    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """The game was declared over."""

    kind: ClassVar[str] = "finished"


@dataclass(frozen=True, slots=True)
class Reopened(Event):
    """A finished game was opened again, to set something right."""

    kind: ClassVar[str] = "reopened"


@dataclass(frozen=True, slots=True)
class Renamed(Event):
    """A player goes by another name."""

    kind: ClassVar[str] = "renamed"
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Seated(Event):
    """Another device sat down where one sat already: a lost phone, or somebody who should not.

    `device` is its fingerprint, by which it loses the seat when this is undone; version 1 had none.
    """

    kind: ClassVar[str] = "seated"
    v: ClassVar[int] = 2
    seat: int
    device: str = ""


@dataclass(frozen=True, slots=True)
class Continued(Event):
    """The same people play on at another table."""

    kind: ClassVar[str] = "continued"
    code: str


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """These entries count as not made. May itself be undone, which brings them back."""

    kind: ClassVar[str] = "undone"
    entries: tuple[int, ...]


KINDS: Mapping[str, type[Event]] = {
    event.kind: event
    for event in (
        Started, Harvested, StewHarvested, Levied, Bought, Removed, FieldBought, Shared, Corrected, TurnPassed,
        DeckExhausted, RoundOpened, Passed, HandCounted, Finished, Reopened, Renamed, Seated, Continued, Undone,
    )
}  # fmt: skip


class UnknownEventError(ValueError):
    """A stored event that this version of the app cannot read: it was written by a newer one."""


def encode(event: Event) -> dict[str, Any]:
    """The data of an event as JSON can hold it; kind and version are stored beside it."""
    return {entry.name: _plain(getattr(event, entry.name)) for entry in fields(event)}


def decode(kind: str, v: int, data: Mapping[str, Any]) -> Event:
    """The event of a stored kind, version and data. UnknownEventError when it is from the future."""
    event = KINDS.get(kind)
    if event is None or v > event.v:
        raise UnknownEventError(f"{kind} {v}")
    return event(**{name: _frozen(value) for name, value in data.items()})


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
