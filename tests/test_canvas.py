"""Boxes and texts of the picture of a result: each in its place, none wider than it may be."""

from __future__ import annotations

import io
from typing import Any

import pytest

pytest.importorskip("fontTools")

from PIL import Image

from companion.formats.picture.canvas import Canvas, _balanced, _broken
from companion.formats.picture.drawing import Drawing, Shape
from companion.formats.picture.fonts import Drawable, drawable

BLACK, WHITE = "#000000", "#ffffff"


def ink(canvas: Canvas) -> tuple[int, int, int, int] | None:
    """The box of all that was drawn in white on black."""
    return Image.open(io.BytesIO(canvas.png())).convert("L").getbbox()


def written(text: str, size: int = 20, **more: Any) -> tuple[float, tuple[int, int, int, int]]:
    """How wide a text became, at 40 from the left and on the line 60, and the box of its ink."""
    canvas = Canvas(400, 100, BLACK)
    wide = canvas.text(40, 60, text, size, WHITE, **{"width": 300} | more)
    found = ink(canvas)
    assert found is not None
    return wide, found


@pytest.mark.parametrize("box", [(2, 3, 4, 5), (0, 0, 20, 10), (7, 7, 1, 1)])
def test_a_box_fills_its_place(box: tuple[int, int, int, int]) -> None:
    canvas = Canvas(20, 10, BLACK)
    canvas.box(*box, WHITE)
    left, top, width, height = box
    place = (left, top, left + width, top + height)
    assert ink(canvas) == place
    drawn = Image.open(io.BytesIO(canvas.png())).convert("L").crop(place)
    assert drawn.getextrema() == (255, 255)  # up to its edges


def test_a_text_stands_where_its_line_is() -> None:
    wide, (left, top, right, bottom) = written("Hill")
    assert left == pytest.approx(40, abs=3)
    assert right - left == pytest.approx(wide, abs=4)
    assert bottom == pytest.approx(60, abs=1)
    assert 10 < bottom - top < 20


@pytest.mark.parametrize(("align", "middle"), [("left", None), ("middle", 190), ("right", None)])
def test_a_text_is_set_left_right_or_in_the_middle(align: str, middle: int | None) -> None:
    wide, (left, _, right, _) = written("Hill", align=align)
    expected = {"left": 40 + wide / 2, "middle": 190, "right": 340 - wide / 2}[align]
    assert (left + right) / 2 == pytest.approx(expected, abs=3)


def test_bold_is_asked_for() -> None:
    assert written("Hillmann")[0] == written("Hillmann", bold=False)[0] < written("Hillmann", bold=True)[0]


def test_what_is_too_wide_becomes_smaller_and_then_is_cut() -> None:
    long = "Hillmann " * 4
    full, whole = written(long)
    smaller, shrunk = written(long, width=full * 0.8, least=10)
    cut, kept = written(long, width=full * 0.8)
    least, both = written(long, width=full * 0.3, least=14)
    assert max(smaller, cut) <= full * 0.8
    assert least <= full * 0.3
    assert shrunk[3] - shrunk[1] < whole[3] - whole[1]  # smaller letters
    assert kept[3] - kept[1] == whole[3] - whole[1]  # as large, but fewer
    assert 0.65 < (both[3] - both[1]) / (whole[3] - whole[1]) < 0.85


BROKEN = [
    ("", 9, [""]),
    ("one", 2, ["one"]),
    ("one two", 7, ["one two"]),
    ("one two", 6, ["one", "two"]),
    ("a bb ccc dddd", 8, ["a bb ccc", "dddd"]),
    ("a bb ccc dddd", 7, ["a bb", "ccc", "dddd"]),
    ("unbreakable a b", 5, ["unbreakable", "a b"]),
]


