"""How fast a sheet is scored, and how fast `companion score` is there, beside what it must stay below."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from companion.rules.editions.installed import Editions
from companion.rules.scoring.score import score
from companion.rules.scoring.sheet import Sheet, parse, parse_bytes
from tests import examples
from tests.rules import naive
from tests.serving import COMPANION

pytestmark = pytest.mark.alone
Tell = Callable[[str], None]


def microseconds(work: Callable[[], object], rounds: int = 400) -> float:
    """Median time of one call."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def test_scoring_one_sheet(editions: Editions, tell: Tell) -> None:
    sheet = parse(examples.E9.sheet, editions)
    assert isinstance(sheet, Sheet)
    raw = json.dumps(examples.E9.sheet).encode()
    scoring = microseconds(lambda: score(sheet.game, sheet.players))
    whole = microseconds(lambda: parse_bytes(raw, editions))
    by_hand = microseconds(lambda: naive.scores(examples.E9.sheet))
    tell(
        f"scoring one sheet of three players: {scoring:.0f} us median ({scoring / by_hand:.1f} x a bare loop); "
        f"reading and checking it: {whole:.0f} us"
    )
    assert scoring < 40 * by_hand


def test_companion_score_starts_faster_than_flask_is_imported(tmp_path: Path, tell: Tell) -> None:
    file = tmp_path / "e9.json"
    file.write_text(json.dumps(examples.E9.sheet))
    commands: dict[str, Sequence[str | Path]] = {
        "companion score": [COMPANION, "score", "--json", file],
        "python -c pass": [sys.executable, "-c", "pass"],
        "import flask": [sys.executable, "-c", "import flask"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(15):  # interleaved: what the machine does meanwhile falls on all alike
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=60)
            times[name].append(time.perf_counter() - start)
    ours, bare, flask = (statistics.median(times[name]) for name in commands)
    tell(
        f"start of companion score: {ours * 1e3:.0f} ms median, {ours / bare:.2f} x python -c pass, {ours / flask:.2f} x import flask"
    )
    assert ours < flask
