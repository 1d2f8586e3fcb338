"""Tables: how they are found, deletion and expiry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Select, bindparam, func, select

from companion.store import groups, links
from companion.store.prepared import Prepared
from companion.store.schema import devices, entries, tables

_c = tables.c
_ROWS = select(  # in the order of `TableRow`
    _c.id, _c.public_id, _c.join_key, _c.watch_key, _c.result_key, _c.join_code, _c.join_code_until, _c.used_at,
    _c.deleted_at.is_not(None), _c.demo,
)  # fmt: skip
# Asked for every page, and therefore built once: to build a statement costs several times what it takes to run it.
_BY_ID = Prepared(_ROWS.where(_c.id == bindparam("table")))
_BY_PUBLIC_ID = Prepared(_ROWS.where(_c.public_id == bindparam("public_id")))
_PLACE = select(tables.c.id, tables.c.public_id).where(tables.c.public_id == bindparam("public_id"))
_LOCK = Prepared(select(tables.c.id).where(tables.c.id == bindparam("table")).with_for_update())
_TOUCH = Prepared(tables.update().where(tables.c.id == bindparam("table")).values(used_at=bindparam("now")))


@dataclass(frozen=True, slots=True)
class Place:
    """What never changes of a table: its number, and its public id, which is in every address of it."""

    id: int
    public_id: str


@dataclass(frozen=True, slots=True)
class TableRow(Place):
    """How a table is reached. Only its public id may be told to everybody: each key opens what it is for."""

    join_key: str
    watch_key: str
    result_key: str
    join_code: str | None  # short, and therefore good until a moment that is never far away
    join_code_until: datetime | None
    used_at: datetime
    deleted: bool
    demo: bool

    def code_is_good(self, code: str | None, now: datetime) -> bool:
        """Whether somebody with this join code may sit down now."""
        return bool(code) and code == self.join_code and self.join_code_until is not None and now < self.join_code_until


def create(connection: Connection, *, demo: bool = False, command_id: str | None = None) -> TableRow:
    """A new table. IntegrityError when this command made one already."""
    now = datetime.now(UTC)
    made = connection.execute(
        tables.insert().values(
            public_id=links.new_public_id(connection),
            join_key=links.new_key(),
            watch_key=links.new_key(),
            result_key=links.new_key(),
            created_at=now,
            used_at=now,
            demo=demo,
            command_id=command_id,
        )
    )
    return by_id(connection, made.inserted_primary_key[0])  # type: ignore[index]


def by_public_id(connection: Connection, public_id: str) -> TableRow | None:
    """The table with this public id, deleted ones too."""
    return next((TableRow(*row) for row in _BY_PUBLIC_ID.rows(connection, public_id=public_id)), None)


def place(connection: Connection, public_id: str) -> Place | None:
    """Where the table with this public id is, deleted or not."""
    row = connection.execute(_PLACE, {"public_id": public_id}).one_or_none()
    return None if row is None else Place(row.id, row.public_id)


def lock_command(connection: Connection, command_id: str | None) -> None:
    """Let no other transaction make a table by this command until ours ends. SQLite has locked everything already."""
    if command_id and connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(command_id))))


def by_command(connection: Connection, command_id: str | None) -> TableRow | None:
    """The table a command has already made; None for no command."""
    if command_id is None:
        return None
    return next(iter(_rows(connection, _ROWS.where(_c.command_id == command_id))), None)


def by_key(connection: Connection, link: str, key: str) -> TableRow | None:
    """The table to which a link of this kind (`companion.store.links.LINKS`) leads."""
    return next(iter(_rows(connection, _ROWS.where(_c[f"{link}_key"] == key))), None)


def by_join_code(connection: Connection, code: str, now: datetime) -> TableRow | None:
    """The table whose join code this is, if it still is."""
    found = _rows(connection, _ROWS.where(_c.join_code == code))
    return next((row for row in found if row.code_is_good(code, now)), None)


def lock(connection: Connection, table_id: int) -> None:
    """Let no other transaction append to this table until ours ends. SQLite has locked everything already."""
    if connection.dialect.name == "postgresql":
        _LOCK.rows(connection, table=table_id)


def by_id(connection: Connection, table_id: int) -> TableRow:
    """The table with this internal number, deleted ones too. It must be there."""
    [row] = _BY_ID.rows(connection, table=table_id)
    return TableRow(*row)


def by_ids(connection: Connection, table_ids: Iterable[int]) -> list[TableRow]:
    """The tables with these internal numbers, the newest first."""
    return _rows(connection, _ROWS.where(_c.id.in_(list(table_ids))).order_by(_c.id.desc()))


def is_deleted(connection: Connection, table_id: int) -> bool:
    """Whether the table was deleted."""
    return connection.execute(select(tables.c.deleted_at).where(tables.c.id == table_id)).scalar() is not None


def touch(connection: Connection, table_id: int) -> None:
    """Note that the table is in use."""
    _TOUCH.run(connection, table=table_id, now=datetime.now(UTC))


def delete(connection: Connection, table_ids: Iterable[int]) -> None:
    """Delete tables for good. What is left is a public id that answers "deleted"."""
    for table_id in table_ids:
        lock(connection, table_id)  # an entry in flight is stored before, and goes as well, or is refused
        connection.execute(entries.delete().where(entries.c.table_id == table_id))
        connection.execute(devices.delete().where(devices.c.table_id == table_id))
        groups.leave(connection, table_id)
        links.renew(connection, table_id)
        gone = tables.update().where(tables.c.id == table_id).values(deleted_at=datetime.now(UTC))
        connection.execute(gone)


def of_device(connection: Connection, device: str) -> list[TableRow]:
    """The tables a device sits at, the last used first."""
    held = select(devices.c.table_id).where(devices.c.device == device)
    return _rows(connection, _ROWS.where(_c.id.in_(held), _c.deleted_at.is_(None)).order_by(_c.used_at.desc()))


def _rows(connection: Connection, query: Select[Any]) -> list[TableRow]:
    return [TableRow(*row) for row in connection.execute(query)]
