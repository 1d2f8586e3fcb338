"""Backup, restore, check and moving between databases, on the command line: nothing is lost, and nothing written over."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from companion.app import create_app
from companion.cli import main
from companion.settings import SettingsError, load
from companion.store import keys, schema
from companion.store.engine import Database
from companion.store.transfer import digest
from tests.store.conftest import database, url
from tests.web.phones import Phone

__all__ = ["database", "url"]


class House:
    """An installation: its data folder, and its database in it or on PostgreSQL."""

    def __init__(self, folder: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.data = folder / "data"
        self.environ = {"DATABASE_URL": url} if url.startswith("postgresql") else {}
        for name in ("SECRET_KEY", "DATABASE_URL", "COMPANION_DATA"):
            monkeypatch.delenv(name, raising=False)
        for name, value in self.environ.items():
            monkeypatch.setenv(name, value)
        self.url = load(self.environ, data=self.data).database_url

    def plays(self) -> Phone:
        """A phone that has entered something at a table of a server, which then stops, and opened another table."""
        phone = self.phone()
        phone.open("Ana", "Ben 🫘", "Cleo")
        first = phone.table
        phone.did("harvest", 1, bean="red", cards=3)
        phone.did("correct", 2, bean="soy", change=2, reason="“Ben’s”")
        phone.open("Dan", "Eve", "Finn", hidden="1")
        phone.table = first
        phone.client.application.extensions["companion"].settle()
        return phone

    def phone(self, like: Phone | None = None) -> Phone:
        """A phone at a server of this house, which knows what another phone knows."""
        app = create_app(load(self.environ, data=self.data))
        phone = Phone(app)
        if like is not None:
            cookie = like.client.get_cookie("companion")
            assert cookie is not None
            phone.client.set_cookie("companion", cookie.value)
            phone.table, phone.token = like.table, like.token
        return phone

    def digest(self) -> str:
        with closing(Database(self.url)) as database, database.read(patient=True) as connection:
            return digest(connection)


def stopped(phone: Phone) -> None:
    """Stop the server a phone is at, as the end of its process would."""
    parts = phone.client.application.extensions["companion"]
    parts.settle()
    file = parts.service.database.file
    if file:
        file.release()


@pytest.fixture
def house(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    return House(tmp_path, url, monkeypatch)


Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command that must succeed, or fail with a status; what it says."""

    def run(*arguments: object, status: int = 0) -> str:
        assert main([str(argument) for argument in arguments]) == status
        said = capsys.readouterr()
        assert (said.err == "") == (status == 0)
        return (said.out + said.err).strip()

    return run


def test_a_backup_of_a_running_server_brings_everything_back(
    house: House, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = house.plays()
    file = tmp_path / "monday.backup"
    assert run("backup", file, "--data", house.data).startswith(f"{file}: 2 tables with 4 entries.")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.glob("*backup*")) == ["monday.backup"]
    before = house.digest()
    phone.did("turn", 1)
    assert "2 tables with 5 entries" in run("backup", file, "--data", house.data)  # an older one is replaced
    assert "2 tables with 5 entries: nothing wrong." in run("check", file)
    assert house.digest() != before
    stopped(phone)

    monkeypatch.delenv("DATABASE_URL", raising=False)
    new = House(tmp_path / "new", "", monkeypatch)
    assert run("restore", file, "--data", new.data).startswith("Restored 2 tables with 5 entries.")
    assert "5 entries: nothing wrong." in run("check", "--data", new.data)
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in new.data.iterdir()} == dict.fromkeys(
        ["companion.sqlite", "companion.sqlite.lock", "secret-key"], 0o600
    )
    other = House(tmp_path / "other", "", monkeypatch)
    monkeypatch.setenv("SECRET_KEY", "another one than the phones know")
    assert "known by another key than SECRET_KEY" in run("restore", file, "--data", other.data)
    monkeypatch.delenv("SECRET_KEY")
    again = new.phone(like=phone)  # its cookie is good there: the key came along
    assert again.state["version"] == 4
    assert again.did("turn", 1) == 5
    stopped(again)


def test_a_group_comes_along_with_its_names(
    house: House, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = house.phone()
    phone.open("Ana", "Ben", "Cleo").finished()
    phone.table = phone.post(f"/t/{phone.table}/again").location.rsplit("/", 1)[1]
    key = phone.client.get(f"/t/{phone.table}/group").location
    phone.post(f"{key}/name", name="Friday round")
    phone.post(f"{key}/people", person="ben", name="Benedikt")
    file = tmp_path / "backup"
    run("backup", file, "--data", house.data)
    stopped(phone)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    new = House(tmp_path / "new", "", monkeypatch)
    run("restore", file, "--data", new.data)
    assert "nothing wrong" in run("check", "--data", new.data)
    again = new.phone(like=phone)
    page = again.client.get(key).text
    assert "Friday round" in page
    assert page.count("Benedikt") >= 3
    again.finished()
    assert again.post(f"{key}/next").status_code == 303
    stopped(again)


def test_restoring_over_tables_is_asked_for_and_keeps_them(house: House, tmp_path: Path, run: Run) -> None:
    phone = house.plays()
    file = tmp_path / "backup"
    run("backup", file, "--data", house.data)
    then = house.digest()
    phone.did("turn", 1)
    later = house.digest()
    assert (
        run("restore", file, "--data", house.data, status=1) == "companion: a server uses this database; stop it first"
    )
    stopped(phone)
    refused = run("restore", file, "--data", house.data, status=1)
    assert "there are tables" in refused
    assert house.digest() == later
    said = run("restore", file, "--data", house.data, "--replace")
    assert house.digest() == then
    [kept] = house.data.glob("replaced-*.sqlite")
    assert str(kept) in said
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert "2 tables with 5 entries: nothing wrong." in run("check", kept)
    run("restore", kept, "--data", house.data, "--replace")
    assert house.digest() == later
    again = house.phone(like=phone)
    assert again.did("turn", 1) == 5
    again.open("Gus", "Hal", "Ida")  # its number is not one that was brought along
    stopped(again)


def test_what_is_no_backup_is_left_alone(house: House, tmp_path: Path, run: Run) -> None:
    stopped(house.plays())
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ana")
    assert "is there already and is no backup" in run("backup", letter, "--data", house.data, status=1)
    assert f"{letter} is no backup" in run("restore", letter, "--data", house.data, status=1)
    assert letter.read_text() == "Dear Ana"
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    assert "a database of something else" in run("restore", other, "--data", house.data, status=1)
    assert "cannot read" in run("restore", tmp_path / "none", "--data", house.data, status=1)
    assert "cannot write" in run("backup", tmp_path / "no" / "folder", "--data", house.data, status=1)
    file = tmp_path / "backup"
    run("backup", file, "--data", house.data)
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + os.urandom(4096) + whole[8192:])
    before = house.digest()
    assert "damaged" in run("restore", file, "--data", house.data, "--replace", status=1)
    assert "damaged" in run("check", file, status=1)
    assert house.digest() == before


