"""How a game went, on its result page: the lines, the same figures as a table, and nothing of purses still hidden."""

from __future__ import annotations

import itertools
import re

import pytest
from flask import Flask

from companion.rules.editions.installed import Editions
from companion.rules.playing import commands as cmd
from companion.rules.playing.history import history
from companion.web.table.chart import chart
from tests.rules.tables import Log
from tests.web.phones import Phone


def played(app: Flask, **options: str) -> Phone:
    """A table for three after four harvests and two turns."""
    host = Phone(app).open("Ana", "Ben", "Cleo", **options)
    host.did("harvest", 1, bean="soy", cards="7")
    host.did("turn", 1, to="2")
    host.did("harvest", 2, bean="red", cards="2")
    host.did("harvest", 2, bean="blue", cards="4")
    host.did("turn", 2, to="3")
    host.did("harvest", 3, bean="soy", cards="2")
    return host


def test_the_table_ends_with_the_score_and_each_player_has_a_line(app: Flask) -> None:
    host = played(app)
    page = host.client.get(f"/t/{host.table}/result").text
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', page.split('class="course"')[1], re.DOTALL)
    assert [(name, re.findall(r"<td>(\d+)</td>", cells)) for name, cells in rows[:3]] == [
        ("1. Ana", ["4", "0", "0"]),
        ("2. Ben", ["4", "2", "0"]),
        ("3. Cleo", ["4", "2", "1"]),
    ]
    assert page.count('class="run ') == 3


@pytest.mark.parametrize("page", ["/result", "/board?page=result"])
def test_hidden_purses_have_no_lines_until_the_end(app: Flask, page: str) -> None:
    host = played(app, hidden="1")
    seat = Phone(app).join(host.join_path, 2)
    address = f"/t/{host.table}{page}"
    assert 'class="chart"' not in seat.client.get(address).text
    host.did("finish", 1, override="1", reason="the last train")
    assert 'class="chart"' in seat.client.get(address).text


def test_lines_stay_in_the_picture_and_names_apart() -> None:
    log = Log(5)
    assert chart(history(log.entries, Editions()), log.table.result.scores) is None  # there is no race yet
    for seat in (1, 2, 3, 4, 5):
        log.did(cmd.Harvest(seat, "soy", 2))
    found = chart(history(log.entries, Editions()), log.table.result.scores)
    assert found
    heights = sorted(run.name for run in found.runs)
    assert all(below - above >= 14 for above, below in itertools.pairwise(heights))
    assert heights[-1] <= 190
    for run in found.runs:
        x, y = (int(part) for part in re.match(r"M(\d+) (\d+)", run.path).groups())  # type: ignore[union-attr]
        for across, up in re.findall(r"h(-?\d+)v(-?\d+)", run.path):
            x, y = x + int(across), y + int(up)
            assert 22 <= x <= 268
            assert 14 <= y <= 184
        assert y == run.end
