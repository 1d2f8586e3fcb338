"""What is read of one table, in one read transaction: so it is all of one moment, and nobody is shown the table by rights
of another."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.playing.ledger import Ledger
from companion.rules.playing.seating import Rights, rights
from companion.rules.playing.unreadable import UnreadableTableError
from companion.store import seats, tables
from companion.store.engine import Database
from companion.store.ledgers import Ledgers
from companion.store.seats import Sitting
from companion.store.tables import Place, TableRow


@dataclass(frozen=True, slots=True)
class Look:
    """A table at one moment: how it is reached, and who sits there, in the order they came."""

    table: TableRow
    sittings: list[Sitting]
    _ledger: Ledger | UnreadableTableError

    @property
    def ledger(self) -> Ledger:
        """Its ledger at that moment. UnreadableTableError when the log cannot be read here."""
        if isinstance(self._ledger, UnreadableTableError):
            raise self._ledger
        return self._ledger

    def rights(self, device: str) -> Rights:
        """What a device may do there at that moment."""
        return rights([(sitting.device, sitting.seat) for sitting in self.sittings], device)


class Reading:
    """Reads the tables of one installation."""

    def __init__(self, database: Database, ledgers: Ledgers) -> None:
        self._database = database
        self._ledgers = ledgers

    def look(self, at: Place) -> Look | None:
        """A table as it is now; None when it is not there. It is seen also when it was deleted, or cannot be read."""
        ledger: Ledger | UnreadableTableError
        with self._database.read(snapshot=True) as connection:
            # A snapshot on PostgreSQL, too: read one by one, in whatever order, the log would meet rights from before its
            # newest entry, or keys that were made after it. The log comes first, so that what is in memory of it is no
            # newer than the snapshot, which begins here.
            try:
                ledger = self._ledgers.read(connection, at.id)
            except UnreadableTableError as error:
                ledger = error
            row, sittings = tables.by_public_id(connection, at.public_id), seats.sittings(connection, at.id)
        if isinstance(ledger, Ledger):
            self._ledgers.keep(at.id, ledger)
        return None if row is None else Look(row, sittings, ledger)

    def ledger(self, table_id: int, version: int | None = None) -> Ledger:
        """The table as it is now, or at least as of a version that is known to be stored: for whoever has rights that
        hold for it already. UnreadableTableError when its log cannot be read here."""
        known = self._ledgers.known(table_id)
        if version is not None and known is not None and known.version >= version:
            return known
        with self._database.read() as connection:
            ledger = self._ledgers.read(connection, table_id)
        self._ledgers.keep(table_id, ledger)
        return ledger
