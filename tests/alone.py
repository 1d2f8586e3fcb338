"""Tests that measure run while nothing else does: those marked `alone` wait for the other workers and hold them up.

Two file locks do it. Who wants to run passes the door, one at a time; a test that measures keeps it closed behind
itself until it is done, so that it waits for one test of each other worker at most."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def room(folder: Path, *, alone: bool) -> Iterator[None]:
    """Hold the room for a test, to itself or with others; `folder` is the same for all workers of a run."""
    with (folder / "door.lock").open("w") as door, (folder / "room.lock").open("w") as inside:
        fcntl.flock(door, fcntl.LOCK_EX)
        fcntl.flock(inside, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        if not alone:
            fcntl.flock(door, fcntl.LOCK_UN)
        yield