@pytest.mark.parametrize("command", ["backup", "check", "copy-to"])
def test_where_nothing_is_nothing_is_made(tmp_path: Path, run: Run, command: str) -> None:
    there = {"backup": [tmp_path / "file"], "check": [], "copy-to": [f"sqlite:///{tmp_path / 'other'}"]}[command]
    assert "there is no database" in run(command, *there, "--data", tmp_path / "none", status=1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_there_and_back_again(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """From SQLite to PostgreSQL, played on, and back: the same rows each time, and the same people at the table."""
    house = House(tmp_path, "", monkeypatch)
    phone = house.plays()
    before = house.digest()
    assert "a server uses this database" in run("copy-to", url, "--data", house.data, status=1)
    stopped(phone)
    assert run("copy-to", url, "--data", house.data).startswith("Copied 2 tables with 4 entries.")
    assert "there are tables at the other place already" in run("copy-to", url, "--data", house.data, status=1)
    assert house.digest() == before
    away = House(tmp_path, url, monkeypatch)
    assert away.digest() == before
    phone = away.phone(like=phone)
    assert phone.did("turn", 1) == 4
    phone.open("Gus", "Hal", "Ida")
    stopped(phone)
    back = tmp_path / "back.sqlite"
    assert "Copied 3 tables with 6 entries." in run("copy-to", f"sqlite:///{back}", "--data", away.data)
    with closing(Database(f"sqlite:///{back}")) as other, other.read(patient=True) as connection:
        assert digest(connection) == away.digest()


def test_another_secret_key_is_noticed_until_it_is_accepted(
    house: House, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = house.plays()
    stopped(phone)
    monkeypatch.setenv("SECRET_KEY", "another key, and long enough")
    with closing(Database(house.url)) as database:
        keys.check(database, load({}, data=house.data).secret_key)
        for _ in range(2):
            with pytest.raises(SettingsError, match="companion accept-key"):
                keys.check(database, os.environ["SECRET_KEY"])
    run("accept-key", "--data", house.data)
    house.environ["SECRET_KEY"] = os.environ["SECRET_KEY"]
    stranger = house.phone(like=phone)
    assert stranger.client.get(f"/t/{phone.table}").status_code == 403
    stopped(stranger)
    monkeypatch.delenv("SECRET_KEY")
    (house.data / "secret-key").unlink()
    run("accept-key", "--data", house.data)  # a lost one is made anew
    del house.environ["SECRET_KEY"]
    stopped(house.phone())
    house.environ["SECRET_KEY"] = "a third key, and long enough"  # noqa: S105
    with pytest.raises(SettingsError, match="another secret key"):
        house.phone()


def broken(database: Database, command: str) -> None:
    with database.write() as connection:
        if database.file:
            connection.connection.dbapi_connection.execute("PRAGMA foreign_keys=OFF")  # type: ignore[union-attr]
        connection.execute(text(command))


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("DELETE FROM entries WHERE seq = 2", "Entries of this table are missing in the database; the first is number 2."),
        ("DELETE FROM entries", "the first is number 1."),
        ("UPDATE entries SET kind = 'teleported' WHERE seq = 2", "This table has entries that a newer version of this app made."),
        ("UPDATE entries SET data = '{\"seat\": 1}' WHERE seq = 2", "The entries of this table cannot be added up."),
        ("DELETE FROM installation", "the row of the installation is missing"),
        ("UPDATE alembic_version SET version_num = '0003'", "the database is of another version"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found(house: House, run: Run, command: str, said: str) -> None:
    phone = house.plays()
    broken(phone.client.application.extensions["companion"].service.database, command)
    stopped(phone)
    told = run("check", "--data", house.data, status=1)
    assert said in told
    assert "Traceback" not in told


def test_rows_that_belong_to_nothing_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    house = House(tmp_path, "", monkeypatch)
    stopped(house.plays())
    with closing(sqlite3.connect(house.data / "companion.sqlite")) as connection, connection:
        connection.execute("DELETE FROM tables WHERE id = 2")
    assert "belongs to no tables" in run("check", "--data", house.data, status=1)


def test_a_backup_holds_every_table_of_the_schema() -> None:
    """Whoever adds a table with an id of its own finds it in backups, too."""
    assert {table.name for table in schema.metadata.sorted_tables} >= {
        "tables", "entries", "devices", "installation", "play_groups", "group_tables", "group_people",
    }  # fmt: skip
