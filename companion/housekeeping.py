"""What a server does beside answering: now and then it looks for tables nobody uses any more."""

from __future__ import annotations

import logging
import os
import threading
import time

from companion.service import DatabaseUnavailableError, Service
from companion.store.expiry import TICK

_logger = logging.getLogger(__name__)


class Housekeeper:
    """A task of its own in each process. Several count each quarter of an hour once, through the database."""

    def __init__(self, service: Service, every: float = TICK) -> None:
        """`every` is in seconds, by a clock that nobody can set."""
        self._service = service
        self._every = every
        self._process = 0

    def start(self) -> None:
        """Begin, once. Called with the first request: a thread made earlier would not survive the fork of a worker."""
        if self._process != os.getpid():
            self._process = os.getpid()
            threading.Thread(target=self._keep, name="housekeeper", daemon=True).start()

    def _keep(self) -> None:
        while True:
            time.sleep(self._every)
            try:
                self._service.tidy()
            except DatabaseUnavailableError:  # told already
                continue
            except Exception:
                _logger.exception("looking for unused tables failed")
