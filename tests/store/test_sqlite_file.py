"""The file of SQLite: its owner's alone, and refused once it is another one."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from companion.settings import SettingsError, sqlite_url
from companion.store.engine import Database
from companion.store.migrate import upgrade
from companion.store.sqlite import Disk, meanwhile
from companion.store.unavailable import Cause, DatabaseUnavailableError


@pytest.fixture
def database(tmp_path: Path) -> Database:
    """A database in a file with a name that an address would have to escape."""
    made = Database(sqlite_url(tmp_path / "Böhn? 100%#1.sqlite"))
    upgrade(made)
    return made


def path_of(database: Database) -> Path:
    assert database.file is not None
    return database.file.path


def test_nobody_else_may_read_it(database: Database) -> None:
    path = path_of(database)
    with database.write() as connection:
        connection.execute(text("UPDATE installation SET ticks = 1"))
    found = {one.name: stat.S_IMODE(one.stat().st_mode) for one in path.parent.iterdir()}
    assert found == {path.name: 0o600, f"{path.name}-wal": 0o600, f"{path.name}-shm": 0o600}
    path.chmod(0o644)
    again = Database(sqlite_url(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again.close()
    database.close()


def test_when_everybody_has_stopped_one_file_has_it_all(database: Database, tmp_path: Path) -> None:
    with database.write() as connection:
        connection.execute(text("UPDATE installation SET ticks = 77"))
    database.settle()
    path = path_of(database)
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    copy = tmp_path / "copy.sqlite"
    shutil.copy(path, copy)
    other = Database(sqlite_url(copy))
    with other.read() as connection:
        assert connection.execute(text("SELECT ticks FROM installation")).scalar() == 77
    other.close()


@pytest.mark.parametrize("fate", ["replaced", "removed", "folder gone"])
def test_a_file_that_is_not_the_one_that_was_opened_takes_nothing(tmp_path: Path, fate: str) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    path = folder / "x.sqlite"
    database = Database(sqlite_url(path))
    upgrade(database)
    copy = tmp_path / "older.sqlite"
    shutil.copy(path, copy)
    assert database.trouble() is None
    kept = tmp_path / "kept"
    if fate == "replaced":
        os.rename(path, kept)
        os.rename(copy, path)
    elif fate == "removed":
        os.rename(path, kept)
    else:
        os.rename(folder, kept)
    for begin in (database.read, database.write):
        with pytest.raises(DatabaseUnavailableError) as refused, begin() as connection:
            connection.execute(text("UPDATE installation SET ticks = 5"))
        assert refused.value.cause is Cause.REPLACED
    database.close()
    with pytest.raises(DatabaseUnavailableError), database.read():
        pass
    assert path.exists() == (fate == "replaced")  # and no new, empty one was made
    if fate != "folder gone":
        os.replace(kept, path)
    else:
        os.rename(kept, folder)
    with database.read() as connection:
        assert connection.execute(text("SELECT ticks FROM installation")).scalar() == 0
    database.close()


def test_what_went_into_a_file_that_is_gone_is_not_acknowledged(database: Database) -> None:
    path = path_of(database)

    def write(connection: Connection) -> None:
        connection.execute(text("UPDATE installation SET ticks = 5"))
        os.rename(path, path.with_name("moved"))

    with pytest.raises(DatabaseUnavailableError) as refused, database.write() as connection:
        write(connection)
    assert refused.value.cause is Cause.REPLACED
    database.close()


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite:///file:x?uri=true"])
def test_an_address_without_a_file(address: str) -> None:
    with pytest.raises(SettingsError, match="names no file"):
        Database(address)


def test_one_server_or_many_but_nobody_beside_who_replaces_it(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "x.sqlite")
    one, other, third = Database(url), Database(url), Database(url)
    one.hold()
    other.hold()
    assert third.file is not None
    assert not third.file.hold(alone=True)


def test_only_who_has_to_wait_for_another_process_waits_aside(tmp_path: Path) -> None:
    waited: list[object] = []

    def aside(work: Callable[[], object], _meanwhile: object = None) -> object:
        waited.append(work)
        if len(waited) == 2:  # the first one was the commit of the first transaction
            other.rollback()
        return work()

    database = Database(sqlite_url(tmp_path / "a.sqlite"), aside=aside)
    with database.write():
        pass
    assert not waited  # there is nothing to store
    with database.write() as connection:
        connection.exec_driver_sql("CREATE TABLE words (word TEXT)")
        connection.exec_driver_sql("INSERT INTO words VALUES ('a')")
    with closing(sqlite3.connect(tmp_path / "a.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with database.write() as connection:
            connection.exec_driver_sql("INSERT INTO words VALUES ('b')")
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() == 10_000
    assert len(waited) == 3
    database.close()


@pytest.mark.parametrize("fails", [False, True])
def test_only_a_disk_that_proved_to_be_quick_is_waited_for_here(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, aside = [0.0], []

    def stores(seconds: float) -> bool:
        """Whether somebody else waits while the disk takes so long."""
        before = len(aside)

        def commit() -> None:
            clock.append(clock[-1] + seconds)
            if fails:
                raise sqlite3.OperationalError

        with pytest.raises(sqlite3.OperationalError) if fails else nullcontext():
            disk.store(commit, None)
        return len(aside) > before

    def waits(work: Callable[[], object], meanwhile: Callable[[], None] | None = None) -> None:
        aside.append(meanwhile)
        work()

    monkeypatch.setattr("companion.store.sqlite.time.perf_counter", lambda: clock[-1])
    disk = Disk(waits)
    for slow in (0.003, 0.1):
        assert [stores(0.001) for _ in range(22)] == [True] * 20 + [False] * 2
        assert [stores(slow), stores(slow), stores(0.001)] == [False, True, True]
        assert [stores(0.001) for _ in range(20)] == [True] * 19 + [False]
        assert [stores(slow), stores(slow)] == [False, True]


def test_what_is_done_meanwhile_is_done_for_its_own_transaction_alone(tmp_path: Path) -> None:
    done: list[str] = []

    def aside(work: Callable[[], object], meanwhile: Callable[[], None] | None = None) -> object:
        if meanwhile is not None:
            meanwhile()
        return work()

    def kept(database: Database) -> object:
        with database.engine.connect() as connection:
            return connection.connection.dbapi_connection.meanwhile  # type: ignore[union-attr]

    database = Database(sqlite_url(tmp_path / "a.sqlite"), aside=aside)
    with database.write() as connection:
        connection.exec_driver_sql("CREATE TABLE words (word TEXT)")
        connection.exec_driver_sql("INSERT INTO words VALUES ('a')")
        meanwhile(connection, lambda: done.append("committed"))
    assert done == ["committed"]
    assert kept(database) is None  # or a connection that is idle would hold a whole log
    with suppress(ValueError), database.write() as connection:
        meanwhile(connection, lambda: done.append("rolled back"))
        raise ValueError
    assert kept(database) is None
    with database.engine.begin():  # begun by no `begin_to_write`, as a migration is
        pass
    assert done == ["committed"]
    database.close()
