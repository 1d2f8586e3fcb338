"""Migrations on SQLite and PostgreSQL: same tables, run once, safe side by side."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, bindparam, column, select, table

from companion.rules.editions.installed import Editions
from companion.rules.playing.commands import Harvest
from companion.rules.playing.events import Harvested, Started
from companion.rules.playing.stored import encode
from companion.service import Done, Service
from companion.store import migrate, tables
from companion.store.engine import Database
from companion.store.migrate import upgrade
from companion.store.schema import Moment, entries, metadata

FOLDER = Path(migrate.__file__).parent


def to_revision(connection: Connection, revision: str) -> None:
    """Bring an empty database to what it was at some time."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def test_the_migrations_make_exactly_the_schema(url: str) -> None:
    database = Database(url)
    upgrade(database)
    upgrade(database)
    with database.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert database.trouble() is None
    database.close()


def test_processes_that_start_together_do_not_collide(url: str) -> None:
    engines = [Database(url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(upgrade, engines))
    assert not any(engine.trouble() for engine in engines)
    for engine in engines:
        engine.close()


def test_a_database_made_before_digests_stays_readable(url: str, editions: Editions) -> None:
    database = Database(url)
    now = datetime.now(UTC)
    started = Started("high-bohn", True, "amigo", "hand-cards", False, ("Ana", "Ben", "Cleo"))
    with database.write() as connection:
        to_revision(connection, "0002")
        table_id = old_table(connection, "BCDFG", now)
        for seq, event in enumerate((started, Harvested(1, "blue", 6, 2)), 1):
            row = {"table_id": table_id, "seq": seq, "command_id": f"c{seq}", "kind": event.kind, "v": event.v}
            connection.execute(entries.insert().values(at=now, override="", data=encode(event), **row))
    upgrade(database)
    service = Service(database, editions)
    assert service.ledger(table_id).table.player(1).talers == {"blue": 2}
    again = service.handle(table_id, Harvest(1, "blue", cards=6), "c2")
    assert isinstance(again, Done)
    assert again.version == 2
    later = service.handle(table_id, Harvest(1, "blue", cards=6), "c3")
    assert isinstance(later, Done)
    assert later.version == 3
    database.close()


def old_table(connection: Connection, code: str, now: datetime) -> int:
    """A table as versions before 0004 stored it."""
    old = table("tables", *map(column, ("id", "code", "join_key", "watch_key", "created_at", "used_at")))
    moment = bindparam("now", now, type_=Moment())
    made = {"code": code, "join_key": f"j{code}", "watch_key": f"w{code}", "created_at": moment, "used_at": moment}
    connection.execute(old.insert().values(**made))
    found: int = connection.execute(select(old.c.id).where(old.c.code == code)).scalar_one()
    return found


def test_tables_that_had_a_code_keep_it_as_their_address_alone(url: str) -> None:
    database = Database(url)
    now = datetime.now(UTC)
    with database.write() as connection:
        to_revision(connection, "0003")
        old = [old_table(connection, code, now) for code in ("BCDFG", "HJKLM")]
    upgrade(database)
    with database.read() as connection:
        rows = [tables.by_public_id(connection, code) for code in ("BCDFG", "HJKLM")]
        assert [row and row.id for row in rows] == old
        assert tables.by_key(connection, "join", "jBCDFG") == tables.by_key(connection, "watch", "wBCDFG") == rows[0]
        assert rows[0] is not None
        assert tables.by_key(connection, "result", rows[0].result_key) == rows[0]
        assert len({row.result_key for row in rows if row}) == 2
        assert tables.by_join_code(connection, "BCDFG", now) is None
    database.close()


def test_a_database_that_is_away_does_not_answer(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'no' / 'folder' / 'a.sqlite'}")
    assert database.trouble()
