"""A sign for each seat that no other has, and names cut where there is little room."""

from __future__ import annotations

import pytest

from companion.text.graphemes import shortened
from companion.web.table.initials import marks


@pytest.mark.parametrize(
    ("names", "signs"),
    [
        (["Ana", "Ben", "Cleo"], ["A", "B", "C"]),
        (["ana", "Ben"], ["A", "B"]),
        (["Ana", "Alva", "Ben"], ["An", "Al", "B"]),
        (["Ana", "Anna"], ["A1", "A2"]),
        (["Anna K.", "Anna Maria", "Ben"], ["AK", "AM", "B"]),
        (["Eva-Katharina", "Eva-Luise"], ["EK", "EL"]),
        (["", "Ben", ""], ["1", "B", "3"]),
        (["דוד", "漢字", "Ґудзик"], ["ד", "漢", "Ґ"]),
        (["👨‍👩‍👧 Ana", "é", "ß"], ["👨‍👩‍👧", "É", "ß"]),
        (["2 Ana", ""], ["2A", "2"]),
    ],
)
def test_marks(names: list[str], signs: list[str]) -> None:
    assert [*marks(names)] == signs
    assert len({mark.casefold() for mark in marks(names)}) == len(names)


def test_long_names_are_cut_between_characters() -> None:
    assert shortened("Bjarne") == "Bjarne"
    assert shortened("Eva-Katharina") == "Eva-Kath…"
    assert shortened("👨‍👩‍👧" * 10) == "👨‍👩‍👧" * 8 + "…"
