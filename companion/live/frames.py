"""Rendered boards, kept for as long as phones ask for them: each is made once per table, version and kind of viewer."""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property

_KEPT = 512
_STRIPES = 64  # so many kinds can be rendered side by side; others wait for one that has the same place


@dataclass(frozen=True)
class Frame:
    """A rendered board of one version of a table, in the forms it travels in. Each form is made once.

    `attended` is the number of the newest entry that changed who is at the table: whoever listens since before that
    has to be asked again who they are.
    """

    version: int
    html: str
    attended: int = 0

    @cached_property
    def plain(self) -> bytes:
        """The board as it is."""
        return self.html.encode()

    @cached_property
    def gzipped(self) -> bytes:
        """The board compressed."""
        return gzip.compress(self.plain, 6, mtime=0)

    @cached_property
    def event(self) -> bytes:
        """The board as Server-Sent Events: its version for programs, then the board itself for pages."""
        lines = "".join(f"data: {line}\n" for line in self.html.splitlines())
        return f"id: {self.version}\nevent: version\ndata: {self.version}\n\nevent: board\n{lines}\n".encode()


class Frames:
    """The newest board of each kind of viewer. What stands in one must be the same for every phone of that kind."""

    def __init__(self, kept: int = _KEPT) -> None:
        """`kept` is how many of them stay."""
        self._kept = kept
        self._frames: OrderedDict[Hashable, Frame] = OrderedDict()
        self._lock = threading.Lock()
        self._making = [threading.Lock() for _ in range(_STRIPES)]

    def get(self, kind: Hashable, version: int, make: Callable[[], Frame]) -> Frame:
        """A frame of at least that version for a kind of viewer, made now unless it is there.

        Of many who ask at once one makes it and the others wait for it.
        """
        found = self._known(kind, version)
        if found is not None:
            return found
        with self._making[hash(kind) % _STRIPES]:
            found = self._known(kind, version)
            if found is None:
                found = make()
                self._keep(kind, found)
        return found

    def _known(self, kind: Hashable, version: int) -> Frame | None:
        with self._lock:
            found = self._frames.get(kind)
            if found is None or found.version < version:
                return None
            self._frames.move_to_end(kind)
            return found

    def _keep(self, kind: Hashable, frame: Frame) -> None:
        with self._lock:
            self._frames[kind] = frame
            self._frames.move_to_end(kind)
            while len(self._frames) > self._kept:
                self._frames.popitem(last=False)
