"""Words in a sentence: lists, names that are missing, and what strangers wrote, cut to what people read."""

from __future__ import annotations

import pytest

from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import BySeat
from companion.text.words import Words, capital, isolated
from tests.rules.tables import EDITIONS

WORDS = Words(EDITIONS.get("high-bohn"), BySeat(("Ana", "Ben", "")))


@pytest.mark.parametrize(
    ("items", "every", "either"),
    [
        ([], "", ""),
        (["a"], "a", "a"),
        (["a", "b"], "a and b", "a or b"),
        (["a", "b", "c"], "a, b and c", "a, b or c"),
        (["a", "b", "c", "d"], "a, b, c and d", "a, b, c or d"),
    ],
)
def test_a_list(items: list[str], every: str, either: str) -> None:
    assert (WORDS.every(items), WORDS.any(items)) == (every, either)


def test_who_has_no_name_has_a_number() -> None:
    assert [WORDS.player(seat) for seat in range(1, 5)] == ["Ana", "Ben", "player 3", "player 4"]
    assert WORDS.place(("players", 1, "buildings", "red")) == "player 2 (Ben), buildings, red"
    assert WORDS.place(("players", 2)) == "player 3"
    assert WORDS.place(("players", 3, "name")) == "player 4, name"
    assert WORDS.place(()) == "sheet"


@pytest.mark.parametrize(
    ("length", "shown"), [(59, "x" * 59), (60, "x" * 60), (61, "x" * 59 + "…"), (900, "x" * 59 + "…")]
)
def test_what_a_stranger_wrote_has_sixty_characters_at_most(length: int, shown: str) -> None:
    assert (WORDS.bean("x" * length), WORDS.card("x" * length, 4)) == (shown, f"4-{shown}")
    assert Words(None, BySeat(["x" * length])).player(1) == shown


@pytest.mark.parametrize(("number", "more"), [(1, ""), (20, ""), (21, ", …")])
def test_of_many_things_twenty_are_listed(number: int, more: str) -> None:
    refusal = Refusal(Reason.UNKNOWN_EDITION, {"edition": "uno", "known": [f"e{place}" for place in range(number)]})
    listed = ", ".join(f"e{place}" for place in range(min(number, 20)))
    assert WORDS.sentence(refusal).endswith(f"choose from {listed}{more}")


def test_signs_that_cannot_be_shown_are_marked_and_names_from_right_to_left_stand_apart() -> None:
    assert WORDS.bean("a\x1b[2Jb") == "a�[2Jb"
    for name in ("שרה", "علي", "Ana ב", "\u0661"):  # Hebrew, Arabic, both ways, an Arabic digit
        assert Words(None, BySeat([name])).player(1) == f"\u2068{name}\u2069"
    assert [isolated(name) for name in ("Ana", "Éva", "李", "7")] == ["Ana", "Éva", "李", "7"]
    assert (WORDS.bean("unsorted"), WORDS.counted("stew"), WORDS.counted("red")) == ("unknown bean", "stew", "Red")
    assert (WORDS.count(2, "unsorted"), WORDS.count(2, "red")) == ("2 of unknown bean", "2 Red")
    assert (capital("a b C"), capital("")) == ("A b C", "")
    assert (WORDS.title, Words(None).title) == ("High Bohn (AMIGO)", "")
