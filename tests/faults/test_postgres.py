"""PostgreSQL as the way past one machine: two servers on it, and what they do while it is away."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import psycopg
import pytest

from tests.faults import evening
from tests.faults.cluster import Cluster, programs
from tests.faults.evening import acknowledged, ask, compare, playing, said, sit_down, until_booked, until_refused
from tests.faults.players import Player
from tests.faults.relay import Relay
from tests.live.test_streams import Phone, heard
from tests.long import long_run
from tests.serving import Server, serving

Tell = Callable[[str], None]
TIMES = 12 if long_run() else 1  # how often it goes away, in each way
KEY = {"SECRET_KEY": "the same for all servers of one installation"}
pytestmark = [
    pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed"),
    pytest.mark.timeout(1800 if long_run() else 900),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of this module's own, in a folder that another user may enter."""
    found = programs()
    assert found is not None
    with tempfile.TemporaryDirectory(prefix="companion-postgres-") as folder:
        made = Cluster(Path(folder), found)
        made.start()
        yield made
        made.stop(kill=True)


@pytest.fixture(autouse=True)
def empty(cluster: Cluster) -> None:
    """Begin with nothing in it."""
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")


def balance(players: list[Player]) -> str:
    """What became of their taps, in words; none may be lost or doubled."""
    lost, doubled = compare(players)
    assert (lost, doubled) == (0, 0)
    assert [player.refused for player in players] == [[] for _ in players]
    return f"taps {acknowledged(players)}, lost {lost}, doubled {doubled}"


def test_two_servers_and_one_table_spread_over_both(cluster: Cluster, tmp_path: Path, tell: Tell) -> None:
    shared = {"DATABASE_URL": cluster.url, **KEY}
    with ExitStack() as stack:
        for name in ("one", "other"):
            (tmp_path / name).mkdir()
        one, other = (stack.enter_context(serving(tmp_path / name / "data", **shared)) for name in ("one", "other"))
        players = sit_down(one.port)
        players[1].device.port = other.port  # cookies know no ports: the same phone by another way
        with playing(players) as taps:
            evening.wait_for_taps(players, 3000 if long_run() else 60, taps)
        waits = sorted(_heard_across(one, other, 200 if long_run() else 15))
        told = balance(players)
        assert said(one) == said(other) == []
    tell(
        f"two servers on one PostgreSQL: {told}; the other server's phones hear of a tap after "
        f"{median(waits) * 1000:.0f} ms, at most {waits[-1] * 1000:.0f} ms"
    )


def _heard_across(one: Server, other: Server, times: int) -> Iterator[float]:
    """Seconds from a tap at one server until a phone at the other has its board."""
    here = Phone(one).open()
    there = Phone(other)
    there.jar = here.jar
    with there.listen(here.code) as stream:
        heard(stream)
        for version in range(2, times + 2):
            start = time.monotonic()
            here.tap()
            assert heard(stream) == version
            yield time.monotonic() - start


@pytest.mark.parametrize("kill", [False, True], ids=["stopped", "killed"])
def test_postgres_goes_away_in_mid_game(cluster: Cluster, tmp_path: Path, tell: Tell, kill: bool) -> None:
    noticed, back = [], []
    with serving(tmp_path / "data", DATABASE_URL=cluster.url) as server:
        players = sit_down(server.port)
        with playing(players) as taps:
            for _ in range(TIMES):
                evening.wait_for_taps(players, 10, taps)
                cluster.stop(kill=kill)
                noticed.append(until_refused(server, players))
                start = time.monotonic()
                status, _, page = ask(server)
                assert (status, page) == (503, "nothing can be stored: the database does not answer\n")
                assert time.monotonic() - start < (5 if long_run() else 60)  # psycopg itself would wait for 130
                cluster.start()
                back.append(until_booked(players))
                assert ask(server)[0] == 200
        told = balance(players)
        lines = said(server)
    assert 2 <= len(lines) <= 2 * TIMES, lines  # that it went, and that it came back
    word = "killed" if kill else "stopped"
    tell(f"PostgreSQL {word} {TIMES} x in mid-game: {told}; noticed in {max(noticed):.1f} s, back in {max(back):.1f} s")


@pytest.mark.parametrize("what", ["network", "server"])
def test_postgres_falls_silent(cluster: Cluster, tmp_path: Path, tell: Tell, what: str) -> None:
    relay = Relay(cluster.port)
    slowest, back = 0.0, []
    with (
        relay.running(),
        serving(tmp_path / "data", DATABASE_URL=cluster.url.replace(str(cluster.port), str(relay.port))) as server,
    ):
        players = sit_down(server.port)
        phone = Phone(server).open()
        with phone.listen(phone.code) as stream, playing(players) as taps:
            assert heard(stream) == 1
            for _ in range(TIMES):
                evening.wait_for_taps(players, 10, taps)
                with (relay if what == "network" else cluster).frozen():
                    start = time.monotonic()
                    until_refused(server, players)
                    slowest = max(slowest, time.monotonic() - start)
                    while time.monotonic() - start < (20 if long_run() else 0):
                        asked = time.monotonic()
                        assert ask(server)[0] == 503
                        slowest = max(slowest, time.monotonic() - asked)
                back.append(until_booked(players))
            phone.tap()
            assert heard(stream) == 2
        told = balance(players)
        lines = said(server)
    assert len(lines) <= 2 * TIMES, lines
    tell(f"{what} of PostgreSQL frozen {TIMES} x: {told}; answers within {slowest:.1f} s, back in {max(back):.1f} s")
    assert slowest < (12 if long_run() else 60)
