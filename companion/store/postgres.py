"""What is particular to PostgreSQL: a network that can fall silent, so that everything has a time limit."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import InvalidatePoolError

APPLICATION = "companion"  # how our connections are known in pg_stat_activity
DEADLINE = 5.0  # seconds for a whole transaction; phones give up after eight
_CHECKED = 2.0  # seconds for which a connection is trusted after it was used
# The driver's own limits, in seconds; of TCP in milliseconds. Without them it waits for minutes.
LIMITS: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 5_000,
    "application_name": APPLICATION,
}
# The server's. Set after connecting, because poolers in between refuse them as options of the connection.
_SESSION = (
    "SET statement_timeout = '4s'",
    "SET lock_timeout = '3s'",
    "SET idle_in_transaction_session_timeout = '10s'",
)
# For one long transaction: a migration, a copy of everything.
PATIENT = (
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL lock_timeout = 0",
    "SET LOCAL idle_in_transaction_session_timeout = 0",
)


class Deadlines:
    """Cuts connections whose transaction takes too long: neither the server's limits nor TCP's help when the other end
    takes what is sent and never answers."""

    def __init__(self, seconds: float = DEADLINE) -> None:
        self._seconds = seconds
        self._running: dict[int, tuple[float, Any]] = {}
        self._lock = threading.Lock()
        self._process = 0

    @contextmanager
    def over(self, raw: Any, seconds: float | None = None) -> Iterator[None]:
        """Cut this driver's connection if the block is not done in time; whatever waits for it then fails."""
        key = id(raw)
        with self._lock:
            if self._process != os.getpid():  # threads do not survive the fork of a worker
                self._process = os.getpid()
                threading.Thread(target=self._watch, name="deadlines", daemon=True).start()
            self._running[key] = (time.monotonic() + (seconds or self._seconds), raw)
        try:
            yield
        finally:
            with self._lock:
                self._running.pop(key, None)

    def _watch(self) -> None:
        while True:
            time.sleep(0.25)
            with self._lock:  # held while cutting: a connection that is done is never cut
                for key, (until, raw) in list(self._running.items()):
                    if time.monotonic() > until:
                        del self._running[key]
                        _cut(raw)


def _cut(raw: Any) -> None:
    try:
        with socket.socket(fileno=os.dup(raw.fileno())) as same:
            same.shutdown(socket.SHUT_RDWR)
    except Exception:  # noqa: S110 - it is closed already, which is as good
        pass


def engine(url: URL, deadlines: Deadlines) -> Engine:
    """An engine with limits. What the URL says about them itself is kept."""
    limits = {name: value for name, value in LIMITS.items() if name not in url.query}
    made = create_engine(url, connect_args=limits, hide_parameters=True, pool_timeout=DEADLINE)

    def limit(raw: Any, record: Any) -> None:
        with deadlines.over(raw):
            _at_once(raw, *_SESSION)
        record.info["used"] = time.monotonic()

    def check(raw: Any, record: Any, _proxy: object) -> None:
        if time.monotonic() - record.info.get("used", 0.0) < _CHECKED:
            return
        try:
            with deadlines.over(raw, 2.0):
                _at_once(raw, "SELECT 1")
        except Exception as error:
            raise InvalidatePoolError("the connection broke while nobody used it") from error

    event.listen(made, "connect", limit)
    event.listen(made, "checkout", check)
    event.listen(made, "checkin", lambda _raw, record: record.info.update(used=time.monotonic()))
    return made


def connect(url: URL) -> Any:
    """A connection of the driver's own, which commits each command at once."""
    import psycopg

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    limits = {name: value for name, value in LIMITS.items() if name not in url.query}
    return psycopg.connect(address, autocommit=True, **limits)


def _at_once(raw: Any, *commands: str) -> None:
    """Run commands on a driver's connection, outside of a transaction."""
    before, raw.autocommit = raw.autocommit, True
    for command in commands:
        raw.execute(command)
    raw.autocommit = before


def raw_of(connection: Connection) -> Any:
    """The driver's connection below one of SQLAlchemy's."""
    return connection.connection.dbapi_connection
