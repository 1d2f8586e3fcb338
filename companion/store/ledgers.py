"""Ledgers as the log makes them. The newest stay in memory; the log is the truth, and any can be read again from it."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from companion.rules.editions.installed import Editions
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.stored import UnknownEventError
from companion.rules.playing.unreadable import Unreadable, UnreadableTableError
from companion.store import log, tables

_KEPT = 1_000
_logger = logging.getLogger(__name__)


class Ledgers:
    """The ledgers of one process."""

    def __init__(self, editions: Editions) -> None:
        self.editions = editions
        self._ledgers: OrderedDict[int, Ledger] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, connection: Connection, table_id: int, known: Ledger | None = None) -> Ledger:
        """The ledger up to the last entry: what is in memory, or was `known`, and from the log what came since.

        UnreadableTableError when the log makes no table here, or the table was deleted.
        """
        try:
            return self._newest(connection, table_id, known or self.known(table_id)) or self._whole(
                connection, table_id
            )
        except (UnreadableTableError, SQLAlchemyError):
            raise
        except UnknownEventError as error:
            raise UnreadableTableError(Unreadable.NEWER) from error
        except Exception as error:
            _logger.exception("table %s cannot be read", table_id)
            raise UnreadableTableError(Unreadable.BROKEN) from error

    def known(self, table_id: int) -> Ledger | None:
        """The ledger in memory, which others may have gone on from; None when there is none."""
        with self._lock:
            return self._ledgers.get(table_id)

    def keep(self, table_id: int, ledger: Ledger) -> None:
        """Remember a ledger whose entries are all stored, unless a newer one is known."""
        with self._lock:
            known = self._ledgers.get(table_id)
            if known is None or known.version < ledger.version:
                self._ledgers[table_id] = ledger
            self._ledgers.move_to_end(table_id)
            while len(self._ledgers) > _KEPT:
                self._ledgers.popitem(last=False)

    def _newest(self, connection: Connection, table_id: int, known: Ledger | None) -> Ledger | None:
        """The ledger in memory brought up to date; None when there is none. UnreadableTableError when the stored log does
        not go on from it: an older copy of the database was put back, and what it lacks was acknowledged here."""
        if known is None:
            return None
        since = log.read(connection, table_id, known.version - 1)
        if since[:1] != [known.entries[-1]]:
            self._whole(connection, table_id)  # it may say better what is wrong
            raise UnreadableTableError(Unreadable.CHANGED)
        for entry in since[1:]:
            known = known.plus(entry)
        return known

    def _whole(self, connection: Connection, table_id: int) -> Ledger:
        entries = log.read(connection, table_id)
        if not entries and tables.is_deleted(connection, table_id):
            raise UnreadableTableError(Unreadable.DELETED)
        return Ledger.of(entries, self.editions)
