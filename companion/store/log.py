"""The log of a table: append and read. An entry is never changed or taken out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, func, select

from companion.rules.playing.fold import Entry
from companion.rules.playing.stored import decode, encode
from companion.store.prepared import Prepared
from companion.store.schema import entries

CHANNEL = "companion_entries"  # what processes on PostgreSQL listen to
_c = entries.c
_AFTER = Prepared(
    select(_c.seq, _c.kind, _c.v, _c.data, _c.seat, _c.at, _c.override, _c.device)
    .where(_c.table_id == bindparam("table"), _c.seq > bindparam("after"))
    .order_by(_c.seq)
)
_MADE_BY = Prepared(
    select(_c.seq, _c.command_digest).where(_c.table_id == bindparam("table"), _c.command_id == bindparam("command"))
)
_APPEND = Prepared(entries.insert().inline())
_TELL = Prepared(select(func.pg_notify(CHANNEL, bindparam("told"))))


def read(connection: Connection, table_id: int, after: int = 0) -> list[Entry]:
    """The entries of a table with a number above `after`, in order. UnknownEventError when one is of a newer version."""
    return [
        Entry(seq, decode(kind, v, data), seat, at, override, device or "")
        for seq, kind, v, data, seat, at, override, device in _AFTER.rows(connection, table=table_id, after=after)
    ]


@dataclass(frozen=True, slots=True)
class Made:
    """The number of the entry that a command became, and the digest of that command. Old entries have none, and those
    that no command made have an empty one."""

    seq: int
    digest: str | None


def made_by(connection: Connection, table_id: int, command_id: str) -> Made | None:
    """The entry this command has already become, if it has."""
    found = _MADE_BY.rows(connection, table=table_id, command=command_id)
    return Made(*found[0]) if found else None


def append(connection: Connection, table_id: int, entry: Entry, *, command_id: str, digest: str = "") -> None:
    """Write the next entry, with the id and digest of the command that made it.

    IntegrityError when that number or command is taken: somebody else was first.
    """
    _APPEND.run(connection, **_values(table_id, entry, command_id, digest))
    if connection.dialect.name == "postgresql":  # sent with the commit, to every process that listens
        _TELL.run(connection, told=f"{table_id} {entry.seq}")


def begin(connection: Connection, table_id: int, made: Sequence[Entry]) -> None:
    """Write the whole log of a new table, at which nobody listens yet. No command made these entries here."""
    connection.execute(entries.insert(), [_values(table_id, entry, f"log-{entry.seq}") for entry in made])


def _values(table_id: int, entry: Entry, command_id: str, digest: str = "") -> dict[str, object]:
    return {
        "table_id": table_id,
        "seq": entry.seq,
        "command_id": command_id,
        "command_digest": digest,
        "kind": entry.event.kind,
        "v": entry.event.v,
        "seat": entry.by,
        "device": entry.device or None,
        "at": entry.at,
        "override": entry.override,
        "data": encode(entry.event),
    }
