"""Our own SVG drawings for Pillow, which reads none: as much of SVG as `static/` uses. Paths are read by fontTools."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from xml.etree import ElementTree

from fontTools.misc.transform import Identity, Transform
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from fontTools.svgLib.path.shapes import PathBuilder
from PIL import ImageColor, ImageDraw

from companion import assets

_SVG = "{http://www.w3.org/2000/svg}"
_INHERITED = ("fill", "stroke", "stroke-width", "opacity")
_STEPS = 12  # straight pieces of a curve
Point = tuple[float, float]


class _Outline(BasePen):  # type: ignore[misc]
    """Collects a path as lines, its curves broken into straight pieces; whether each is closed."""

    def __init__(self) -> None:
        super().__init__(None)
        self.lines: list[tuple[list[Point], bool]] = []

    def _moveTo(self, point: Point) -> None:
        self.lines.append(([point], False))

    def _lineTo(self, point: Point) -> None:
        self.lines[-1][0].append(point)

    def _curveToOne(self, one: Point, two: Point, end: Point) -> None:
        (x, y), line = self._getCurrentPoint(), self.lines[-1][0]
        for step in range(1, _STEPS + 1):
            t = step / _STEPS
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            line.append((a * x + b * one[0] + c * two[0] + d * end[0], a * y + b * one[1] + c * two[1] + d * end[1]))

    def _closePath(self) -> None:
        self.lines[-1] = (self.lines[-1][0], True)


@dataclass(frozen=True)
class Shape:
    """A part of a drawing: its lines, each closed or not, and how it is filled and drawn round."""

    lines: list[tuple[list[Point], bool]]
    style: Mapping[str, str]


@dataclass(frozen=True)
class Drawing:
    """A drawing, its size in its own units, and its parts."""

    width: float
    height: float
    shapes: list[Shape] = field(default_factory=list)

    def draw(self, draw: ImageDraw.ImageDraw, left: float, top: float, scale: float, turn: float = 0) -> None:
        """Draw it, its origin at this place, turned by so many degrees around its middle."""
        place = Identity.translate(left, top).scale(scale)
        place = place.translate(self.width / 2, self.height / 2).rotate(turn * 3.141593 / 180)
        place = place.translate(-self.width / 2, -self.height / 2)
        for shape in self.shapes:
            fill, stroke = _colour(shape.style, "fill"), _colour(shape.style, "stroke")
            thick = max(1, round(float(shape.style.get("stroke-width", 1)) * scale))
            for line, closed in shape.lines:
                points = [place.transformPoint(point) for point in line]
                if fill and len(points) > 2:
                    draw.polygon(points, fill)
                if stroke and len(points) > 1:
                    draw.line([*points, *points[:2]] if closed else points, stroke, thick, joint="curve")


def _colour(style: Mapping[str, str], what: str) -> tuple[int, ...] | None:
    found = style.get(what, "none")
    if found == "none":
        return None
    return (*ImageColor.getrgb(found)[:3], round(255 * float(style.get("opacity", 1))))


@cache
def drawing(name: str, symbol: str = "", colour: str = "#000", fill: str = "none") -> Drawing:
    """A drawing of `static/`, or a symbol of it. `colour` stands for `currentColor`, `fill` for a fill it does not name."""
    top = ElementTree.parse(assets.folder("static") / name).getroot()  # noqa: S314 - a file of ours
    sheet = "".join(top.itertext()).split("@media")[0]
    classes = {
        name: dict(rule.split(":", 1) for rule in rules.split(";"))
        for name, rules in re.findall(r"\.(\w+)\{([^}]*)\}", sheet)
    }
    found = next(part for part in top.iter(f"{_SVG}symbol") if part.get("id") == symbol) if symbol else top
    _, _, width, height = map(float, (found.get("viewBox") or "").split())
    shapes: list[Shape] = []
    _collect(found, {"stroke": colour if symbol else "none", "fill": fill}, Identity, classes, colour, shapes)
    return Drawing(width, height, shapes)


def _collect(
    part: ElementTree.Element, given: Mapping[str, str], place: Transform, classes: Mapping[str, Mapping[str, str]],
    colour: str, shapes: list[Shape],
) -> None:  # fmt: skip
    style = {**given}
    for each in (part.get("class") or "").split():
        style |= classes.get(each, {})
    style |= {key: str(part.get(key)) for key in _INHERITED if part.get(key)}
    style = {key: colour if value == "currentColor" else value for key, value in style.items()}
    turned = re.fullmatch(r"rotate\(([-.\d]+) ([-.\d]+) ([-.\d]+)\)", part.get("transform") or "")
    if turned:
        angle, x, y = map(float, turned.groups())
        place = place.translate(x, y).rotate(angle * 3.141593 / 180).translate(-x, -y)
    path = _path(part)
    if path:
        pen = _Outline()
        parse_path(path, pen)
        shapes.append(Shape([([place.transformPoint(at) for at in line], end) for line, end in pen.lines], style))
    for inner in part:
        _collect(inner, style, place, classes, colour, shapes)


def _path(part: ElementTree.Element) -> str:
    """The part as a path; empty for one that draws nothing itself."""
    if part.tag.removeprefix(_SVG) not in ("path", "circle", "ellipse"):
        return ""
    builder = PathBuilder()
    builder.add_path_from_element(ElementTree.Element(part.tag, {**part.attrib, "transform": "matrix(1 0 0 1 0 0)"}))
    return str(builder.paths[0])
