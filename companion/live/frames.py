"""Rendered boards, kept for as long as phones ask for them: each is made once per table, version and kind of viewer."""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

_KEPT = 512


@dataclass(frozen=True, slots=True)
class Frame:
    """A rendered board, as it is and compressed: both are made once, however many phones ask."""

    plain: bytes
    gzipped: bytes


class Frames:
    """The newest boards. What stands in one must be the same for every phone that asks with the same key."""

    def __init__(self) -> None:
        self._frames: OrderedDict[Hashable, Frame] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], str]) -> Frame:
        """The frame for the key, made now unless it is there."""
        with self._lock:
            found = self._frames.get(key)
            if found is not None:
                self._frames.move_to_end(key)
                return found
        plain = make().encode()  # outside the lock: phones of other tables do not wait for it
        made = Frame(plain, gzip.compress(plain, 6, mtime=0))
        with self._lock:
            self._frames[key] = made
            while len(self._frames) > _KEPT:
                self._frames.popitem(last=False)
        return made
