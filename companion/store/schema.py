"""The tables of the database. Migrations create them; queries are written against these objects."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    TypeDecorator,
    UniqueConstraint,
    false,
)

metadata = MetaData()


class Moment(TypeDecorator[datetime]):
    """A point in time in UTC. SQLite forgets the zone; this puts it back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """What comes out of the database, in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String(16), nullable=False, unique=True),  # short, to be spoken across the table
    Column("join_key", String(64), nullable=False, unique=True),
    Column("watch_key", String(64), nullable=False, unique=True),
    Column("created_at", Moment(), nullable=False),
    Column("used_at", Moment(), nullable=False, index=True),
    Column("deleted_at", Moment(), nullable=True),  # nothing but the code and keys is left then
    Column("command_id", String(130), nullable=True, index=True, unique=True),  # the form it was made by
    Column("demo", Boolean, nullable=False, server_default=false()),  # to play with, and deleted soon
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # the version of the table after this entry
    Column("command_id", String(64), nullable=False),
    Column("kind", String(32), nullable=False),
    Column("v", Integer, nullable=False),  # version of this kind: old entries stay readable
    Column("seat", Integer, nullable=True),  # who entered it
    Column("at", Moment(), nullable=False),
    Column("override", String(300), nullable=False),  # the reason for entering what the rules forbid
    Column("data", JSON, nullable=False),
    UniqueConstraint("table_id", "command_id"),
)

# Which device sits where. Seat 0 is the creator's device, which may enter for everybody without sitting down.
devices = Table(
    "devices",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("device", String(64), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("at", Moment(), nullable=False),
    Index("ix_devices_device", "device"),
)
