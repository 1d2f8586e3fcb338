"""What the errors of the databases mean, and that one tries again while the others are told at once."""

from __future__ import annotations

import itertools
import logging
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from companion.settings import sqlite_url
from companion.store.engine import Database
from companion.store.migrate import upgrade
from companion.store.unavailable import Availability, Cause, DatabaseUnavailableError, cause_of


def sqlite(code: int, words: str = "said") -> SQLAlchemyError:
    error = sqlite3.OperationalError(words)
    error.sqlite_errorcode = code
    return OperationalError("SELECT", {}, error)


def postgres(kind: type[psycopg.Error]) -> SQLAlchemyError:
    return OperationalError("SELECT", {}, kind("said"))


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (sqlite(sqlite3.SQLITE_FULL), Cause.FULL),
        (sqlite(sqlite3.SQLITE_READONLY_DBMOVED), Cause.READ_ONLY),
        (sqlite(sqlite3.SQLITE_CORRUPT_INDEX), Cause.DAMAGED),
        (sqlite(sqlite3.SQLITE_NOTADB), Cause.DAMAGED),
        (sqlite(sqlite3.SQLITE_IOERR_WRITE), Cause.AWAY),
        (sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), Cause.BUSY),
        (sqlite(sqlite3.SQLITE_ERROR, "no such table: entries"), Cause.DAMAGED),
        (sqlite(sqlite3.SQLITE_ERROR, "near SELCT: syntax error"), None),
        (postgres(psycopg.OperationalError), Cause.AWAY),
        (postgres(psycopg.errors.ConnectionTimeout), Cause.AWAY),
        (postgres(psycopg.errors.AdminShutdown), Cause.AWAY),
        (postgres(psycopg.errors.CannotConnectNow), Cause.AWAY),
        (postgres(psycopg.errors.TooManyConnections), Cause.AWAY),
        (postgres(psycopg.errors.InvalidPassword), Cause.AWAY),
        (postgres(psycopg.errors.QueryCanceled), Cause.BUSY),
        (postgres(psycopg.errors.LockNotAvailable), Cause.BUSY),
        (postgres(psycopg.errors.DeadlockDetected), Cause.BUSY),
        (postgres(psycopg.errors.DiskFull), Cause.FULL),
        (postgres(psycopg.errors.ReadOnlySqlTransaction), Cause.READ_ONLY),
        (postgres(psycopg.errors.DataCorrupted), Cause.DAMAGED),
        (postgres(psycopg.errors.UndefinedTable), Cause.DAMAGED),
        (postgres(psycopg.errors.UntranslatableCharacter), None),
        (IntegrityError("INSERT", {}, psycopg.errors.UniqueViolation("said")), None),
        (PoolTimeoutError("none left"), Cause.BUSY),
    ],
)
def test_what_an_error_means(error: SQLAlchemyError, cause: Cause | None) -> None:
    assert cause_of(error) is cause


def test_a_change_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    availability = Availability()

    def attempt(error: SQLAlchemyError | None, *, writes: bool = True) -> None:
        with availability.attempt(writes=writes):
            if error is not None:
                raise error

    with pytest.raises(DatabaseUnavailableError):
        attempt(postgres(psycopg.OperationalError))
    assert caplog.messages == []  # at the start the one who starts it is told
    attempt(None)
    attempt(None)
    for _ in range(5):
        with pytest.raises(DatabaseUnavailableError):
            attempt(postgres(psycopg.OperationalError))
    attempt(None, writes=False)
    for _ in range(5):
        with pytest.raises(DatabaseUnavailableError):
            attempt(sqlite(sqlite3.SQLITE_FULL))
        attempt(None, writes=False)  # who can read cannot yet write
    attempt(None)
    assert [line.split(", after")[0] for line in caplog.messages] == [
        "the database does not answer: said",
        "the database can be used again",
        "the database has no room left: said",
        "the database can be used again",
    ]
    caplog.clear()
    with pytest.raises(DatabaseUnavailableError):
        attempt(sqlite(sqlite3.SQLITE_FULL))
    attempt(None)
    assert caplog.messages == []  # so it goes on, and has been told


def test_while_it_is_away_one_tries_and_the_others_are_told_at_once() -> None:
    availability = Availability()
    with pytest.raises(DatabaseUnavailableError), availability.attempt(writes=True):
        raise postgres(psycopg.OperationalError)
    trying, done = threading.Event(), threading.Event()

    def slow() -> None:
        with availability.attempt(writes=True):
            trying.set()
            done.wait(20)

    one = threading.Thread(target=slow)
    one.start()
    assert trying.wait(20)
    with pytest.raises(DatabaseUnavailableError), availability.attempt(writes=True):
        raise AssertionError("it is not tried")
    done.set()
    one.join(20)
    with availability.attempt(writes=True):
        pass


def test_what_is_no_failure_of_the_database_passes_and_shows_no_values(tmp_path: Path) -> None:
    database = Database(sqlite_url(tmp_path / "x.sqlite"))
    upgrade(database)
    with pytest.raises(IntegrityError) as error, database.write() as connection:
        connection.execute(text("INSERT INTO tables (id, public_id) VALUES (1, :code)"), {"code": "a-secret"})
    assert "a-secret" not in str(error.value)
    assert database.trouble() is None
    database.close()


def test_trouble_is_true_for_whoever_asks(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    database = Database(sqlite_url(tmp_path / "x.sqlite"))
    upgrade(database)
    assert database.trouble() is None
    with database.write() as connection:
        connection.execute(text("DELETE FROM installation"))
    trouble = database.trouble()
    assert trouble is not None
    assert trouble.cause is Cause.DAMAGED
    database.close()


def test_those_who_ask_while_it_is_tried_share_the_next_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(sqlite_url(tmp_path / "x.sqlite"))
    clock, tries, go_on = itertools.count(), itertools.count(), threading.Event()
    asked = [0]

    def monotonic() -> int:
        asked[0] = next(clock)
        return asked[0]

    def tried(_: Database) -> None:
        next(tries)
        assert go_on.wait(20)

    monkeypatch.setattr("companion.store.engine.time.monotonic", monotonic)
    monkeypatch.setattr(Database, "_tried", tried)
    with ThreadPoolExecutor(8) as pool:
        asking = [pool.submit(database.trouble) for _ in range(8)]
        while asked[0] < 8:  # one has looked at the clock twice, as it tries
            threading.Event().wait(0.001)
        go_on.set()
        assert [one.result() for one in asking] == [None] * 8
    assert next(tries) == 2
