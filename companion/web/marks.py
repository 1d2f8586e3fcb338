"""A sign for each seat that fits on a building card."""

from __future__ import annotations

from collections.abc import Sequence


def marks(names: Sequence[str]) -> list[str]:
    """For each seat the first letter of its name, or the seat's number where that letter is not its own or there
    is no name."""
    letters = [name[:1].upper() for name in names]
    return [letter if letter and letters.count(letter) == 1 else str(seat) for seat, letter in enumerate(letters, 1)]
