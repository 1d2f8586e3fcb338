"""One commit for all who write at the same moment: the disk takes as long for many entries as for one, and to wait for it
costs more than all else that a transaction does.

SQLite has one writer. Here whoever comes while a transaction is open, and not being committed, writes within it, in a
savepoint; the one who began it commits it, once all who were ready to write have done so. Nobody is told that something
is stored before that commit has ended."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Engine

from companion.store import sqlite
from companion.store.prepared import told
from companion.store.unavailable import Cause, DatabaseUnavailableError

_WAIT = 10.0  # seconds for the other writers of this process


class GroupCommit:
    """The writers of one process, on one file."""

    def __init__(self, file: sqlite.File, engine: Engine, pause: Callable[[float], None] = time.sleep) -> None:
        """`pause` lets others run who can."""
        self._file = file
        self._engine = engine
        self._pause = pause
        self._turn = threading.Lock()  # to write
        self._open: _Group | None = None
        self._connection: Connection | None = None  # kept: to take one from the pool and give it back takes long

    def close(self) -> None:
        """Close the connection, unless somebody writes; the next transaction opens a new one."""
        if self._turn.acquire(blocking=False):
            try:
                if self._connection is not None and self._open is None:
                    self._connection.close()
            finally:
                self._turn.release()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction that writes: committed when the block ends, rolled back when it raises.

        DatabaseUnavailableError when the others take too long, or undo it all; otherwise errors as SQLAlchemy has them.
        """
        if not self._turn.acquire(timeout=_WAIT):
            raise DatabaseUnavailableError(Cause.BUSY)
        try:
            self._file.check()
            leads, mine = self._open is None, self._open or _Group(self._connected())
            with mine.begun() if leads else mine.joined():
                yield mine.connection
            meanwhile = sqlite.take_meanwhile(mine.connection)
            self._open = mine
        finally:
            self._turn.release()
        if leads:
            self._commit(mine, meanwhile)
        else:
            self._pause(0)
            mine.wait(meanwhile)

    def _commit(self, group: _Group, meanwhile: Callable[[], None] | None) -> None:
        killed: BaseException | None = None
        try:
            self._pause(0)
            self._turn.acquire()
        except BaseException as error:  # the others wait for the commit all the same
            killed = error
            self._turn.acquire()
        try:
            self._open = None
            group.commit(meanwhile, self._file.check)
        finally:
            self._turn.release()
        if killed is not None:
            raise killed

    def _connected(self) -> Connection:
        if self._connection is None or self._connection.closed:  # as after an error
            self._connection = self._engine.connect()
        return self._connection


class _Group:
    """A transaction under way, of all who write in it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._ended: threading.Event | None = None  # made when somebody is about to wait for it
        self._error: BaseException | None = None

    @property
    def _driver(self) -> Any:
        return self.connection.connection.dbapi_connection

    @contextmanager
    def begun(self) -> Iterator[None]:
        """The part of whoever begins it; when that fails there is no transaction."""
        try:
            self._transaction = self.connection.begin()
            sqlite.begin(self.connection, writes=True)
            yield
        except BaseException:
            self.connection.close()
            raise

    @contextmanager
    def joined(self) -> Iterator[None]:
        """The part of somebody else; when that fails it alone is undone, unless SQLite has undone all of it."""
        self._check()
        self._ended = self._ended or threading.Event()
        with told(self.connection, "SAVEPOINT"):
            self._driver.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            sqlite.take_meanwhile(self.connection)
            self._undo_part()
            raise
        self._check()
        with told(self.connection, "RELEASE"):
            self._driver.execute("RELEASE part")

    def commit(self, meanwhile: Callable[[], None] | None, check: Callable[[], None]) -> None:
        """Store it, and tell those who wait."""
        try:
            with self._transaction:
                self._check()
                if meanwhile is not None:
                    sqlite.meanwhile(self.connection, meanwhile)
            check()  # what went into a file that is not there any more must not be acknowledged
        except BaseException as error:
            self._error = error
            self.connection.close()
            raise
        finally:
            if self._ended is not None:
                self._ended.set()

    def _undo_part(self) -> None:
        try:
            self._driver.execute("ROLLBACK TO part")
            self._driver.execute("RELEASE part")
        except Exception:  # rather nothing of all than half an entry
            with suppress(Exception):
                self._driver.execute("ROLLBACK")

    def _check(self) -> None:
        """DatabaseUnavailableError when one of them met something so bad that SQLite has undone everything."""
        if not self._driver.in_transaction:
            raise DatabaseUnavailableError(Cause.BUSY, "what was to be stored together was undone")

    def wait(self, meanwhile: Callable[[], None] | None) -> None:
        """Until it is stored. Errors as the commit has them."""
        if meanwhile is not None:
            meanwhile()
        assert self._ended is not None
        self._ended.wait()
        if isinstance(self._error, Exception):
            raise self._error
        if self._error is not None:  # who was to commit was killed
            raise DatabaseUnavailableError(Cause.BUSY, "what was to be stored together may not be")
