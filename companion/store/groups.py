"""Groups: the tables at which the same people played one after the other, two keys, and whom they mean by a name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, Select, func, or_, select

from companion.store import links
from companion.store.schema import devices, entries, group_people, group_tables, play_groups, tables

GROUP_LINKS = ("play", "look")


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group. Who has the key to play may change it, and begin its next game; the other one only shows it."""

    id: int
    play_key: str
    look_key: str
    name: str
    made_at: datetime


def by_key(connection: Connection, link: str, key: str, *, lock: bool = False) -> GroupRow | None:
    """The group to which a link of this kind leads. With `lock` no other transaction changes it until ours ends."""
    query = select(play_groups).where(play_groups.c[f"{link}_key"] == key, play_groups.c.deleted_at.is_(None))
    return _one(connection, query.with_for_update() if lock else query)


def of_table(connection: Connection, table_id: int, *, lock: bool = False) -> GroupRow | None:
    """The group a table belongs to, unless it was deleted."""
    query = select(play_groups).join(group_tables).where(group_tables.c.table_id == table_id)
    query = query.where(play_groups.c.deleted_at.is_(None))
    return _one(connection, query.with_for_update(of=play_groups) if lock else query)


def of_device(connection: Connection, device: str, opened: Collection[str] = ()) -> list[GroupRow]:
    """The groups at one of whose tables a device sits, and those it opened with these keys; the last used first."""
    seat = select(devices.c.table_id).where(devices.c.device == device)
    query = (
        select(play_groups, tables.c.used_at)
        .join(group_tables, group_tables.c.group_id == play_groups.c.id)
        .join(tables, tables.c.id == group_tables.c.table_id)
        .where(play_groups.c.deleted_at.is_(None))
        .where(or_(group_tables.c.table_id.in_(seat), play_groups.c.play_key.in_(list(opened))))
        .order_by(tables.c.used_at.desc(), play_groups.c.id.desc())
    )
    found = {row.id: _row(row) for row in reversed(connection.execute(query).all())}
    return list(reversed(found.values()))


def newest_tables(connection: Connection, group_id: int, most: int) -> list[int]:
    """The newest tables of a group, the last one first."""
    query = select(group_tables.c.table_id).where(group_tables.c.group_id == group_id)
    return list(connection.execute(query.order_by(group_tables.c.table_id.desc()).limit(most)).scalars())


def versions(connection: Connection, group_id: int, most: int) -> list[tuple[int, int]]:
    """The newest tables of a group, each with the number of its newest entry."""
    there = select(group_tables.c.table_id).where(group_tables.c.group_id == group_id)
    newest = there.order_by(group_tables.c.table_id.desc()).limit(most)
    last = select(func.max(entries.c.seq)).where(entries.c.table_id == tables.c.id).scalar_subquery()
    query = select(tables.c.id, last).where(tables.c.id.in_(newest)).order_by(tables.c.id)
    return [(row[0], row[1]) for row in connection.execute(query)]


def held(connection: Connection, group_id: int, device: str) -> set[int]:
    """The tables of a group at which a device sits."""
    query = select(devices.c.table_id).join(group_tables, group_tables.c.table_id == devices.c.table_id)
    query = query.where(devices.c.device == device, group_tables.c.group_id == group_id)
    return set(connection.execute(query).scalars())


def go_on(connection: Connection, table_id: int, next_id: int) -> None:
    """The people of a table play on at another one: it joins their group, which begins now if they had none."""
    group = of_table(connection, table_id, lock=True)
    if group is None:
        now = datetime.now(UTC)
        values = {"play_key": links.new_key(), "look_key": links.new_key(), "name": "", "made_at": now}
        group_id = connection.execute(play_groups.insert().values(**values)).inserted_primary_key[0]  # type: ignore[index]
        connection.execute(group_tables.delete().where(group_tables.c.table_id == table_id))  # of a deleted group
        first = [{"table_id": each, "group_id": group_id} for each in (*_before(connection, table_id), table_id)]
        connection.execute(group_tables.insert(), first)
    else:
        group_id = group.id
    connection.execute(group_tables.insert().values(table_id=next_id, group_id=group_id))


def leave(connection: Connection, table_id: int) -> None:
    """A table that is deleted, or was begun by mistake, leaves its group; with its last table a group goes, too."""
    mine = select(group_tables.c.group_id).where(group_tables.c.table_id == table_id)
    group_id = connection.execute(mine).scalar()
    if group_id is None:
        return
    this = play_groups.c.id == group_id
    connection.execute(select(play_groups.c.id).where(this).with_for_update())
    connection.execute(group_tables.delete().where(group_tables.c.table_id == table_id))
    if not newest_tables(connection, group_id, 1):
        connection.execute(group_people.delete().where(group_people.c.group_id == group_id))
        connection.execute(play_groups.delete().where(this))


def rename(connection: Connection, group_id: int, name: str) -> None:
    """Give a group a name, or with an empty one take it away."""
    connection.execute(play_groups.update().where(play_groups.c.id == group_id).values(name=name))


def renew(connection: Connection, group_id: int, which: Collection[str] = GROUP_LINKS) -> None:
    """New keys for these links: whoever has only the old ones is out."""
    values = {f"{link}_key": links.new_key() for link in which}
    connection.execute(play_groups.update().where(play_groups.c.id == group_id).values(**values))


def delete(connection: Connection, group_id: int) -> None:
    """Delete a group for good. Its tables stay."""
    rename(connection, group_id, "")
    set_people(connection, group_id, {})
    renew(connection, group_id)
    gone = play_groups.update().where(play_groups.c.id == group_id)
    connection.execute(gone.values(deleted_at=datetime.now(UTC)))


def people(connection: Connection, group_id: int) -> dict[str, str]:
    """Who is meant by a name (as `companion.rules.names.key` has it), where that is not the name itself."""
    query = select(group_people.c.name, group_people.c.person).where(group_people.c.group_id == group_id)
    return {row.name: row.person for row in connection.execute(query)}


def set_people(connection: Connection, group_id: int, meant: Mapping[str, str]) -> None:
    """Say anew who is meant by which name."""
    connection.execute(group_people.delete().where(group_people.c.group_id == group_id))
    rows = [{"group_id": group_id, "name": name, "person": person} for name, person in meant.items()]
    if rows:
        connection.execute(group_people.insert(), rows)


def _before(connection: Connection, table_id: int) -> list[int]:
    """The tables from which people came to this one, when there were no groups yet: as far as one of the phones sits
    there, too, and none of them was in a group."""
    found = [table_id]
    while True:
        sitting = select(devices.c.device).where(devices.c.table_id == found[-1])
        near = select(devices.c.table_id).where(devices.c.device.in_(sitting))
        public_id = select(tables.c.public_id).where(tables.c.id == found[-1]).scalar_subquery()
        query = (
            select(entries.c.table_id)
            .where(entries.c.table_id.in_(near), entries.c.command_id == "next-" + public_id)
            .where(entries.c.table_id.not_in(select(group_tables.c.table_id)), entries.c.table_id < found[-1])
        )
        before = connection.execute(query.limit(1)).scalar()
        if before is None:
            return found[:0:-1]
        found.append(before)


def _one(connection: Connection, query: Select[tuple[object, ...]]) -> GroupRow | None:
    row = connection.execute(query).one_or_none()
    return None if row is None else _row(row)


def _row(row: object) -> GroupRow:
    values = row._mapping  # type: ignore[attr-defined]
    return GroupRow(values["id"], values["play_key"], values["look_key"], values["name"], values["made_at"])
