"""Who may see and enter what: the one place that decides it, for every address of a table.

A device is known by a random id in its signed cookie. It may enter when it holds a seat (or made the table), watch when
its cookie carries the table's current watch key, and sit down by the join link or with the join code of these minutes.
The address of a table opens nothing."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from flask import abort, session
from werkzeug.exceptions import NotFound

from companion.groups import GroupRow, NoGroupError, Seen
from companion.reading import Look
from companion.rules.playing.events import LinksRenewed
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.seating import Rights
from companion.rules.seats import Seat
from companion.service import Service
from companion.store import tables
from companion.store.tables import Place, TableRow
from companion.web.pages import installation

_GROUPS, _FORGOTTEN = 12, 60  # in a cookie that must not grow without end


class NoTableError(NotFound):
    """There is no table at this address, or behind this link."""


@dataclass(frozen=True)
class AtTable:
    """A table, and what the device that asks may do there by its seats."""

    table: Place
    rights: Rights

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats this device holds, `KEEPER` among them if it made the table."""
        return self.rights.seats


@dataclass(frozen=True)
class Access(AtTable):
    """The same with all else that is known of the table at that moment, and whether the device came by a link to watch
    it. What a page shows of a table is in here: what is read later may be for others' eyes."""

    table: TableRow
    look: Look
    watches: bool

    @property
    def ledger(self) -> Ledger:
        """The table's ledger at that moment. UnreadableTableError when its log cannot be read here."""
        return self.look.ledger


def service() -> Service:
    """The tables of this installation."""
    return installation().service


