"""How a game went: totals after each entry, the lead, the best harvest, and what each building brought."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from companion.rules.playing import commands as cmd
from companion.rules.playing.events import Harvested, Undone
from companion.rules.playing.fold import Entry
from companion.rules.playing.history import History, Lead, history
from companion.rules.playing.ledger import Ledger
from tests.rules.tables import EDITIONS, Log, bought


def of(log: Log) -> History:
    """How a log went."""
    return history(log.entries, EDITIONS)


def test_totals_step_with_every_entry_and_end_as_the_score_does() -> None:
    log = Log(3).did(cmd.Harvest(1, "blue", 8), cmd.Buy(1, (("blue", 2),)), cmd.Turn(1), cmd.Harvest(2, "soy", 4))
    assert [(*moment.totals,) for moment in of(log).moments] == [(0, 0, 0), (3, 0, 0), (3, 0, 0), (3, 0, 0), (3, 2, 0)]
    assert [(seat, (*totals,)) for seat, totals in of(log).turns] == [(1, (3, 0, 0)), (2, (3, 2, 0))]


def test_what_was_undone_is_no_part_of_it() -> None:
    log = Log(3).did(cmd.Harvest(1, "blue", 8), cmd.Harvest(2, "soy", 4))
    log.ledger = Ledger.of([*log.entries, Entry(4, Undone((2,)))], EDITIONS)
    assert [(*moment.totals,) for moment in of(log).moments] == [(0, 0, 0), (0, 2, 0)]
    assert of(log).best_harvest == Harvested(2, "soy", 4, 2)


def test_the_best_harvest_pays_most_for_fewest_cards_and_came_first() -> None:
    log = Log(3).did(cmd.Harvest(1, "soy", 7), cmd.Harvest(2, "red", 5), cmd.Harvest(3, "red", 2))
    assert of(log).best_harvest == Harvested(2, "red", 5, 4)
    assert of(Log(3)).best_harvest is None


def test_the_longest_lead_is_unbroken_and_of_one_alone() -> None:
    log = Log(3).did(cmd.Harvest(1, "soy", 2), cmd.Turn(1), cmd.Harvest(2, "soy", 4), cmd.Turn(2), cmd.Turn(3))
    log.did(cmd.Turn(1), cmd.Harvest(1, "garden", 2))  # level with Ben: nobody leads
    assert of(log).longest_lead == Lead(2, 1, 3, 0, 3, 6)
    began = datetime(2026, 1, 1, 20, tzinfo=UTC)
    timed = [Entry(entry.seq, entry.event, at=began + timedelta(minutes=entry.seq)) for entry in log.entries]
    lead = history(timed, EDITIONS).longest_lead
    assert lead
    assert lead.seconds == 3 * 60
    assert of(Log(3)).longest_lead is None
    overtaken = Log(3).did(cmd.Harvest(1, "soy", 2), cmd.Harvest(2, "soy", 2))
    assert of(overtaken).longest_lead is None  # what lasts no longer than one entry is no lead


def test_what_a_building_brought_is_what_the_harvest_would_not_have_paid_without_it() -> None:
    log = bought(Log(4, cognac=True), 1, blue=2)  # every step of Blue one card sooner
    log.did(cmd.Harvest(1, "blue", 5), cmd.Harvest(1, "blue", 4))
    assert of(log).earned == {(1, "blue", 2): 1}
    assert of(log).best_building == (1, "blue", 2, 1)


def test_claims_stews_and_interest_count_for_their_buildings() -> None:
    log = bought(bought(Log(4, cognac=True), 1, blue=4), 2, red=4)
    log.did(cmd.Harvest(3, "blue", 4), cmd.Share(1, 3))
    log.did(cmd.Harvest(2, "soy", 7), cmd.Harvest(2, "soy", 4))
    assert of(log).earned == {(1, "blue", 4): 1, (2, "red", 4): 1}  # six Talers: one full five
    stew = bought(bought(Log(4, cognac=True), 3, **{"break": 3}), 2, cognac=3)
    stew.did(cmd.Stew(3, cards=6, levy=True))
    assert of(stew).earned[3, "break", 3] + of(stew).earned[2, "cognac", 3] == sum(
        (stew.table.player(3).stew, stew.table.player(2).distillery)
    )


def test_who_harvested_most_often_is_named_when_it_is_one() -> None:
    log = Log(3).did(cmd.Harvest(1, "soy", 2), cmd.Harvest(2, "soy", 2))
    assert of(log).busiest is None
    assert of(log.did(cmd.Harvest(2, "red", 2))).busiest == (2, 2)
