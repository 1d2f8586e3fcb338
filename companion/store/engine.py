"""Databases. SQLite is the embedded default, PostgreSQL the way past one machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError

from companion.settings import SettingsError


class Database:
    """One database: short transactions that read, and transactions that write, set up to lose nothing.

    SettingsError when the driver is not installed, SQLAlchemyError when the URL is none.
    """

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        # SQLite has one writer: threads of this process queue here, which is fair, rather than at its file lock.
        self._lock = threading.Lock() if self.engine.dialect.name == "sqlite" else None

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that reads and waits for nobody."""
        with self.engine.connect().execution_options(read_only=True) as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that writes: committed when the block ends, rolled back when it raises."""
        if self._lock is None:
            with self.engine.begin() as connection:
                yield connection
        else:
            with self._lock, self.engine.begin() as connection:
                yield connection

    def answers(self) -> bool:
        """Whether the database answers a query now."""
        try:
            with self.read() as connection:
                return bool(connection.execute(text("SELECT 1")).scalar() == 1)
        except SQLAlchemyError:
            return False

    def close(self) -> None:
        """Close idle connections; the next transaction opens new ones. No connection may cross a fork."""
        self.engine.dispose()


def _engine(url: str) -> Engine:
    try:
        engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    except ModuleNotFoundError as error:
        raise SettingsError(f"this database needs the Python package {error.name}, which is not installed") from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _durable)
        event.listen(engine, "begin", _immediate)
    return engine


def _durable(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver must not begin transactions by itself: see _immediate
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _immediate(connection: Any) -> None:
    # A deferred transaction that reads first and writes later loses the race for the write lock instead of
    # waiting for it. One that only reads says so and waits for nobody.
    read_only = connection.get_execution_options().get("read_only", False)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
