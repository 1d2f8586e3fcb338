"""What happened to Talers and cards. Part of `companion.rules.playing.events`, by which all events are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Stored:
    """`kind` and `v` name the stored form of an event."""

    kind: ClassVar[str]
    v: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Harvested(Stored):
    """A field was sold: Talers of its bean. `cards` is None when somebody entered Talers alone.

    `soy` of its cards were Soy, planted there with the 2-Farm (000:L64); version 1 knew none.
    """

    kind: ClassVar[str] = "harvested"
    v: ClassVar[int] = 2
    seat: Seat
    bean: str
    cards: int | None
    talers: int
    soy: int = 0


@dataclass(frozen=True, slots=True)
class StewHarvested(Stored):
    """A bean stew was sold. Of its Talers, `levy` go to the seat `to`, the rest under the Saloon."""

    kind: ClassVar[str] = "stew-harvested"
    seat: Seat
    cards: int | None
    talers: int
    levy: int
    to: Seat | None


@dataclass(frozen=True, slots=True)
class Levied(Stored):
    """The owner at `seat` demanded Talers of the stew that `harvester` had just sold."""

    kind: ClassVar[str] = "levied"
    seat: Seat
    harvester: Seat
    talers: int


@dataclass(frozen=True, slots=True)
class Bought(Stored):
    """Building cards were bought at once, as (bean, price), each for Talers of its bean."""

    kind: ClassVar[str] = "bought"
    seat: Seat
    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Removed(Stored):
    """The owner of the 2-Distillery named the building type of a bean: its unsold cards left."""

    kind: ClassVar[str] = "removed"
    seat: Seat
    building: str


@dataclass(frozen=True, slots=True)
class FieldBought(Stored):
    """A third field was bought with these Talers: bean to number, or "unsorted", which version 1 did not know."""

    kind: ClassVar[str] = "field-bought"
    v: ClassVar[int] = 2
    seat: Seat
    pay: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Shared(Stored):
    """The owner of the 4-Jail at `seat` claimed a Taler of `bean` of a harvest by `harvester`."""

    kind: ClassVar[str] = "shared"
    seat: Seat
    harvester: Seat
    bean: str


@dataclass(frozen=True, slots=True)
class Corrected(Stored):
    """A count was set right by `change`: `what` is a bean, "unsorted", "stew" or "distillery".

    `was` is the count before, as the log tells it; version 1 did not keep it.
    """

    kind: ClassVar[str] = "corrected"
    v: ClassVar[int] = 2
    seat: Seat
    what: str
    change: int
    reason: str
    was: int | None = None


@dataclass(frozen=True, slots=True)
class Recounted(Stored):
    """Somebody counted what lies there: `count` of a bean, "unsorted", "stew" or "distillery", `was` by the log before.

    From here on that count is what was counted, whatever becomes of the entries before.
    """

    kind: ClassVar[str] = "recounted"
    seat: Seat
    what: str
    count: int
    was: int
