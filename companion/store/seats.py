"""Which device sits where. Devices are known by a fingerprint: what is stored here opens no table to who reads it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, bindparam, select

from companion.rules.seats import Seat
from companion.store.prepared import Prepared
from companion.store.schema import devices

_SEATING = Prepared(select(devices.c.device, devices.c.seat).where(devices.c.table_id == bindparam("table")))
_SITTINGS = Prepared(
    select(devices.c.device, devices.c.seat, devices.c.at)
    .where(devices.c.table_id == bindparam("table"))
    .order_by(devices.c.at, devices.c.device, devices.c.seat)
)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A device at a seat (0: it made the table), and since when."""

    device: str
    seat: Seat
    at: datetime


def sit(connection: Connection, table_id: int, device: str, seats: Iterable[Seat]) -> None:
    """Let a device enter for these seats; a seat another device holds is shared with it."""
    held = {seat for holder, seat in seating(connection, table_id) if holder == device}
    now = datetime.now(UTC)
    for seat in set(seats) - held:
        connection.execute(devices.insert().values(table_id=table_id, device=device, seat=seat, at=now))


def unseat(connection: Connection, table_id: int, device: str, seat: Seat) -> None:
    """Take a seat from a device."""
    mine = (devices.c.table_id == table_id, devices.c.device == device, devices.c.seat == seat)
    connection.execute(devices.delete().where(*mine))


def forget(connection: Connection, table_id: int, device: str) -> None:
    """Take everything from a device that it holds at a table."""
    connection.execute(devices.delete().where(devices.c.table_id == table_id, devices.c.device == device))


def sittings(connection: Connection, table_id: int) -> list[Sitting]:
    """Every device of a table with each seat it holds, in the order they sat down."""
    return [Sitting(*row) for row in _SITTINGS.rows(connection, table=table_id)]


def seating(connection: Connection, table_id: int) -> list[tuple[str, Seat]]:
    """Every device of a table with each seat it holds."""
    return [(device, seat) for device, seat in _SEATING.rows(connection, table=table_id)]
