"""Database engines. SQLite is the embedded default, PostgreSQL the way past one machine."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError

from companion.settings import SettingsError


def connect(url: str) -> Engine:
    """An engine for the URL, set up so that no acknowledged write is lost.

    SettingsError when the driver is not installed, SQLAlchemyError when the URL is none.
    """
    try:
        engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    except ModuleNotFoundError as error:
        raise SettingsError(f"this database needs the Python package {error.name}, which is not installed") from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _durable)
        event.listen(engine, "begin", _immediate)
    return engine


def answers(engine: Engine) -> bool:
    """Whether the database answers a query now."""
    try:
        with engine.connect().execution_options(read_only=True) as connection:
            return bool(connection.execute(text("SELECT 1")).scalar() == 1)
    except SQLAlchemyError:
        return False


def _durable(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver must not begin transactions by itself: see _immediate
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _immediate(connection: Any) -> None:
    # A deferred transaction that reads first and writes later loses the race for the write lock instead of
    # waiting for it. One that only reads says so and waits for nobody.
    read_only = connection.get_execution_options().get("read_only", False)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
