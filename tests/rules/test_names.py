"""Names that look the same are the same; what cannot be seen is no name."""

from __future__ import annotations

import pytest

from companion.rules.names import clean, key


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("  Ana \t Maria ", "Ana Maria"),
        ("Ana\u202e", "Ana"),
        ("A\x1b[31mna", "A[31mna"),
        ("\u200d", ""),
        ("\u3164", ""),
        ("\ufe0f", ""),
        ("e\u0301", "\u00e9"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("<b>", "<b>"),
        ("=1+1", "=1+1"),
    ],
)
def test_what_is_shown(raw: str, shown: str) -> None:
    assert clean(raw) == shown


@pytest.mark.parametrize(
    "other", ["ana", "ANA", " Ana ", "ＡＮＡ", "A\u200bna", "Ana\ufe0f", "\u2066Ana\u2069", "an\u3164a"]
)
def test_the_same_to_a_reader(other: str) -> None:
    assert key(other) == key("Ana")


@pytest.mark.parametrize("other", ["Ana 2", "Anna", "An a", "Аna"])
def test_not_the_same(other: str) -> None:
    assert key(other) != key("Ana")


def test_case_folding_is_not_lower_casing() -> None:
    assert key("Straße") == key("STRASSE")
