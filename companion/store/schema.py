"""The tables of the database. Migrations create them; queries are written against these objects."""

from __future__ import annotations

from sqlalchemy import JSON, Column, DateTime, ForeignKey, Integer, MetaData, String, Table, UniqueConstraint

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String(16), nullable=False, unique=True),  # short, to be spoken across the table
    Column("join_key", String(64), nullable=False, unique=True),
    Column("watch_key", String(64), nullable=False, unique=True),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("used_at", DateTime(timezone=True), nullable=False, index=True),
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
    Column("at", DateTime(timezone=True), nullable=False),
    Column("data", JSON, nullable=False),
    UniqueConstraint("table_id", "command_id"),
)
