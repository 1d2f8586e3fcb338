"""kill -9 at any moment, again and again: what was acknowledged is in the log, once, and the log makes the table."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from tests.faults.device import at_a_table
from tests.faults.evening import SEED, compare, wait_for_taps
from tests.faults.players import Player
from tests.long import long_run
from tests.serving import Server, free_port, serving

KILLS = 160 if long_run() else 3  # for each database
Tell = Callable[[str], None]
Serve = Callable[[], AbstractContextManager[Server]]


def play_on(serve: Serve, players: list[Player], dice: Random) -> Any:
    """They enter one thing after the other while the server is killed and started again. The last server lives until
    they have stopped: the state as that one knows it."""
    stop = Event()
    with ThreadPoolExecutor(len(players)) as threads:
        playing = [threads.submit(player.play, stop) for player in players]
        try:
            for _ in range(KILLS):
                with serve() as server:
                    wait_for_taps(players, dice.randint(1, 30), playing)
                    time.sleep(dice.uniform(0, 0.005))  # not always just after an answer
                    server.kill()
            with serve():
                wait_for_taps(players, 30, playing)
                stop.set()
                for player in playing:
                    player.result()
                return players[0].device.data("state.json")
        finally:
            stop.set()


@pytest.mark.timeout(3600 if long_run() else 900)
def test_kill_9_loses_and_doubles_nothing(tmp_path: Path, database: tuple[str, dict[str, Any]], tell: Tell) -> None:
    name, environment = database
    dice = Random(f"{SEED} {name}")  # noqa: S311
    port = free_port()

    def serve() -> AbstractContextManager[Server]:
        return serving(tmp_path / "data", port=port, **environment)

    with serve():
        players = [Player(device, seat, SEED) for seat, device in enumerate(at_a_table(port), 1)]
    state = play_on(serve, players, dice)
    taps = sum(len(player.acknowledged) for player in players)
    with serve():  # what this one knows, it knows from the log alone
        lost, doubled = compare(players)
        assert players[0].device.data("state.json") == state
    tell(f"kill -9 ({name}): kills {KILLS}, taps {taps}, lost {lost}, doubled {doubled}")
    assert (lost, doubled) == (0, 0)
    assert [player.refused for player in players] == [[], [], []]
    assert sum(player.device.unanswered for player in players) >= KILLS  # each kill was felt
