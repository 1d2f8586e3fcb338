"""Scores: the worked examples figure by figure, every card's worth, each tie-break."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.editions.installed import Editions
from companion.rules.scoring.score import Holdings, score
from companion.rules.scoring.sheet import Sheet, parse
from tests import examples, truth
from tests.conftest import game
from tests.examples import Example


def row(result: Any, seat: int) -> dict[str, Any]:
    """A score as plain figures."""
    found = result.scores[seat]
    parts = {
        name: getattr(found.parts, name)
        for name in ("cash", "stew", "distillery", "interest", "buildings", "bonus", "total")
    }
    return parts | {"rank": found.rank, "winner": found.winner}


@pytest.mark.parametrize("example", examples.ALL, ids=lambda example: example.id)
def test_worked_examples(editions: Editions, example: Example) -> None:
    sheet = parse(example.sheet, editions)
    assert isinstance(sheet, Sheet), sheet
    result = score(sheet.game, sheet.players)
    for seat, expected in enumerate(example.expected, 1):
        assert row(result, seat) == expected


@pytest.mark.parametrize("edition", truth.NAMES)
@pytest.mark.parametrize("bean", truth.NINE)
@pytest.mark.parametrize("price", [1, 2, 3, 4])
def test_what_one_building_is_worth(edition: str, bean: str, price: int) -> None:
    """Every building x price x edition: its price, and interest if it is one that pays."""
    if edition.endswith("2000") and bean == "cognac":
        return
    made = game(edition, 4, cognac=bean == "cognac")
    for cash in (0, 4, 5, 6, 7, 8, 23, 24):
        found = score(made, [Holdings("A", unsorted=cash, buildings={bean: price}), *map(Holdings, "BCD")])
        parts = found.scores[1].parts
        interest = cash // truth.INTEREST[price] if bean == "red" and price in truth.INTEREST else 0
        assert (parts.buildings, parts.interest, parts.bonus) == (price, interest, 0)
        assert parts.total == cash + interest + price


@pytest.mark.parametrize("count", range(10))
def test_the_bonus_counts_types(count: int) -> None:
    made = game("high-bohn", 4, cognac=True)
    owned = dict.fromkeys(truth.NINE[:count], 1)
    found = score(made, [Holdings("A", buildings=owned), *map(Holdings, "BCD")]).scores[1].parts
    assert (found.buildings, found.bonus) == (count, truth.BONUS[count])
    assert bool(found.bonus_row and found.bonus_row.note) == (count == 9)


def test_interest_is_counted_once() -> None:
    """24 Talers at one per five: 4, although 28 would bring 5 (4.1)."""
    found = score(game("high-bohn", 3), [Holdings("A", unsorted=24, buildings={"red": 4}), *map(Holdings, "BC")])
    assert found.scores[1].parts.interest == 4


@pytest.mark.parametrize("edition", truth.NAMES)
def test_parked_talers_earn_interest(edition: str) -> None:
    """Three in the purse and two under the Saloon make a full five (4.4)."""
    owner = Holdings("A", unsorted=3, stew=2, buildings={"break": 3, "red": 4})
    assert score(game(edition, 3), [owner, *map(Holdings, "BC")]).scores[1].parts.interest == 1


def test_interest_is_paid_whatever_the_discard_pile_holds() -> None:
    """All 104 cards lie in a purse: nothing is left that could be paid out, and it counts all the same (4.40)."""
    found = score(game("high-bohn", 3), [Holdings("A", unsorted=104, buildings={"red": 4}), *map(Holdings, "BC")])
    assert found.scores[1].parts.interest == 20


@pytest.mark.parametrize("edition", truth.NAMES)
def test_everybody_gets_the_bonus_for_their_own_number(edition: str) -> None:
    """004:L12, not only who built most, as 004:L5 might be read."""
    owners = [
        Holdings(name, buildings=dict.fromkeys(truth.EIGHT[:count], 1))
        for name, count in zip("ABC", (6, 5, 4), strict=True)
    ]
    assert [row.parts.bonus for row in score(game(edition, 3), owners).scores] == [3, 2, 1]


def ranks(tie_break: str, *players: tuple[int, int | None]) -> tuple[list[int], list[bool]]:
    """Ranks and winners of players given as (Talers, hand cards)."""
    made = game("bohnanza-rio-grande", len(players), tie_break=tie_break)
    holdings = [Holdings(str(seat), unsorted=cash, hand_cards=hand) for seat, (cash, hand) in enumerate(players)]
    found = score(made, holdings)
    return [entry.rank for entry in found.scores], [entry.winner for entry in found.scores]


TIES = [
    ("shared", [(5, 1), (5, 9), (3, 0)], [1, 1, 3]),
    ("shared", [(5, 0), (5, 0), (5, 0)], [1, 1, 1]),
    ("shared", [(9, 0), (5, 0), (5, 0), (1, 0)], [1, 2, 2, 4]),
    ("hand-cards", [(5, 1), (5, 9), (3, 20)], [2, 1, 3]),
    ("hand-cards", [(5, 4), (5, 4), (5, 2)], [1, 1, 3]),
    ("hand-cards", [(5, 4), (5, None), (2, 1)], [1, 1, 3]),
    ("hand-cards", [(5, 0), (5, None), (2, 1)], [1, 1, 3]),
    ("hand-cards", [(9, None), (5, 3), (5, 4)], [1, 3, 2]),
    ("hand-cards", [(5, 0), (5, 1), (2, 1)], [2, 1, 3]),
    ("clockwise", [(5, 9), (5, 1), (3, 0)], [2, 1, 3]),
    ("clockwise", [(5, 0), (4, 0), (5, 0)], [2, 3, 1]),
    ("clockwise", [(5, 0), (5, 0), (5, 0)], [3, 2, 1]),
]


@pytest.mark.parametrize(("tie_break", "players", "expected"), TIES)
def test_ties(tie_break: str, players: list[tuple[int, int | None]], expected: list[int]) -> None:
    found, winners = ranks(tie_break, *players)
    assert found == expected
    assert winners == [rank == 1 for rank in expected]


def test_a_tie_says_who_was_in_it_and_whose_hand_nobody_counted() -> None:
    made = game("bohnanza-rio-grande", 3)
    tie = score(made, [Holdings("A", unsorted=5, hand_cards=2), Holdings("B", unsorted=5), Holdings("C")]).tie
    assert tie is not None
    assert (tie.seats, tie.winners, tie.uncounted) == ((1, 2), (1, 2), (2,))
    assert score(made, [Holdings("A", unsorted=5), Holdings("B", unsorted=4), Holdings("C")]).tie is None
