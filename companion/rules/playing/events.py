"""What happened at a table: the facts a log is made of. Seats count from 1, in seating order.

How events are stored, and read again whatever version wrote them, is `companion.rules.playing.stored`'s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from companion.rules.playing.trade_events import (
    Bought,
    Corrected,
    FieldBought,
    Harvested,
    Levied,
    Recounted,
    Removed,
    Shared,
    StewHarvested,
)
from companion.rules.playing.trade_events import Stored as _Stored
from companion.rules.seats import Seat

__all__ = [
    "Bought",
    "Corrected",
    "FieldBought",
    "Harvested",
    "Levied",
    "Recounted",
    "Removed",
    "Shared",
    "StewHarvested",
]  # known by this name, wherever they stand
LINKS = ("join", "watch", "result")  # what a table can be reached by, each with a key of its own


@dataclass(frozen=True, slots=True)
class Started(_Stored):
    """A table was made: rule set, options, names in seating order, the start player first."""

    kind: ClassVar[str] = "started"
    edition: str
    cognac: bool
    base: str
    tie_break: str
    hidden: bool
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnPassed(_Stored):
    """It is the turn of `to`."""

    kind: ClassVar[str] = "turn-passed"
    to: Seat


@dataclass(frozen=True, slots=True)
class DeckExhausted(_Stored):
    """The draw pile ran out.

    `ends`: the last time it does, the turn under way is over at once, as version 1 had it. Now that turn is played out.
    """

    kind: ClassVar[str] = "deck-exhausted"
    v: ClassVar[int] = 2
    ends: bool = True


@dataclass(frozen=True, slots=True)
class LastTurnEnded(_Stored):
    """The turn in which the draw pile ran out for the last time is over: now all harvest what still grows."""

    kind: ClassVar[str] = "last-turn-ended"


@dataclass(frozen=True, slots=True)
class RoundOpened(_Stored):
    """A buying round began: every seat in turn buys or passes, until all have passed in a row."""

    kind: ClassVar[str] = "round-opened"


@dataclass(frozen=True, slots=True)
class Passed(_Stored):
    """In a buying round: wants nothing now. In the final harvest: has nothing left to harvest.

    `everybody`: so do all others, and the round or harvest is over; version 1 knew only one at a time.
    """

    kind: ClassVar[str] = "passed"
    v: ClassVar[int] = 2
    seat: Seat
    everybody: bool = False


@dataclass(frozen=True, slots=True)
class HandCounted(_Stored):
    """Cards left in a hand, for the tie-break."""

    kind: ClassVar[str] = "hand-counted"
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class PlayerLeft(_Stored):
    """A player went home: the seat is skipped from now on, what lies there stays."""

    kind: ClassVar[str] = "player-left"
    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayerReturned(_Stored):
    """A player who had left plays on."""

    kind: ClassVar[str] = "player-returned"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Finished(_Stored):
    """The game was declared over."""

    kind: ClassVar[str] = "finished"


@dataclass(frozen=True, slots=True)
class Reopened(_Stored):
    """A finished game was opened again, to set something right."""

    kind: ClassVar[str] = "reopened"


@dataclass(frozen=True, slots=True)
class Renamed(_Stored):
    """A player goes by another name; `was` is the one before, which version 1 did not keep."""

    kind: ClassVar[str] = "renamed"
    v: ClassVar[int] = 2
    seat: Seat
    name: str
    was: str = ""


@dataclass(frozen=True, slots=True)
class SetUp(_Stored):
    """What was chosen at the start was set anew, as if it had been so from the start.

    `changes` are (option, before, now); the options are "start" (a seat), "order" (the seats clockwise), "edition",
    "cognac", "base", "tie_break" and "hidden".
    """

    kind: ClassVar[str] = "set-up"
    changes: tuple[tuple[str, Any, Any], ...]


@dataclass(frozen=True, slots=True)
class Seated(_Stored):
    """Another device sat down where one sat already. Old logs alone have it: now each is a `SatDown`.

    `device` is its fingerprint; version 1 had none.
    """

    kind: ClassVar[str] = "seated"
    v: ClassVar[int] = 2
    seat: Seat
    device: str = ""


@dataclass(frozen=True, slots=True)
class SatDown(_Stored):
    """A device, known by a fingerprint, took `seats` and left those it moved from.

    `shared` are the seats taken that another device held already: a lost phone, or somebody who should not.
    """

    kind: ClassVar[str] = "sat-down"
    device: str
    seats: tuple[Seat, ...]
    left: tuple[Seat, ...] = ()
    shared: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatLeft(_Stored):
    """A device left these seats."""

    kind: ClassVar[str] = "seat-left"
    device: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SeatTakenBack(_Stored):
    """Somebody else at the table took these seats back from a device."""

    kind: ClassVar[str] = "seat-taken-back"
    device: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class LinksRenewed(_Stored):
    """These links (of `LINKS`) lead nowhere any more; new ones take their place."""

    kind: ClassVar[str] = "links-renewed"
    links: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Continued(_Stored):
    """The same people play on at another table."""

    kind: ClassVar[str] = "continued"
    code: str


@dataclass(frozen=True, slots=True)
class Undone(_Stored):
    """These entries count as not made. May itself be undone, which brings them back.

    `instead`: the entry right after this one stands in the place of the one it names, and counts from there; the two
    are one change. Version 1 knew no changes.
    """

    kind: ClassVar[str] = "undone"
    v: ClassVar[int] = 2
    entries: tuple[int, ...]
    instead: bool = False


# What moves Talers and cards, what moves the game on, who is at the table and by which device, and what is about names
# and the log itself. Whoever handles events matches all of a union and ends with `assert_never`: a kind that is
# forgotten anywhere is an error of types.
Trade: TypeAlias = Harvested | StewHarvested | Levied | Bought | Removed | FieldBought | Shared | Corrected | Recounted
Course: TypeAlias = (
    TurnPassed
    | LastTurnEnded
    | DeckExhausted
    | RoundOpened
    | Passed
    | PlayerLeft
    | PlayerReturned
    | Finished
    | Reopened
)
Attendance: TypeAlias = Seated | SatDown | SeatLeft | SeatTakenBack | LinksRenewed
Record: TypeAlias = Started | HandCounted | Renamed | SetUp | Continued | Undone
# What can be changed: it moves Talers or cards, or counts them. All else is undone.
Changeable: TypeAlias = Trade | HandCounted
Event: TypeAlias = Trade | Course | Attendance | Record


def seats_of(event: Event) -> tuple[Seat, ...]:
    """The seats an event is about: whose log shows it."""
    if isinstance(event, SatDown):
        return (*event.seats, *event.left)
    several: tuple[Seat, ...] = getattr(event, "seats", ())
    return several or tuple(seat for seat in (getattr(event, "seat", None),) if seat is not None)
