"""The plural of sentences in tests: as in English, and only by a number, as other languages have more than one."""

from __future__ import annotations


def plural(one: str, many: str, number: int) -> str:
    """The sentence for that number. TypeError for what is none."""
    if type(number) is not int:
        raise TypeError(number)
    return one if number == 1 else many
