"""What a table agreed on travels in its score sheet, and lifts what the rules have against the sheet."""

from __future__ import annotations

from typing import Any

import pytest

from companion.formats.table_json import sheet
from companion.rules.playing import commands as cmd
from companion.rules.playing.agreements import agreements
from companion.rules.refusals import Reason, Refusal
from companion.rules.scoring.agreed import Agreed
from companion.rules.scoring.sheet import Sheet, Unsound, parse
from tests.rules.tables import EDITIONS, Log, bought, finished, rich


def third_owner() -> Log:
    """Three players, and a third owner of a Tepee because they wanted it so."""
    log = rich(bought(bought(Log(3), 1, red=1), 2, red=2), 3, red=4)
    assert not isinstance(log.tried(cmd.Buy(3, (("red", 4),)), override="he had asked before"), Refusal)
    return log


def test_a_table_with_an_exception_gives_a_sheet_that_is_scored() -> None:
    made = sheet(third_owner().ledger)
    assert made.agreed == (Agreed(Reason.OWNER_LIMIT, "he had asked before", "Cleo", "red"),)
    told = made.to_json()
    assert told["agreed"] == [
        {"rule": "owner-limit", "reason": "he had asked before", "player": "Cleo", "building": "red"}
    ]
    assert parse(told, EDITIONS) == made
    without = parse({name: value for name, value in told.items() if name != "agreed"}, EDITIONS)
    assert isinstance(without, Unsound)
    assert [problem.refusal.reason for problem in without.problems] == [Reason.OWNER_LIMIT]


def test_a_sheet_without_an_exception_says_nothing_of_any() -> None:
    assert "agreed" not in sheet(bought(Log(3), 1, red=1).ledger).to_json()


AGREED: list[tuple[Any, bool]] = [
    ([{"rule": "owner-limit", "reason": "x", "building": "red"}], True),
    ([{"rule": "owner-limit", "reason": "x"}], True),
    (["we let a third one have it"], True),
    ([{"rule": "owner-limit", "reason": "x", "building": "soy"}], False),
    ([{"rule": "removed", "reason": "x", "building": "red"}], False),
    ([], False),
    ([{"rule": "not-enough-talers", "reason": "x"}], False),
    ([{"rule": "owner-limit", "reason": 3}], False),
    ([{"rule": "owner-limit", "why": "x"}], False),
    ([7], False),
    (["we let a third one have it", {"rule": "dice", "reason": "x"}], False),
    ([{"rule": "removed", "reason": "x"}, {"rule": "owner-limit", "reason": "x"}], True),
    ("he had asked", False),
]


@pytest.mark.parametrize(("agreed", "sound"), AGREED)
def test_an_agreement_lifts_just_what_it_is_about(agreed: Any, sound: bool) -> None:
    owners = [{"name": name, "buildings": {"red": price}} for price, name in enumerate(("Ana", "Ben", "Cleo"), 1)]
    found = parse({"edition": "high-bohn", "players": owners, "agreed": agreed}, EDITIONS)
    assert isinstance(found, Sheet) is sound


def test_one_agreement_lifts_one_objection() -> None:
    owners = [
        {"name": name, "buildings": {"red": price, "soy": price}}
        for price, name in enumerate(("Ana", "Ben", "Cleo"), 1)
    ]
    once = {"rule": "owner-limit", "reason": "x"}
    for agreed, left in (([once], 1), ([once, once], 0)):
        found = parse({"edition": "high-bohn", "players": owners, "agreed": agreed}, EDITIONS)
        assert len(found.problems if isinstance(found, Unsound) else ()) == left


def test_one_owner_too_many_is_that_also_where_the_type_was_named() -> None:
    """A sheet knows the owners, but not what the 2-Distillery named."""
    log = bought(bought(Log(3, cognac=True), 1, blue=1), 2, blue=2)
    rich(bought(log, 3, cognac=2), 3, blue=3).did(cmd.Remove(3, "blue"))
    assert not isinstance(log.tried(cmd.Buy(3, (("blue", 3),)), override="a gift"), Refusal)
    assert isinstance(parse(sheet(finished(log).ledger).to_json(), EDITIONS), Sheet)


@pytest.mark.parametrize(("owned", "bean", "cards"), [({}, "break", 14), ({"soy": 2}, "garden", 6), ({}, "garden", 6)])
def test_soy_on_a_field_where_it_should_not_be(owned: dict[str, int], bean: str, cards: int) -> None:
    """More Talers of a bean than it has cards, as some of them are Soy: with no 2-Farm, or on a field of few cards."""
    log = bought(Log(3), 1, **owned) if owned else Log(3)
    made = log.tried(cmd.Harvest(1, bean, cards=5, soy=3), override="nobody noticed")
    assert not isinstance(made, Refusal)
    rich(rich(log, 2, **{bean: cards // 2}), 3, **{bean: cards // 2 - 1})
    told = sheet(finished(log).ledger).to_json()
    assert isinstance(parse(told, EDITIONS), Sheet)
    told["agreed"] = [each | {"player": "Cleo of another table"} for each in told["agreed"]]
    assert isinstance(parse(told, EDITIONS), Unsound)


def test_what_cannot_be_agreed_on_stays() -> None:
    twice = [{"name": "Ana", "buildings": {"red": 1}}, {"name": "Ben", "buildings": {"red": 1}}, {"name": "Cleo"}]
    found = parse({"edition": "high-bohn", "players": twice, "agreed": ["whatever"]}, EDITIONS)
    assert isinstance(found, Unsound)


def test_every_agreement_that_counts_is_named_with_its_rule() -> None:
    log = third_owner()
    log.tried(cmd.Finish(1), override="the last bus")
    rules = [(each.rule, each.reason, each.player) for each in agreements(log.ledger)]
    assert rules == [(Reason.OWNER_LIMIT, "he had asked before", "Cleo"), (Reason.NOT_AT_END, "the last bus", "")]
    log.did(cmd.Undo(1, (len(log.entries),)))
    assert len(agreements(log.ledger)) == 1
