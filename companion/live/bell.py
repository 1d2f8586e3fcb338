"""A bell for each table: rung after an entry, waited for by streams. What it says is a hint: the log is the truth."""

from __future__ import annotations

import threading


class Bell:
    """Versions of tables in this process, and whoever waits for a newer one."""

    def __init__(self) -> None:
        self._versions: dict[int, int] = {}
        self._changed = threading.Condition()

    def ring(self, table_id: int, version: int) -> None:
        """Wake everybody who waits for this table."""
        with self._changed:
            self._versions[table_id] = max(version, self._versions.get(table_id, 0))
            self._changed.notify_all()

    def wait(self, table_id: int, seen: int, seconds: float) -> int:
        """The version of the table once it is above `seen`, or after that many seconds the one known."""
        with self._changed:
            self._changed.wait_for(lambda: self._versions.get(table_id, 0) > seen, timeout=seconds)
            return max(seen, self._versions.get(table_id, 0))
