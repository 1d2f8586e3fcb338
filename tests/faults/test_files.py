"""Disks that are full, write-protected or broken, and files that are replaced while the server runs."""

from __future__ import annotations

import io
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.cli import main
from tests.faults import evening
from tests.faults.disk import disk
from tests.faults.evening import acknowledged, ask, compare, playing, said, sit_down, until, until_booked, until_refused
from tests.faults.players import Player
from tests.long import long_run
from tests.serving import COMPANION, environment, free_port, serving

Tell = Callable[[str], None]
TIMES = 20 if long_run() else 1
pytestmark = pytest.mark.timeout(1800 if long_run() else 900)


def companion(*arguments: object, status: int = 0) -> str:
    """Run a command of ours here, which is sooner done than in a process of its own; all that it says."""
    said = io.StringIO()
    with patch.dict(os.environ, environment(), clear=True), redirect_stdout(said), redirect_stderr(said):
        assert main([str(part) for part in arguments]) == status, said.getvalue()
    return said.getvalue().strip()


def refused_to_start(data: Path) -> str:
    """What a server says that does not start: one line."""
    command = [COMPANION, "serve", "--data", data, "--port", str(free_port())]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False, env=environment())
    assert (done.returncode, done.stdout) == (1, ""), done
    [line] = done.stderr.splitlines()
    return line


def balance(players: list[Player]) -> str:
    assert compare(players) == (0, 0)
    assert [player.refused for player in players] == [[] for _ in players]
    return f"taps {acknowledged(players)}, lost 0, doubled 0"


def test_the_disk_is_full(tmp_path: Path, tell: Tell) -> None:
    noticed, back = [], []
    with disk(tmp_path / "disk", 12) as small, serving(small.folder / "data") as server:
        players = sit_down(server.port)
        with playing(players) as taps:
            for _ in range(TIMES):
                evening.wait_for_taps(players, 30 if long_run() else 10, taps)
                # What is not in the file yet has room of its own, in which hundreds of entries would find theirs.
                with closing(sqlite3.connect(small.folder / "data" / "companion.sqlite", timeout=60)) as other:
                    other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                with small.full():
                    noticed.append(until_refused(server, players))
                    assert ask(server)[2].startswith("nothing can be stored: the database has no room left")
                    device = players[0].device
                    assert device.ask("GET", device.table).status == 200  # what is there can be looked at
                back.append(until_booked(players))
                assert ask(server)[0] == 200
        told = balance(players)
        lines = said(server)
    assert 2 <= len(lines) <= 2 * TIMES, lines
    tell(f"disk full {TIMES} x: {told}; noticed in {max(noticed):.1f} s, back in {max(back):.1f} s")


def test_the_disk_is_write_protected(tmp_path: Path, tell: Tell) -> None:
    with disk(tmp_path / "disk", 12) as small:
        data = small.folder / "data"
        with serving(data) as server:
            players = sit_down(server.port)
            with playing(players) as taps:
                evening.wait_for_taps(players, 200 if long_run() else 10, taps)
            server.interrupt()
        with small.read_only():
            told = refused_to_start(data)
            assert "cannot be written to" in told
            assert "cannot be written to" in companion("check", "--data", data, status=1)
        with serving(data, port=server.port):
            with playing(players) as taps:
                evening.wait_for_taps(players, 200 if long_run() else 10, taps)
            tell(f"disk write-protected: {balance(players)}; refused with “{told.removeprefix('companion: ')}”")


def test_the_file_is_damaged(tmp_path: Path, tell: Tell) -> None:
    data, file = tmp_path / "data", tmp_path / "backup"
    with serving(data) as server:
        players = sit_down(server.port)
        with playing(players) as taps:
            evening.wait_for_taps(players, 300 if long_run() else 25, taps)
        companion("backup", file, "--data", data)
        server.interrupt()
    path, port = data / "companion.sqlite", server.port
    with serving(data, port=port) as server:
        assert ask(server)[0] == 200  # it has looked at its file
        device, booked = players[0].device, 0
        with path.open("r+b") as damaged:
            damaged.seek(4096)
            damaged.write(os.urandom(path.stat().st_size - 4096))
        deadline = time.monotonic() + 240
        while (
            answer := device.ask(
                "POST", f"{device.table}/turn", {"seat": 1, "command_id": f"late-{booked}"}, "application/json"
            )
        ).status != 503:
            assert time.monotonic() < deadline, answer
            booked += answer.status == 200
        assert ask(server)[0] == 503
        written = path.read_bytes(), path.with_name(f"{path.name}-wal").stat().st_size
        assert (
            device.ask("POST", f"{device.table}/turn", {"seat": 1, "command_id": "x"}, "application/json").status == 503
        )
        assert written == (path.read_bytes(), path.with_name(f"{path.name}-wal").stat().st_size)  # nor written over
        lines = said(server)
    assert len(lines) == 1, lines
    told = refused_to_start(data)
    assert "is damaged" in told
    assert "damaged" in companion("check", "--data", data, status=1)
    assert "there are tables" in companion("restore", file, "--data", data, status=1)
    companion("restore", file, "--data", data, "--replace")
    with serving(data, port=port):
        with playing(players) as taps:
            evening.wait_for_taps(players, 200 if long_run() else 10, taps)
        tell(
            f"file damaged: noticed after {booked} taps, a restart and `check` say so; with the backup {balance(players)}"
        )


@pytest.mark.parametrize("how", ["written over it", *(["moved into its place"] if long_run() else [])])
def test_an_older_copy_is_put_back(tmp_path: Path, tell: Tell, how: str) -> None:
    data, older, newer = tmp_path / "data", tmp_path / "older", tmp_path / "newer"
    path = data / "companion.sqlite"
    with serving(data) as server:
        players = sit_down(server.port)
        with playing(players) as taps:
            evening.wait_for_taps(players, 300 if long_run() else 12, taps)
        server.interrupt()
    shutil.copy(path, older)
    port = server.port
    with serving(data, port=port) as server:
        with playing(players) as taps:
            evening.wait_for_taps(players, 300 if long_run() else 12, taps)
        before = players[0].device.data("state.json")
        device = players[0].device
        if how == "moved into its place":
            os.rename(path, newer)
            os.rename(older, path)
        else:
            companion("backup", newer, "--data", data)
            with closing(sqlite3.connect(path)) as connection:  # or all of it would be found in the write-ahead log
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            path.write_bytes(older.read_bytes())
        fields = {"seat": 1, "command_id": "into-nothing"}
        seconds = until(
            lambda: device.ask("POST", f"{device.table}/turn", fields, "application/json").status == 503, "it is taken"
        )
        assert device.ask("GET", f"{device.table}/state.json", accept="application/json").status == 503
        if how == "moved into its place":  # and without a restart once the right one is back
            assert ask(server)[0] == 503
            os.rename(path, older)
            os.rename(newer, path)
            assert ask(server)[0] == 200
            assert device.data("state.json") == before
        lines = said(server)
    assert len(lines) <= 2, lines
    if how != "moved into its place":
        companion("restore", newer, "--data", data, "--replace")
    with serving(data, port=port) as server:
        with playing(players) as taps:
            evening.wait_for_taps(players, 200 if long_run() else 10, taps)
        tell(f"older copy {how}: refused in {seconds:.1f} s, with the right one back {balance(players)}")
