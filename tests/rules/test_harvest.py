"""What harvests pay: every meter cell, every combination of buildings that changes one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing.harvest import field_price, meter, stew_meter
from companion.rules.scoring.score import Holdings, score
from tests import truth
from tests.conftest import game
from tests.rules.tables import Log, ended, exhausted

PLAIN = [(edition, bean) for edition, rows in truth.IN_PLAY.items() for bean in sorted({*sum(rows.values(), ())})]


@pytest.mark.parametrize(("edition", "bean"), PLAIN)
def test_printed_meters_cell_by_cell(edition: str, bean: str) -> None:
    players = next(count for count, beans in truth.IN_PLAY[edition].items() if bean in beans)
    made = game(edition, players)
    for cards in range(truth.BEANS[bean][0] + 1):
        assert meter(made, bean, {}).talers(cards) == truth.talers(truth.BEANS[bean][1], cards), cards


@pytest.mark.parametrize("edition", ["high-bohn", "high-bohn-2000"])
@pytest.mark.parametrize("bean", truth.NINE)
@pytest.mark.parametrize(("price", "farm"), list(product((None, 1, 2, 3, 4), repeat=2)))
def test_modified_meters_cell_by_cell(edition: str, bean: str, price: int | None, farm: int | None) -> None:
    """A building of the bean and a Farm beside it, all prices: the building's meter, then four becomes five."""
    if edition.endswith("2000") and bean == "cognac":
        return
    if bean == "soy" and price != farm:
        return
    made = game(edition, 4, cognac=bean == "cognac")
    owned = {key: value for key, value in ((bean, price), ("soy", farm)) if value}
    printed = truth.BUILDING_METERS.get((bean, price or 0), truth.BEANS[bean][1])
    for cards in range(truth.BEANS[bean][0] + 1):
        pay = truth.talers(printed, cards)
        assert meter(made, bean, owned).talers(cards) == (5 if farm == 4 and pay == 4 else pay), cards


@pytest.mark.parametrize("cards", truth.COMBINED)
def test_the_table_of_interacting_meters(cards: int) -> None:
    made = game("high-bohn", 4, cognac=True)
    found = []
    for jail, farm in product((None, 2, 3), (False, True)):
        owned = ({"blue": jail} if jail else {}) | ({"soy": 4} if farm else {})
        found.append(meter(made, "blue", owned).talers(cards))
    for saloon, farm in product((3, 4), (False, True)):
        stew = stew_meter(made, {"break": saloon} | ({"soy": 4} if farm else {}))
        assert stew is not None
        found.append(stew.talers(cards))
    for value, expected in zip(found, truth.COMBINED[cards], strict=True):
        assert expected is None or value == expected, found


@pytest.mark.parametrize("owned", [{}, {"break": 1}, {"break": 2}, {"soy": 4}])
def test_without_a_big_saloon_there_is_no_stew(owned: dict[str, int]) -> None:
    assert stew_meter(game("high-bohn", 4), owned) is None


def test_what_the_next_card_brings() -> None:
    made = game("high-bohn", 4)
    jail = meter(made, "blue", {"blue": 3, "soy": 4})
    assert jail.next_step(0) == (4, 2)
    assert jail.next_step(6) == (8, 5)
    assert jail.next_step(8) is None  # ten cards pay five as well


@pytest.mark.parametrize(("edition", "base"), truth.FIELDS)
@pytest.mark.parametrize("mine", [None, 1, 2, 3, 4])
def test_the_price_of_a_third_field(edition: str, base: str, mine: int | None) -> None:
    """A 2-Goldmine makes it 1, but only where a field is for sale at all."""
    for players, (_, price) in truth.FIELDS[edition, base].items():
        made = game(edition, players, base=base)
        if mine and "garden" not in made.buildings:
            continue
        expected = 1 if mine == 2 and price else price
        assert field_price(made, {"garden": mine} if mine else {}) == expected


def test_worked_example_e12() -> None:
    """The harvest flow: eight Blue with 3-Jail and 4-Farm, and stews of seven and eight with 4-Saloon and 4-Farm."""
    made = game("high-bohn", 4, cognac=True)
    assert meter(made, "blue", {"blue": 3, "soy": 4}).talers(8) == 5
    assert made.card("blue", 4).share  # another player's: one of the three cards left over
    stew = stew_meter(made, {"break": 4, "soy": 4})
    assert stew is not None
    assert (stew.talers(7), stew.talers(8)) == (5, 5)
    levy = made.card("cognac", 3).levy
    harvester = Holdings("A", stew=stew.talers(7) - levy, buildings={"break": 4, "soy": 4})
    demander = Holdings("B", distillery=levy, buildings={"cognac": 3})
    found = score(made, [harvester, demander, Holdings("C"), Holdings("D")])
    assert [(row.parts.cash, row.parts.stew, row.parts.distillery) for row in found.scores][:2] == [
        (0, 4, 0),
        (0, 0, 1),
    ]


@pytest.mark.parametrize(("bean", "price"), truth.BUILDING_METERS)
def test_a_meter_of_ones_own_is_for_its_bean_alone(bean: str, price: int) -> None:
    made = game("high-bohn", 4, cognac=True)
    for other in truth.NINE:
        printed = dict(made.beans[other].meter.steps)
        assert (dict(meter(made, other, {bean: price}).steps) == printed) is (other != bean), other


BEGUN = [
    Log,
    lambda: Log().did(cmd.Turn(1)),
    lambda: Log().did(cmd.OpenRound(1)),
    lambda: exhausted(Log()),
    lambda: ended(Log()),
    lambda: Log(edition="bohnanza-rio-grande"),
]


@pytest.mark.parametrize("begun", BEGUN)
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_fields_are_harvested_at_any_time(begun: Callable[[], Log], seat: int) -> None:
    """002:L28: also off turn, and for nothing (002:L17, L29)."""
    log = begun().did(cmd.Harvest(seat, "blue", cards=3))
    assert log.table.player(seat).talers == {}
    assert log.did(cmd.Harvest(seat, "blue", cards=4)).table.player(seat).talers == {"blue": 1}
