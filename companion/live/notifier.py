"""Tells streams in this process that a table has a new version. What it says is a hint: the log is the truth."""

from __future__ import annotations

import threading
from collections import defaultdict
from queue import Empty, SimpleQueue


class Notifier:
    """Versions of tables in this process, and whoever waits for a newer one. Nobody wakes for another table."""

    def __init__(self) -> None:
        self._versions: dict[int, int] = {}
        # A queue is the quickest way to wait: a lock and a condition cost several times as much, for each of many phones.
        self._waiting: defaultdict[int, set[SimpleQueue[None]]] = defaultdict(set)
        self._lock = threading.Lock()

    def notify(self, table_id: int, version: int) -> None:
        """Wake everybody who waits for this table. Told of a version once more, by who looks for entries of others and
        finds our own, nobody wakes: each would ask the database whether there is something newer."""
        with self._lock:
            if self._versions.get(table_id, 0) >= version:
                return
            self._versions[table_id] = version
            waiting = self._waiting.pop(table_id, ())
        for one in waiting:
            one.put(None)

    def notify_all(self) -> None:
        """Wake everybody: something may have happened at any table."""
        with self._lock:
            waiting = [one for table in self._waiting.values() for one in table]
            self._waiting.clear()
        for one in waiting:
            one.put(None)

    def known(self, table_id: int) -> int:
        """The newest version of a table that was heard of, 0 if none was."""
        return self._versions.get(table_id, 0)

    def correct(self, table_id: int, heard: int, true: int) -> None:
        """Forget a version that was heard of but is not in the log, so that nobody is woken for it again and again."""
        with self._lock:
            if self._versions.get(table_id) == heard:
                self._versions[table_id] = true

    def wait(self, table_id: int, seen: int, seconds: float) -> int:
        """The version of the table once it is above `seen`, or after that many seconds, or when everybody is woken, the
        one known."""
        woken: SimpleQueue[None] = SimpleQueue()
        with self._lock:
            if self._versions.get(table_id, 0) > seen:
                return self._versions[table_id]
            self._waiting[table_id].add(woken)
        try:
            woken.get(timeout=seconds)
        except Empty:
            pass
        finally:
            with self._lock:
                self._forget(table_id, woken)
                version = self._versions.get(table_id, 0)
        return max(seen, version)

    def _forget(self, table_id: int, woken: SimpleQueue[None]) -> None:
        waiting = self._waiting.get(table_id)
        if waiting is not None:
            waiting.discard(woken)
            if not waiting:
                del self._waiting[table_id]
