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
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
)

metadata = MetaData()


class Moment(TypeDecorator[datetime]):
    """A point in time in UTC. SQLite forgets the zone; this puts it back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """What goes into the database, in UTC."""
        return value if value is None or value.tzinfo is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """What comes out of the database, in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column(
        "public_id", String(16), nullable=False, unique=True
    ),  # in every address; before 0004 also a code to sit down
    Column("join_key", String(64), nullable=False, unique=True),
    Column("watch_key", String(64), nullable=False, unique=True),
    Column("result_key", String(64), nullable=True, index=True, unique=True),  # never null, which SQLite cannot add
    Column("join_code", String(16), nullable=True, index=True, unique=True),  # short, to be spoken across the table
    Column("join_code_until", Moment(), nullable=True),
    Column("created_at", Moment(), nullable=False),
    Column("used_at", Moment(), nullable=False, index=True),
    Column("deleted_at", Moment(), nullable=True),  # nothing but the public id is left then
    Column("command_id", String(130), nullable=True, index=True, unique=True),  # the form it was made by
    Column("demo", Boolean, nullable=False, server_default=false()),  # to play with, and deleted soon
    Column("unused_at", Moment(), nullable=True),  # when it was found unused for too long; deleted some time after that
    Column("unused_tick", Integer, nullable=True),  # and at which tick of the installation
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # the version of the table after this entry
    Column("command_id", String(64), nullable=False),
    Column("command_digest", String(64), nullable=True),  # what the command was; old entries have none
    Column("kind", String(32), nullable=False),
    Column("v", Integer, nullable=False),  # version of this kind: old entries stay readable
    Column("seat", Integer, nullable=True),  # who entered it: see Entry.by
    Column("device", String(64), nullable=True),  # the fingerprint of the phone; old entries have none
    Column("at", Moment(), nullable=False),
    Column("override", String(300), nullable=False),  # the reason for entering what the rules forbid
    Column("data", JSON, nullable=False),
    UniqueConstraint("table_id", "command_id"),
)

# One row. Numbers that belong to the whole installation.
installation = Table(
    "installation",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("probes", Integer, nullable=False, server_default="0"),  # changed to see whether anything can be stored
    Column(
        "ticks", Integer, nullable=False, server_default="0"
    ),  # quarters of an hour it has run, by no clock one sets
    Column("ticked_at", Moment(), nullable=True),  # when the last of them was counted
    Column("key_digest", String(64), nullable=True),  # of the secret key by which phones are known
)

# Which device, by its fingerprint, sits where. Seat 0: it made the table, and enters for everybody without sitting down.
devices = Table(
    "devices",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("device", String(64), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("at", Moment(), nullable=False),
    Index("ix_devices_device", "device"),
)

# People who play one game after the other: what their games say together, behind two links.
play_groups = Table(
    "play_groups",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("play_key", String(64), nullable=False, unique=True),
    Column("look_key", String(64), nullable=False, unique=True),
    Column("name", String(300), nullable=False),  # empty while nobody has named it
    Column("made_at", Moment(), nullable=False),
    Column("deleted_at", Moment(), nullable=True),  # its tables stay, and are not counted into another group later
)

group_tables = Table(
    "group_tables",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("group_id", Integer, ForeignKey("play_groups.id", ondelete="CASCADE"), nullable=False, index=True),
)

# Who is meant by a name in the games of a group, where that is not the name itself. The games' logs stay as they are.
group_people = Table(
    "group_people",
    metadata,
    Column("group_id", Integer, ForeignKey("play_groups.id", ondelete="CASCADE"), primary_key=True),
    Column("name", Text, primary_key=True),  # as `companion.rules.names.key` has it
    Column("person", String(300), nullable=False),
)
