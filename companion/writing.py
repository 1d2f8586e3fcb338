"""One write transaction at one table: what is read in it, once, and what is appended. No entry of others comes between."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from sqlalchemy import Connection

from companion.rules.playing import commands as cmd
from companion.rules.playing import seating
from companion.rules.playing.events import Event, LinksRenewed, SatDown
from companion.rules.playing.fold import Entry
from companion.rules.playing.ledger import MOST_ATTENDANCE, Ledger
from companion.rules.playing.seating import Rights
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import Seat
from companion.store import groups, log, seats, sqlite, tables


@dataclass(frozen=True, slots=True)
class Done:
    """The entries a command became, now or when it came the first time, the table as it was after them, and the
    rights of the device that sent it. Only a change is two: what it undoes, and what stands in its place."""

    entries: tuple[Entry, ...]
    ledger: Ledger
    rights: Rights
    again: bool = False  # the command had come before

    @property
    def entry(self) -> Entry:
        """The entry that says what was entered."""
        return self.entries[-1]

    @property
    def version(self) -> int:
        """The table's version after the entries."""
        return self.entry.seq


@dataclass(frozen=True, slots=True)
class Refused:
    """Why nothing was entered, the table of which that is true, and the rights of the device that sent it."""

    refusal: Refusal
    ledger: Ledger
    rights: Rights

    @property
    def version(self) -> int:
        """The table's version at which the command was refused."""
        return self.ledger.version


class NoSeatError(Exception):
    """A device holds no seat at the table, or not any more: it may not enter anything."""


class Writing:
    """A table while it is written to: its ledger, to which entries are appended, and who sits there."""

    def __init__(self, connection: Connection, table_id: int, ledger: Ledger) -> None:
        self.connection = connection
        self.table_id = table_id
        self.ledger = ledger
        self.seating = seats.seating(connection, table_id)

    def rights(self, device: str) -> Rights:
        """What a device may do here now."""
        return seating.rights(self.seating, device)

    def demand(self, device: str) -> Rights:
        """The rights of a device that may enter something. NoSeatError when it may not."""
        rights = self.rights(device)
        if not rights.seats:
            raise NoSeatError
        return rights

    def append(
        self,
        event: Event,
        command_id: str,
        *,
        by: Seat | None = None,
        device: str = "",
        override: str = "",
        digest: str = "",
    ) -> Entry:
        """Store the event as the next entry, once it has been folded; what it means for seats and groups goes with it."""
        entry = Entry(self.ledger.version + 1, event, by, datetime.now(UTC), override, device)
        after = self.ledger.plus(entry)
        log.append(self.connection, self.table_id, entry, command_id=command_id, digest=digest)
        tables.touch(self.connection, self.table_id)
        moved = list(seating.changes(self.ledger.table, after.table))
        for holder, seat, holds in moved:
            if holds:
                seats.sit(self.connection, self.table_id, holder, [seat])
            else:
                seats.unseat(self.connection, self.table_id, holder, seat)
        if moved:
            self.seating = seats.seating(self.connection, self.table_id)
        if after.table.next_table != self.ledger.table.next_table:
            self._regroup(self.ledger.table.next_table, after.table.next_table)
        self.ledger = after
        return entry

    def _regroup(self, before: str, after: str) -> None:
        """The next game is in the group of this one for as long as the entry that began it stands."""
        left, joined = (tables.by_public_id(self.connection, each) if each else None for each in (before, after))
        if left is not None:
            groups.leave(self.connection, left.id)
        if joined is not None and not joined.deleted and groups.of_table(self.connection, joined.id) is None:
            groups.go_on(self.connection, self.table_id, joined.id)

    def attend(self, event: Event | None, by: Seat, device: str) -> Refusal | None:
        """Append what changed who is at the table, unless nothing did. Refused when too many have come and gone.

        A seat that is held counts as the entry by which it is left: leaving it, and taking it back, is never refused.
        """
        if event is None:
            return None
        if isinstance(event, SatDown | LinksRenewed):
            taken = len(event.seats) if isinstance(event, SatDown) else 0
            if self.ledger.attendance + 1 + len(self.seating) + taken > MOST_ATTENDANCE:
                return Refusal(Reason.CROWDED, {"most": MOST_ATTENDANCE})
        self.append(event, secrets.token_urlsafe(16), by=by, device=device)
        return None

    def enter(
        self,
        command: cmd.Command,
        command_id: str,
        override: str,
        *,
        by: Seat | None,
        device: str = "",
        seen: Collection[Seat] | None = None,
        meanwhile: Callable[[Done], None] | None = None,
    ) -> Done | Refused:
        """Append what a command becomes, once. `seen` are the seats whose purses the one who enters it sees (None: it
        is the app itself). `meanwhile` may be called with the answer before it is stored."""
        digest, before = cmd.digest(command, override), self.ledger
        made = log.made_by(self.connection, self.table_id, command_id)
        if made is not None:
            if made.digest not in (None, digest):
                return Refused(Refusal(Reason.COMMAND_ID_REUSED, {"entry": made.seq}), before, self.rights(device))
            then = before.at(made.seq)
            return Done(then.entries[-2 if made.seq in then.places else -1 :], then, self.rights(device), again=True)
        events = before.enter(command, override, seen)
        if isinstance(events, Refusal):
            return Refused(events, before, self.rights(device))
        *undoing, event = events
        half = f" {hashlib.sha256(command_id.encode()).hexdigest()[:40]}"  # no id that is sent begins with a blank
        entries = [self.append(each, half, by=by, device=device, digest=digest) for each in undoing]
        entries.append(self.append(event, command_id, by=by, device=device, override=override, digest=digest))
        done = Done(tuple(entries), self.ledger, self.rights(device))
        if meanwhile is not None:
            sqlite.meanwhile(self.connection, partial(meanwhile, done))
        return done