@pytest.mark.parametrize(("text", "width", "lines"), BROKEN)
def test_a_text_is_broken_between_words(text: str, width: int, lines: list[str]) -> None:
    assert _broken(text, width, len) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("aa bb cc dd ee", ["aa bb cc", "dd ee"]),
        ("aa bb cc: dd ee", ["aa bb cc:", "dd ee"]),
        ("aa: bb cc dd ee", ["aa:", "bb cc dd ee"]),
        ("aa bb", ["aa bb"]),
    ],
)
def test_lines_are_of_like_length_and_break_at_a_pause(text: str, lines: list[str]) -> None:
    assert _balanced(text, _broken(text, 12, len), 12, len) == lines


def set_in_lines(text: str, **more: Any) -> tuple[int, tuple[int, int, int, int]]:
    """How many lines of size 20 come after the first, and the box of the ink."""
    canvas = Canvas(400, 200, BLACK)
    last = canvas.lines(40, 50, text, 20, WHITE, **{"width": 300, "most": 2, "least": 20} | more)
    found = ink(canvas)
    assert found is not None
    return round((last - 50) / 25), found


def test_sentences_take_as_many_lines_as_they_need_and_may() -> None:
    assert set_in_lines("Hill")[0] == 0
    lines, (left, _, right, bottom) = set_in_lines("Hillmann " * 6)
    assert lines == 1
    assert (left + right) / 2 == pytest.approx(190, abs=4)
    assert right - left <= 300
    assert bottom == pytest.approx(75, abs=1)
    assert set_in_lines("Hillmann " * 9, most=3)[0] == 2
    assert set_in_lines("Hill.  Hillmann " * 2, leading=2.5)[0] in (0, 2)


def test_sentences_are_bold_where_that_is_asked_for() -> None:
    usual, plain, bold = (set_in_lines("Hillmann", **more)[1] for more in ({}, {"bold": False}, {"bold": True}))
    assert usual == plain
    assert usual[2] - usual[0] < bold[2] - bold[0]
    word = "H" + 28 * "e"  # fills its line, and is wider than that in bold letters
    (_, top, _, bottom), large = set_in_lines(word, most=1, least=10)[1], set_in_lines("He", most=1)[1]
    assert bottom - top == large[3] - large[1]


def test_of_sentences_that_do_not_fit_the_last_are_left_out() -> None:
    one, two = "Hillmann Hillmann Hillmann.", "Hillmann Hillmann Hillmann. Hillmann Hillmann Hillmann Hillmann."
    assert set_in_lines(two, most=1)[1] == set_in_lines(one, most=1)[1]
    assert set_in_lines(two, most=3)[0] >= 1
    three = "Hillmann Hillmann. Hillmann Hillmann. " + "Hillmann " * 9 + "."
    assert set_in_lines(three, most=2)[1] == set_in_lines("Hillmann Hillmann. Hillmann Hillmann.", most=2)[1]


def test_letters_become_smaller_before_a_sentence_is_left_out() -> None:
    text = "Hillmann Hillmann Hillmann. Hillmann"
    (_, whole), (_, small) = set_in_lines("Hillmann", most=1), set_in_lines(text, most=1, least=10)
    assert small[3] - small[1] < whole[3] - whole[1]
    assert small[2] - small[0] <= 300


def test_a_drawing_is_turned_only_where_that_is_asked_for() -> None:
    square = Drawing(80, 80, [Shape([([(0, 0), (80, 0), (80, 80), (0, 80)], True)], {"fill": WHITE})])
    pictures = []
    for turn in ((), (0,), (20,)):
        canvas = Canvas(120, 120, BLACK)
        canvas.drawing(square, 20, 20, 1, *turn)
        pictures.append((canvas.png(), ink(canvas)))
    assert pictures[0] == pictures[1] != pictures[2]
    assert pictures[0][1] == pytest.approx((20, 20, 100, 100), abs=1)


def test_where_nothing_shapes_letters_only_signs_without_a_shape_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.formats.picture.fonts.SHAPES", False)
    assert drawable("A\u200dna") == Drawable("Ana", 0)
