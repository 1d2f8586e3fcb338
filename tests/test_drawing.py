"""Our drawings, read for the picture of a result: where lines go, what they are drawn with."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fontTools")

from PIL import Image, ImageDraw

from companion.formats.picture.drawing import Drawing, drawing


@pytest.fixture
def drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Drawing]:
    """The drawing of some SVG, ten wide and twenty high."""
    style = "<style>.dark{fill:#123456;stroke:none}</style>"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20">{style}{request.param}</svg>'
    (tmp_path / "drawn.svg").write_text(svg, "utf-8")
    monkeypatch.setattr("companion.assets.folder", lambda _: tmp_path)
    drawing.cache_clear()
    yield drawing("drawn.svg", colour="#abcdef", fill="#fff")
    drawing.cache_clear()


LINES = [
    ('<path d="M1 2L5 2L5 6Z"/>', [(1, 2), (5, 2), (5, 6)], True),
    ('<path d="M1 2L5 2"/>', [(1, 2), (5, 2)], False),
    ('<path transform="rotate(90 5 5)" d="M5 5L9 5"/>', [(5, 5), (5, 9)], False),
    ('<path transform="rotate(-90 1 2)" d="M1 2L5 2"/>', [(1, 2), (1, -2)], False),
    ('<g transform="rotate(180 5 5)"><path transform="rotate(90 5 5)" d="M5 5L9 5"/></g>', [(5, 5), (5, 1)], False),
]


@pytest.mark.parametrize(("drawn", "points", "closed"), LINES, indirect=["drawn"])
def test_where_a_line_goes(drawn: Drawing, points: list[tuple[float, float]], closed: bool) -> None:
    assert (drawn.width, drawn.height) == (10, 20)
    [shape] = drawn.shapes
    [(line, ended)] = shape.lines
    assert ended is closed
    for found, expected in zip(line, points, strict=False):
        assert found == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    "drawn",
    ['<circle cx="5" cy="6" r="3"/>', '<ellipse cx="5" cy="6" rx="3" ry="3"/>',
     '<circle transform="rotate(90 5 6)" cx="5" cy="6" r="3"/>'],
    indirect=True,
)  # fmt: skip
def test_every_point_of_a_round_shape_lies_on_it(drawn: Drawing) -> None:
    points = [point for shape in drawn.shapes for line, _ in shape.lines for point in line]
    assert len(points) > 20
    assert [math.dist(point, (5, 6)) for point in points] == pytest.approx([3] * len(points), abs=0.01)


@pytest.mark.parametrize("drawn", ['<path d="M0 0C0 4 8 4 8 0"/>'], indirect=True)
def test_a_curve_passes_its_middle_and_ends_where_it_should(drawn: Drawing) -> None:
    [([first, *points], _)] = drawn.shapes[0].lines
    assert (first, points[-1]) == ((0, 0), (8, 0))
    assert points[len(points) // 2 - 1] == pytest.approx((4, 3))
    assert points[2] == pytest.approx((1.25, 2.25))  # a quarter of the way
    assert [x for x, _ in points] == sorted(x for x, _ in points)


STYLES = [
    ('<path d="M1 2L5 2"/>', {"fill": "#fff", "stroke": "none"}),
    ('<path class="dark" d="M1 2L5 2"/>', {"fill": "#123456", "stroke": "none"}),
    ('<path class="dark" fill="currentColor" d="M1 2L5 2"/>', {"fill": "#abcdef", "stroke": "none"}),
    ('<g stroke="#111" opacity="0.5"><path stroke-width="2" d="M1 2L5 2"/></g>', {"fill": "#fff", "stroke": "#111", "stroke-width": "2", "opacity": "0.5"}),
]  # fmt: skip


@pytest.mark.parametrize(("drawn", "style"), STYLES, indirect=["drawn"])
def test_what_a_part_is_drawn_with(drawn: Drawing, style: dict[str, str]) -> None:
    [shape] = drawn.shapes
    assert shape.style == style


@pytest.mark.parametrize("drawn", ['<text>x</text><title>y</title><g><path d="M1 2L5 2"/></g>'], indirect=True)
def test_words_are_not_drawn(drawn: Drawing) -> None:
    assert len(drawn.shapes) == 1


SQUARE, LINE = '<path d="M2 2L8 2L8 6L2 6Z"/>', '<path fill="none" stroke="#fff" stroke-width="{}" d="M5 2L5 8"/>'
# What is drawn, at what scale and turned by how many degrees, and the box it fills: left, top, right, bottom.
BOXES = [
    (SQUARE, 1, 0, (32, 42, 39, 47)),
    (SQUARE, 2, 0, (34, 44, 47, 53)),
    (SQUARE, 1, 180, (32, 54, 39, 59)),
    (SQUARE, 1, 90, (39, 47, 44, 54)),
]


@pytest.mark.parametrize(("drawn", "scale", "turn", "box"), BOXES, indirect=["drawn"])
def test_where_it_is_drawn(drawn: Drawing, scale: float, turn: float, box: tuple[int, ...]) -> None:
    picture = Image.new("RGBA", (100, 100))
    drawn.draw(ImageDraw.Draw(picture), 30, 40, scale, turn)
    assert picture.getbbox() == pytest.approx(box, abs=1)


WIDTHS = [(LINE.format("0.1"), 1, 1), (LINE.format("1"), 1, 1), (LINE.format("2"), 2, 4), (LINE.format("0.5"), 3, 2)]


@pytest.mark.parametrize(("drawn", "scale", "width"), WIDTHS, indirect=["drawn"])
def test_how_thick_a_line_is(drawn: Drawing, scale: float, width: int) -> None:
    picture = Image.new("RGBA", (100, 100))
    drawn.draw(ImageDraw.Draw(picture), 30, 40, scale)
    left, _, right, _ = picture.getbbox() or (0, 0, 0, 0)
    assert right - left == width


@pytest.mark.parametrize("drawn", ['<path fill="none" d="M2 2L8 2L8 6L2 6Z"/>'], indirect=True)
def test_what_has_no_colour_is_not_drawn(drawn: Drawing) -> None:
    picture = Image.new("RGBA", (20, 20))
    drawn.draw(ImageDraw.Draw(picture), 0, 0, 1)
    assert picture.getbbox() is None


@pytest.mark.parametrize(
    ("drawn", "colour"),
    [
        (SQUARE, (255, 255, 255, 255)),
        (SQUARE.replace("path", 'path opacity="0.3" class="dark"'), (0x12, 0x34, 0x56, 76)),
        ('<path fill="none" stroke="#123456" stroke-width="2" d="M5 2L5 8"/>', (0x12, 0x34, 0x56, 255)),
    ],
    indirect=["drawn"],
)
def test_the_colour_it_is_drawn_with(drawn: Drawing, colour: tuple[int, ...]) -> None:
    picture = Image.new("RGBA", (20, 20))
    drawn.draw(ImageDraw.Draw(picture), 0, 0, 1)
    assert picture.getpixel((5, 4)) == colour
