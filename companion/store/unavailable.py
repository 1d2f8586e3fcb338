"""When a database cannot be used: why, told once in the log, and tried again by one at a time."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

_ONCE = 60.0  # seconds in which the same is not told again: a disk that is nearly full takes this and refuses that
_logger = logging.getLogger(__name__)


class Cause(StrEnum):
    """Why nothing can be read or stored just now."""

    AWAY = "does not answer"
    BUSY = "is busy"
    FULL = "has no room left"
    READ_ONLY = "cannot be written to"
    DAMAGED = "is damaged"
    REPLACED = "was replaced or removed while the server was running"


class DatabaseUnavailableError(Exception):
    """The database cannot be used at the moment. Nothing was stored, or nobody can say whether it was."""

    def __init__(self, cause: Cause, detail: str = "") -> None:
        super().__init__(f"the database {cause}{f': {detail}' if detail else ''}")
        self.cause = cause

    @property
    def passing(self) -> bool:
        """Whether it is likely to pass by itself."""
        return self.cause in (Cause.AWAY, Cause.BUSY)


# By the primary result code of SQLite.
_SQLITE = {
    sqlite3.SQLITE_PERM: Cause.READ_ONLY,
    sqlite3.SQLITE_BUSY: Cause.BUSY,
    sqlite3.SQLITE_LOCKED: Cause.BUSY,
    sqlite3.SQLITE_PROTOCOL: Cause.BUSY,
    sqlite3.SQLITE_READONLY: Cause.READ_ONLY,
    sqlite3.SQLITE_IOERR: Cause.AWAY,
    sqlite3.SQLITE_CANTOPEN: Cause.AWAY,
    sqlite3.SQLITE_CORRUPT: Cause.DAMAGED,
    sqlite3.SQLITE_NOTADB: Cause.DAMAGED,
    sqlite3.SQLITE_FULL: Cause.FULL,
}
# By SQLSTATE of PostgreSQL, the whole of it or its class. An error without one is a connection that broke.
_POSTGRES = {
    "08": Cause.AWAY, "28": Cause.AWAY, "3D": Cause.AWAY, "53": Cause.AWAY, "57": Cause.AWAY, "58": Cause.AWAY,
    "25P03": Cause.BUSY, "40001": Cause.BUSY, "40P01": Cause.BUSY, "55P03": Cause.BUSY, "57014": Cause.BUSY,
    "25006": Cause.READ_ONLY, "53100": Cause.FULL, "42P01": Cause.DAMAGED, "XX001": Cause.DAMAGED, "XX002": Cause.DAMAGED,
}  # fmt: skip


def cause_of(error: SQLAlchemyError) -> Cause | None:
    """Why an error means that the database cannot be used; None when it is a mistake in what was asked."""
    if isinstance(error, PoolTimeoutError):
        return Cause.BUSY
    if not isinstance(error, DBAPIError):
        return None
    orig = error.orig
    if isinstance(orig, sqlite3.Error):
        if str(orig).startswith("no such table"):
            return Cause.DAMAGED
        return _SQLITE.get(getattr(orig, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(orig, "sqlstate", "") or ""
    if not state:
        broken = error.connection_invalidated or type(orig).__name__ in ("OperationalError", "ConnectionTimeout")
        return Cause.AWAY if broken else None
    return _POSTGRES.get(state) or _POSTGRES.get(state[:2])


def detail_of(error: SQLAlchemyError) -> str:
    """What the database or its driver says, in one line, without what it was asked."""
    orig = error.orig if isinstance(error, DBAPIError) else error
    lines = str(orig).strip().splitlines()
    return lines[0] if lines else type(orig).__name__


class Availability:
    """Whether a database can be used, as far as the last transactions tell. A change is told once in the log."""

    def __init__(self, explain: Callable[[Cause], Cause] = lambda cause: cause) -> None:
        """`explain` may know better what an error of the database means."""
        self._explain = explain
        self._cause: Cause | None = None
        self._since = 0.0
        self._told: dict[Cause, float] = {}
        self._used = False  # before it was, whoever starts the server is told, and not its log
        self._lock = threading.Lock()
        self._trying = threading.Lock()

    @contextmanager
    def attempt(self, *, writes: bool) -> Iterator[None]:
        """A transaction under way. DatabaseUnavailableError when it fails because the database cannot be used.

        While the database is away one at a time tries again; whoever else comes is told at once, instead of waiting.
        """
        alone = self._cause is Cause.AWAY
        if alone and not self._trying.acquire(blocking=False):
            raise DatabaseUnavailableError(Cause.AWAY)
        try:
            yield
        except DatabaseUnavailableError as error:
            self._down(error)
            raise
        except SQLAlchemyError as error:
            cause = cause_of(error)
            if cause is None:
                raise
            refused = DatabaseUnavailableError(self._explain(cause), detail_of(error))
            self._down(refused)
            raise refused from None
        else:
            self._up(writes=writes)
        finally:
            if alone:
                self._trying.release()

    @property
    def cause(self) -> Cause | None:
        """Why the last transaction failed; None when it did not."""
        return self._cause

    def _down(self, error: DatabaseUnavailableError) -> None:
        if error.cause is Cause.BUSY:  # somebody else was in the way, which says nothing about the next one
            return
        with self._lock:
            now = time.monotonic()
            if self._cause is None:
                self._since = now
            if self._used and self._cause is not error.cause and now - self._told.get(error.cause, -_ONCE) >= _ONCE:
                _logger.warning("%s", error)
                self._told[error.cause] = now
            self._cause = error.cause

    def _up(self, *, writes: bool) -> None:
        if self._cause is None:
            self._used = True
        if self._cause is None or not (writes or self._cause is Cause.AWAY):
            return
        with self._lock:
            if self._cause is not None and self._told.get(self._cause, -_ONCE) >= self._since:
                _logger.warning("the database can be used again, after %.0f s", time.monotonic() - self._since)
            self._cause = None
