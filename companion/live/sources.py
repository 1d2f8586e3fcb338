"""Rings from other processes: PostgreSQL tells every one of them of each entry. SQLite has one process, which rings itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from sqlalchemy import URL

from companion.store.log import CHANNEL

_AGAIN = 2.0  # seconds until a lost connection is tried again; meanwhile heartbeats find new entries


class Source:
    """Listens for entries made by other processes, on one connection of its own, and rings the bell here."""

    def __init__(self, url: URL, ring: Callable[[int, int], None]) -> None:
        self._url = url
        self._ring = ring
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Begin to listen, once. Called by the first stream: a thread or connection made earlier would not survive
        the fork of a worker."""
        with self._lock:
            if self._thread or self._url.get_backend_name() != "postgresql":
                return
            self._thread = threading.Thread(target=self._listen, name="source", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        import psycopg

        address = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}".encode())
                    for heard in connection.notifies():
                        table_id, version = heard.payload.split()
                        self._ring(int(table_id), int(version))
            except psycopg.OperationalError:
                time.sleep(_AGAIN)
