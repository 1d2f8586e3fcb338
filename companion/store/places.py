"""Where tables are. That never changes, so whoever enters something need not ask the database for it each time."""

from __future__ import annotations

from companion.store import tables
from companion.store.engine import Database
from companion.store.tables import Place

_KEPT = 10_000  # then all are forgotten, and looked up again


class Places:
    """The places of one installation's tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, Place] = {}

    def find(self, public_id: str) -> Place | None:
        """Where the table with this public id is, deleted or not; None when there never was one."""
        found = self._known.get(public_id)
        if found is None:
            with self._database.read() as connection:
                found = tables.place(connection, public_id)
            if found is not None:
                if len(self._known) >= _KEPT:
                    self._known.clear()
                self._known[public_id] = found
        return found
