"""What somebody at the table wants to enter. `seat` (from 1) is for whom; the rules decide what becomes of it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import TypeAlias

from companion.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class _ForSeat:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Harvest(_ForSeat):
    """Sell a field of `cards` beans, `soy` of them planted there with the 2-Farm, or enter its Talers directly."""

    bean: str
    cards: int | None = None
    talers: int | None = None
    soy: int = 0


@dataclass(frozen=True, slots=True)
class Stew(_ForSeat):
    """Sell a bean stew; `levy` when the owner of the 3-Distillery demands a Taler of it."""

    cards: int | None = None
    talers: int | None = None
    levy: bool = False


@dataclass(frozen=True, slots=True)
class Levy(_ForSeat):
    """The owner of the 3-Distillery demands a Taler of the stew `harvester` sold last."""

    harvester: Seat


@dataclass(frozen=True, slots=True)
class Buy(_ForSeat):
    """Buy building cards at once, each (bean, price)."""

    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Remove(_ForSeat):
    """Name the building type that leaves, after buying the 2-Distillery."""

    building: str


@dataclass(frozen=True, slots=True)
class BuyField(_ForSeat):
    """Buy a third field with these Talers (bean or "unsorted", number)."""

    pay: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Share(_ForSeat):
    """Claim the 4-Jail's Taler of a harvest by `harvester`."""

    harvester: Seat


@dataclass(frozen=True, slots=True)
class Correct(_ForSeat):
    """Set a count right: a bean, "unsorted", "stew" or "distillery"."""

    what: str
    change: int
    reason: str


@dataclass(frozen=True, slots=True)
class Recount(_ForSeat):
    """Say what lies there: so many of a bean, "unsorted", "stew" or "distillery"."""

    what: str
    count: int


@dataclass(frozen=True, slots=True)
class Turn(_ForSeat):
    """The turn under way is over, that of seat `leaving` if it is given: next is seat `to`, or the next clockwise.

    `count` says the how manieth turn of the game that is, so that a command that waited for a whole round does not end
    another turn of the same player. After the pile has run out for the last time it leads to the last harvest, whoever would be next.
    """

    to: Seat | None = None
    leaving: Seat | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Deck(_ForSeat):
    """The draw pile ran out; `count` says the how manieth time that is, so that two phones do not count it twice."""

    count: int | None = None


@dataclass(frozen=True, slots=True)
class OpenRound(_ForSeat):
    """Open a buying round."""


@dataclass(frozen=True, slots=True)
class Pass(_ForSeat):
    """Buy nothing now; in the final harvest: done harvesting. `everybody`: the same goes for all others.

    `phase` is what it was tapped in, so that "done harvesting" never means "buys nothing" because others were first.
    """

    everybody: bool = False
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Hand(_ForSeat):
    """Count the cards left in a hand."""

    cards: int


@dataclass(frozen=True, slots=True)
class Leave(_ForSeat):
    """Go home: the seat is skipped from now on."""


@dataclass(frozen=True, slots=True)
class Return(_ForSeat):
    """Play on after having left."""


@dataclass(frozen=True, slots=True)
class Finish(_ForSeat):
    """Declare the game over."""


@dataclass(frozen=True, slots=True)
class Reopen(_ForSeat):
    """Open a finished game again."""


@dataclass(frozen=True, slots=True)
class Rename(_ForSeat):
    """Go by another name."""

    name: str


@dataclass(frozen=True, slots=True)
class SetUp(_ForSeat):
    """Set anew what was chosen at the start; what is None stays as it is. `order` names all seats clockwise."""

    start: Seat | None = None
    order: tuple[Seat, ...] | None = None
    edition: str | None = None
    cognac: bool | None = None
    base: str | None = None
    tie_break: str | None = None
    hidden: bool | None = None


@dataclass(frozen=True, slots=True)
class Continue(_ForSeat):
    """Play on at another table."""

    code: str


@dataclass(frozen=True, slots=True)
class Undo(_ForSeat):
    """Reverse these entries together."""

    entries: tuple[int, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Change(_ForSeat):
    """Put what `command` becomes in the place of an entry."""

    entry: int
    command: Changed


# What moves the game on.
Course: TypeAlias = Turn | Deck | OpenRound | Pass | Leave | Return | Finish | Reopen
# What can be put in the place of an entry; what it becomes is in `Changeable` of the events.
Changed: TypeAlias = Harvest | Stew | Levy | Buy | Remove | BuyField | Share | Correct | Recount | Hand
Command: TypeAlias = Changed | Course | Rename | SetUp | Continue | Undo | Change


# Fields that commands have got since digests are stored: one that says nothing is left out, so that a command repeated
# after an upgrade is still the same.
_LATER = ("soy", "everybody", "phase")


def digest(command: Command, override: str = "") -> str:
    """What tells a command from any other: SHA-256 of its canonical JSON, the reason for an override included."""
    content = [type(command).__name__, _given(command), override]
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _given(command: Command) -> dict[str, object]:
    """What a command says, field by field."""
    given = {name: value for name, value in asdict(command).items() if value or name not in _LATER}
    if isinstance(command, Change):
        given["command"] = [type(command.command).__name__, _given(command.command)]
    return given
