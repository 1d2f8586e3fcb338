"""The options of a table in words, with the names of players, editions and base games."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.seats import BySeat
from companion.text.options import LABELS, base, in_force, label, title, value
from companion.text.words import Words
from tests.rules.tables import EDITIONS

WORDS = Words(EDITIONS.get("high-bohn"), BySeat(("Ana", "Ben", "Cleo")))
VALUES = [
    ("start", 1, "Ana"),
    ("start", 3, "Cleo"),
    ("order", (2, 1, 3), "Ben – Ana – Cleo"),
    ("edition", "high-bohn-2000", "High Bohn 2000 (Lookout Games)"),
    ("edition", "of-another-house", "of-another-house"),
    ("base", "rio-grande", "Rio Grande"),
    ("base", "of-another-house", "of-another-house"),
    ("tie_break", "hand-cards", "most cards in hand"),
    ("tie_break", "clockwise", "furthest clockwise from the start player"),
    ("tie_break", "shared", "nothing, they share the win"),
    ("tie_break", "dice", "dice"),
    ("cognac", True, "yes"),
    ("hidden", False, "no"),
]


@pytest.mark.parametrize(("option", "chosen", "told"), VALUES)
def test_what_was_chosen_is_told_in_words(option: str, chosen: Any, told: str) -> None:
    assert value(WORDS, EDITIONS, option, chosen) == told


def test_an_option_is_called_by_its_name() -> None:
    assert [label(WORDS, option) for option in LABELS] == list(LABELS.values())
    assert value(WORDS, None, "edition", "high-bohn") == "high-bohn"
    assert base(WORDS, None, "amigo") == base(WORDS, EDITIONS, "amigo") != "amigo"


def chosen(**changes: Any) -> dict[str, Any]:
    """What a table is played by."""
    usual = {"edition": "high-bohn", "cognac": False, "base": "amigo", "tie_break": "shared", "hidden": False}
    return usual | changes


def test_a_table_is_told_by_what_its_edition_can_be_played_with() -> None:
    high_bohn, bohnanza = EDITIONS.get("high-bohn"), EDITIONS.get("bohnanza")
    assert high_bohn is not None
    assert bohnanza is not None
    amigo, ties = f"base game: {base(WORDS, EDITIONS, 'amigo')}", "ties: nothing, they share the win"
    assert in_force(WORDS, EDITIONS, chosen()) == [title(WORDS, high_bohn), amigo, ties]
    assert in_force(WORDS, EDITIONS, chosen(cognac=True, hidden=True)) == [
        title(WORDS, high_bohn), "Cognac variant", amigo, ties, "hidden purses",
    ]  # fmt: skip
    assert in_force(WORDS, EDITIONS, chosen(edition="bohnanza")) == [title(WORDS, bohnanza), ties]
    assert in_force(WORDS, EDITIONS, chosen(edition="of-another-house"))[1] == amigo
    assert in_force(WORDS, None, chosen()) == ["high-bohn", amigo, ties]
