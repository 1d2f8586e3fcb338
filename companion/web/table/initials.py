"""A sign for each seat: it stands on buildings, in lists and in charts, wherever the player's colour does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache

from companion.rules.seats import BySeat, Seat
from companion.text.graphemes import clusters


def marks(names: Iterable[str]) -> BySeat[str]:
    """For each seat the first letter of its name; where others begin alike, two letters, else the initials of a name
    of several words, else the letter and the number of the seat. Without a name it is the number alone."""
    return _marks(tuple(names))


@lru_cache(maxsize=2_000)  # a board of every entry has them, and they hardly ever change
def _marks(given: tuple[str, ...]) -> BySeat[str]:
    names = BySeat(given)
    ways: tuple[Callable[[str, Seat], str], ...] = (_first, _two, _initials, _numbered)
    found = BySeat("" for _ in names)
    for way in ways:
        counts = Counter(mark.casefold() for mark in found)
        found = BySeat(
            mark if mark and counts[mark.casefold()] == 1 else way(names[seat].strip(), seat)
            for seat, mark in found.items()
        )
    return found


def _first(name: str, seat: Seat) -> str:
    letters = clusters(name)
    return _capital(letters[0]) if letters else str(seat)


def _two(name: str, seat: Seat) -> str:
    return _first(name, seat) + "".join(clusters("".join(name.split()))[1:2])


def _initials(name: str, seat: Seat) -> str:
    words = name.replace("-", " ").split()
    return "".join(_first(word, seat) for word in (words[0], words[-1])) if len(words) > 1 else _two(name, seat)


def _numbered(name: str, seat: Seat) -> str:
    return f"{_first(name, seat)}{seat}" if name else str(seat)


def _capital(letter: str) -> str:
    """One letter stays one: ß has no capital of its own."""
    upper = letter.upper()
    return upper if len(upper) == len(letter) else letter
