"""The letters of a picture: which font can draw a text, and what of it no font can.

Source Sans draws what most names are written in, Kurinto nearly all else. What none of them has is left out: a box in
its place would tell nobody anything."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from fontTools.ttLib import TTFont
from PIL import ImageFont, features

from companion.text.graphemes import clusters

REGULAR, BOLD = "regular", "bold"
_HERE = files("weblate_fonts") / "static" / "weblate_fonts"
_FAMILIES = (  # the first that draws most of a text draws it
    ("source-sans/ttf/SourceSans3-Regular.ttf", "source-sans/ttf/SourceSans3-Bold.ttf"),
    ("kurinto/ttf/KurintoSans-Rg.ttf", "kurinto/ttf/KurintoSans-Bd.ttf"),
    ("kurinto/ttf/KurintoSansJP-Rg.ttf", "kurinto/ttf/KurintoSansJP-Bd.ttf"),
    ("kurinto/ttf/KurintoSansSC-Rg.ttf", "kurinto/ttf/KurintoSansSC-Bd.ttf"),
    ("kurinto/ttf/KurintoSansKR-Rg.ttf", "kurinto/ttf/KurintoSansKR-Bd.ttf"),
    ("kurinto/ttf/KurintoSansTC-Rg.ttf", "kurinto/ttf/KurintoSansTC-Bd.ttf"),
)
# Without the library that shapes text, letters that run from right to left come out in the wrong order.
SHAPES = bool(features.check("raqm"))


@dataclass(frozen=True)
class Drawable:
    """What can be drawn of a text, and the family that draws it."""

    text: str
    family: int


@cache
def _letters(family: int) -> frozenset[int]:
    """The code points a family has."""
    with TTFont(str(_HERE / _FAMILIES[family][1]), lazy=True) as font:
        font.setGlyphOrder(
            [f"glyph{number}" for number in range(font["maxp"].numGlyphs)]
        )  # their names take long to read
        return frozenset(font.getBestCmap())


@cache
def _is_quiet(char: str) -> bool:
    """Whether a character has no shape of its own: it joins others, chooses their form, or sets their direction."""
    return unicodedata.category(char) == "Cf" or "\ufe00" <= char <= "\ufe0f"


def _has(family: int, cluster: str) -> bool:
    return all(
        _is_quiet(char) or (ord(char) in _letters(family) and (SHAPES or unicodedata.bidirectional(char) not in ("R", "AL")))
        for char in cluster
    )  # fmt: skip


def drawable(text: str) -> Drawable:
    """The text without what no single font has. A text whose letters are lacking altogether comes out empty."""
    every, best = clusters(text), Drawable("", 0)
    drawn = -1
    for family in range(len(_FAMILIES)):
        kept = [cluster for cluster in every if _has(family, cluster)]
        if len(kept) > drawn:
            best, drawn = Drawable(" ".join("".join(kept).split()), family), len(kept)
        if drawn == len(every):
            break
    shows = any(not _is_quiet(char) and unicodedata.category(char)[0] in "LNS" for char in best.text)
    if not SHAPES:
        best = Drawable("".join(char for char in best.text if not _is_quiet(char)), best.family)
    return best if shows else Drawable("", 0)


@lru_cache(128)
def font(family: int, weight: str, size: int) -> ImageFont.FreeTypeFont:
    """A font in a size in pixels."""
    layout = ImageFont.Layout.RAQM if SHAPES else ImageFont.Layout.BASIC
    return ImageFont.truetype(str(_HERE / _FAMILIES[family][weight == BOLD]), size, layout_engine=layout)
