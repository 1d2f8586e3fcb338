"""Brings a database to the current schema; run at every start, in process."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import func, select

from companion.store.engine import Database

_LOCK = 4_207_150_236  # any number nobody else locks


def upgrade(database: Database) -> None:
    """Apply the migrations this database has not seen yet."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    with database.write() as connection:
        if connection.dialect.name == "postgresql":  # several processes may start at once; SQLite begins by locking
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
