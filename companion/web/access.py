"""Who may see and enter what: the one place that decides it, for every address of a table.

A device is known by a random id in its signed cookie. It may enter when it holds a seat (or made the table),
and watch when its cookie carries the table's current watch key."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from flask import abort, session
from werkzeug.exceptions import NotFound

from companion.rules import commands as cmd
from companion.service import Service
from companion.store import tables
from companion.store.tables import CREATOR, TableRow
from companion.web.pages import installation


class NoTableError(NotFound):
    """There is no table with this code, or behind this link."""


@dataclass(frozen=True)
class Access:
    """A table and what the device that asks may do there."""

    table: TableRow
    seats: frozenset[int]

    @property
    def players(self) -> list[int]:
        """The players' seats this device holds."""
        return sorted(self.seats - {CREATOR})

    def enters_as(self, seat: int) -> int | None:
        """Which seat stands in the log as the one who entered something for `seat`."""
        if seat in self.seats:
            return seat
        return self.players[0] if self.players else None


def service() -> Service:
    """The tables of this installation."""
    return installation().service


def device() -> str:
    """The id of this device, made on first use and kept in its cookie."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(24)
        session.permanent = True
    found: str = session["device"]
    return found


def known_device() -> str | None:
    """The id of this device if it has one."""
    found: str | None = session.get("device")
    return found


def to_read(code: str) -> Access:
    """Access for somebody who may look: a seat or a watcher. 404, 410 or 403 otherwise."""
    found = _found(code)
    if not found.seats and session.get("watch", {}).get(found.table.code) != found.table.watch_key:
        abort(403)
    return found


def to_write(code: str) -> Access:
    """Access for somebody who may enter: a seat, or whoever made the table. 404, 410 or 403 otherwise."""
    found = _found(code)
    if not found.seats:
        abort(403)
    return found


def _found(code: str) -> Access:
    with service().database.read() as connection:
        row = tables.by_code(connection, code.upper())
        if row is None:
            raise NoTableError
        if row.deleted:
            abort(410)
        mine = known_device()
        return Access(row, tables.seats_of(connection, row.id, mine) if mine else frozenset())


def spoken(code: str) -> TableRow | None:
    """The table of a code somebody spoke, in whatever case and spacing it was typed."""
    letters = "".join(char for char in code.upper() if char.isalpha())
    with service().database.read() as connection:
        row = tables.by_code(connection, letters)
    return None if row is None or row.deleted else row


@dataclass(frozen=True)
class Seating:
    """Which seats somebody's device holds, and which this device does."""

    taken: frozenset[int]
    held: frozenset[int]


def seating(row: TableRow) -> Seating:
    """Who sits at a table, as far as a join page shows it."""
    mine = known_device()
    with service().database.read() as connection:
        held = tables.seats_of(connection, row.id, mine) if mine else frozenset()
        return Seating(tables.taken(connection, row.id), held)


def sit_down(row: TableRow, seats: list[int]) -> None:
    """Let this device enter for these seats."""
    before = seating(row)
    with service().database.write() as connection:
        tables.sit(connection, row.id, device(), seats)
    for seat in before.taken.intersection(seats) - before.held:  # the table is told: it may not be who it says
        service().handle(row.id, cmd.Sit(seat, tables.fingerprint(device())), secrets.token_urlsafe(16))


def renew_links(here: Access) -> None:
    """New links for a table: whoever has only the old ones is out, who sits stays."""
    with service().database.write() as connection:
        tables.renew(connection, here.table.id)


def delete(here: Access) -> None:
    """Delete a table for good."""
    with service().database.write() as connection:
        tables.delete(connection, [here.table.id])


def mine() -> list[TableRow]:
    """The tables this device sits at, the last used first."""
    known = known_device()
    if known is None:
        return []
    with service().database.read() as connection:
        return tables.of_device(connection, known)


def by_join_key(key: str) -> TableRow:
    """The table of a join link; 404 when the link is wrong or was renewed."""
    with service().database.read() as connection:
        row = tables.by_join_key(connection, key)
    if row is None:
        raise NoTableError
    return row


def watch(key: str) -> TableRow:
    """Let this device watch the table of a watch link; 404 when the link is wrong or was renewed."""
    with service().database.read() as connection:
        row = tables.by_watch_key(connection, key)
    if row is None:
        raise NoTableError
    session["watch"] = {**session.get("watch", {}), row.code: key}
    return row
