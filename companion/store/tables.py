"""Tables and who sits at them: codes, keys, devices, deletion and expiry."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, Select, and_, func, or_, select

from companion.store.schema import devices, entries, tables

# Spoken across a table: no vowels, so no words, and nothing that sounds or looks like something else.
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 5
CREATOR = 0  # the seat number of a device that may enter for everybody without sitting down
UNUSED = timedelta(days=180)  # a table nobody has entered anything at for so long is deleted
UNUSED_DEMO = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class TableRow:
    """How a table is reached. The keys are secrets of 128 bits; the code is short and therefore throttled."""

    id: int
    code: str
    join_key: str
    watch_key: str
    used_at: datetime
    deleted: bool
    demo: bool


def create(connection: Connection, *, demo: bool = False, command_id: str | None = None) -> TableRow:
    """A new table with a code no other table has. IntegrityError when this command made one already."""
    now = datetime.now(UTC)
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if connection.execute(select(tables.c.id).where(tables.c.code == code)).first() is None:
            break
    made = connection.execute(
        tables.insert().values(
            code=code,
            join_key=secrets.token_urlsafe(16),
            watch_key=secrets.token_urlsafe(16),
            created_at=now,
            used_at=now,
            demo=demo,
            command_id=command_id,
        )
    )
    found = _one(connection, select(tables).where(tables.c.id == made.inserted_primary_key[0]))  # type: ignore[index]
    assert found is not None
    return found


def by_code(connection: Connection, code: str) -> TableRow | None:
    """The table of a code, deleted ones too."""
    return _one(connection, select(tables).where(tables.c.code == code))


def lock_command(connection: Connection, command_id: str | None) -> None:
    """Let no other transaction make a table by this command until ours ends. SQLite has locked everything already."""
    if command_id and connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(command_id))))


def by_command(connection: Connection, command_id: str | None) -> TableRow | None:
    """The table a command has already made; None for no command."""
    if command_id is None:
        return None
    return _one(connection, select(tables).where(tables.c.command_id == command_id))


def by_join_key(connection: Connection, key: str) -> TableRow | None:
    """The table a join link leads to."""
    return _one(connection, select(tables).where(tables.c.join_key == key))


def by_watch_key(connection: Connection, key: str) -> TableRow | None:
    """The table a watch link leads to."""
    return _one(connection, select(tables).where(tables.c.watch_key == key))


def lock(connection: Connection, table_id: int) -> None:
    """Let no other transaction append to this table until ours ends. SQLite has locked everything already."""
    connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())


def touch(connection: Connection, table_id: int) -> None:
    """Note that the table is in use."""
    connection.execute(tables.update().where(tables.c.id == table_id).values(used_at=datetime.now(UTC)))


def renew(connection: Connection, table_id: int) -> None:
    """New links: whoever has only the old ones is out, who sits stays."""
    keys = {"join_key": secrets.token_urlsafe(16), "watch_key": secrets.token_urlsafe(16)}
    connection.execute(tables.update().where(tables.c.id == table_id).values(**keys))


def delete(connection: Connection, table_ids: Iterable[int]) -> None:
    """Delete tables for good. What is left is a code that answers "deleted"."""
    for table_id in table_ids:
        connection.execute(entries.delete().where(entries.c.table_id == table_id))
        connection.execute(devices.delete().where(devices.c.table_id == table_id))
        renew(connection, table_id)
        gone = tables.update().where(tables.c.id == table_id).values(deleted_at=datetime.now(UTC))
        connection.execute(gone)


def expire(connection: Connection, now: datetime) -> int:
    """Delete the tables nobody has used for `UNUSED`, or `UNUSED_DEMO`; how many those were."""
    old_enough = or_(tables.c.used_at < now - UNUSED, and_(tables.c.demo, tables.c.used_at < now - UNUSED_DEMO))
    query = select(tables.c.id).where(old_enough, tables.c.deleted_at.is_(None))
    old = [row.id for row in connection.execute(query)]
    delete(connection, old)
    return len(old)


def sit(connection: Connection, table_id: int, device: str, seats: Iterable[int]) -> None:
    """Let a device enter for these seats; a seat another device holds is shared with it."""
    held = seats_of(connection, table_id, device)
    for seat in set(seats) - held:
        connection.execute(devices.insert().values(table_id=table_id, device=device, seat=seat, at=datetime.now(UTC)))


def fingerprint(device: str) -> str:
    """What may be told of a device: enough to know it again, too little to be it."""
    return hashlib.sha256(device.encode()).hexdigest()[:16]


def unseat(connection: Connection, table_id: int, seat: int, found: str) -> None:
    """Take a seat from the device with this fingerprint."""
    for device, held in seating(connection, table_id):
        if held == seat and fingerprint(device) == found:
            mine = (devices.c.table_id == table_id, devices.c.seat == seat, devices.c.device == device)
            connection.execute(devices.delete().where(*mine))


def seats_of(connection: Connection, table_id: int, device: str) -> frozenset[int]:
    """The seats a device holds, `CREATOR` among them; empty for a stranger."""
    query = select(devices.c.seat).where(devices.c.table_id == table_id, devices.c.device == device)
    return frozenset(row.seat for row in connection.execute(query))


def seating(connection: Connection, table_id: int) -> list[tuple[str, int]]:
    """Every device of a table with each seat it holds."""
    query = select(devices.c.device, devices.c.seat).where(devices.c.table_id == table_id)
    return [(row.device, row.seat) for row in connection.execute(query)]


def taken(connection: Connection, table_id: int) -> frozenset[int]:
    """The seats somebody's device holds."""
    query = select(devices.c.seat).where(devices.c.table_id == table_id, devices.c.seat != CREATOR).distinct()
    return frozenset(row.seat for row in connection.execute(query))


def of_device(connection: Connection, device: str) -> list[TableRow]:
    """The tables a device sits at, the last used first."""
    query = (
        select(tables)
        .where(tables.c.id.in_(select(devices.c.table_id).where(devices.c.device == device)))
        .where(tables.c.deleted_at.is_(None))
        .order_by(tables.c.used_at.desc())
    )
    return [_row(row) for row in connection.execute(query)]


def _one(connection: Connection, query: Select[tuple[object, ...]]) -> TableRow | None:
    row = connection.execute(query).one_or_none()
    return None if row is None else _row(row)


def _row(row: object) -> TableRow:
    values = row._mapping  # type: ignore[attr-defined]
    return TableRow(
        values["id"],
        values["code"],
        values["join_key"],
        values["watch_key"],
        values["used_at"],
        values["deleted_at"] is not None,
        values["demo"],
    )
