"""How long a name may be on a page: counted in what people see as one character."""

from __future__ import annotations

import regex

LONGEST_NAME = 24


def fits(name: str) -> bool:
    """Whether a name has at most 24 grapheme clusters: a family emoji or an accented letter is one."""
    return len(regex.findall(r"\X", name)) <= LONGEST_NAME
