"""Lengths in what people see as one character: a family emoji or an accented letter is one."""

from __future__ import annotations

import regex

from companion.rules.names import LONGEST

LONGEST_NAME = 24
_SHORT = 9  # characters of a name where there is little room


def clusters(text: str) -> list[str]:
    """What people see as characters, one after the other."""
    found: list[str] = regex.findall(r"\X", text)
    return found


def fits(name: str) -> bool:
    """Whether a name has at most 24 grapheme clusters, whatever number of accents each has. What is longer than any name
    is not looked at."""
    return len(name) <= LONGEST and len(clusters(name)) <= LONGEST_NAME


def shortened(text: str, most: int = _SHORT, points: int | None = None) -> str:
    """The text with at most so many grapheme clusters, by default what there is room for in a narrow place, and code
    points, if they are bounded, too; none is cut in two, and what was cut says so."""
    kept: list[str] = []
    for cluster in clusters(text):
        if len(kept) == most or (points is not None and sum(map(len, kept)) + len(cluster) > points):
            return "".join(kept[: most - 1]).rstrip(" -") + "…"
        kept.append(cluster)
    return text
