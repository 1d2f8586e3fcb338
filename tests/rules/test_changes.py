"""Entries that are recounted or changed in their place, and what then no longer fits."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.counting import effective
from companion.rules.playing.fold import Entry, fold
from companion.rules.playing.ledger import Ledger
from companion.rules.refusals import Reason, Refusal
from tests.rules.tables import EDITIONS, Log, bought, rich


def unfit(log: Log) -> dict[int, Reason]:
    """The entries that no longer fit, and why."""
    return {seq: refusal.reason for seq, refusal in log.ledger.misfits().items()}


# --- recount ---


def test_what_lies_there_is_one_entry_that_tells_both_counts() -> None:
    log = rich(Log(), 1, blue=4).did(cmd.Recount(1, "blue", 6))
    assert log.entries[-1].event == ev.Recounted(1, "blue", 6, 4)
    assert log.table.player(1).talers == {"blue": 6}


@pytest.mark.parametrize("what", ["unsorted", "stew", "distillery", "red"])
@pytest.mark.parametrize("count", [0, 3])
def test_everything_that_lies_there_can_be_counted(what: str, count: int) -> None:
    log = bought(bought(Log(cognac=True), 1, **{"break": 3}), 1, cognac=3)
    log.did(cmd.Correct(1, what, 2, "x"), cmd.Recount(1, what, count))
    assert log.table.player(1).count(what) == count


def test_a_count_stands_whatever_becomes_of_what_was_before() -> None:
    log = rich(Log(), 1, blue=4).did(cmd.Recount(1, "blue", 3), cmd.Harvest(1, "blue", cards=4), cmd.Undo(1, (2,)))
    assert log.table.player(1).talers == {"blue": 4}


def test_a_count_is_checked_against_the_cards_of_others_only() -> None:
    log = rich(rich(Log(), 1, red=4), 2, red=3)
    assert isinstance(log.tried(cmd.Recount(1, "red", 5)), ev.Recounted)
    assert isinstance(log.tried(cmd.Recount(1, "red", 6)), Refusal)


@pytest.mark.parametrize("what", ["unsorted", "stew", "distillery"])
def test_every_card_of_the_game_may_be_counted_in_one_place_and_no_more(what: str) -> None:
    log = bought(bought(Log(cognac=True), 1, **{"break": 3}), 1, cognac=3).did(cmd.Correct(1, what, 100, "x"))
    everything = log.table.game.talers
    assert isinstance(log.tried(cmd.Recount(1, what, everything)), ev.Recounted)
    assert isinstance(log.tried(cmd.Correct(2, "unsorted", 1, "x")), Refusal)


# --- change ---


def test_a_changed_entry_counts_in_its_place() -> None:
    """Before the Jail was bought ten cards paid four, not five."""
    log = rich(Log(), 1, blue=3).did(cmd.Harvest(1, "blue", cards=6), cmd.Buy(1, (("blue", 3),)))
    made = log.ledger.enter(cmd.Change(1, 3, cmd.Harvest(1, "blue", cards=10)))
    assert made == (ev.Undone((3,), instead=True), ev.Harvested(1, "blue", 10, 4))
    log.did(cmd.Change(1, 3, cmd.Harvest(1, "blue", cards=10)))
    assert log.table.player(1).talers == {"blue": 4}
    assert [entry.seq for entry in effective(log.entries)] == [1, 2, 6, 4]
    assert unfit(log) == {}


def test_what_depends_on_a_changed_entry_stays_where_it_fits() -> None:
    log = bought(Log(), 1, red=3)  # 2 harvest, 3 purchase
    log.did(cmd.Change(1, 2, cmd.Harvest(1, "red", cards=5)))
    assert log.table.player(1).talers == {"red": 1}
    assert log.table.player(1).buildings == {"red": 3}
    assert unfit(log) == {}


def test_what_does_not_fit_any_more_is_named_and_goes_on_counting() -> None:
    log = bought(Log(), 1, red=3).did(cmd.Change(1, 2, cmd.Harvest(1, "red", cards=3)))
    assert unfit(log) == {3: Reason.NOT_ENOUGH_TALERS}
    assert log.table.player(1).buildings == {"red": 3}
    assert log.table.player(1).talers == {}
    log.did(cmd.Harvest(1, "red", cards=2))
    assert log.table.player(1).talers == {"red": 1}
    assert unfit(log) == {3: Reason.NOT_ENOUGH_TALERS}


SETTLING: list[cmd.Command] = [
    cmd.Undo(1, (3,)),
    cmd.Undo(1, (5,)),
    cmd.Change(1, 3, cmd.Buy(1, (("red", 2),))),
    cmd.Change(1, 5, cmd.Harvest(1, "red", cards=4)),
    cmd.Recount(1, "red", 0),
    cmd.Recount(1, "red", 2),
]


@pytest.mark.parametrize("settling", SETTLING)
def test_somebody_settles_it(settling: cmd.Command) -> None:
    log = bought(Log(), 1, red=3).did(cmd.Change(1, 2, cmd.Harvest(1, "red", cards=3)))
    assert unfit(log)
    assert unfit(log.did(settling)) == {}


SALOON = {"break": 4}
# A table with an entry that no longer fits, why, and whose Talers are counted to settle it.
COUNTED: list[tuple[Callable[[], Log], Reason, int, str]] = [
    (
        lambda: bought(Log(), 1, **SALOON).did(cmd.Stew(1, cards=7), cmd.Change(1, 3, cmd.Buy(1, (("break", 3),)))),
        Reason.METER_CHANGED, 1, "stew",
    ),
    (
        lambda: bought(bought(Log(cognac=True), 1, **SALOON), 2, cognac=3).did(
            cmd.Stew(1, cards=7), cmd.Recount(1, "stew", 1), cmd.Levy(2, 1), cmd.Change(1, 7, cmd.Recount(1, "stew", 0))
        ),
        Reason.NEGATIVE_PURSE, 1, "stew",
    ),
    (
        lambda: rich(Log(), 1, soy=3).did(
            cmd.Correct(1, "soy", -3, "lost"), cmd.Change(1, 2, cmd.Harvest(1, "soy", cards=2))
        ),
        Reason.NEGATIVE_PURSE, 1, "soy",
    ),
    (
        lambda: rich(Log(), 2, soy=3).did(
            cmd.BuyField(2, (("soy", 3),)), cmd.Change(2, 2, cmd.Harvest(2, "soy", cards=2))
        ),
        Reason.NOT_ENOUGH_TALERS, 2, "soy",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("begun", "reason", "seat", "what"), COUNTED)
def test_counting_what_it_is_about_settles_it_and_nothing_else_does(
    begun: Callable[[], Log], reason: Reason, seat: int, what: str
) -> None:
    log = begun()
    assert [*unfit(log).values()] == [reason]
    log.did(cmd.Recount(3 - seat, what if what == "soy" else "red", 0), cmd.Recount(seat, "blue", 0))
    assert [*unfit(log).values()] == [reason]
    assert unfit(log.did(cmd.Recount(seat, what, 2))) == {}
    assert Ledger.of(log.entries, EDITIONS).unfit == ()


def test_a_count_of_something_else_settles_nothing() -> None:
    log = bought(Log(), 1, red=3).did(cmd.Change(1, 2, cmd.Harvest(1, "red", cards=3)))
    log.did(cmd.Recount(1, "blue", 1), cmd.Recount(2, "red", 1))
    assert unfit(log) == {3: Reason.NOT_ENOUGH_TALERS}


def test_a_harvest_that_pays_something_else_now_is_named() -> None:
    log = bought(Log(), 1, blue=3).did(cmd.Harvest(1, "blue", cards=8), cmd.Harvest(1, "blue", cards=3))
    log.did(cmd.Change(1, 3, cmd.Buy(1, (("blue", 2),))))
    assert unfit(log) == {4: Reason.METER_CHANGED, 5: Reason.METER_CHANGED}
    log.did(cmd.Change(1, 4, cmd.Harvest(1, "blue", cards=8)))
    assert log.table.player(1).talers == {"blue": 4}, "three of the first, and one that remained of the purchase"
    assert unfit(log) == {5: Reason.METER_CHANGED}


def test_the_wrong_player_is_put_right_by_one_change() -> None:
    log = Log().did(cmd.Harvest(1, "soy", cards=6), *(cmd.Turn(seat) for seat in (1, 2, 3, 4, 1, 2)))
    log.did(cmd.Change(2, 2, cmd.Harvest(2, "soy", cards=6)))
    assert [log.table.player(seat).talers for seat in (1, 2)] == [{}, {"soy": 3}]
    assert (log.table.turn, unfit(log)) == (3, {})


def test_two_of_one_card_is_named_at_the_later_purchase() -> None:
    log = bought(bought(Log(), 1, red=1), 2, red=2)
    rich(log, 1, red=1)
    log.did(cmd.Change(1, 2, cmd.Harvest(1, "red", cards=3)), cmd.Change(1, 3, cmd.Buy(1, (("red", 2),))))
    assert unfit(log) == {5: Reason.ALREADY_SOLD}
    assert log.table.market.owner("red", 2) == 1


def test_a_claim_whose_harvest_became_another_is_named() -> None:
    log = bought(Log(), 1, blue=4).did(cmd.Harvest(2, "blue", cards=4), cmd.Share(1, 2))
    log.did(cmd.Change(2, 4, cmd.Harvest(2, "fire", cards=4)))
    assert unfit(log) == {5: Reason.NOTHING_TO_CLAIM}


@pytest.mark.parametrize("late", [cmd.Change(1, 2, cmd.Harvest(1, "soy", cards=4)), cmd.Undo(1, (2,))])
def test_who_comes_after_a_change_is_told_what_counts_now(late: cmd.Command) -> None:
    """Two phones put the same entry right: the second is not told that it is so already."""
    log = Log().did(cmd.Harvest(1, "soy", cards=2), cmd.Change(1, 2, cmd.Harvest(1, "soy", cards=6)))
    assert log.tried(late) == Refusal(Reason.CHANGED_SINCE, {"entry": 2, "now": 4})
    log.did(cmd.Change(1, 4, cmd.Harvest(1, "soy", cards=7)))
    assert log.tried(cmd.Undo(1, (4,))) == Refusal(Reason.CHANGED_SINCE, {"entry": 4, "now": 6})


def test_a_change_of_a_change_keeps_the_place() -> None:
    log = rich(Log(), 1, blue=3).did(cmd.Buy(1, (("blue", 3),)), cmd.Turn(1))
    log.did(cmd.Change(1, 2, cmd.Harvest(1, "blue", cards=10)), cmd.Change(1, 6, cmd.Harvest(1, "blue", cards=8)))
    assert [entry.seq for entry in effective(log.entries)] == [1, 8, 3, 4]
    assert log.table.player(1).talers == {}
    log.did(cmd.Undo(1, (8,)))
    assert [entry.seq for entry in effective(log.entries)] == [1, 6, 3, 4]
    log.did(cmd.Undo(1, (5,)))
    assert [entry.seq for entry in effective(log.entries)] == [1, 2, 3, 4]


@pytest.mark.parametrize("half", [3, 4])
def test_a_change_is_undone_as_a_whole(half: int) -> None:
    log = rich(Log(), 1, blue=3).did(cmd.Change(1, 2, cmd.Harvest(1, "blue", cards=4)))
    log.did(cmd.Undo(1, (half,)))
    assert log.entries[-1].event == ev.Undone((3, 4))
    assert log.table.player(1).talers == {"blue": 3}
    log.did(cmd.Undo(1, (5,)))
    assert log.table.player(1).talers == {"blue": 1}


def test_an_undoing_blames_nobody_for_what_did_not_fit_before() -> None:
    log = bought(Log(), 1, red=3).did(cmd.Change(1, 2, cmd.Harvest(1, "red", cards=3)), cmd.Harvest(2, "soy", cards=4))
    assert isinstance(log.tried(cmd.Undo(2, (6,))), ev.Undone)


def test_what_was_agreed_on_at_an_entry_is_agreed_on_again() -> None:
    log = rich(Log(base="amigo-2016"), 1, blue=3)
    assert isinstance(log.tried(cmd.BuyField(1, (("blue", 3),)), override="our rule"), ev.FieldBought)
    change = cmd.Change(1, 3, cmd.BuyField(1, (("blue", 2),)))
    refusal = log.tried(change)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.FIELD_NOT_FOR_SALE
    made = log.tried(change, override="our rule, and cheaper")
    assert isinstance(made, ev.FieldBought)
    assert unfit(log) == {}


def test_the_log_alone_rebuilds_changes() -> None:
    log = bought(Log(), 1, red=3).did(cmd.Change(1, 2, cmd.Harvest(1, "red", cards=3)), cmd.Turn(1))
    assert fold(effective(log.entries), EDITIONS) == log.table
    again = Ledger.of(log.entries, EDITIONS)
    assert (again.unfit, again.moments) == (log.ledger.unfit, log.ledger.moments)


# --- all of it at tables with hidden purses ---

HIDDEN: list[tuple[Callable[[Log], Log], cmd.Change, bool]] = [
    (lambda log: log, cmd.Change(1, 2, cmd.Harvest(1, "red", cards=5)), True),  # her own
    (lambda log: log, cmd.Change(2, 3, cmd.Harvest(2, "blue", cards=4)), True),  # his, and nothing came after
    (lambda log: log.did(cmd.Buy(2, (("blue", 1),))), cmd.Change(2, 3, cmd.Harvest(2, "blue", cards=4)), False),
    (lambda log: log.did(cmd.Buy(2, (("blue", 1),))), cmd.Change(2, 4, cmd.Buy(2, (("blue", 2),))), False),
    (lambda log: log, cmd.Change(2, 2, cmd.Harvest(2, "red", cards=3)), True),  # it was not hers
]


@pytest.mark.parametrize(("more", "change", "taken"), HIDDEN)
def test_who_does_not_see_a_purse_changes_nothing_that_it_may_not_bear(
    more: Callable[[Log], Log], change: cmd.Change, taken: bool
) -> None:
    log = Log(hidden=True).did(cmd.Harvest(1, "red", cards=3), cmd.Harvest(2, "blue", cards=8))
    made = more(log).ledger.decide(change, "", {1})
    assert (made == Refusal(Reason.HIDDEN_PURSE, {"seat": 2})) is not taken


def test_what_no_longer_fits_in_a_hidden_purse_is_told_to_who_sees_it() -> None:
    log = bought(Log(hidden=True), 2, red=3).did(cmd.Change(2, 2, cmd.Harvest(2, "red", cards=3)))
    assert [*log.ledger.misfits({2})] == [3]
    assert log.ledger.misfits({1}) == log.ledger.misfits(set()) == {}
    assert log.ledger.misfits({1, 2, 3, 4}) == log.ledger.misfits()


def test_what_all_can_see_no_longer_fits_is_told_to_all() -> None:
    """That Ben's building is not in play is seen on the table; of which bean his harvest was is not."""
    log = bought(Log(cognac=True, hidden=True), 2, cognac=3).did(cmd.SetUp(1, cognac=False))
    assert [*log.ledger.misfits({2})] == [2, 3]
    assert [*log.ledger.misfits({1})] == [3]


