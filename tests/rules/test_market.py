"""Who may buy what: limits for every player count, removals, one card per type."""

from __future__ import annotations

import pytest

from companion.rules.market import Market, Standing
from companion.rules.refusals import Reason
from tests import truth
from tests.conftest import game

COUNTS = [(edition, count) for edition in truth.NAMES for count in truth.SEATS[edition]]


def market(players: int, *owned: dict[str, int], edition: str = "high-bohn", named: tuple[str, ...] = ()) -> Market:
    """A market in which the first seats own these cards."""
    rest: list[dict[str, int]] = [{} for _ in range(players - len(owned))]
    return Market(game(edition, players, cognac=edition == "high-bohn"), [*owned, *rest], frozenset(named))


@pytest.mark.parametrize(("edition", "players"), COUNTS)
def test_the_rest_of_a_type_leaves_after_its_last_owner(edition: str, players: int) -> None:
    limit = truth.SEATS[edition][players][0]
    assert limit is not None
    for bean in truth.NAMES[edition]:
        for owners in range(players):
            prices = [4, 2, 1, 3][: min(owners, limit)]
            held = market(players, *({bean: price} for price in prices), edition=edition)
            left = [] if owners >= limit else [price for price in (1, 2, 3, 4) if price not in prices]
            assert held.for_sale(bean) == left
            for price in (1, 2, 3, 4):
                refusal = held.refuse(players - 1, bean, price)
                if price in prices:
                    assert refusal is not None
                    assert refusal.reason is Reason.ALREADY_SOLD
                    assert refusal.facts["seat"] == prices.index(price) + 1
                elif owners >= limit:
                    assert refusal is not None
                    assert refusal.reason is Reason.OWNER_LIMIT
                    assert refusal.facts["limit"] == limit
                else:
                    assert refusal is None


def test_with_five_players_the_fifth_gets_none() -> None:
    held = market(5, {"red": 1}, {"red": 2}, {"red": 3}, {"red": 4})
    assert held.for_sale("red") == []
    assert all(held.refuse(4, "red", price) for price in (1, 2, 3, 4))


def test_one_card_per_type_whatever_the_price() -> None:
    held = market(4, {"soy": 2})
    for price, standing in ((1, Standing.BARRED), (2, Standing.MINE), (3, Standing.BARRED), (4, Standing.BARRED)):
        assert held.standing(0, "soy", price) is standing
        refusal = held.refuse(0, "soy", price)
        assert refusal is not None
        assert refusal.reason is Reason.ONE_PER_TYPE
        assert refusal.facts["owned"] == 2


def test_the_second_distillery_takes_the_unsold_cards_away() -> None:
    held = market(4, {"fire": 3}, named=("fire", "soy"))
    assert held.for_sale("fire") == held.for_sale("soy") == []
    assert held.owner("fire", 3) == 0
    refusal = held.refuse(1, "fire", 4)
    assert refusal is not None
    assert refusal.reason is Reason.REMOVED
    assert held.standing(0, "fire", 3) is Standing.MINE
    assert held.standing(1, "fire", 3) is Standing.SOLD
    assert held.standing(1, "fire", 4) is Standing.GONE
    assert held.standing(1, "blue", 4) is Standing.OPEN


def test_conflicts_name_the_later_seat() -> None:
    held = market(3, {"red": 4}, {"red": 4, "soy": 1}, {"red": 1, "soy": 2})
    found = [(seat, bean, refusal.reason) for seat, bean, refusal in held.conflicts()]
    assert found == [(1, "red", Reason.ALREADY_SOLD), (2, "red", Reason.OWNER_LIMIT)]


def test_owners_within_the_limit_are_no_conflict() -> None:
    assert market(3, {"red": 4}, {"red": 1}).conflicts() == []
    assert market(4, {"red": 4}, {"red": 1}, {"red": 2}).conflicts() == []
    assert market(5, {"red": 4}, {"red": 1}, {"red": 2}, {"red": 3}).conflicts() == []
