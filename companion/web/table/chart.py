"""The race of a game as lines that step up with every point: where they run on the page. Nothing here is drawn by a
script; the template puts the figures into the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.playing.history import History
from companion.rules.scoring.score import Score
from companion.rules.seats import BySeat, Seat

_LEFT, _RIGHT, _TOP, _BOTTOM = 22, 268, 14, 184  # where the lines run, in units of the picture
_APART = 14  # names at the ends of lines keep that distance
_LEAST = 5  # entries below which there is no race to show
_LINES = 5  # of the grid at most


@dataclass(frozen=True)
class Run:
    """One player's line as a path, the height it ends at, and the height its name stands at."""

    seat: Seat
    path: str
    end: int
    name: int
    total: int


@dataclass(frozen=True)
class Chart:
    """The picture: grid lines by points, marks where the pile ran out, and the lines, the last in rank first."""

    grid: list[tuple[int, int]]
    piles: list[tuple[int, int]]
    runs: list[Run]


def chart(history: History, scores: BySeat[Score]) -> Chart | None:
    """The race of everybody, one step to the right for each entry; None when hardly anything has happened. `scores`
    are those of now."""
    moments = history.moments
    most = max(max(moment.totals) for moment in moments)
    if len(moments) < _LEAST or most <= 0:
        return None
    steps = len(moments) - 1

    def across(at: int) -> int:
        return _LEFT + (_RIGHT - _LEFT) * at // steps

    def up(points: int) -> int:
        return _BOTTOM - (_BOTTOM - _TOP) * max(0, points) // most

    order = sorted(scores.seats, key=lambda seat: (scores[seat].rank, seat))
    names = _apart([up(moments[-1].totals[seat]) for seat in order])
    runs = []
    for seat, name in zip(order, names, strict=True):
        heights = [up(moment.totals[seat]) for moment in moments]
        path, x = [f"M{_LEFT} {heights[0]}"], _LEFT
        for at in range(1, len(moments)):
            if heights[at] != heights[at - 1]:
                path.append(f"h{across(at) - x}v{heights[at] - heights[at - 1]}")
                x = across(at)
        runs.append(Run(seat, "".join([*path, f"H{_RIGHT}"]), heights[-1], name, moments[-1].totals[seat]))
    step = next(step for step in (1, 2, 5, 10, 20, 50) if most // step <= _LINES or step == 50)
    grid = [(points, up(points)) for points in range(0, most + 1, step)]
    return Chart(grid, [(number, across(at)) for number, at in enumerate(history.piles, 1)], runs[::-1])


def _apart(heights: Sequence[int]) -> list[int]:
    """The heights, from the top down, pushed apart so that names do not lie on each other, nor below the picture."""
    found: list[int] = []
    for place, height in enumerate(heights):
        lowest = _BOTTOM + _APART - _APART * (len(heights) - place)
        found.append(min(max(height, found[-1] + _APART), lowest) if found else min(height, lowest))
    return found