def test_an_entry_that_was_changed_long_ago_may_be_replayed() -> None:
    """Entries as they come from a store: what stands in the place of another follows its undoing at once."""
    log = rich(Log(), 1, red=2)
    entries = [*log.entries, Entry(3, ev.Undone((2,), instead=True)), Entry(4, ev.Harvested(1, "red", 2, 1))]
    assert Ledger.of(entries, EDITIONS).table.player(1).talers == {"red": 1}
    assert Ledger.of(entries[:3], EDITIONS).table.player(1).talers == {}


def test_an_undoing_that_leaves_no_game_names_what_was_set_up_since() -> None:
    log = Log(edition="bohnanza").did(cmd.SetUp(1, edition="high-bohn"), cmd.SetUp(1, cognac=True))
    made = log.tried(cmd.Undo(1, (2,)))  # there is no Cognac in the base game
    assert isinstance(made, Refusal)
    assert (made.reason, made.facts) == (Reason.DEPENDED_ON, {"entries": [3], "together": [2, 3]})
    assert log.did(cmd.Undo(1, (2, 3))).table.game.edition.id == "bohnanza"


def test_a_pot_that_was_changed_since_does_not_fall_below_nothing() -> None:
    log = bought(bought(Log(cognac=True), 1, **{"break": 4}), 2, cognac=3)
    log.did(cmd.Stew(1, cards=3))
    stew = log.ledger.version
    log.did(cmd.Levy(2, 1), cmd.Change(1, stew, cmd.Stew(1, cards=1)))
    assert log.table.player(1).stew == 0
