"""`companion serve`: starts with nothing, says where it is, stops at once, and explains what it cannot do."""

from __future__ import annotations

import json
import re
import socket
import stat
import subprocess
import urllib.request
from pathlib import Path

import pytest

from companion.address import lan_address, url
from tests.serving import COMPANION, environment, free_port, running, serving


def fetch(address: str) -> str:
    """The body of a page; fails on any status but 200."""
    with urllib.request.urlopen(address, timeout=20) as answer:  # noqa: S310
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
        assert server.interrupt() < 3
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
        assert server.interrupt() < 3


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


def refused(*options: str, **env: str) -> str:
    """Run it with something that cannot work; the one line it says."""
    done = subprocess.run(
        [COMPANION, "serve", *options], capture_output=True, text=True, timeout=60, check=False, env=environment(**env)
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


@pytest.mark.parametrize(
    "address", ["beans.example", "ftp://x", "http://", "http://x:99999", "http://x?y=1", "http://x y"]
)
def test_a_public_address_that_is_none(tmp_path: Path, address: str) -> None:
    line = refused("--data", str(tmp_path), "--public-url", address)
    assert line.startswith(f"companion: the public address '{address}' must look like")


def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "companion.sqlite").write_text("this is no database, " * 100)
    line = refused("--data", str(tmp_path), "--port", str(free_port()))
    assert line.startswith("companion: the database cannot be used: ")


def test_a_database_without_its_driver(tmp_path: Path) -> None:
    line = refused("--data", str(tmp_path), "--port", str(free_port()), DATABASE_URL="mysql://x/y")
    assert line == "companion: this database needs the Python package MySQLdb, which is not installed"


@pytest.mark.parametrize("given", ["nonsense", "postgresql://127.0.0.1:1/nothing"])
def test_a_database_address_that_does_not_work(tmp_path: Path, given: str) -> None:
    line = refused("--data", str(tmp_path), "--port", str(free_port()), DATABASE_URL=given)
    assert line.startswith("companion: the database cannot be used: ")


def test_a_port_in_the_environment_that_is_none(tmp_path: Path) -> None:
    done = subprocess.run(
        [COMPANION], capture_output=True, text=True, timeout=60, check=False, env=environment(PORT="http")
    )
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert "'http' is not a port; use a number from 1 to 65535" in line


def test_a_broken_rule_set(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text("name = 1")
    done = subprocess.run(
        [COMPANION, "--data", tmp_path / "data", "--port", str(free_port())],
        capture_output=True, text=True, timeout=60, check=False, env=environment(COMPANION_EDITIONS=str(tmp_path)),
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "house.toml: beans: is missing\n"


def test_wsgi_entry_for_other_servers(tmp_path: Path) -> None:
    code = "from companion.wsgi import app; print(app.test_client().get('/healthz').text)"
    done = subprocess.run(
        [COMPANION.parent / "python", "-c", code],
        capture_output=True, text=True, timeout=60, check=True, env=environment(COMPANION_DATA=str(tmp_path)),
    )  # fmt: skip
    assert done.stdout.strip() == "ok"
    assert json.dumps(sorted(path.name for path in tmp_path.iterdir()))


def test_addresses_for_people() -> None:
    assert url("127.0.0.1", 80) == "http://127.0.0.1:80"
    assert url("::1", 8000) == "http://[::1]:8000"
    assert url("beans.local", 8000) == "http://beans.local:8000"
    assert url("0.0.0.0", 8000) == f"http://{lan_address()}:8000"  # noqa: S104
