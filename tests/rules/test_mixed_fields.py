"""The 2-Farm: Soy on the field of another bean, and what then can lie on the table (000:L64, CARD, 4.24)."""

from __future__ import annotations

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.cards import contradictions
from companion.rules.refusals import Reason, Refusal
from companion.rules.scoring.sheet import Sheet, Unsound, parse
from tests.rules.tables import EDITIONS, Log, bought, rich


def full(log: Log | None = None) -> Log:
    """Two players have harvested seven Break each, so that six Break cards are left; the third has the 2-Farm."""
    log = bought(log or Log(), 3, soy=2)
    return log.did(cmd.Harvest(1, "break", cards=7), cmd.Harvest(2, "break", cards=7))


def test_soy_counts_as_the_bean_it_joins() -> None:
    log = full().did(cmd.Harvest(3, "break", cards=7, soy=1))
    assert log.table.player(3).talers == {"break": 4}
    assert log.table.mixed == {3: {"break": 1}}


@pytest.mark.parametrize(("cards", "soy", "needed"), [(7, 0, 1), (8, 1, 2), (14, 3, 8), (15, 0, 9)])
def test_a_harvest_that_cannot_be_says_how_many_have_to_be_soy(cards: int, soy: int, needed: int) -> None:
    for override in ("", "we agreed"):
        refusal = full().tried(cmd.Harvest(3, "break", cards=cards, soy=soy), override)
        assert isinstance(refusal, Refusal)
        assert refusal.reason in (Reason.MORE_THAN_LEFT, Reason.MORE_THAN_CARDS)
        if refusal.reason is Reason.MORE_THAN_LEFT:
            assert refusal.facts["soy"] == needed
    assert not isinstance(full().tried(cmd.Harvest(3, "break", cards=cards, soy=needed)), Refusal)


def test_who_has_no_farm_is_not_asked_for_soy() -> None:
    refusal = full().tried(cmd.Harvest(4, "break", cards=7))
    assert isinstance(refusal, Refusal)
    assert "soy" not in refusal.facts


def test_talers_of_a_mixed_field_may_be_soy_cards() -> None:
    """Eight Break Talers lie there; of the third player's four one may be Soy, so three Break cards are left, not two."""
    log = full().did(cmd.Harvest(3, "break", cards=7, soy=1))
    refusal = log.tried(cmd.Harvest(3, "break", cards=4))
    assert isinstance(refusal, Refusal)
    assert refusal.facts["lying"] == 11
    assert isinstance(log.tried(cmd.Harvest(3, "break", cards=3)), ev.Harvested)


def test_soy_that_lies_as_another_bean_is_no_soy_any_more() -> None:
    """Twelve Talers of Break and more are Soy cards as far as there are not so many Break cards."""
    log = full().did(cmd.Harvest(3, "break", cards=12, soy=6), cmd.Harvest(3, "break", cards=12, soy=10))
    assert log.table.player(3).talers == {"break": 8}
    assert contradictions(log.table) == []
    refusal = log.tried(cmd.Harvest(1, "soy", cards=11))
    assert isinstance(refusal, Refusal)
    assert (refusal.facts["bean"], refusal.facts["lying"]) == ("soy", 2)


def test_every_mixed_field_of_a_bean_adds_to_what_may_be_soy() -> None:
    log = bought(Log(), 3, soy=2).did(
        cmd.Harvest(3, "break", cards=7, soy=1),
        cmd.Harvest(3, "break", cards=7, soy=2),
        cmd.Harvest(3, "fire", cards=6, soy=1),
    )
    assert log.table.mixed == {3: {"break": 3, "fire": 1}}


@pytest.mark.parametrize("soy", [1, 4])
def test_talers_alone_may_be_soy_too(soy: int) -> None:
    log = rich(full(), 4, **{"break": 4})
    assert isinstance(log.tried(cmd.Harvest(3, "break", talers=4)), Refusal)
    made = log.tried(cmd.Harvest(3, "break", talers=4, soy=soy))
    assert isinstance(made, ev.Harvested) == (soy >= 2)


def test_an_agreement_lets_others_mix_and_the_cards_still_count() -> None:
    log = full()
    assert isinstance(log.tried(cmd.Harvest(4, "break", cards=7, soy=1), "we play it so"), ev.Harvested)
    assert isinstance(log.tried(cmd.Harvest(4, "break", cards=7, soy=1), "we play it so"), Refusal)


@pytest.mark.parametrize(("owner", "sound"), [({}, False), ({"soy": 2}, True), ({"soy": 3}, False)])
def test_a_sheet_counts_a_mixed_field_as_well(owner: dict[str, int], sound: bool) -> None:
    rows = [{"name": "Ana", "talers": {"break": 11}}, {"name": "Ben", "talers": {"break": 4}, "buildings": owner}]
    found = parse({"edition": "high-bohn", "players": [*rows, {"name": "Cleo"}]}, EDITIONS)
    assert isinstance(found, Sheet) is sound
    rows[1]["talers"] = {"break": 4, "soy": 12}
    full_of_soy = parse({"edition": "high-bohn", "players": [*rows, {"name": "Cleo"}]}, EDITIONS)
    assert isinstance(full_of_soy, Unsound), "one of the fifteen Break Talers is a Soy card, and twelve lie as Soy"