def device() -> str:
    """The fingerprint of this device, which its cookie makes it: a random id that never leaves the cookie."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(24)
        session.permanent = True
    return _fingerprint(session["device"])


def known_device() -> str:
    """The fingerprint of this device, or empty: it has none yet, and so no rights anywhere."""
    return _fingerprint(session["device"]) if "device" in session else ""


def _fingerprint(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:16]


def to_read(public_id: str) -> Access:
    """Access for somebody who may look: a seat or a watcher. 404, 410 or 403 otherwise."""
    return _found(public_id, lambda here: bool(here.seats) or here.watches)


def to_write(public_id: str) -> Access:
    """Access for somebody who may enter: a seat, or whoever made the table. 404, 410 or 403 otherwise.

    Whoever does enter something is asked for their rights again, in the transaction.
    """
    return _found(public_id, lambda here: bool(here.seats))


def to_sit(public_id: str) -> Access:
    """Access for somebody who may choose a seat: a seat, or who typed the join code and comes while it is good.

    404, 410 or 403 otherwise.
    """
    return _found(public_id, lambda here: bool(here.seats) or typed_code(here.table))


def typed_code(row: TableRow) -> bool:
    """Whether the join code of a table was typed on this device, and is still good."""
    return row.code_is_good(session.get("codes", {}).get(row.public_id), datetime.now(UTC))


def place(public_id: str) -> Place:
    """Where the table at an address is: 404 when there never was one. Nobody is asked anything: whoever enters something
    is asked for their rights in the transaction, and told there that the table was deleted."""
    found = service().place(public_id.upper())
    if found is None:
        raise NoTableError
    return found


def at(table: Place, may: Callable[[Access], bool] = lambda _: True) -> Access:
    """A table as it is now, and what this device may do there, which may be nothing: for whoever asks by a link. Its
    ledger is there only for whom `may` allows it. 404 when the table is not there."""
    look = service().look(table, lambda look: may(_access(look)))
    if look is None:
        raise NoTableError
    return _access(look)


def _access(look: Look) -> Access:
    watches = session.get("watch", {}).get(look.table.public_id) == look.table.watch_key
    return Access(look.table, look.rights(known_device()), look, watches)


def _found(public_id: str, may: Callable[[Access], bool]) -> Access:
    here = at(place(public_id), lambda here: not here.table.deleted and may(here))
    if here.table.deleted:
        abort(410)
    if not may(here):
        abort(403)
    return here


def by_spoken_code(spoken: str) -> TableRow | None:
    """The table of a join code, in whatever case and spacing it was typed. This device may choose a seat there while the
    code is good."""
    code = "".join(char for char in spoken.upper() if char.isalpha())
    with service().database.read() as connection:
        row = tables.by_join_code(connection, code, datetime.now(UTC))
    if row is not None:
        _remember("codes", row, code)
    return row


def forget_code(row: TableRow) -> None:
    """The code typed on this device has led to a seat."""
    if row.public_id in session.get("codes", {}):
        session["codes"] = {table: code for table, code in session["codes"].items() if table != row.public_id}


def _remember(what: str, row: TableRow, secret: str, most: int = 30) -> None:
    """Keep in the cookie what opens a table, for so many tables at most: a cookie that is too large is lost."""
    kept = [(table, value) for table, value in session.get(what, {}).items() if table != row.public_id]
    session[what] = dict([*kept, (row.public_id, secret)][-most:])
    session.permanent = True


@dataclass(frozen=True)
class Phone:
    """A phone at a table: its fingerprint and rights, since when it is there, and whether it is the one that asks."""

    device: str
    rights: Rights
    since: datetime
    this: bool


def phones(here: Access) -> list[Phone]:
    """The phones at a table, in the order they came."""
    came = {sitting.device: sitting.at for sitting in reversed(here.look.sittings)}
    return [
        Phone(each, here.look.rights(each), came[each], each == known_device())
        for each in dict.fromkeys(sitting.device for sitting in here.look.sittings)
    ]


def mine() -> list[TableRow]:
    """The tables this device sits at, the last used first."""
    known = known_device()
    if not known:
        return []
    with service().database.read() as connection:
        return tables.of_device(connection, known)


def by_join_key(key: str) -> Access:
    """Access by a join link; 404 when the link is wrong or was renewed."""
    return _by_key("join", key)


def by_result_key(key: str) -> Access:
    """Access by a link to the result; 404 when the link is wrong or was withdrawn."""
    return _by_key("result", key)


def watch(key: str) -> Access:
    """Let this device watch the table of a watch link; 404 when the link is wrong or was renewed."""
    here = _by_key("watch", key)
    _remember("watch", here.table, key)
    return replace(here, watches=True)


def _by_key(link: str, key: str) -> Access:
    with service().database.read() as connection:
        row = tables.by_key(connection, link, key)
    here = at(row) if row else None
    if here is None or getattr(here.table, f"{link}_key") != key:  # renewed meanwhile
        raise NoTableError
    return here


def successor(here: Access) -> TableRow | None:
    """The table at which the same people play on, if there is one. When its link to watch was renewed, an older table's
    leads there no more."""
    following = here.ledger.table.next_table
    found = service().place(following) if following else None
    then = at(found) if found else None
    if then is None or then.table.deleted:
        return None
    events = (entry.event for entry in then.ledger.entries)
    renewed = any(isinstance(event, LinksRenewed) and "watch" in event.links for event in events)
    return None if renewed else then.table


def by_number(table_id: int) -> TableRow:
    """The table with this internal number. It must be there."""
    with service().database.read() as connection:
        return tables.by_id(connection, table_id)


def group(key: str) -> Seen:
    """The group of a link, either of its two. Who comes with the one to play finds it on the start page from now on.

    NoGroupError when the link is wrong or was renewed.
    """
    seen = service().groups.see(key, known_device())
    forgotten = session.get("forgotten", [])
    if seen.plays and seen.row.id in forgotten:
        session["forgotten"] = [each for each in forgotten if each != seen.row.id]
    if seen.plays and not seen.held and key not in session.get("groups", []):
        session["groups"] = [*session.get("groups", []), key][-_GROUPS:]
        session.permanent = True
    return seen


def to_change(key: str) -> Seen:
    """The group of a link to play. NoGroupError for any other."""
    seen = service().groups.see(key, known_device())
    if not seen.plays:
        raise NoGroupError
    return seen


def my_groups() -> list[tuple[GroupRow, int, Ledger | None]]:
    """The groups of this device with the number of their games and the last of these, the last used first."""
    known, opened = known_device(), session.get("groups", [])
    if not (known or opened):
        return []
    found = service().groups.of_device(known, opened)
    return [each for each in found if each[0].id not in session.get("forgotten", [])]


def forget_groups(group_ids: Iterable[int]) -> None:
    """Leave these groups out of the lists of this device, until it opens them again."""
    session["forgotten"] = list(dict.fromkeys([*session.get("forgotten", []), *group_ids]))[-_FORGOTTEN:]
    session.permanent = True
