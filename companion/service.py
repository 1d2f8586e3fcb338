"""The one write path: command in, entry appended, phones woken. Also the one place that reads a table's ledger.

Everything that happens at a table goes through `Service.handle`, from a form, from JSON or from a test."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection

from companion.rules import commands as cmd
from companion.rules.decide import begin
from companion.rules.edition import Edition
from companion.rules.editions import Editions
from companion.rules.events import Continued, Seated, Started, Undone
from companion.rules.fold import Entry
from companion.rules.ledger import Ledger
from companion.rules.refusals import Reason, Refusal
from companion.rules.state import Phase
from companion.store import log, tables
from companion.store.engine import Database
from companion.store.tables import TableRow

_KEPT = 1_000  # ledgers held in memory; any of them can be read again from the log


@dataclass(frozen=True, slots=True)
class Done:
    """The entry a command became, now or when it came the first time, and the table as it is after that."""

    entry: Entry
    ledger: Ledger

    @property
    def version(self) -> int:
        """The table's version after the entry."""
        return self.entry.seq


@dataclass(frozen=True, slots=True)
class Refused:
    """Why nothing was entered, and the table of which that is true."""

    refusal: Refusal
    ledger: Ledger

    @property
    def version(self) -> int:
        """The table's version at which the command was refused."""
        return self.ledger.version


class Service:
    """The tables of one installation."""

    def __init__(
        self, database: Database, editions: Editions, ring: Callable[[int, int], None] = lambda *_: None
    ) -> None:
        """`ring` is called with table id and version after each entry; a ring that gets lost only delays phones."""
        self.database = database
        self.editions = editions
        self._ring = ring
        self._ledgers: OrderedDict[int, Ledger] = OrderedDict()
        self._lock = threading.Lock()

    def open_table(
        self,
        edition: Edition,
        names: Sequence[str],
        device: str,
        *,
        cognac: bool,
        base: str,
        tie_break: str,
        hidden: bool,
        demo: bool = False,
        command_id: str = "",
    ) -> TableRow | Refusal:
        """Make a table; the device that makes it may enter for everybody.

        The same `command_id` from the same device again gives the table it made the first time.
        """
        event = begin(edition, names, cognac=cognac, base=base, tie_break=tie_break, hidden=hidden)
        if isinstance(event, Refusal):
            return event
        once = f"{device}:{command_id}" if command_id else None
        with self.database.write() as connection:
            tables.expire(connection, datetime.now(UTC))
            tables.lock_command(connection, once)
            known = tables.by_command(connection, once)
            return known or self._make(connection, event, device, demo=demo, command_id=once)

    @staticmethod
    def _make(
        connection: Connection, event: Started, device: str, *, demo: bool = False, command_id: str | None = None
    ) -> TableRow:
        row = tables.create(connection, demo=demo, command_id=command_id)
        log.append(connection, row.id, 1, event, command_id="open", by=None)
        tables.sit(connection, row.id, device, [tables.CREATOR])
        return row

    def play_again(self, row: TableRow, device: str, *, by: int | None = None) -> TableRow | Refusal:
        """A new table for the same people: every device keeps its seats, the next player begins.

        Asked again, or by two phones at once, it is the same table. `by` is the seat that asks.
        """
        with self.database.write() as connection:
            tables.lock(connection, row.id)
            ledger = self._read(connection, row.id)
            known = tables.by_code(connection, ledger.table.next_code)
            if known is not None and not known.deleted:
                return known
            if ledger.table.phase is not Phase.FINISHED:
                return Refusal(Reason.NOT_FINISHED)
            game, names = ledger.table.game, ledger.table.names
            event = Started(
                game.edition.id, game.cognac, game.base, game.tie_break, ledger.table.hidden, (*names[1:], names[0])
            )
            made = self._make(connection, event, device)
            for other, seat in tables.seating(connection, row.id):
                tables.sit(connection, made.id, other, [seat and (seat - 2) % len(names) + 1])
            follow = Continued(made.code)
            log.append(connection, row.id, ledger.version + 1, follow, command_id=f"next-{made.code}", by=by)
        self._ring(row.id, ledger.version + 1)
        return made

    def handle(
        self, table_id: int, command: cmd.Command, command_id: str, *, by: int | None = None, override: str = ""
    ) -> Done | Refused:
        """Enter a command, once: the same `command_id` again gives the entry it became the first time.

        `by` is the seat that enters, `override` the reason for entering what the rules forbid.
        """
        with self.database.write() as connection:
            tables.lock(connection, table_id)
            before = log.made_by(connection, table_id, command_id)
            ledger = self._read(connection, table_id)
            if before is not None:
                return Done(before, ledger)
            event = ledger.decide(command, override)
            if isinstance(event, Refusal):
                return Refused(event, ledger)
            entry = log.append(
                connection, table_id, ledger.version + 1, event, command_id=command_id, by=by, override=override
            )
            tables.touch(connection, table_id)
            if isinstance(event, Undone):
                self._unseat(connection, table_id, ledger, event)
        after = ledger.plus(entry)
        self._keep(table_id, after)
        self._ring(table_id, entry.seq)
        return Done(entry, after)

    @staticmethod
    def _unseat(connection: Connection, table_id: int, ledger: Ledger, event: Undone) -> None:
        """Whoever sat down where somebody sat loses the seat again when that is undone."""
        for seq in event.entries:
            undone = ledger.entries[seq - 1].event
            if isinstance(undone, Seated) and undone.device:
                tables.unseat(connection, table_id, undone.seat, undone.device)

    def ledger(self, table_id: int) -> Ledger:
        """The table as it is now."""
        with self.database.read() as connection:
            ledger = self._read(connection, table_id)
        self._keep(table_id, ledger)
        return ledger

    def _read(self, connection: Connection, table_id: int) -> Ledger:
        """The ledger up to the last entry: what is in memory, and from the log what came since."""
        with self._lock:
            known = self._ledgers.get(table_id)
        newer = log.read(connection, table_id, known.version if known else 0)
        if known is None:
            return Ledger.of(newer, self.editions)
        for entry in newer:
            known = known.plus(entry)
        return known

    def _keep(self, table_id: int, ledger: Ledger) -> None:
        with self._lock:
            known = self._ledgers.get(table_id)
            if known is None or known.version < ledger.version:
                self._ledgers[table_id] = ledger
            self._ledgers.move_to_end(table_id)
            while len(self._ledgers) > _KEPT:
                self._ledgers.popitem(last=False)
