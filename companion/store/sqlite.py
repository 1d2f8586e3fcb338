"""What is particular to SQLite: one file, its owner's alone, and the same one for as long as the server runs."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event

from companion import data_folder
from companion.settings import SettingsError
from companion.store.prepared import told
from companion.store.unavailable import Cause, DatabaseUnavailableError

_WAIT = 10  # seconds for the file lock, which another process may hold
_BEGIN = "BEGIN IMMEDIATE"
_PATIENT = f"PRAGMA busy_timeout={_WAIT}000"
_QUICK = 0.002  # seconds for which everybody can wait: to let a thread wait for a commit takes a fifth of a whole tap
_PROVEN = 20  # commits in a row that were as quick, until the next one is trusted to be
BESIDE = ("", "-wal", "-shm")  # what SQLite keeps beside the file while it is in use


class Aside(Protocol):
    """Calls what it is given, and returns what that returns. `meanwhile` may be called before that is done, or not at all;
    it raises nothing."""

    def __call__(self, work: Callable[[], object], meanwhile: Callable[[], None] | None = None, /) -> object:
        """Call it."""


def here(work: Callable[[], object], meanwhile: Callable[[], None] | None = None) -> object:
    """Do something in the thread that asks for it, and nothing meanwhile."""
    return work()


class File:
    """The file of a database. SettingsError when the URL names none."""

    def __init__(self, url: URL, aside: Aside = here) -> None:
        """`aside` does what waits: psycopg waits for its sockets, which may serve others meanwhile, SQLite inside."""
        name = url.database or ""
        if not name or name.startswith((":memory:", "file:")) or url.query:
            given = url.render_as_string(hide_password=True)
            raise SettingsError(f"the database address {given} names no file to keep the tables in")
        self.path = Path(name).absolute()
        self._address = f"file:{quote(os.fsencode(self.path))}?mode=rw"
        self._opened: tuple[int, int] | None = None
        self._connection = _connection(aside)
        self._held: int | None = None

    def create(self) -> None:
        """Make the file if there is none, readable by its owner alone; what SQLite puts beside it will be like it."""
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError:
            return  # opening it says why, in SQLite's words
        keep_private(self.path)

    def connect(self) -> sqlite3.Connection:
        """A connection of the driver's own. sqlite3.Error when the file is not there."""
        connection = sqlite3.connect(
            self._address, uri=True, timeout=_WAIT, check_same_thread=False, factory=self._connection
        )
        if self._opened is None:
            self._opened = self._here()
        return connection

    def engine(self) -> Engine:
        """An engine that opens the file, and never makes a new one in its place."""

        url = URL.create("sqlite", database="the file")  # a file, not memory: that is all the dialect needs to know
        engine = create_engine(url, creator=self.connect, hide_parameters=True, pool_timeout=_WAIT)
        event.listen(engine, "connect", _durable)
        return engine

    def hold(self, *, alone: bool = False) -> bool:
        """Tell others that the database is in use here, until this process ends; `alone`: that nobody else may use it.
        False when somebody else is in the way."""
        if self._held is None:
            try:
                self._held = os.open(f"{self.path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
            except OSError:  # nothing can be written here, which is told by whoever tries
                return True
        return data_folder.lock(self._held, shared=not alone, wait=False)

    def release(self) -> None:
        """The database is not in use here any more."""
        if self._held is not None:
            os.close(self._held)
            self._held = None

    def check(self) -> None:
        """DatabaseUnavailableError when the file is not the one that was opened first: what is written goes nowhere."""
        if self._opened is not None and self._here() != self._opened:
            raise DatabaseUnavailableError(Cause.REPLACED, f"{self.path}; restart the server to use what is there now")

    def explain(self, cause: Cause) -> Cause:
        """A file that cannot be opened may be one that cannot be written to."""
        writable = all(os.access(place, os.W_OK) for place in (self.path, self.path.parent))
        return Cause.READ_ONLY if cause is Cause.AWAY and self.path.exists() and not writable else cause

    def settle(self) -> None:
        """Move what SQLite keeps beside the file into it, unless somebody uses it. What cannot be moved stays there."""
        try:
            with closing(sqlite3.connect(self._address, uri=True)) as last:
                last.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error:
            return

    def _here(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self.path)
        except OSError:
            return None
        return found.st_dev, found.st_ino


def keep_private(path: Path) -> None:
    """Let nobody but its owner read a database that is there already: it holds keys to tables."""
    for ending in BESIDE:
        try:
            os.chmod(f"{path}{ending}", 0o600)
        except OSError:  # not there, or not ours to change
            continue


class Disk:
    """Stores what is committed: here while the disk is quick, aside while it is not, as that of a small computer."""

    def __init__(self, aside: Aside) -> None:
        self._aside = aside
        self._quick = 0  # commits in a row

    def store(self, commit: Callable[[], object], meanwhile: Callable[[], None] | None) -> None:
        """Commit. `meanwhile` is called if that is done aside."""

        def timed() -> None:
            begun = time.perf_counter()
            try:
                commit()
            finally:
                self._quick = self._quick + 1 if time.perf_counter() - begun < _QUICK else 0

        if self._quick >= _PROVEN:
            timed()
        else:
            self._aside(timed, meanwhile)


def _connection(aside: Aside) -> type[sqlite3.Connection]:
    disk = Disk(aside)

    class Connection(sqlite3.Connection):
        """A connection that does aside what waits: for the lock to write, and for a disk that is slow."""

        meanwhile: Callable[[], None] | None = None  # what can be done while the disk stores this transaction
        _stored = 0  # of the changes made so far, which SQLite counts

        def begin_to_write(self) -> None:
            # Of this process nobody is in the way (see GroupCommit), and mostly nobody at all: to hand that to another
            # thread costs more than a whole tap does.
            self.execute("PRAGMA busy_timeout=0")
            try:
                self.execute(_BEGIN)
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
            finally:
                self.execute(_PATIENT)
            aside(lambda: self.execute(_BEGIN))

        def commit(self) -> None:
            work, self.meanwhile = self.meanwhile, None  # or while it is idle it would hold a whole log
            if self.total_changes == self._stored:  # there is nothing to wait for
                super().commit()
            else:
                disk.store(super().commit, work)
            self._stored = self.total_changes

        def rollback(self) -> None:
            self.meanwhile = None
            super().rollback()

    return Connection


def _durable(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver must not begin transactions by itself: see begin
    _write_ahead(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute(_PATIENT)


def _write_ahead(connection: Any) -> None:
    """Let a new file have its log. While another process does that SQLite refuses at once, however long it may wait."""
    until = time.monotonic() + _WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def meanwhile(connection: Connection, work: Callable[[], None]) -> None:
    """What may be done while the disk stores this transaction, forgotten when that is not committed: it raises nothing,
    and what it makes is shown to nobody before the transaction has ended. On PostgreSQL it is not done."""
    driver: Any = connection.connection.dbapi_connection
    if connection.dialect.name == "sqlite":
        driver.meanwhile = work


def take_meanwhile(connection: Connection) -> Callable[[], None] | None:
    """What was left by `meanwhile`, for whoever does it; the connection has forgotten it."""
    driver: Any = connection.connection.dbapi_connection
    work: Callable[[], None] | None = driver.meanwhile
    driver.meanwhile = None
    return work


def begin(connection: Connection, *, writes: bool) -> None:
    """Begin a transaction: what the driver does not by itself, and SQLAlchemy by an event that is slow."""
    driver: Any = connection.connection.dbapi_connection
    # A deferred transaction that reads first and writes later loses the race for the write lock instead of
    # waiting for it. One that only reads says so and waits for nobody.
    with told(connection, "BEGIN"):
        if writes:
            driver.begin_to_write()
        else:
            driver.execute("BEGIN")
