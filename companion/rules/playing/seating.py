"""Who sits where. A device may enter when it holds a seat, or made the table; it is known by a fingerprint.

Whether a device may sit down at all is for the link or code it came by, and not decided here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from companion.rules.playing import events as ev
from companion.rules.playing.state import Table
from companion.rules.playing.visibility import visible_seats
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import KEEPER, Seat


@dataclass(frozen=True)
class Rights:
    """The seats a device holds at a table, `KEEPER` among them if it made the table, and those that others hold.

    Without a seat it may enter nothing, and look only where it may for another reason.
    """

    seats: frozenset[Seat] = frozenset()
    others: frozenset[Seat] = frozenset()

    @property
    def players(self) -> list[Seat]:
        """The players' seats it holds."""
        return sorted(self.seats - {KEEPER})

    @property
    def first(self) -> Seat:
        """The seat that stands in the log for this device; `KEEPER` for one that holds none."""
        return self.players[0] if self.players else KEEPER

    def enters_as(self, seat: Seat) -> Seat:
        """Which seat stands in the log as the one who entered something for `seat`: that one, if it is held here."""
        return seat if seat in self.seats else self.first

    def sees(self, table: Table) -> frozenset[Seat]:
        """The seats whose purses and totals it sees."""
        return visible_seats(
            self.seats, self.others, len(table.players), hidden=table.hidden, finished=not table.concealed
        )

    def sees_all(self, table: Table) -> bool:
        """Whether it sees the purses and totals of everybody."""
        return len(self.sees(table)) == len(table.players)


def rights(seating: Collection[tuple[str, Seat]], device: str) -> Rights:
    """The rights of a device where these devices hold these seats."""
    return Rights(
        frozenset(seat for holder, seat in seating if holder == device),
        frozenset(seat for holder, seat in seating if holder != device),
    )


def sit_down(
    table: Table, held: Rights, device: str, seats: Collection[Seat], *, keep: bool | None
) -> ev.SatDown | Refusal | None:
    """A device takes seats, and with `keep` stays at those it holds; without it moves. None when nothing changes.

    Where it holds another seat and nobody has said what becomes of that (`keep` is None), it is refused.
    """
    unknown = next((seat for seat in seats if seat not in table.seats), None)
    if unknown is not None:
        return Refusal(Reason.UNKNOWN_SEAT, {"number": unknown, "most": len(table.players)})
    taken = tuple(sorted(set(seats) - held.seats))
    other = tuple(seat for seat in held.players if seat not in seats)
    if keep is None and taken and other:
        return Refusal(Reason.SEAT_HELD, {"seats": list(other)})
    left = other if keep is False else ()
    if not taken and not left:
        return None
    return ev.SatDown(device, taken, left, tuple(seat for seat in taken if seat in held.others))


def leave(held: Rights, device: str, seats: Collection[Seat]) -> ev.SeatLeft | None:
    """A device leaves seats; None when it holds none of them."""
    left = tuple(seat for seat in held.players if seat in seats)
    return ev.SeatLeft(device, left) if left else None


def take_back(holder: Rights, device: str, seats: Collection[Seat]) -> ev.SeatTakenBack | None:
    """Somebody takes seats back from the device that holds them; None when it holds none of them."""
    taken = tuple(seat for seat in holder.players if seat in seats)
    return ev.SeatTakenBack(device, taken) if taken else None


def changes(before: Table, after: Table) -> Iterator[tuple[str, Seat, bool]]:
    """Which device holds (or not) which seat since an entry was made, an undoing among them.

    What the log has never told stays as it is. An entry that is undone takes only its own effect back: a device that
    sat down again since then stays where it sits.
    """
    told: Mapping[tuple[str, Seat], bool] = before.seating
    for device, seat in sorted(told.keys() | after.seating.keys()):
        was = told.get((device, seat))
        holds = after.seating.get((device, seat), not was)
        if holds != was:
            yield device, seat, holds
