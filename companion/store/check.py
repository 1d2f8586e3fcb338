"""Looks for everything that can be wrong with what is stored, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select, text

from companion.rules.editions.installed import Editions
from companion.rules.playing.unreadable import Unreadable, UnreadableTableError
from companion.store import migrate
from companion.store.engine import Database
from companion.store.ledgers import Ledgers
from companion.store.schema import installation, tables
from companion.store.unavailable import DatabaseUnavailableError
from companion.text import unreadable


def problems(database: Database, editions: Editions) -> Iterator[str]:
    """A sentence for each thing that is wrong: damage of the file, rows that belong to nothing, logs with gaps, logs
    that make no table."""
    try:
        with database.read() as connection:
            if database.file:
                said = connection.execute(text("PRAGMA quick_check")).scalars().all()
                yield from (f"the file is damaged: {line}" for line in said if line != "ok")
                lost = connection.execute(text("PRAGMA foreign_key_check")).all()
                yield from (f"row {row[1]} of “{row[0]}” belongs to no {row[2]}" for row in lost)
            if migrate.revision(connection) != migrate.newest():
                yield "the database is of another version; the server of this version upgrades it when it starts"
                return
            if len(connection.execute(select(installation)).all()) != 1:
                yield "the row of the installation is missing"
            there = connection.execute(
                select(tables.c.id, tables.c.public_id).where(tables.c.deleted_at.is_(None))
            ).all()
        ledgers = Ledgers(editions)
        for table_id, code in there:
            try:
                with database.read() as connection:
                    ledgers.read(connection, table_id)
            except UnreadableTableError as error:
                if error.reason is Unreadable.DELETED:  # while we looked
                    continue
                yield f"table {code}: {unreadable.sentences(error, str)[0]}"
    except DatabaseUnavailableError as error:
        yield str(error)
