"""Statements that are handed to the driver find, store and refuse what SQLAlchemy's own way does."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import bindparam, func, literal, select, text, union_all
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError

from companion.settings import sqlite_url
from companion.store import tables
from companion.store.engine import Database
from companion.store.prepared import Prepared
from companion.store.schema import entries
from companion.store.unavailable import Cause, DatabaseUnavailableError

_ADD = Prepared(entries.insert().inline())
_FIND = select(entries, literal("noted")).where(entries.c.table_id == bindparam("table"))
_ROW = {
    "seq": 1, "command_id": "open", "command_digest": None, "kind": "started", "v": 1, "seat": None, "device": "phone",
    "at": datetime(2026, 5, 1, 20, 15, tzinfo=timezone(timedelta(hours=2))), "override": "", "data": {"names": ["Jón"]},
}  # fmt: skip


def test_values_go_and_come_as_they_do_by_sqlalchemy(database: Database) -> None:
    with database.write() as connection:
        table = tables.create(connection).id
        _ADD.run(connection, table_id=table, **_ROW)
        found = Prepared(_FIND).rows(connection, table=table)
        assert found == [tuple(row) for row in connection.execute(_FIND, {"table": table})]
    moment = datetime(2026, 5, 1, 18, 15, tzinfo=UTC)
    assert found == [(table, *(_ROW | {"at": moment}).values(), "noted")]


def test_what_the_database_refuses_is_told_as_by_sqlalchemy(database: Database) -> None:
    def twice() -> None:
        with database.write() as connection:
            table = tables.create(connection).id
            _ADD.run(connection, table_id=table, **_ROW)
            _ADD.run(connection, table_id=table, **_ROW)

    with pytest.raises(IntegrityError):
        twice()
    with database.read() as connection:  # nothing of it is stored
        assert connection.execute(select(entries)).all() == []


def test_an_error_of_a_later_row_is_told_as_well(tmp_path: Path) -> None:
    database = Database(sqlite_url(tmp_path / "a.sqlite"))
    given = union_all(select(literal("[]").label("said")), select(literal("no JSON").label("said"))).subquery()
    read = Prepared(select(func.json(given.c.said)))
    with pytest.raises(OperationalError, match="malformed JSON"), database.read() as connection:
        read.rows(connection)
    database.close()


def test_a_table_that_is_missing_is_told_as_damage(database: Database) -> None:
    with database.write() as connection:
        connection.execute(text("DROP TABLE entries"))
    with pytest.raises(DatabaseUnavailableError) as refused, database.read() as connection:
        Prepared(_FIND).rows(connection, table=1)
    assert refused.value.cause is Cause.DAMAGED


def test_a_connection_that_broke_is_used_no_more(database: Database) -> None:
    if database.file:
        pytest.skip("a file cannot hang up")
    hang_up = Prepared(select(func.pg_terminate_backend(func.pg_backend_pid())))
    with pytest.raises(DatabaseUnavailableError) as refused, database.read() as connection:
        hang_up.rows(connection)
    assert refused.value.cause is Cause.AWAY
    with database.read() as connection:
        assert Prepared(_FIND).rows(connection, table=1) == []


def test_a_connection_that_broke_goes_back_to_no_pool(tmp_path: Path) -> None:
    database = Database(sqlite_url(tmp_path / "a.sqlite"))
    with database.engine.connect() as connection:
        broken = connection.connection.dbapi_connection
        assert broken is not None
        broken.close()
        with pytest.raises(ProgrammingError) as refused:
            Prepared(select(literal(1))).rows(connection)
        assert refused.value.connection_invalidated
        assert connection.invalidated  # SQLAlchemy opens another one for whoever asks next
        assert Prepared(select(literal(1))).rows(connection) == [(1,)]
    database.close()


def test_another_process_that_keeps_the_lock_makes_it_busy(tmp_path: Path) -> None:
    def at_once(_work: object, _meanwhile: object = None) -> None:  # as if ten seconds had passed
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise error

    url = sqlite_url(tmp_path / "a.sqlite")
    Database(url).examine()
    hasty = Database(url, aside=at_once)
    with closing(sqlite3.connect(tmp_path / "a.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseUnavailableError) as refused, hasty.write():
            pass
    assert refused.value.cause is Cause.BUSY
