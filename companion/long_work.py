"""Work that grows with a log is done one piece at a time in a process, so that everybody else is served between.

An evening has a few hundred entries, and what is done with them takes no time worth a queue."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from companion.rules.playing import commands as cmd
from companion.store.ledgers import Ledgers

LONG = 500  # entries; from there on folding a log anew takes a hundredth of a second and more
_WAIT = 30.0  # seconds for the others of whom each takes a moment
_ONCE = 60.0  # seconds in which the same is not told again
_logger = logging.getLogger(__name__)
_FOLDING = (cmd.Undo, cmd.Change, cmd.SetUp)  # what goes through the whole log


class QueueFullError(Exception):
    """Others have so much long work that this did not get its turn. Nothing was done; a moment later it may be."""


class LongWork:
    """The long work of one process."""

    def __init__(self, ledgers: Ledgers) -> None:
        self._ledgers = ledgers
        self._lock = threading.Lock()
        self._told = -_ONCE

    def is_long(self, table_id: int, command: cmd.Command | None = None) -> bool:
        """Whether this command, or a look at the whole game, takes long at a table. One that is not in memory is taken
        for long."""
        known = self._ledgers.known(table_id)
        return (command is None or isinstance(command, _FOLDING)) and (known is None or known.version >= LONG)

    def in_line(self, table_id: int, command: cmd.Command | None = None) -> AbstractContextManager[None]:
        """Do this command, or look at the whole game: one at a time where that `is_long`, at once elsewhere."""
        return self.one_at_a_time() if self.is_long(table_id, command) else nullcontext()

    @contextmanager
    def one_at_a_time(self) -> Iterator[None]:
        """Do it when no other long work is under way. QueueFullError when others take too much time."""
        if not self._lock.acquire(timeout=_WAIT):
            self._tell()
            raise QueueFullError
        try:
            yield
        finally:
            self._lock.release()

    def _tell(self) -> None:
        now = time.monotonic()
        if now - self._told >= _ONCE:
            self._told = now
            _logger.warning("long logs take turns, and some waited %.0f s in vain: the server is busy", _WAIT)
