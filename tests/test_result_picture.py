"""What stands on the picture of a result: its words, and a bar for each player whose parts are as long as they count."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

pytest.importorskip("fontTools")

from companion.assets import light_colours
from companion.formats.picture import result
from companion.formats.picture.result import ResultPicture, Row

ROWS = [Row(2, "B", "Ben", (20, 4, 10, 6)), Row(1, "A", "Ana", (19, 0, 1, 0)), Row(3, "C", "Cleo", (0, 0, 0, 0))]


class Noted:
    """A canvas that notes what is drawn on it."""

    def __init__(self, *size: Any) -> None:
        self.texts: dict[str, tuple[float, float, int, str]] = {}
        self.boxes: list[tuple[float, float, float, float, str]] = []
        self.drawings: list[tuple[Any, ...]] = []
        made.append(self)

    def text(self, left: float, base: float, text: str, size: int, fill: str, **more: Any) -> float:
        """Note a text; it becomes ten wide for each letter."""
        self.texts[text] = (left, base, size, fill)
        return 10.0 * len(text)

    def lines(self, left: float, base: float, text: str, size: int, fill: str, **more: Any) -> float:
        """Note sentences, on one line."""
        self.texts[text] = (left, base, size, fill)
        return base

    def box(self, left: float, top: float, width: float, height: float, fill: str, radius: float = 0) -> None:
        """Note a box."""
        self.boxes.append((left, top, width, height, fill))

    def drawing(self, *drawing: Any) -> None:
        """Note a drawing."""
        self.drawings.append(drawing)

    def png(self) -> bytes:
        """No picture."""
        return b""


made: list[Noted] = []


def noted(monkeypatch: pytest.MonkeyPatch, rows: list[Row], beans: tuple[str, ...] = ("blue", "red")) -> Noted:
    """What is drawn of a game that Ben has won."""
    monkeypatch.setattr(result, "Canvas", Noted)
    made.clear()
    parts = ("Talers", "Interest", "Buildings", "Bonus")
    ResultPicture("Ben wins", "Why.", "High Bohn", "1 May", "companion", rows, parts, beans).png()
    return made[0]


def test_every_word_and_total_stands_there(monkeypatch: pytest.MonkeyPatch) -> None:
    told = noted(monkeypatch, ROWS).texts
    words = {"Ben wins", "Why.", "High Bohn", "1 May", "Talers", "Interest", "Buildings", "Bonus"}
    assert words | {"Ben", "Ana", "Cleo", "A", "B", "C", "40", "20", "0"} <= told.keys()
    assert "None" not in told
    assert told["Ben"][1] < told["Ana"][1] < told["Cleo"][1]


def test_each_part_of_a_bar_is_as_long_as_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    colours, drawn = light_colours(), noted(monkeypatch, ROWS)
    bars = [box for box in drawn.boxes if box[4] in {colours[f"c{kind}"] for kind in (1, 2, 3, 4)} and box[2] != 17]
    ben, ana = bars[:4], bars[4:]
    assert [box[4] for box in ben] == [colours[f"c{kind}"] for kind in (1, 2, 3, 4)]
    assert [box[4] for box in ana] == [colours["c1"], colours["c3"]]  # nothing is drawn of parts that are nothing
    unit = (ben[1][0] - ben[0][0]) / 20
    assert [box[2] for box in (*ben, *ana)] == pytest.approx([unit * count - 3 for count in (20, 4, 10, 6, 19, 1)])
    assert [box[0] - ben[0][0] for box in ben] == pytest.approx([unit * before for before in (0, 20, 24, 34)])
    assert 40 * unit == pytest.approx(1200 - 48 - 104 - (432 + 44))  # the winner's fills the room
    figures = {"20", "4", "10", "6", "19"} & drawn.texts.keys()
    assert figures == {"20", "4", "10", "6", "19"}


def test_everybody_has_the_colour_of_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    colours, drawn = light_colours(), noted(monkeypatch, ROWS)
    discs = [box[4] for box in drawn.boxes if box[2] == box[3] == 42]
    assert discs == [colours["p2"], colours["p1"], colours["p3"]]


@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_the_rows_lie_between_head_and_foot(monkeypatch: pytest.MonkeyPatch, players: int) -> None:
    rows = [Row(seat, str(seat), f"P{seat}", (9, 1, 1, 1)) for seat in range(1, players + 1)]
    drawn = noted(monkeypatch, rows)
    tops = [drawn.texts[row.name][1] for row in rows]
    steps = {round(low - high, 3) for high, low in pairwise(tops)}
    assert steps == {round(min(136, (560 - 78) / players), 3)}
    assert tops[0] > 78
    assert max(box[1] + box[3] for box in drawn.boxes if box[0] >= 432 and box[2] != 17) <= 560
    middle = (tops[0] + tops[-1]) / 2
    assert middle == pytest.approx((78 + 560) / 2, abs=50)


def test_the_site_stands_beside_the_legend_where_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "companion" in noted(monkeypatch, ROWS).texts
    monkeypatch.setattr(
        Noted, "text", lambda self, left, base, text, *_, **__: self.texts.update({text: (left,)}) or 130.0
    )
    assert "companion" not in noted(monkeypatch, ROWS).texts


@pytest.mark.parametrize(("beans", "flying"), [((), 0), (("blue", "of-another-house"), 2), (("blue",) * 9, 6)])
def test_beans_fly_around_the_badge(monkeypatch: pytest.MonkeyPatch, beans: tuple[str, ...], flying: int) -> None:
    drawings = noted(monkeypatch, ROWS, beans).drawings
    assert len(drawings) == flying + 2  # and the badge, and the town
    assert len({drawing[1:3] for drawing in drawings}) == len(drawings)


def test_the_badge_has_the_colours_of_a_coin(monkeypatch: pytest.MonkeyPatch) -> None:
    colours, drawings = light_colours(), noted(monkeypatch, ROWS).drawings
    used = {
        shape.style.get(what) for drawing, *_ in drawings for shape in drawing.shapes for what in ("fill", "stroke")
    }
    assert {colours["coin"], colours["coin-edge"], colours["ink"]} <= used
