"""The result as a picture that a messenger shows beside a link: who has won and why, and everybody's bars.

1200 x 630 pixels, which all of them take. The light theme of the app, its town, its badge and its beans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.assets import drawn_beans, light_colours
from companion.formats.picture.canvas import Canvas
from companion.formats.picture.drawing import drawing
from companion.rules.seats import Seat

WIDTH, HEIGHT = 1200, 630
_PANEL = 432  # the left part, with the winner
_LEFT, _RIGHT = _PANEL + 44, WIDTH - 48
_TOTAL = 104  # room for a total at the right
_TOP, _BOTTOM = 78, 560  # between these lie the rows
_ROW = 136  # pixels a row has at most
_CROWDED = 420  # where a title of many lines ends
_GAP = 3  # pixels between the parts of a bar
# Where beans fly around the badge, and how they are turned.
_BEANS = ((36, 34, -20), (354, 30, 18), (82, 116, 14), (314, 112, -24), (26, 196, 40), (364, 192, 12))


@dataclass(frozen=True)
class Row:
    """A player: the seat from 1, the sign and the name as far as they can be drawn, and the Talers of each part."""

    seat: Seat
    mark: str
    name: str
    parts: tuple[int, int, int, int]  # Talers, interest, buildings, bonus


@dataclass(frozen=True)
class ResultPicture:
    """What stands on the picture, in words of its language; `rows` in the order of the ranking."""

    title: str
    why: str
    game: str
    day: str
    site: str
    rows: Sequence[Row]
    parts: Sequence[str]  # what the parts are called; none of a game without buildings
    beans: Sequence[str]

    def png(self) -> bytes:
        """The picture as a PNG file."""
        colours = light_colours()
        canvas = Canvas(WIDTH, HEIGHT, colours["paper"])
        self._winner(canvas, colours)
        canvas.text(_LEFT, 50, self.game, 24, colours["soft"], width=440, least=18)
        canvas.text(_RIGHT - 230, 50, self.day, 24, colours["soft"], width=230, least=18, align="right")
        for number, row in enumerate(self.rows):
            self._row(canvas, colours, row, number)
        self._legend(canvas, colours)
        return canvas.png()

    def _winner(self, canvas: Canvas, colours: dict[str, str]) -> None:
        canvas.box(0, 0, _PANEL, HEIGHT, colours["glow"])
        for bean, (left, top, turned) in zip(self.beans, _BEANS, strict=False):
            symbol = bean if bean in drawn_beans() else "bean"
            canvas.drawing(drawing("beans.svg", symbol, colours["ink"]), left, top, 1.3, turned)
        badge = drawing("signs-more.svg", "badge", colours["coin-edge"], colours["coin"])
        canvas.drawing(badge, _PANEL / 2 - 105, 32, 1.75)
        most = max(sum(row.parts) for row in self.rows)
        canvas.text(_PANEL / 2 - 50, 156, str(most), 58, colours["on-coin"], width=100, bold=True, align="middle")
        wide = _PANEL - 64
        base = canvas.lines(
            32, 318, self.title, 58, colours["ink"], width=wide, most=3, bold=True, least=30, leading=1.1
        )
        lines = 3 if base < _CROWDED else 2
        canvas.lines(32, base + 44, self.why, 26, colours["soft"], width=wide, most=lines, least=18)
        town = drawing("town.svg")
        scale = (_PANEL - 48) / town.width
        canvas.drawing(town, 24, HEIGHT - 91.6 * scale, scale)

    def _row(self, canvas: Canvas, colours: dict[str, str], row: Row, number: int) -> None:
        each = min(_ROW, (_BOTTOM - _TOP) / len(self.rows))
        top = _TOP + ((_BOTTOM - _TOP) - each * len(self.rows)) / 2 + number * each
        disc = min(42, each * 0.44)
        bar, total = each * 0.30, sum(row.parts)
        width = _RIGHT - _TOTAL - _LEFT
        canvas.box(_LEFT, top, disc, disc, colours[f"p{row.seat}"], disc / 2)
        canvas.text(
            _LEFT,
            top + disc * 0.68,
            row.mark,
            round(disc * 0.52),
            colours["on-p"],
            width=disc,
            bold=True,
            align="middle",
        )
        canvas.text(
            _LEFT + disc + 14, top + disc * 0.73, row.name, round(disc * 0.74), colours["ink"], width=width - disc - 14, bold=True,
            least=round(disc * 0.5),
        )  # fmt: skip
        size = round(min(50, each * 0.56))
        base = top + disc + 6 + bar - 2
        canvas.text(_RIGHT - _TOTAL, base, str(total), size, colours["ink"], width=_TOTAL, bold=True, align="right")
        most = max(1, *(sum(each.parts) for each in self.rows))
        left, top = float(_LEFT), top + disc + 6
        for kind, count in enumerate(row.parts, 1):
            long = count * width / most
            if count > 0:
                canvas.box(left, top, max(long - _GAP, 1), bar, colours[f"c{kind}"], 4)
            if long > 15:
                figure = round(bar * 0.66)
                canvas.text(
                    left, top + bar * 0.5 + figure * 0.33, str(count), figure, colours[f"k{kind}"], width=long - _GAP, bold=True,
                    align="middle",
                )  # fmt: skip
            left += max(long, 0)

    def _legend(self, canvas: Canvas, colours: dict[str, str]) -> None:
        left = float(_LEFT)
        for kind, words in enumerate(self.parts, 1):
            canvas.box(left, 587, 17, 17, colours[f"c{kind}"], 4)
            left += 25 + canvas.text(left + 25, 602, words, 21, colours["soft"], width=130, least=15) + 26
        room = _RIGHT - left
        if room > 120:
            canvas.text(left, 602, self.site, 21, colours["soft"], width=room, least=16, align="right")
