"""Why a score is what it is: each part with its reason, and a tie by the rule that settled it."""

from __future__ import annotations

import pytest

from companion.rules.scoring.score import Holdings, score
from companion.rules.seats import BySeat
from companion.text.scores import Line, settled, tie, tie_source, why
from companion.text.words import Words
from tests.conftest import game
from tests.rules.tables import EDITIONS
from tests.text.plural import plural

NAMES = ("Ana", "Ben", "Cleo")
WORDS = Words(EDITIONS.get("high-bohn"), BySeat(NAMES), ngettext=plural)
SIX = dict.fromkeys(("blue", "fire", "broad", "soy", "blackeyed", "garden"), 1)
NOTHING = [
    Line("Interest", 0, "nothing owned that pays interest"),
    Line("Buildings", 0, "none bought"),
    Line("Bonus", 0, "0 buildings; the bonus starts at 4"),
]
PARTS: list[tuple[Holdings, list[Line]]] = [
    (Holdings("Ana"), [Line("Talers", 0, "counted in the purse"), *NOTHING]),
    (Holdings("Ana", unsorted=7), [Line("Talers", 7, "counted in the purse"), *NOTHING]),
    (Holdings("Ana", {"blue": 3, "red": 0}), [Line("Talers", 3, "3 Blue"), *NOTHING]),
    (Holdings("Ana", {"blue": 3, "soy": 1}, unsorted=2), [Line("Talers", 6, "3 Blue + 1 Soy + 2 of unknown bean"), *NOTHING]),
    (
        Holdings("Ana", unsorted=5, stew=4, distillery=2, buildings={"break": 4, "cognac": 3, "red": 4}),
        [
            Line("Talers", 5, "counted in the purse"),
            Line("Stew", 4, "kept under the 4-Saloon until now"),
            Line("Distillery", 2, "kept under the 3-Distillery until now"),
            Line("Interest", 2, "4-Tepee: 1 per full 5 of 11 = 2"),
            Line("Buildings", 11, "4-Saloon + 4-Tepee + 3-Distillery"),
            Line("Bonus", 0, "3 buildings; the bonus starts at 4"),
        ],
    ),
    (
        Holdings("Ana", buildings={"red": 1}),
        [
            Line("Talers", 0, "counted in the purse"),
            NOTHING[0],
            Line("Buildings", 1, "1-Tepee"),
            Line("Bonus", 0, "1 building; the bonus starts at 4"),
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("player", "lines"), PARTS)
def test_every_part_of_a_score_has_its_reason(player: Holdings, lines: list[Line]) -> None:
    result = score(game("high-bohn", 3, cognac=True), [player, Holdings("Ben"), Holdings("Cleo")])
    told = why(WORDS, player, result.scores[1].parts)
    assert told == lines
    assert sum(line.talers for line in told) == result.scores[1].parts.total


def test_a_bonus_is_told_with_the_number_of_buildings_and_its_note() -> None:
    result = score(game("high-bohn", 3), [Holdings("Ana", buildings=SIX), Holdings("Ben"), Holdings("Cleo")])
    parts = result.scores[1].parts
    assert parts.bonus_row is not None
    [told] = [line for line in why(WORDS, Holdings("Ana", buildings=SIX), parts) if line.label == "Bonus"]
    assert (told.talers, told.why) == (
        3,
        f"6 buildings. {parts.bonus_row.note}" if parts.bonus_row.note else "6 buildings",
    )


def test_a_base_game_has_talers_alone() -> None:
    words = Words(EDITIONS.get("bohnanza"), BySeat(NAMES))
    result = score(game("bohnanza", 3), [Holdings("Ana", {"blue": 2}), Holdings("Ben"), Holdings("Cleo")])
    assert why(words, Holdings("Ana", {"blue": 2}), result.scores[1].parts) == [Line("Talers", 2, "2 Blue")]


TIES = [  # the rule, cards in hand of three players with two, two and one Taler, and what is told
    ("hand-cards", (3, 1, 9), "Ana and Ben tie at 2. Most cards in hand (Ana: 3, Ben: 1) decides: Ana wins."),
    ("hand-cards", (4, 4, 9), "Ana and Ben tie at 2. Most cards in hand (Ana: 4, Ben: 4) does not separate Ana and Ben: they share the win."),
    ("hand-cards", (4, None, 9), "Ana and Ben tie at 2. The most cards in hand would decide: count those of Ben."),
    ("hand-cards", (None, None, 9), "Ana and Ben tie at 2. The most cards in hand would decide: count those of Ana and Ben."),
    ("clockwise", (3, 1, 9), "Ana and Ben tie at 2. Furthest clockwise from the start player decides: Ben wins."),
    ("shared", (3, 1, 9), "Ana and Ben tie at 2 and share the win."),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "hands", "told"), TIES)
def test_a_tie_is_told_by_the_rule_that_settled_it(rule: str, hands: tuple[int | None, ...], told: str) -> None:
    rows = [
        Holdings(name, unsorted=talers, hand_cards=hand)
        for name, talers, hand in zip(NAMES, (2, 2, 1), hands, strict=True)
    ]
    assert settled(WORDS, score(game("high-bohn", 3, tie_break=rule), rows)) == told


def test_where_the_rule_of_a_tie_is_printed_is_said_only_of_a_tie() -> None:
    played = game("high-bohn", 3)
    even, uneven = (
        [Holdings(name, unsorted=talers) for name, talers in zip(NAMES, each, strict=True)]
        for each in ((2, 2, 1), (3, 2, 1))
    )
    tied, clear = score(played, even), score(played, uneven)
    assert tied.ruling is not None
    assert tie_source(WORDS, tied) == tied.ruling.note != ""
    assert tie(WORDS, tied) == f"{settled(WORDS, tied)} {tied.ruling.note}"
    assert (settled(WORDS, clear), tie_source(WORDS, clear), tie(WORDS, clear)) == ("", "", "")
    chosen = score(game("high-bohn", 3, tie_break="shared"), even)
    assert tie(WORDS, chosen) == settled(WORDS, chosen)
