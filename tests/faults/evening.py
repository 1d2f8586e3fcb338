"""An evening that goes on while something happens to the server: what its taps became, and how long nothing was taken."""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

from tests.faults.device import NAMES, at_a_table
from tests.faults.page import entries
from tests.faults.players import Player, key
from tests.serving import Server

SEED = 20
_PATIENCE = 240  # seconds


def sit_down(port: int) -> list[Player]:
    """Three players at a new table."""
    return [Player(device, seat, SEED) for seat, device in enumerate(at_a_table(port), 1)]


def acknowledged(players: list[Player]) -> int:
    """How many taps were booked so far."""
    return sum(len(player.acknowledged) for player in players)


def wait_for_taps(players: list[Player], more: int, playing: list[Future[None]]) -> None:
    """Wait until so many more taps were acknowledged, or a player has given up."""
    goal = acknowledged(players) + more
    while acknowledged(players) < goal and not any(one.done() for one in playing):
        time.sleep(0.001)


@contextmanager
def playing(players: list[Player]) -> Iterator[list[Future[None]]]:
    """They enter one thing after the other until the block ends. AssertionError when one of them gave up."""
    stop = Event()
    with ThreadPoolExecutor(len(players)) as threads:
        taps = [threads.submit(player.play, stop) for player in players]
        try:
            yield taps
        finally:
            stop.set()
        for tap in taps:
            tap.result()


def compare(players: list[Player]) -> tuple[int, int]:
    """How many taps were lost and how many doubled; what the table shows must be what the taps make of it."""
    log = list(entries(players[0].device.data("export.json")))
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    booked = Counter(made for entry in log if (made := key(entry)))
    tapped = Counter(made for player in players for made in player.acknowledged)
    print("lost:", tapped - booked, "doubled:", booked - tapped)
    if booked == tapped:
        state = players[0].device.data("state.json")
        assert state["version"] == len(log)
        assert state["turn"] == sum(entry.verb == "turn" for entry in log) % len(NAMES) + 1
        for player, seen in zip(players, state["players"], strict=True):
            assert +Counter(seen["talers"]) == player.purse()
            assert seen["name"] == player.name
    return (tapped - booked).total(), (booked - tapped).total()


def ask(server: Server, path: str = "/healthz") -> tuple[int, str | None, str]:
    """Status, Retry-After and body of an answer."""
    try:
        with urllib.request.urlopen(server.url + path, timeout=120) as answer:  # noqa: S310
            return answer.status, answer.headers["Retry-After"], answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Retry-After"], error.read().decode()


def until(true: Callable[[], bool], what: str) -> float:
    """Wait for something; how many seconds that took."""
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < _PATIENCE, what
        time.sleep(0.01)
    return time.monotonic() - start


def until_refused(server: Server, players: list[Player]) -> float:
    """Wait until the health check says that nothing can be stored. Phones are then told to wait, in a page of ours."""
    seconds = until(lambda: ask(server)[0] == 503, "the health check says that all is well")
    device = players[0].device
    fields = {"seat": 1, "command_id": "while-it-is-away"}
    answer = device.ask("POST", f"{device.table}/turn", fields, "application/json")
    assert answer.status == 503, answer
    assert json.loads(answer.text)["error"] == "unavailable"
    return seconds


def until_booked(players: list[Player]) -> float:
    """Wait until each of them has had a tap booked; how many seconds that took."""
    before = [len(player.acknowledged) for player in players]
    return until(
        lambda: all(len(player.acknowledged) > had for player, had in zip(players, before, strict=True)),
        "taps are not booked again",
    )


def said(server: Server) -> list[str]:
    """Stop a server; the lines of its log about its database."""
    server.interrupt()
    assert server.process.stderr is not None
    text = server.process.stderr.read()
    assert "Traceback" not in text, text
    assert not re.search(r"/[jw]/[\w-]{10}", text)
    return [line for line in text.splitlines() if "database" in line]
