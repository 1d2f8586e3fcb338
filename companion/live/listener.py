"""Entries made by other processes. PostgreSQL tells every process of each; on SQLite each process looks now and then
whether another one has stored something."""

from __future__ import annotations

import logging
import os
import threading
import time

from companion.live.notifier import Notifier
from companion.store.engine import Database
from companion.store.foreign import heard
from companion.store.unavailable import DatabaseUnavailableError

_AGAIN = 1.0  # seconds until a lost connection is tried again; meanwhile heartbeats find new entries
_logger = logging.getLogger(__name__)


class Listener:
    """Hears of entries made by other processes, on one connection of its own, and notifies the streams here."""

    def __init__(self, database: Database, notifier: Notifier) -> None:
        self._database = database
        self._notifier = notifier
        self._process = 0
        self._lock = threading.Lock()

    def start(self) -> None:
        """Begin to listen, once. Called by the first stream: a thread or connection made earlier would not survive
        the fork of a worker."""
        with self._lock:
            if self._process == os.getpid():
                return
            self._process = os.getpid()
        threading.Thread(target=self._listen, name="listener", daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                for table_id, version in heard(self._database, self._notifier.known):
                    if table_id:
                        self._notifier.notify(table_id, version)
                    else:  # of what happened before we listened nobody was told
                        self._notifier.notify_all()
            except DatabaseUnavailableError:  # told already
                pass
            except Exception:  # whatever came down this connection, the next one may be better
                _logger.exception("entries made by other servers come late: listening failed")
            time.sleep(_AGAIN)
