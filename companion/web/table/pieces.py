"""What a board is put together from: cells, what others have, reminders, and what a purchase would change."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.editions.buildings import Card
from companion.rules.playing.market import Standing
from companion.rules.seats import Seat


@dataclass(frozen=True, slots=True, eq=False)
class Same:
    """Something that never changes, as a part of what tells two pieces apart: by being the same, which takes no time."""

    it: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


@dataclass(frozen=True)
class Cell:
    """One building card as the player looked at sees it: its standing, owner (a seat), and the Talers missing."""

    card: Card
    standing: Standing
    owner: Seat | None
    missing: int


@dataclass(frozen=True)
class Other:
    """What another player has of a bean."""

    seat: Seat
    talers: int


@dataclass(frozen=True)
class WhatIf:
    """What buying a card would do to the final score: step of the bonus, interest lost, net change."""

    bonus: int
    interest: int
    net: int


@dataclass(frozen=True)
class Reminder:
    """An ability that a player may use just now or not at all: the seat and the card that gives the right."""

    seat: Seat
    card: Card
