"""The one write path: command in, entry appended, phones woken. Also the one way to what is read of a table.

Everything that happens at a table goes through `Service`: entries, seats, links, deletion. Who may do it is decided in
the transaction that does it. What is appended has been folded before that ends: no entry is stored that makes no table."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy import Connection

from companion.groups import Groups
from companion.long_work import LONG, LongWork
from companion.reading import Reading
from companion.rules.editions.edition import Edition
from companion.rules.editions.installed import Editions
from companion.rules.playing import commands as cmd
from companion.rules.playing import seating
from companion.rules.playing.decide import begin
from companion.rules.playing.events import LINKS, Continued, LinksRenewed, SatDown, Started
from companion.rules.playing.fold import Entry
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.opening import opened
from companion.rules.playing.state import Phase
from companion.rules.playing.unreadable import Unreadable, UnreadableTableError
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import KEEPER, BySeat, Seat
from companion.store import expiry, groups, links, log, seats, tables
from companion.store.engine import Database
from companion.store.ledgers import Ledgers
from companion.store.places import Places
from companion.store.tables import TableRow
from companion.store.unavailable import DatabaseUnavailableError
from companion.writing import Done, NoSeatError, Refused, Writing

_logger = logging.getLogger(__name__)
__all__ = ["DatabaseUnavailableError", "Done", "NoSeatError", "Refused", "Service"]


class Service:
    """The tables of one installation."""

    def __init__(
        self, database: Database, editions: Editions, notify: Callable[[int, int], None] = lambda *_: None
    ) -> None:
        """`notify` is called with table id and version after each entry; one that gets lost only delays phones."""
        self.database = database
        self.editions = editions
        self._notify = notify
        self._ledgers = Ledgers(editions)
        self.long_work = LongWork(self._ledgers)
        self.groups = Groups(database, self._ledgers, self.long_work)
        reading = Reading(database, self._ledgers)
        self.look, self.ledger = reading.look, reading.ledger
        self.place = Places(database).find

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

        The same `command_id` from the same device again gives the table it made the first time; with something else
        in the form it is refused. UnreadableTableError when that table was deleted meanwhile.
        """
        event = begin(edition, names, cognac=cognac, base=base, tie_break=tie_break, hidden=hidden)
        if isinstance(event, Refusal):
            return event
        once = f"{device}:{command_id}" if command_id else None
        with self.database.write() as connection:
            tables.lock_command(connection, once)
            known = tables.by_command(connection, once)
            if known is not None:
                return self._made_before(connection, known, event)
            made, ledger = self._make(connection, event, device, demo=demo, command_id=once)
        self._ledgers.keep(made.id, ledger)
        return made

    def open_log(self, entries: Sequence[Entry], device: str) -> TableRow | Refusal:
        """Make a table of a log from elsewhere; the device may enter for everybody. Refused when it makes no table."""
        with self.long_work.one_at_a_time() if len(entries) >= LONG else nullcontext():
            found = opened(entries, self.editions)
            if isinstance(found, Refusal):
                return found
            now = datetime.now(UTC)
            made = [replace(entry, at=entry.at or now) for entry in found]
            ledger = Ledger.of(made, self.editions)
            with self.database.write() as connection:
                row = tables.create(connection)
                log.begin(connection, row.id, made)
                seats.sit(connection, row.id, device, [KEEPER])
        self._ledgers.keep(row.id, ledger)
        return row

    def play_again(self, table_id: int, device: str, group_key: str = "") -> TableRow | Refusal:
        """A new table for the same people, in the same group: every device keeps its seats, the next player begins.

        Asked again, or by two phones at once, it is the same table. NoSeatError when the device holds no seat, and
        `group_key` is not the key to play of the group to which the table belongs.
        """
        with self._writing(table_id) as writing:
            group = groups.of_table(writing.connection, table_id, lock=True) if group_key else None
            opened = group is not None and group.play_key == group_key
            rights, table = writing.rights(device) if opened else writing.demand(device), writing.ledger.table
            known = tables.by_public_id(writing.connection, table.next_table)
            if known is not None and not known.deleted:
                return known
            if table.phase is not Phase.FINISHED:
                return Refusal(Reason.NOT_FINISHED)
            game, then = table.game, BySeat(table.next_seats)  # by the seat in the next game the one in this
            names = tuple(table.names[seat] for seat in then)
            event = Started(game.edition.id, game.cognac, game.base, game.tie_break, table.hidden, names)
            moved = {seat: new for new, seat in then.items()} | {KEEPER: KEEPER}
            sat = [(holder, moved[seat]) for holder, seat in writing.seating if seat in moved]
            made, begun = self._make(writing.connection, event, device, sat=sat)
            writing.append(Continued(made.public_id), f"next-{made.public_id}", by=rights.first, device=device)
        self._ledgers.keep(made.id, begun)
        return made

    def enter(
        self, table_id: int, device: str, command: cmd.Command, command_id: str, *, override: str = "",
        meanwhile: Callable[[Done], None] | None = None,
    ) -> Done | Refused:  # fmt: skip
        """Enter a command of a device, once: the same `command_id` again gives the entry it became the first time, and
        is refused for another command. `override` is the reason for entering what the rules forbid. `meanwhile` may be
        called with the answer while the disk stores it: then nobody may be told yet, and it may come to nothing.

        NoSeatError when the device holds no seat, UnreadableTableError when the table was deleted, or cannot be read.
        """
        with self.long_work.in_line(table_id, command), self._writing(table_id) as writing:
            rights = writing.demand(device)
            by, seen = rights.enters_as(command.seat), rights.sees(writing.ledger.table)
            return writing.enter(command, command_id, override, by=by, device=device, seen=seen, meanwhile=meanwhile)

    def handle(
        self, table_id: int, command: cmd.Command, command_id: str, *, by: Seat | None = None, override: str = ""
    ) -> Done | Refused:
        """Enter a command of the app itself, as of the seat `by`: nobody's rights are asked. Else like `enter`."""
        with self._writing(table_id) as writing:
            return writing.enter(command, command_id, override, by=by)

    def sit(
        self,
        table_id: int,
        device: str,
        wanted: Collection[Seat],
        *,
        keep: bool | None,
        invited: Callable[[TableRow], bool],
    ) -> Refusal | None:
        """Let a device take seats; with `keep` it stays at those it holds, without it moves, with None it is refused
        where it would have to choose, or when too many have come and gone. Taking what it has is no entry.

        NoSeatError when the device neither sits here nor, as `invited` says of the table as it is now, may.
        """
        with self._writing(table_id) as writing:
            rights = writing.rights(device)
            if not rights.seats and not invited(tables.by_id(writing.connection, table_id)):
                raise NoSeatError
            event = seating.sit_down(writing.ledger.table, rights, device, wanted, keep=keep)
            if isinstance(event, Refusal):
                return event
            first = event.seats[0] if event and event.seats else KEEPER
            return writing.attend(event, rights.first if rights.seats else first, device)

    def leave(self, table_id: int, device: str, left: Collection[Seat]) -> None:
        """Let a device leave seats it holds. NoSeatError when it holds none."""
        with self._writing(table_id) as writing:
            rights = writing.demand(device)
            writing.attend(seating.leave(rights, device, left), rights.enters_as(min(left, default=KEEPER)), device)

    def forget(self, table_id: int, device: str) -> None:
        """Let a device leave all it holds at a table, that it made the table too; also at one that cannot be read."""
        with suppress(UnreadableTableError, NoSeatError):
            self.leave(table_id, device, self.ledger(table_id).table.seats)
        with self.database.write() as connection:
            seats.forget(connection, table_id, device)

    def take_back(self, table_id: int, device: str, holder: str, taken: Collection[Seat]) -> None:
        """Take seats back from another device, the holder. NoSeatError when the one that asks holds no seat."""
        with self._writing(table_id) as writing:
            rights = writing.demand(device)
            event = seating.take_back(writing.rights(holder), holder, taken)
            writing.attend(event, rights.first, device)

    def renew(self, table_id: int, device: str, which: Collection[str]) -> Refusal | None:
        """New keys for links (of `companion.rules.playing.events.LINKS`): whoever has only the old ones is out.

        NoSeatError when the device holds no seat.
        """
        with self._writing(table_id) as writing:
            event = LinksRenewed(tuple(link for link in LINKS if link in which))
            refusal = writing.attend(event, writing.demand(device).first, device)
            if refusal is None:
                links.renew(writing.connection, table_id, which)
            return refusal

    def invite(self, table_id: int, device: str) -> str:
        """The code that lets somebody sit down; it is good for a while from now (`companion.store.links`).

        NoSeatError when the device holds no seat.
        """
        with self._writing(table_id) as writing:
            writing.demand(device)
            return links.invite(writing.connection, table_id, datetime.now(UTC))

    def delete(self, table_id: int, device: str) -> None:
        """Delete a table for good, also one that cannot be read. NoSeatError when the device holds no seat."""
        with self.database.write() as connection:
            tables.lock(connection, table_id)
            if tables.is_deleted(connection, table_id):
                raise UnreadableTableError(Unreadable.DELETED)
            if not seating.rights(seats.seating(connection, table_id), device).seats:
                raise NoSeatError
            tables.delete(connection, [table_id])

    @contextmanager
    def _writing(self, table_id: int) -> Iterator[Writing]:
        """A write transaction at a table; what was appended is remembered and told once it is stored."""
        with self.database.write() as connection:
            tables.lock(connection, table_id)
            before = self._ledgers.read(connection, table_id)
            writing = Writing(connection, table_id, before)
            yield writing
        self._ledgers.keep(table_id, writing.ledger)
        if writing.ledger.version > before.version:
            self._notify(table_id, writing.ledger.version)

    def tidy(self) -> None:
        """Count a quarter of an hour, and delete the tables that nobody has used for a long time, as `store.expiry`
        says. Each is deleted in a transaction of its own, so that nobody waits for it."""
        now = datetime.now(UTC)
        with self.database.write() as connection:
            found = expiry.tick(connection, now)
        if found is None:
            return
        if found.marked:
            _logger.warning(
                "%s tables look unused for long, and are deleted in some days unless they are used", found.marked
            )
        for table_id in found.due:
            with self.database.write() as connection:
                expiry.expire(connection, table_id, now)

    def _make(
        self,
        connection: Connection,
        event: Started,
        device: str,
        *,
        demo: bool = False,
        command_id: str | None = None,
        sat: Iterable[tuple[str, Seat]] = (),
    ) -> tuple[TableRow, Ledger]:
        """A table made by a device, and which devices sit where from the beginning."""
        entry = Entry(1, event, KEEPER, datetime.now(UTC), device=device)
        ledger = Ledger.of([entry], self.editions)
        row = tables.create(connection, demo=demo, command_id=command_id)
        log.append(connection, row.id, entry, command_id="open")
        writing = Writing(connection, row.id, ledger)
        holders: dict[str, list[Seat]] = {device: [KEEPER]}
        for holder, seat in sat:
            holders.setdefault(holder, []).append(seat)
        for holder, held in holders.items():
            if KEEPER in held:
                seats.sit(connection, row.id, holder, [KEEPER])
            players = tuple(sorted(set(held) - {KEEPER}))
            if players:
                writing.attend(SatDown(holder, players), players[0], holder)
        return row, writing.ledger

    def _made_before(self, connection: Connection, known: TableRow, event: Started) -> TableRow | Refusal:
        """The table a form made when it came the first time, if it asks for the same now. UnreadableTableError when it
        was deleted meanwhile."""
        if self._ledgers.read(connection, known.id).entries[0].event == event:
            return known
        return Refusal(Reason.COMMAND_ID_REUSED, {"entry": 1})
