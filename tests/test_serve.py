"""`companion serve`: starts with nothing, says where it is, stops at once, and explains what it cannot do."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from companion.address import lan_address, url
from tests.serving import COMPANION, environment, free_port, running, serving


def fetch(address: str) -> str:
    """The body of a page; fails on any status but 200."""
    with urllib.request.urlopen(address, timeout=120) as answer:  # noqa: S310
        body: str = answer.read().decode()
        return body


def test_it_serves_from_an_empty_folder_and_stops_in_time(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    data.parent.mkdir()
    with serving(data) as server:
        assert f":{server.port}" in server.greeting
        assert str(data) in server.greeting
        assert "Quick score" in fetch(server.url)
        assert fetch(f"{server.url}/healthz") == "ok\n"
        secret = data / "secret-key"
        assert stat.S_IMODE(secret.stat().st_mode) == 0o600
        key = secret.read_text()
        assert server.interrupt() < 25  # gunicorn by itself waits for 30
        assert server.process.returncode == 0
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""
    with serving(data) as server:
        assert secret.read_text() == key
        assert fetch(f"{server.url}/healthz") == "ok\n"


def test_it_stops_in_time_while_a_browser_keeps_a_connection(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server, socket.create_connection(("127.0.0.1", server.port)) as idle:
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert idle.recv(100).startswith(b"HTTP/1.1 200")
        assert server.interrupt() < 25  # gunicorn by itself waits for 30


def test_phones_reach_it_by_the_address_of_the_network(tmp_path: Path) -> None:
    address = lan_address()
    with serving(tmp_path / "data") as server:
        assert f"http://{address}:{server.port}" in server.greeting
        assert "Quick score" in fetch(f"http://{address}:{server.port}/")


def test_a_demo_leads_to_the_seats_of_a_game_in_progress_and_keeps_nothing(tmp_path: Path) -> None:
    port = free_port()
    with running([COMPANION, "demo", "--port", port], port, cwd=tmp_path, TMPDIR=str(tmp_path)) as server:
        path = re.search(r"at http://[^/]+(/j/\S+)", server.greeting)
        assert path
        page = fetch(server.url + path[1])
        assert all(name in page for name in ("Ana", "Ben", "Cleo", "Dan"))
        assert list(tmp_path.glob("companion-demo-*"))
        server.interrupt()
    assert not list(tmp_path.glob("companion-demo-*"))


def test_the_public_address_is_what_it_says_and_draws(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--public-url", "https://beans.example/high/") as server:
        assert "at https://beans.example/high\n" in server.greeting


def test_the_greeting_shows_a_code_to_scan(tmp_path: Path) -> None:
    with serving(tmp_path / "data", PYTHONIOENCODING="utf-8") as server:
        server.interrupt()
        assert server.process.stdout is not None
        assert "█▀" in server.process.stdout.read()
    with serving(tmp_path / "data", PYTHONIOENCODING="ascii") as server:
        assert "█" not in server.greeting


@pytest.mark.parametrize("host", ["::", "0.0.0.0", "127.0.0.1", "::1"])  # noqa: S104
def test_the_address_it_prints_answers(tmp_path: Path, host: str) -> None:
    if ":" in host and not socket.has_dualstack_ipv6():
        pytest.skip("no IPv6 here")
    with serving(tmp_path / "data", "--host", host) as server:
        printed = re.search(r"is at (http://\S+)", server.greeting)
        assert printed
        assert fetch(f"{printed[1]}/healthz") == "ok\n"
        assert ("Only this computer can reach it" in server.greeting) == (host in ("127.0.0.1", "::1"))


def refused(*options: str, **env: str) -> str:
    """Run it with something that cannot work; the one line it says."""
    done = subprocess.run(
        [COMPANION, "serve", *options], capture_output=True, text=True, timeout=240, check=False, env=environment(**env)
    )
    assert done.returncode == 1, done
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    return line


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:  # noqa: S104
        port = taken.getsockname()[1]
        line = refused("--data", str(tmp_path), "--port", str(port))
    assert line == f"companion: cannot listen on this computer, port {port}: Address already in use"


def test_a_host_that_is_not_ours(tmp_path: Path) -> None:
    line = refused("--data", str(tmp_path), "--host", "203.0.113.7", "--port", str(free_port()))
    assert line.startswith("companion: cannot listen on 203.0.113.7, port")


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    line = refused("--data", str(tmp_path / "file" / "data"))
    assert line == f"companion: cannot write to the data folder {tmp_path / 'file' / 'data'}: Not a directory"


def test_a_public_address_that_is_none(tmp_path: Path) -> None:
    line = refused("--data", str(tmp_path), "--public-url", "beans.example")
    assert line.startswith("companion: the public address 'beans.example' must look like")


def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "companion.sqlite").write_text("this is no database, " * 100)
    line = refused("--data", str(tmp_path), "--port", str(free_port()))
    assert line.startswith("companion: the database ")


def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    given = "postgresql://user:pass-word@127.0.0.1:1/nothing"
    line = refused("--data", str(tmp_path), "--port", str(free_port()), DATABASE_URL=given)
    assert "the database does not answer: " in line
    assert "pass-word" not in line


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "companion.sqlite")) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    line = refused("--data", str(tmp_path), "--port", str(free_port()))
    assert line == "companion: the database was made by a newer version of the companion; install that one again"


def test_a_key_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_bytes(b"\xff\xfe")
    line = refused("--data", str(tmp_path), "--port", str(free_port()))
    assert line == f"companion: {tmp_path / 'secret-key'} holds no text and cannot be the secret key"
    line = refused("--data", str(tmp_path), "--port", str(free_port()), SECRET_KEY="\udcff\udcfe")  # noqa: S106
    assert line.startswith("companion: SECRET_KEY has characters that no key can have")
    line = refused("--data", str(tmp_path), "--port", str(free_port()), SECRET_KEY="a short one")  # noqa: S106
    assert line == "companion: SECRET_KEY is too short: with fewer than 16 signs it can be guessed"


def test_other_servers_are_told_in_one_sentence_too(tmp_path: Path) -> None:
    done = subprocess.run(
        [COMPANION.parent / "python", "-c", "import companion.wsgi"],
        capture_output=True, text=True, timeout=240, check=False,
        env=environment(COMPANION_DATA=str(tmp_path), DATABASE_URL="sqlite://"),
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "companion: the database address sqlite:// names no file to keep the tables in\n"


def test_a_terminal_that_knows_no_umlauts(tmp_path: Path) -> None:
    with serving(tmp_path / "Böhnchen", PYTHONIOENCODING="ascii") as server:
        assert "B\\xf6hnchen" in server.greeting


@pytest.mark.skipif(
    signal.getsignal(signal.SIGHUP) is signal.SIG_IGN, reason="these tests were started to outlive their terminal"
)
def test_a_terminal_that_is_closed_stops_it(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        os.killpg(server.process.pid, signal.SIGHUP)  # as the system does, to all that run in it
        assert server.process.wait(120) == 0
    assert sorted(path.name for path in (tmp_path / "data").glob("*.sqlite*")) == [
        "companion.sqlite",
        "companion.sqlite.lock",
    ]


def test_one_that_is_to_outlive_its_terminal_does(tmp_path: Path) -> None:
    port = free_port()
    command = ["nohup", COMPANION, "serve", "--data", tmp_path / "data", "--port", port]
    with running(command, port, cwd=tmp_path) as server:
        os.killpg(server.process.pid, signal.SIGHUP)
        assert fetch(f"{server.url}/healthz") == "ok\n"


def test_what_only_the_app_can_know_of_the_settings_is_one_line_too(tmp_path: Path) -> None:
    command = [
        COMPANION,
        "serve",
        "--data",
        tmp_path,
        "--port",
        str(free_port()),
        "--public-url",
        "http://beans.example/t",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False, env=environment())
    assert done.returncode != 0
    assert "companion: the public address cannot end in /t" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_in_the_environment_that_is_none(tmp_path: Path) -> None:
    done = subprocess.run(
        [COMPANION], capture_output=True, text=True, timeout=240, check=False, env=environment(PORT="http")
    )
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert "'http' is not a port; use a number from 1 to 65535" in line


def test_a_broken_rule_set(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text("name = 1")
    done = subprocess.run(
        [COMPANION, "--data", tmp_path / "data", "--port", str(free_port())],
        capture_output=True, text=True, timeout=240, check=False, env=environment(COMPANION_EDITIONS=str(tmp_path)),
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "house.toml: beans: is missing\n"


def test_wsgi_entry_for_other_servers(tmp_path: Path) -> None:
    code = "from companion.wsgi import app; print(app.test_client().get('/healthz').text)"
    done = subprocess.run(
        [COMPANION.parent / "python", "-c", code],
        capture_output=True, text=True, timeout=240, check=True, env=environment(COMPANION_DATA=str(tmp_path)),
    )  # fmt: skip
    assert done.stdout.strip() == "ok"
    assert json.dumps(sorted(path.name for path in tmp_path.iterdir()))


def test_addresses_for_people() -> None:
    assert url("127.0.0.1", 80) == "http://127.0.0.1:80"
    assert url("::1", 8000) == "http://[::1]:8000"
    assert url("beans.local", 8000) == "http://beans.local:8000"
    assert url("0.0.0.0", 8000) == f"http://{lan_address()}:8000"  # noqa: S104
