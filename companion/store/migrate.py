"""Brings a database to the current schema; run at every start, in process."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select

from companion.settings import SettingsError
from companion.store.engine import Database

_LOCK = 4_207_150_236  # any number nobody else locks


def upgrade(database: Database) -> None:
    """Apply the migrations this database has not seen yet. SettingsError when a newer version of the app made it."""
    config = _config()
    with database.write(patient=True) as connection:
        if connection.dialect.name == "postgresql":  # several processes may start at once; SQLite begins by locking
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        if revision(connection) not in (None, *_known()):
            raise SettingsError("the database was made by a newer version of the companion; install that one again")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def revision(connection: Connection) -> str | None:
    """The revision of a database's schema; None for a database that is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def newest() -> str:
    """The revision of the schema this version of the app works with."""
    return _known()[0]


def _known() -> list[str]:
    """All revisions this version of the app has, the newest first."""
    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    return config
