"""What somebody at the table wants to enter. `seat` (from 1) is for whom; the rules decide what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Command:
    """A wish to enter something for a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Harvest(Command):
    """Sell a field of `cards` beans, or enter its Talers directly."""

    bean: str
    cards: int | None = None
    talers: int | None = None


@dataclass(frozen=True, slots=True)
class Stew(Command):
    """Sell a bean stew; `levy` when the owner of the 3-Distillery demands a Taler of it."""

    cards: int | None = None
    talers: int | None = None
    levy: bool = False


@dataclass(frozen=True, slots=True)
class Levy(Command):
    """The owner of the 3-Distillery demands a Taler of the stew `harvester` sold last."""

    harvester: int


@dataclass(frozen=True, slots=True)
class Buy(Command):
    """Buy building cards at once, each (bean, price)."""

    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Remove(Command):
    """Name the building type that leaves, after buying the 2-Distillery."""

    building: str


@dataclass(frozen=True, slots=True)
class BuyField(Command):
    """Buy a third field with these Talers (bean, number)."""

    pay: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Share(Command):
    """Claim the 4-Jail's Taler of a harvest by `harvester`."""

    harvester: int


@dataclass(frozen=True, slots=True)
class Correct(Command):
    """Set a count right: a bean, "unsorted", "stew" or "distillery"."""

    what: str
    change: int
    reason: str


@dataclass(frozen=True, slots=True)
class Turn(Command):
    """Next turn: of seat `to`, or of the next seat clockwise."""

    to: int | None = None
    leaving: int | None = None


@dataclass(frozen=True, slots=True)
class Deck(Command):
    """The draw pile ran out; `count` says the how manieth time that is, so that two phones do not count it twice."""

    count: int | None = None


@dataclass(frozen=True, slots=True)
class OpenRound(Command):
    """Open a buying round."""


@dataclass(frozen=True, slots=True)
class Pass(Command):
    """Buy nothing now; in the final harvest: done harvesting."""


@dataclass(frozen=True, slots=True)
class Hand(Command):
    """Count the cards left in a hand."""

    cards: int


@dataclass(frozen=True, slots=True)
class Finish(Command):
    """Declare the game over."""


@dataclass(frozen=True, slots=True)
class Reopen(Command):
    """Open a finished game again."""


@dataclass(frozen=True, slots=True)
class Rename(Command):
    """Go by another name."""

    name: str


@dataclass(frozen=True, slots=True)
class Sit(Command):
    """Sit down where another device sits already; `device` is the fingerprint of the new one."""

    device: str = ""


@dataclass(frozen=True, slots=True)
class Continue(Command):
    """Play on at another table."""

    code: str


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Reverse these entries together."""

    entries: tuple[int, ...] = field(default=())
