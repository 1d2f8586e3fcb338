"""Entries stored by other processes, as the databases tell of them: the ids and newest versions of their tables."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

from sqlalchemy import func, select

from companion.store import postgres
from companion.store.engine import Database
from companion.store.log import CHANNEL
from companion.store.schema import entries
from companion.store.unavailable import Cause, DatabaseUnavailableError

_LOOK = 0.2  # seconds between two looks at a SQLite file
_SILENCE = 10.0  # seconds after which a silent connection to PostgreSQL is asked whether it is still there
_DIGITS = 9  # of an id or a version: what has more is no message of ours
_NEWEST = "SELECT coalesce(max(rowid), 0) FROM entries"
_SINCE = "SELECT table_id, max(seq), max(rowid) FROM entries WHERE rowid > ? GROUP BY table_id"

Heard = Iterator[tuple[int, int]]


def heard(database: Database, known: Callable[[int], int]) -> Heard:
    """The table and version of each new entry, for ever. The first one is (0, 0): from now on nothing is missed.

    `known` gives the newest version of a table that need not be told any more. DatabaseUnavailableError when the
    connection is lost.
    """
    return _announced(database, known) if database.file is None else _stored(database)


def _stored(database: Database) -> Heard:
    """On SQLite: whether anybody has stored something since the last look costs next to nothing to find out."""
    assert database.file is not None
    try:
        with closing(database.file.connect()) as connection:
            [newest] = connection.execute(_NEWEST).fetchone()
            yield 0, 0
            seen = None
            while True:
                # Commits of this process count, too: it has told its phones already, and is asked once more for nothing.
                [now] = connection.execute("PRAGMA data_version").fetchone()
                if now != seen:
                    seen = now
                    for table_id, version, row in connection.execute(_SINCE, [newest]).fetchall():
                        newest = max(newest, row)
                        yield table_id, version
                    # A deleted table may take the highest numbers with it, and the next entries get those again.
                    newest = min(newest, *connection.execute(_NEWEST).fetchone())
                database.file.check()
                time.sleep(_LOOK)
    except sqlite3.Error as error:
        raise DatabaseUnavailableError(Cause.AWAY, str(error)) from None


def _announced(database: Database, known: Callable[[int], int]) -> Heard:
    """On PostgreSQL: what is sent along with each commit. Anybody may send on the channel, so each message is taken as
    a hint that something happened at a table, and the version is read from the log."""
    import psycopg

    try:
        with closing(postgres.connect(database.engine.url)) as raw:
            _ask(database, raw, f"LISTEN {CHANNEL}")
            yield 0, 0
            while True:
                silent = True
                for message in raw.notifies(timeout=_SILENCE, stop_after=1):
                    silent = False
                    table_id, version = _hint(message.payload)
                    if version > known(table_id):
                        yield from _newest(database, table_id)
                if silent:
                    _ask(database, raw, "SELECT 1")
    except psycopg.OperationalError as error:
        raise DatabaseUnavailableError(Cause.AWAY, str(error)) from None


def _ask(database: Database, raw: Any, command: str) -> None:
    assert database.deadlines is not None
    with database.deadlines.over(raw):
        raw.execute(command)


def _newest(database: Database, table_id: int) -> Heard:
    with database.read() as connection:
        version = connection.execute(select(func.max(entries.c.seq)).where(entries.c.table_id == table_id)).scalar()
    if version is not None:
        yield table_id, version


def _hint(payload: str) -> tuple[int, int]:
    """The id of a table and a version, of a message; zeros when it is not one of ours."""
    words = payload.split(" ")
    if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) <= _DIGITS for word in words):
        return 0, 0
    return int(words[0]), int(words[1])
