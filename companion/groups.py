"""Groups, as pages use them: what their games say together, and the one way they are changed.

Whoever has the key to play may change a group. That is decided in the transaction that changes it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection

from companion.long_work import LongWork
from companion.rules import names
from companion.rules.group import Group, played
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.unreadable import UnreadableTableError
from companion.store import groups, tables
from companion.store.engine import Database
from companion.store.groups import GroupRow
from companion.store.ledgers import Ledgers
from companion.store.tables import TableRow

__all__ = ["LINKS", "MOST", "GroupRow", "Groups", "NoGroupError", "SamePlayerError", "Seen"]

LINKS = groups.GROUP_LINKS
_BETWEEN = 0.001  # seconds in which everybody else comes; in none gevent goes on without looking for new requests
MOST = 200  # games that are counted and listed: the newest


class NoGroupError(Exception):
    """No group has this key, or not any more."""


class SamePlayerError(Exception):
    """Two people played in one game, and are not one."""


@dataclass(frozen=True)
class Seen:
    """A group as a device sees it: its tables with their ledgers (None: cannot be read here), the newest first, what its
    finished games say together, whether it may be changed, and at which tables the device sits."""

    row: GroupRow
    plays: bool
    tables: list[tuple[TableRow, Ledger | None]]
    group: Group
    held: Collection[int]


class Groups:
    """The groups of one installation."""

    def __init__(self, database: Database, ledgers: Ledgers, long_work: LongWork) -> None:
        self._database = database
        self._ledgers = ledgers
        self._long_work = long_work

    def see(self, key: str, device: str) -> Seen:
        """The group behind a link, either of the two. NoGroupError when there is none, QueueFullError when others have
        too much long work."""
        self._read_ahead(key)
        with self._database.read() as connection:
            row, plays = self._behind(connection, key)
            found, group = self._read(connection, row)
            return Seen(row, plays, found, group, groups.held(connection, row.id, device) if device else ())

    def stamp(self, key: str, device: str) -> str:
        """Hex digits that change with whatever `see` tells, and cost much less. NoGroupError as there."""
        with self._database.read() as connection:
            row, plays = self._behind(connection, key)
            held = sorted(groups.held(connection, row.id, device)) if device else []
            people = sorted(groups.people(connection, row.id).items())
            told = (row, plays, held, people, groups.versions(connection, row.id, MOST))
        return hashlib.sha256(repr(told).encode()).hexdigest()[:20]

    def of_table(self, table_id: int) -> GroupRow | None:
        """The group of a table."""
        with self._database.read() as connection:
            return groups.of_table(connection, table_id)

    def of_device(self, device: str, opened: Collection[str]) -> list[tuple[GroupRow, int, Ledger | None]]:
        """The groups of a device with the number of their games and the last of these, the last used group first."""
        with self._database.read() as connection:
            found = []
            for row in groups.of_device(connection, device, opened):
                there = groups.newest_tables(connection, row.id, MOST)
                found.append((row, len(there), self._ledger(connection, there[0])))
            return found

    def last_table(self, key: str) -> int:
        """The table at which a group played last. NoGroupError when the key is none to play."""
        with self._database.read() as connection:
            row = groups.by_key(connection, "play", key)
            if row is None:
                raise NoGroupError
            return groups.newest_tables(connection, row.id, 1)[0]

    def rename(self, key: str, name: str) -> None:
        """Give a group a name. NoGroupError when the key is none to play."""
        with self._changing(key) as (connection, row):
            groups.rename(connection, row.id, names.clean(name))

    def name_person(self, key: str, person: str, name: str) -> None:
        """Call somebody otherwise in a group; with the name of somebody else, the two are one from now on.

        SamePlayerError when they played in one game; NoGroupError when the key is none to play.
        """

        def change(group: Group) -> Mapping[str, str]:
            other = names.key(name)
            if person not in group.people or not other:
                return group.meant
            if other != person and other in group.people:
                if group.met(person, other):
                    raise SamePlayerError
                return group.renamed(person, group.people[other])
            return group.renamed(person, names.clean(name))

        self._people(key, change)

    def take_apart(self, key: str, person: str) -> None:
        """Let everybody who was made one with somebody, or renamed, be who they were. NoGroupError as above."""
        self._people(key, lambda group: group.apart(person))

    def renew(self, key: str, which: Collection[str]) -> GroupRow:
        """New keys for these links (of `LINKS`). NoGroupError as above."""
        with self._changing(key) as (connection, row):
            groups.renew(connection, row.id, which)
            made = groups.of_table(connection, groups.newest_tables(connection, row.id, 1)[0])
            assert made is not None
            return made

    def delete(self, key: str) -> None:
        """Delete a group for good; its tables stay. NoGroupError as above."""
        with self._changing(key) as (connection, row):
            groups.delete(connection, row.id)

    @staticmethod
    def _behind(connection: Connection, key: str) -> tuple[GroupRow, bool]:
        """The group of a key, and whether it is the one to play."""
        row = groups.by_key(connection, "play", key)
        found = row or groups.by_key(connection, "look", key)
        if found is None:
            raise NoGroupError
        return found, row is not None

    def _read_ahead(self, key: str) -> None:
        """Bring the games of a group into memory, each by itself: two hundred logs at once would hold up everybody for
        seconds after a start of the server. Who asks meanwhile waits for the one that reads, and finds them there."""
        with self._database.read() as connection:
            there = groups.newest_tables(connection, self._behind(connection, key)[0].id, MOST)
        if all(map(self._ledgers.known, there)):
            return
        with self._long_work.one_at_a_time():
            for table_id in there:
                if self._ledgers.known(table_id) is None:
                    with self._database.read() as connection:
                        self._ledger(connection, table_id)
                    time.sleep(_BETWEEN)

    def _people(self, key: str, change: Callable[[Group], Mapping[str, str]]) -> None:
        self._read_ahead(key)
        with self._changing(key) as (connection, row):
            groups.set_people(connection, row.id, change(self._read(connection, row)[1]))

    @contextmanager
    def _changing(self, key: str) -> Iterator[tuple[Connection, GroupRow]]:
        with self._database.write() as connection:
            row = groups.by_key(connection, "play", key, lock=True)
            if row is None:
                raise NoGroupError
            yield connection, row

    def _read(self, connection: Connection, row: GroupRow) -> tuple[list[tuple[TableRow, Ledger | None]], Group]:
        there = tables.by_ids(connection, groups.newest_tables(connection, row.id, MOST))
        found = [(table, self._ledger(connection, table.id)) for table in there]
        games = [game for _, ledger in reversed(found) if ledger and (game := played(ledger))]
        return found, Group(games, groups.people(connection, row.id))

    def _ledger(self, connection: Connection, table_id: int) -> Ledger | None:
        try:
            ledger = self._ledgers.read(connection, table_id)
        except UnreadableTableError:
            return None
        self._ledgers.keep(table_id, ledger)
        return ledger
