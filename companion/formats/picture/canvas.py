"""Drawing with Pillow: boxes, discs, texts that fit, and our own drawings. All lengths are pixels of the picture."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache

from PIL import Image, ImageDraw

from companion.formats.picture.drawing import Drawing
from companion.formats.picture.fonts import BOLD, REGULAR, SHAPES, Drawable, drawable, font
from companion.text.graphemes import clusters, shortened

_FINE = 2  # everything is drawn so many times as large, and then made smaller: Pillow draws hard edges


class Canvas:
    """A picture being drawn."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        self._image = Image.new("RGB", (width * _FINE, height * _FINE), ground)
        self._draw = ImageDraw.Draw(self._image, "RGBA")

    def box(self, left: float, top: float, width: float, height: float, fill: str, radius: float = 0) -> None:
        """A filled box."""
        corners = [round(at * _FINE) for at in (left, top, left + width, top + height)]
        area = (corners[0], corners[1], max(corners[0], corners[2] - 1), max(corners[1], corners[3] - 1))
        self._draw.rounded_rectangle(area, round(radius * _FINE), fill)

    def drawing(self, drawing: Drawing, left: float, top: float, scale: float, turn: float = 0) -> None:
        """One of our drawings, its origin at this place, turned by so many degrees around its middle."""
        drawing.draw(self._draw, left * _FINE, top * _FINE, scale * _FINE, turn)

    def text(
        self, left: float, base: float, text: str, size: int, fill: str,
        *, width: float, bold: bool = False, align: str = "left", least: int = 0, family: int | None = None,
    ) -> float:  # fmt: skip
        """One line of text on a base line, in a box of that width; how wide it became.

        What is too wide becomes smaller down to the size `least`, and is then cut. A text that is part of a sentence has
        its `family` of letters, and runs from left to right whatever name it begins with. Nothing leaves its line.
        """
        weight = BOLD if bold else REGULAR
        able = drawable(text) if family is None else Drawable(text, family)
        chosen, size = able.text, size * _FINE
        while (
            size > max(least * _FINE, 1) and font(able.family, weight, size).getlength(chosen) > width * _FINE and least
        ):
            size -= _FINE
        used = font(able.family, weight, size)
        count = len(clusters(chosen))
        while count > 1 and used.getlength(chosen) > width * _FINE:
            count -= 1
            chosen = shortened(able.text, count)
        long = min(used.getlength(chosen), width * _FINE)
        start = {"left": 0.0, "middle": (width * _FINE - long) / 2, "right": width * _FINE - long}[align]
        # Stacked accents of a name stay on its own line.
        mask = Image.new("L", (round(width * _FINE), round(size * 1.5)))
        direction = "ltr" if family is not None and SHAPES else None
        ImageDraw.Draw(mask).text((start, size * 1.1), chosen, 255, used, anchor="ls", direction=direction)
        self._image.paste(fill, (round(left * _FINE), round(base * _FINE - size * 1.1)), mask)
        return float(long / _FINE)

    def lines(
        self, left: float, base: float, text: str, size: int, fill: str,
        *, width: float, most: int, bold: bool = False, least: int, leading: float = 1.25,
    ) -> float:  # fmt: skip
        """Sentences in the middle of their box, in at most so many lines of like length, as large as fits; those at the
        end that do not fit are left out. The last base line."""
        able, weight = drawable(text), BOLD if bold else REGULAR
        sentences = able.text.split(". ")
        tries = [(kept, tried) for kept in range(len(sentences), 0, -1) for tried in range(size, least - 1, -2)]
        for kept, fitting in tries:
            said = able.text if kept == len(sentences) else ". ".join(sentences[:kept]) + "."
            length = cache(font(able.family, weight, fitting * _FINE).getlength)
            found = _broken(said, width * _FINE, length)
            if len(found) <= most and all(length(word) <= width * _FINE for word in said.split()):
                found = _balanced(said, found, width * _FINE, length)
                break
        for number, line in enumerate(filter(None, [*found[: most - 1], " ".join(found[most - 1 :])])):
            base += fitting * leading if number else 0
            self.text(left, base, line, fitting, fill, width=width, bold=bold, align="middle", family=able.family)
        return base

    def png(self) -> bytes:
        """The picture as a PNG file."""
        out = io.BytesIO()
        self._image.reduce(_FINE).save(out, "PNG", compress_level=6)
        return out.getvalue()


def _balanced(text: str, lines: list[str], width: float, length: Callable[[str], float]) -> list[str]:
    """The lines of a text, none much longer than the others; broken where it pauses, if that makes no line more."""
    pause = text.find(": ") + 1
    parted = [line for part in (text[:pause], text[pause:]) for line in _broken(part, width, length)]
    if pause and len(parted) == len(lines):
        return parted
    room = width
    while room > width / 2 and len(narrower := _broken(text, room, length)) == len(lines):
        lines, room = narrower, room * 0.96
    return lines


def _broken(text: str, width: float, length: Callable[[str], float]) -> list[str]:
    """The text in lines, broken between words; a word may be wider than its line."""
    lines, used, space = [""], 0.0, length(" ")
    for word in text.split():
        if used and used + space + length(word) > width:
            lines, used = [*lines, word], length(word)
        else:
            lines[-1], used = f"{lines[-1]} {word}".strip(), used + (space if used else 0) + length(word)
    return lines
