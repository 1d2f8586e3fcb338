"""The log of a table: append and read. An entry is never changed or taken out."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, Row, func, select

from companion.rules.events import Event, decode, encode
from companion.rules.fold import Entry
from companion.store.schema import entries

CHANNEL = "companion_entries"  # what processes on PostgreSQL listen to


def read(connection: Connection, table_id: int, after: int = 0) -> list[Entry]:
    """The entries of a table with a number above `after`, in order."""
    query = select(entries).where(entries.c.table_id == table_id, entries.c.seq > after).order_by(entries.c.seq)
    return [_entry(row) for row in connection.execute(query)]


def made_by(connection: Connection, table_id: int, command_id: str) -> Entry | None:
    """The entry this command has already become, if it has."""
    query = select(entries).where(entries.c.table_id == table_id, entries.c.command_id == command_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else _entry(row)


def append(
    connection: Connection,
    table_id: int,
    seq: int,
    event: Event,
    *,
    command_id: str,
    by: int | None,
    override: str = "",
) -> Entry:
    """Write the next entry. IntegrityError when that number or command is taken: somebody else was first."""
    entry = Entry(seq, event, by, datetime.now(UTC), override)
    connection.execute(
        entries.insert().values(
            table_id=table_id,
            seq=seq,
            command_id=command_id,
            kind=event.kind,
            v=event.v,
            seat=by,
            at=entry.at,
            override=override,
            data=encode(event),
        )
    )
    if connection.dialect.name == "postgresql":  # sent with the commit, to every process that listens
        connection.execute(select(func.pg_notify(CHANNEL, f"{table_id} {seq}")))
    return entry


def _entry(row: Row[tuple[object, ...]]) -> Entry:
    return Entry(row.seq, decode(row.kind, row.v, row.data), row.seat, row.at, row.override)
