"""Who may buy what and when: limits for every player count, removals, one card per type, fields."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing.market import Market, Standing
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import BySeat
from tests import truth
from tests.conftest import game
from tests.rules.tables import Log, bought, exhausted, rich

COUNTS = [(edition, count) for edition in truth.NAMES for count in truth.SEATS[edition]]


def market(players: int, *owned: dict[str, int], edition: str = "high-bohn", named: tuple[str, ...] = ()) -> Market:
    """A market in which the first seats own these cards."""
    rest: list[dict[str, int]] = [{} for _ in range(players - len(owned))]
    return Market(game(edition, players, cognac=edition == "high-bohn"), BySeat([*owned, *rest]), frozenset(named))


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
                refusal = held.refuse(players, bean, price)
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
    assert all(held.refuse(5, "red", price) for price in (1, 2, 3, 4))


def test_one_card_per_type_whatever_the_price() -> None:
    held = market(4, {"soy": 2})
    for price, standing in ((1, Standing.BARRED), (2, Standing.MINE), (3, Standing.BARRED), (4, Standing.BARRED)):
        assert held.standing(1, "soy", price) is standing
        refusal = held.refuse(1, "soy", price)
        assert refusal is not None
        assert refusal.reason is Reason.ONE_PER_TYPE
        assert refusal.facts["owned"] == 2


def test_the_second_distillery_takes_the_unsold_cards_away() -> None:
    held = market(4, {"fire": 3}, named=("fire", "soy"))
    assert held.for_sale("fire") == held.for_sale("soy") == []
    assert held.owner("fire", 3) == 1
    refusal = held.refuse(2, "fire", 4)
    assert refusal is not None
    assert refusal.reason is Reason.REMOVED
    assert held.standing(1, "fire", 3) is Standing.MINE
    assert held.standing(2, "fire", 3) is Standing.SOLD
    assert held.standing(2, "fire", 4) is Standing.GONE
    assert held.standing(2, "blue", 4) is Standing.OPEN


def test_conflicts_name_the_later_seat() -> None:
    held = market(3, {"red": 4}, {"red": 4, "soy": 1}, {"red": 1, "soy": 2})
    found = [(seat, bean, refusal.reason) for seat, bean, refusal in held.conflicts()]
    assert found == [(2, "red", Reason.ALREADY_SOLD), (3, "red", Reason.OWNER_LIMIT)]


def test_owners_within_the_limit_are_no_conflict() -> None:
    assert market(3, {"red": 4}, {"red": 1}).conflicts() == []
    assert market(4, {"red": 4}, {"red": 1}, {"red": 2}).conflicts() == []
    assert market(5, {"red": 4}, {"red": 1}, {"red": 2}, {"red": 3}).conflicts() == []


@pytest.mark.parametrize("begun", [Log, lambda: Log().did(cmd.Turn(1)), lambda: exhausted(Log())])
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_what_is_bought_at_any_time(begun: Callable[[], Log], seat: int) -> None:
    """000:L39-40, 002:L31: buildings and a field, also off turn, and they help at once."""
    log = rich(begun(), seat, blue=6).did(cmd.Buy(seat, (("blue", 3),)), cmd.BuyField(seat, (("blue", 3),)))
    assert log.table.fields == {seat}
    assert log.did(cmd.Harvest(seat, "blue", cards=4)).table.player(seat).talers == {"blue": 2}


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_a_round_begins_with_who_is_on_turn_and_goes_clockwise(turn: int) -> None:
    """000:L39, 004:L11: also when that player does not want to buy."""
    log = Log().did(*(cmd.Turn(seat) for seat in range(1, turn)), cmd.OpenRound(4))
    asked = []
    while log.table.round:
        asked.append(log.table.round.next)
        log.did(cmd.Pass(asked[-1]))
    assert asked == [(turn - 1 + step) % 4 + 1 for step in range(4)]


@pytest.mark.parametrize("bought_with", [cmd.Buy(1, (("garden", 3),)), cmd.BuyField(1, (("garden", 3),))])
def test_paid_talers_are_cards_again(bought_with: cmd.Command) -> None:
    """000:L40, 002:L32: they lie on the discard pile, and from there come back as beans."""
    log = rich(Log(), 1, garden=6)
    again = cmd.Harvest(2, "garden", cards=3)
    refusal = log.tried(again)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.MORE_THAN_LEFT
    log.did(bought_with, again)
    assert [log.table.player(seat).talers for seat in (1, 2)] == [{"garden": 3}, {"garden": 3}]


@pytest.mark.parametrize(("bean", "price"), [("garden", 4), ("break", 2), ("fire", 2)])
def test_a_building_that_is_a_field_leaves_the_third_for_sale(bean: str, price: int) -> None:
    """000:L58, L68, L75: it is no third field, and makes none cheaper."""
    log = rich(bought(Log(), 1, **{bean: price}), 1, blue=3).did(cmd.BuyField(1, (("blue", 3),)))
    assert log.table.fields == {1}


def test_others_buy_before_a_named_type_leaves() -> None:
    log = rich(rich(bought(Log(cognac=True), 2, cognac=2), 3, red=1), 4, red=4)
    log.did(cmd.Buy(3, (("red", 1),)), cmd.Remove(2, "red"))
    assert log.table.player(3).buildings == {"red": 1}
    refusal = log.tried(cmd.Buy(4, (("red", 4),)))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.REMOVED


@pytest.mark.parametrize("bean", truth.NINE)
@pytest.mark.parametrize("gone", [False, True])
def test_any_type_may_be_named(bean: str, gone: bool) -> None:
    """Also that of the building itself, or one whose cards have left already (3.10)."""
    log = Log(3, cognac=True)
    for seat in (1, 2) if gone and bean != "cognac" else ():
        bought(log, seat, **{bean: seat})
    bought(log, 3, cognac=2).did(cmd.Remove(3, bean))
    assert log.table.market.for_sale(bean) == []
    assert log.table.player(3).buildings == {"cognac": 2}
