"""Seats: the places of a table, counted from 1 in the order in which the players were named.

What each player has one of (a name, a purse, a score) is kept in a `BySeat` and asked for by the seat. Here alone, and
where the list of a score sheet begins at 0 (`companion.rules.scoring`), a seat becomes a position or a position a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Generic, NewType, TypeVar

Seat = NewType("Seat", int)
FIRST = Seat(1)
KEEPER = Seat(0)  # no seat: what stands for one with a device that may enter for everybody

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@cache
def all_seats(players: int) -> tuple[Seat, ...]:
    """The seats of a table of so many players, in their order."""
    return tuple(seat_at(position) for position in range(players))


def seat_at(position: int) -> Seat:
    """The seat of the player at a position, from 0, of a list in seating order."""
    return Seat(position + 1)


def position_of(seat: Seat) -> int:
    """The position, from 0, that the player at a seat has in a list in seating order."""
    return seat - 1


class BySeat(Generic[T_co]):
    """One thing for each player, immutable: `names[seat]` is that of a seat; going through it gives all in seating order.

    It has no positions: the first player's is that of seat 1, and there is none at 0 or beyond the last seat.
    """

    __slots__ = ("_each",)
    _each: tuple[T_co, ...]

    def __init__(self, each: Iterable[T_co] = ()) -> None:
        self._each = tuple(each)

    def __getitem__(self, seat: Seat) -> T_co:
        """What the player at a seat has; IndexError where there is no such seat."""
        if seat < FIRST:
            raise IndexError(seat)
        return self._each[seat - 1]

    def __iter__(self) -> Iterator[T_co]:
        return iter(self._each)

    def __len__(self) -> int:
        return len(self._each)

    def __eq__(self, other: object) -> bool:
        return self._each == other._each if isinstance(other, BySeat) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._each)

    def __repr__(self) -> str:
        return f"BySeat({list(self._each)!r})"

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats in their order."""
        return all_seats(len(self._each))

    def items(self) -> Iterator[tuple[Seat, T_co]]:
        """Each seat with what its player has."""
        return zip(self.seats, self._each, strict=True)

    def replaced(self: BySeat[T], seat: Seat, value: T) -> BySeat[T]:
        """The same with another value at one seat; IndexError where there is no such seat."""
        self[seat]
        return BySeat((*self._each[: seat - 1], value, *self._each[seat:]))

    def seat_of(self: BySeat[T], value: T) -> Seat:
        """The first seat that has this value; ValueError where none has."""
        return seat_at(self._each.index(value))
