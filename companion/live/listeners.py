"""How many streams are open, and for whom. A stream is a luxury: a phone without one asks every few seconds."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Hashable

OF_DEVICE = 8  # a browser opens six connections to one host at most; those of a lost network linger for a minute
OF_TABLE = 1_500
AGAIN = 30  # seconds after which a phone that was refused may ask anew


class Listeners:
    """The open streams of one process."""

    def __init__(self, of_all: int) -> None:
        self._most = {"device": OF_DEVICE, "table": min(OF_TABLE, of_all), "all": of_all}
        self._open: Counter[tuple[str, Hashable]] = Counter()
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        """How many are open."""
        return self._open.get(("all", None), 0)

    def admit(self, device: str, table_id: int) -> bool:
        """Count one more stream, if device, table and installation have one left. It ends with `dismiss`."""
        shares = _shares(device, table_id)
        with self._lock:
            if any(self._open.get(share, 0) >= self._most[share[0]] for share in shares):
                return False
            self._open.update(shares)
            return True

    def dismiss(self, device: str, table_id: int) -> None:
        """A stream that was admitted has ended."""
        with self._lock:
            for share in _shares(device, table_id):
                self._open[share] -= 1
                if not self._open[share]:
                    del self._open[share]


def _shares(device: str, table_id: int) -> list[tuple[str, Hashable]]:
    return [("device", device), ("table", table_id), ("all", None)]
