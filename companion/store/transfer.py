"""Everything an installation keeps, row by row from one database into another, and compared afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, func, select, text
from sqlalchemy.exc import DBAPIError

from companion.settings import SettingsError
from companion.store import migrate
from companion.store.engine import Database
from companion.store.schema import entries, metadata, tables

_ROWS = 1_000  # at a time


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a database holds; deleted tables are not counted."""

    tables: int
    entries: int

    def __str__(self) -> str:
        return f"{self.tables} table{'s' * (self.tables != 1)} with {self.entries} entr{'ies' if self.entries != 1 else 'y'}"


def counts(connection: Connection) -> Counts:
    """How much there is."""
    there = select(func.count()).select_from(tables).where(tables.c.deleted_at.is_(None))
    return Counts(
        connection.execute(there).scalar_one(),
        connection.execute(select(func.count()).select_from(entries)).scalar_one(),
    )


def copy(source: Database, target: Database, *, replace: bool = False) -> Counts:
    """Copy everything into a database with the newest schema, all or nothing; how much that was.

    SettingsError when the target holds tables already (unless they are to be replaced), when the source has another
    schema, or when the target cannot hold what the source does.
    """
    with source.read(patient=True) as here, target.write(patient=True) as there:
        if migrate.revision(here) != migrate.newest():
            raise SettingsError(
                "the database is of another version; start the server of this version once, then copy it"
            )
        if not replace and there.execute(select(func.count()).select_from(tables)).scalar_one():
            raise SettingsError("there are tables at the other place already; copy to an empty database")
        for table in reversed(metadata.sorted_tables):
            there.execute(table.delete())
        for table in metadata.sorted_tables:
            _fill(table, here, there)
        if digest(here) != digest(there):
            raise SettingsError("what arrived is not what was sent; nothing was kept at the other place")
        return counts(there)


def digest(connection: Connection) -> str:
    """The same for two databases exactly when they hold the same rows; asked in a patient transaction."""
    made = hashlib.sha256()
    for table in metadata.sorted_tables:
        for rows in _rows(table, connection):
            for row in rows:
                made.update(repr((table.name, sorted(row.items()))).encode())
    return made.hexdigest()


def _rows(table: Table, connection: Connection) -> Iterator[list[dict[str, Any]]]:
    query = select(table).order_by(*table.primary_key.columns)
    found = connection.execute(query, execution_options={"yield_per": _ROWS})
    for rows in found.mappings().partitions():
        yield [dict(row) for row in rows]


def _fill(table: Table, source: Connection, target: Connection) -> None:
    try:
        for rows in _rows(table, source):
            target.execute(table.insert(), rows)
    except DBAPIError as error:
        raise SettingsError(f"a row of “{table.name}” cannot be stored at the other place: {error.orig}") from None
    if target.dialect.name == "postgresql" and "id" in table.c:  # the next id is not one that was brought along
        sequence = text("SELECT setval(pg_get_serial_sequence(:name, 'id'), greatest(max(id), 1)) FROM " + table.name)  # noqa: S608
        target.execute(sequence, {"name": table.name})
