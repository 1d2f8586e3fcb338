"""The plural of sentences in tests: as in English, only of sentences that translators have, and only by a number, as
other languages have more than one."""

from __future__ import annotations

from functools import cache

from babel.messages.pofile import read_po

from companion.translations.compiled import FOLDER


@cache
def _translated() -> frozenset[object]:
    """The sentences with a plural that catalogs have, each in both forms."""
    with (FOLDER / "de/LC_MESSAGES/messages.po").open("rb") as file:
        return frozenset(message.id for message in read_po(file) if message.pluralizable)


def plural(one: str, many: str, number: int) -> str:
    """The sentence for that number. TypeError for what is none, KeyError for a sentence nobody translates."""
    if type(number) is not int:
        raise TypeError(number)
    if (one, many) not in _translated():
        raise KeyError(one)
    return one if number == 1 else many
