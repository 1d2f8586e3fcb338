"""Tables nobody uses any more: found, marked, and deleted only a good while after that.

No single reading of a clock deletes anything. A clock may jump by months and back; so a table that looks unused is only
marked at first. It is deleted when the server has run for another day since, counted in quarters of an hour by a clock
that nobody can set, when its clock has gone on by a week, too, and when the table's own newest entry still says the same."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from companion.store.schema import entries, group_tables, installation, tables
from companion.store.tables import delete, lock

UNUSED = timedelta(days=180)  # a table nobody has entered anything at for so long is marked
UNUSED_DEMO = timedelta(days=2)
GRACE = timedelta(days=7)  # and deleted so long after that, by the clock
GRACE_DEMO = timedelta(days=1)
TICK = 900.0  # seconds
GRACE_TICKS = 96  # and after the server has run for a day


@dataclass(frozen=True, slots=True)
class Found:
    """What a look at all tables has found: how many were marked now, and which are to be deleted."""

    marked: int = 0
    due: tuple[int, ...] = ()


def tick(connection: Connection, now: datetime) -> Found | None:
    """Count a quarter of an hour, mark what is unused, and say what is due. None when another process has counted it."""
    here = connection.execute(select(installation).with_for_update()).one()
    if here.ticked_at is not None and abs(now - here.ticked_at) < timedelta(seconds=TICK * 0.9):
        return None
    ticks = here.ticks + 1
    connection.execute(installation.update().values(ticks=ticks, ticked_at=now))
    newest = connection.execute(select(func.max(tables.c.used_at))).scalar()
    if newest is not None and newest > now + timedelta(days=1):
        return Found()  # the clock was ahead when that was entered, or is behind now: it cannot be asked about age
    unmark = or_(tables.c.unused_at > now, tables.c.used_at > tables.c.unused_at)
    connection.execute(tables.update().where(unmark).values(unused_at=None, unused_tick=None))
    mark = and_(tables.c.deleted_at.is_(None), tables.c.unused_at.is_(None), _unused(now))
    marked = connection.execute(tables.update().where(mark).values(unused_at=now, unused_tick=ticks)).rowcount
    due = select(tables.c.id).where(tables.c.deleted_at.is_(None), _due(now, ticks))
    return Found(marked, tuple(row.id for row in connection.execute(due)))


def expire(connection: Connection, table_id: int, now: datetime) -> bool:
    """Delete a table that is due, unless it was used meanwhile; whether it was deleted."""
    lock(connection, table_id)
    ticks = connection.execute(select(installation.c.ticks)).scalar_one()
    this = tables.c.id == table_id
    row = connection.execute(select(tables).where(this, tables.c.deleted_at.is_(None), _due(now, ticks))).one_or_none()
    if row is None:
        return False
    newest = connection.execute(select(func.max(entries.c.at)).where(entries.c.table_id == table_id)).scalar()
    if newest is not None and newest > now - (UNUSED_DEMO if row.demo else UNUSED):
        return False
    delete(connection, [table_id])
    return True


def _unused(now: datetime) -> ColumnElement[bool]:
    """No table of people who still play: each of their games counts in what the group's page says."""
    other, theirs, own = tables.alias(), group_tables.alias(), group_tables.alias()
    in_use = (
        select(own.c.table_id)
        .join(theirs, theirs.c.group_id == own.c.group_id)
        .join(other, other.c.id == theirs.c.table_id)
        .where(other.c.used_at >= now - UNUSED, other.c.deleted_at.is_(None))
    )
    old = and_(tables.c.used_at < now - UNUSED, tables.c.id.not_in(in_use))
    return or_(old, and_(tables.c.demo, tables.c.used_at < now - UNUSED_DEMO))


def _due(now: datetime, ticks: int) -> ColumnElement[bool]:
    waited = or_(tables.c.unused_at < now - GRACE, and_(tables.c.demo, tables.c.unused_at < now - GRACE_DEMO))
    return and_(_unused(now), waited, tables.c.unused_tick <= ticks - GRACE_TICKS)
