"""Settings: where they come from, and the secret that must stay the same."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.app import prepare
from companion.service import DatabaseUnavailableError
from companion.settings import SettingsError, load


def test_the_secret_is_made_once_even_by_several_at_a_time(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        for attempt in range(60):
            folder = tmp_path / str(attempt)
            [key] = set(pool.map(lambda _, folder=folder: load({}, data=folder).secret_key, range(16)))
            assert len(key) >= 43
            assert [path.name for path in folder.iterdir()] == ["secret-key"]
            assert key == (folder / "secret-key").read_text()


def test_a_secret_that_was_cut_off_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text("")
    key = load({}, data=tmp_path).secret_key
    assert len(key) >= 43
    assert load({}, data=tmp_path).secret_key == key


def test_a_key_and_a_folder_that_others_could_read_are_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    load({}, data=folder)
    for path, mode in ((folder, 0o755), (folder / "secret-key", 0o644)):
        path.chmod(mode)
    load({}, data=folder)
    assert (stat.S_IMODE(folder.stat().st_mode), stat.S_IMODE((folder / "secret-key").stat().st_mode)) == (0o700, 0o600)
    (folder / "letter.txt").write_text("somebody's own folder")
    folder.chmod(0o755)
    load({}, data=folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755


def test_a_system_that_cannot_link_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("link", "symlink"):
        monkeypatch.delattr(os, name)
    assert load({}, data=tmp_path).secret_key == load({}, data=tmp_path).secret_key


def test_the_environment_may_bring_the_secret(tmp_path: Path) -> None:
    assert load({"SECRET_KEY": "x" * 40}, data=tmp_path).secret_key == "x" * 40
    assert not (tmp_path / "secret-key").exists()


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("postgres://u:p@h/d", "postgresql+psycopg://u:p@h/d"),
        ("postgresql://h/d", "postgresql+psycopg://h/d"),
        ("postgresql+psycopg://h/d", "postgresql+psycopg://h/d"),
        ("sqlite:////x.sqlite", "sqlite:////x.sqlite"),
    ],
)
def test_database_addresses_as_hosts_hand_them_out(tmp_path: Path, given: str, used: str) -> None:
    assert load({"DATABASE_URL": given}, data=tmp_path).database_url == used


def test_the_database_lies_in_the_data_folder(tmp_path: Path) -> None:
    found = load({"COMPANION_DATA": str(tmp_path)}).database_url
    assert found == f"sqlite:///{tmp_path.resolve() / 'companion.sqlite'}"


def test_the_command_line_wins(tmp_path: Path) -> None:
    env = {"COMPANION_DATA": "/nowhere", "COMPANION_PUBLIC_URL": "https://a.example"}
    settings = load(env, data=tmp_path, public_url="https://b.example/x/")
    assert (settings.data, settings.public_url) == (tmp_path, "https://b.example/x")
    assert load(env, data=tmp_path).public_url == "https://a.example"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="cannot write to the data folder"):
        load({}, data=tmp_path / "file" / "x")


@pytest.mark.parametrize(
    "address", ["beans.example", "ftp://x", "http://", "http://x:99999", "http://x?y=1", "http://x y"]
)
def test_a_public_address_that_is_none(tmp_path: Path, address: str) -> None:
    with pytest.raises(SettingsError) as refused:
        load({}, data=tmp_path, public_url=address)
    assert str(refused.value).startswith(f"the public address '{address}' must look like")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("nonsense", "address cannot be understood"),
        ("mysql://x/y", "address begins with mysql, but only sqlite and postgresql are known"),
        ("sqlite://", "address sqlite:// names no file"),
        ("postgresql://user:pass-word@127.0.0.1:port/x", "address cannot be understood"),
        ("postgresql://user:pass-word@127.0.0.1:99999/nothing", "the database does not answer: "),
    ],
)
def test_a_database_address_that_does_not_work(tmp_path: Path, given: str, said: str) -> None:
    with pytest.raises((SettingsError, DatabaseUnavailableError)) as refused:
        prepare(load({"DATABASE_URL": given}, data=tmp_path))
    assert said in str(refused.value)
    assert "pass-word" not in str(refused.value)
