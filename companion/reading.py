"""What is read of one table, in one read transaction: so it is all of one moment, and nobody is shown the table by rights
of another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

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
    _ledger: Ledger | UnreadableTableError | None

    @property
    def ledger(self) -> Ledger:
        """Its ledger at that moment, which was wanted. UnreadableTableError when the log cannot be read here."""
        assert self._ledger is not None
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

    def look(self, at: Place, wanted: Callable[[Look], bool] = lambda _: True) -> Look | None:
        """A table as it is now; None when it is not there. It is seen also when it was deleted, or cannot be read. The log
        is read only where it is `wanted`, by what else is seen: that may take long, and is not done for strangers."""
        # What is in memory is taken before the snapshot begins, and so is no newer. On PostgreSQL it is one, too: read one
        # by one, in whatever order, the log would meet rights from before its newest entry, or keys made after it.
        known = self._ledgers.known(at.id)
        with self._database.read(snapshot=True) as connection:
            row, sittings = tables.by_public_id(connection, at.public_id), seats.sittings(connection, at.id)
            if row is None:
                return None
            look = Look(row, sittings, None)
            if not wanted(look):
                return look
            try:
                look = replace(look, _ledger=self._ledgers.read(connection, at.id, known))
            except UnreadableTableError as error:
                return replace(look, _ledger=error)
        self._ledgers.keep(at.id, look.ledger)
        return look

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
