"""Logs: what entries do, undo in every order, buying rounds, claims, the end."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.counting import effective
from companion.rules.playing.fold import Entry, fold
from companion.rules.playing.state import Phase
from companion.rules.playing.stored import KINDS, UnknownEventError, decode, encode
from companion.rules.playing.unreadable import Unreadable, UnreadableTableError
from companion.rules.refusals import Reason, Refusal
from tests.rules.tables import EDITIONS, Log, bought, ended, rich


def test_a_harvest_pays_by_the_harvesters_buildings() -> None:
    log = Log().did(cmd.Harvest(1, "blue", cards=8))
    assert log.table.player(1).talers == {"blue": 3}
    bought(log, 1, soy=4).did(
        cmd.Buy(1, (("blue", 3),)), cmd.Harvest(1, "blue", cards=8), cmd.Harvest(2, "blue", cards=8)
    )
    assert log.table.player(1).talers == {"blue": 5}
    assert log.table.player(2).talers == {"blue": 3}


def test_several_buildings_are_one_entry() -> None:
    log = rich(Log(), 1, red=2, soy=3)
    log.did(cmd.Buy(1, (("red", 2), ("soy", 3))))
    assert isinstance(log.entries[-1].event, ev.Bought)
    assert log.table.player(1).buildings == {"red": 2, "soy": 3}
    assert log.table.player(1).talers == {}


def test_stew_talers_are_parked_and_a_levy_moves_one() -> None:
    log = bought(bought(Log(cognac=True), 1, **{"break": 4, "soy": 4}), 2, cognac=3)
    log.did(cmd.Stew(1, cards=7, levy=True))
    assert (log.table.player(1).stew, log.table.player(2).distillery) == (4, 1)
    log.did(cmd.Stew(1, cards=8), cmd.Levy(2, 1))
    assert (log.table.player(1).stew, log.table.player(2).distillery) == (8, 2)
    again = log.tried(cmd.Levy(2, 1))
    assert isinstance(again, Refusal)
    assert again.reason is Reason.NOTHING_TO_CLAIM
    assert log.table.player(1).talers == {}


def test_each_blue_harvest_worth_something_can_be_shared_once() -> None:
    log = bought(Log(), 1, blue=4)
    log.did(cmd.Harvest(2, "blue", cards=3))  # pays nothing
    assert log.table.claims == ()
    log.did(cmd.Harvest(2, "blue", cards=4), cmd.Harvest(1, "blue", cards=4), cmd.Share(1, 2), cmd.Share(1, 1))
    assert log.table.player(1).talers == {"blue": 3}
    assert log.table.player(2).talers == {"blue": 1}
    assert log.table.claims == ()


def test_a_harvest_can_be_shared_until_the_turn_after_the_next() -> None:
    log = bought(Log(), 1, blue=4).did(cmd.Harvest(2, "blue", cards=4), cmd.Turn(1, 2))
    assert len(log.table.claims) == 1
    log.did(cmd.Turn(2, 3))
    assert log.table.claims == ()
    again = log.tried(cmd.Share(1, 2))
    assert isinstance(again, Refusal)
    assert again.reason is Reason.NOTHING_TO_CLAIM


def test_of_two_harvests_the_newer_is_shared_first() -> None:
    log = bought(Log(), 1, blue=4).did(cmd.Harvest(2, "blue", cards=4), cmd.Turn(1, 2))
    log.did(cmd.Harvest(2, "blue", cards=4), cmd.Share(1, 2), cmd.Turn(2, 3))
    assert log.table.claims == ()  # the one left was the older


def test_nothing_is_left_to_claim_when_a_game_is_over() -> None:
    log = ended(bought(Log(), 1, blue=4)).did(cmd.Harvest(2, "blue", cards=4))
    assert len(log.table.claims) == 1
    log.did(cmd.Pass(1, everybody=True), cmd.Pass(1, everybody=True))
    assert log.table.claims == ()
    log.did(cmd.Reopen(1))
    assert log.table.claims == ()


def test_no_type_is_left_to_name_when_a_game_is_over() -> None:
    log = bought(Log(cognac=True), 1, cognac=2)
    assert log.table.removing == 1
    log.tried(cmd.Finish(1), override="the last bus")
    assert (log.table.phase, log.table.removing) == (Phase.FINISHED, None)
    again = log.did(cmd.Reopen(1)).tried(cmd.Remove(1, "red"))
    assert isinstance(again, Refusal)
    assert again.reason is Reason.NOT_REMOVING


NO_CLAIM: list[tuple[Callable[[], Log], cmd.Command]] = [
    # a stew, in which a Blue bean may lie, for the 4-Jail (4.22); another bean, and too few Blue ones
    (lambda: bought(bought(Log(), 1, blue=4), 2, **{"break": 4}), cmd.Stew(2, cards=8)),
    (lambda: bought(Log(), 1, blue=4), cmd.Harvest(2, "fire", cards=9)),
    (lambda: bought(Log(), 1, blue=4), cmd.Harvest(2, "blue", cards=3)),
    # one's own stew for the 3-Distillery (4.26), and one that pays nothing (4.25)
    (lambda: bought(Log(cognac=True), 1, **{"break": 4, "cognac": 3}), cmd.Stew(1, cards=8)),
    (lambda: bought(bought(Log(cognac=True), 1, **{"break": 4}), 2, cognac=3), cmd.Stew(1, cards=2)),
]


@pytest.mark.parametrize(("begun", "harvest"), NO_CLAIM)
def test_of_some_harvests_nothing_can_be_claimed(begun: Callable[[], Log], harvest: cmd.Command) -> None:
    assert begun().did(harvest).table.claims == ()


def test_a_third_field_with_and_without_a_goldmine() -> None:
    log = rich(Log(), 1, red=2, soy=1).did(cmd.BuyField(1, (("red", 2), ("soy", 1))))
    assert log.table.fields == {1}
    assert log.table.player(1).talers == {}
    log = rich(bought(Log(), 1, garden=2), 1, red=1).did(cmd.BuyField(1, (("red", 1),)))
    assert log.table.fields == {1}


def test_undo_of_any_entry_and_undo_of_an_undo() -> None:
    log = rich(Log(), 1, red=1, soy=2, blue=3)
    log.did(cmd.Undo(2, (3,)))
    assert log.table.player(1).talers == {"red": 1, "blue": 3}
    log.did(cmd.Undo(1, (5,)))
    assert log.table.player(1).talers == {"red": 1, "soy": 2, "blue": 3}
    log.did(cmd.Undo(1, (6,)))
    assert log.table.player(1).talers == {"red": 1, "blue": 3}
    log.did(cmd.Undo(1, (2, 4)))
    assert log.table.player(1).talers == {}


def test_what_was_built_on_an_entry_is_named_and_goes_with_it() -> None:
    log = bought(Log(), 1, blue=3)  # 2 harvest, 3 purchase
    log.did(cmd.Harvest(1, "blue", cards=8))  # 4: pays four with the 3-Jail
    for target, together in ((2, [2, 3, 4]), (3, [3, 4])):
        refusal = log.tried(cmd.Undo(1, (target,)))
        assert isinstance(refusal, Refusal)
        assert refusal.facts["together"] == together
    log.did(cmd.Undo(1, (2, 3, 4)))
    assert log.table.player(1) == Log().table.player(1)
    log.did(cmd.Undo(1, (5,)))
    assert log.table.player(1).talers == {"blue": 4}
    assert log.table.player(1).buildings == {"blue": 3}


def test_an_undone_purchase_cannot_come_back_once_the_card_is_sold() -> None:
    log = rich(bought(Log(), 1, red=4), 2, red=4).did(cmd.Undo(1, (3,)), cmd.Buy(2, (("red", 4),)))
    refusal = log.tried(cmd.Undo(1, (5,)))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.DEPENDED_ON
    assert refusal.facts["entries"] == [6]


def test_an_entry_made_by_agreement_stays_when_others_go() -> None:
    log = rich(Log(), 1, red=2)
    log.tried(cmd.BuyField(1, (("red", 2),)), override="two is enough for us")
    log.did(cmd.Harvest(2, "soy", talers=1), cmd.Undo(2, (4,)))
    assert log.table.fields == {1}


def test_undoing_the_last_deck_pass_takes_the_end_back() -> None:
    log = Log().did(cmd.Deck(1), cmd.Deck(1), cmd.Deck(2))
    log.did(cmd.Turn(1))
    assert log.table.phase is Phase.FINAL_HARVEST
    refusal = log.tried(cmd.Undo(2, (4,)))
    assert isinstance(refusal, Refusal)
    assert refusal.facts["together"] == [4, 5]
    log.did(cmd.Undo(2, (4, 5)))
    assert (log.table.phase, log.table.passes, log.table.turn) == (Phase.PLAY, 2, 1)
    log.did(cmd.Turn(1), cmd.Deck(2), cmd.Turn(2))
    assert (log.table.phase, log.table.turn) == (Phase.FINAL_HARVEST, 2)


def test_the_whole_end_by_passing() -> None:
    log = rich(Log(), 3, red=4).did(cmd.Turn(1), cmd.Turn(2), cmd.Deck(1), cmd.Deck(1), cmd.Deck(1), cmd.Turn(3))
    log.did(cmd.Harvest(1, "soy", cards=2), *(cmd.Pass(seat) for seat in (1, 2, 4, 3)))
    assert log.table.phase is Phase.BUYING
    assert log.table.round is not None
    assert log.table.round.next == 3  # had the last turn
    log.did(cmd.Buy(3, (("red", 4),)), cmd.Pass(4), cmd.Pass(1), cmd.Pass(2))
    assert log.table.phase is Phase.BUYING
    log.did(cmd.Pass(3))
    assert log.table.phase is Phase.FINISHED
    log.did(cmd.Hand(1, 3), cmd.Reopen(2), cmd.Correct(1, "soy", 1, "miscounted"), cmd.Finish(1))
    assert log.table.phase is Phase.FINISHED
    assert log.table.player(1).talers == {"soy": 2}
    assert log.table.player(1).hand_cards == 3


def test_a_buyer_may_go_on_buying_or_pass_at_once() -> None:
    log = rich(Log(), 1, red=1, soy=1).did(cmd.OpenRound(1))
    log.did(cmd.Buy(1, (("red", 1),)), cmd.Buy(1, (("soy", 1),)), cmd.Pass(1), cmd.Pass(2), cmd.Pass(3), cmd.Pass(4))
    assert log.table.phase is Phase.PLAY  # in mid-game the game goes on
    assert log.table.round is None


def test_a_second_round_hangs_on_the_end_of_the_first() -> None:
    log = Log(3).did(cmd.OpenRound(1), cmd.Pass(1), cmd.Pass(2), cmd.Pass(3), cmd.OpenRound(1))
    refusal = log.tried(cmd.Undo(3, (5,)))
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.facts["entries"]) == (Reason.DEPENDED_ON, [6])


def test_base_games_end_with_the_harvest() -> None:
    log = ended(Log(edition="bohnanza")).did(*(cmd.Pass(seat) for seat in (1, 2, 3, 4)))
    assert log.table.phase is Phase.FINISHED


def test_the_second_distillery_takes_a_type_away() -> None:
    log = bought(bought(Log(cognac=True), 1, red=2), 2, cognac=2).did(cmd.Remove(2, "red"))
    assert log.table.market.for_sale("red") == []
    assert log.table.player(1).buildings == {"red": 2}
    assert log.table.removing is None


@pytest.mark.parametrize("edition", EDITIONS.ids)
def test_turns_go_round(edition: str) -> None:
    log = Log(5, edition=edition)
    seen = []
    for _ in range(6):
        seen.append(log.table.turn)
        log.did(cmd.Turn(1))
    assert seen == [1, 2, 3, 4, 5, 1]
    assert log.did(cmd.Turn(1, 4)).table.turn == 4


def test_every_kind_of_event_survives_storage() -> None:
    log = rich(bought(bought(Log(cognac=True), 1, **{"break": 4, "soy": 4}), 2, cognac=3), 3, blue=4, cognac=2)
    log.did(cmd.Stew(1, cards=8), cmd.Levy(2, 1), cmd.Buy(3, (("blue", 4), ("cognac", 2))), cmd.Remove(3, "red"))
    log.did(
        cmd.Harvest(1, "blue", cards=4),
        cmd.Share(3, 1),
        cmd.Correct(1, "blue", 2, "x"),
        cmd.BuyField(1, (("blue", 3),)),
    )
    log.did(cmd.Turn(1), cmd.Rename(4, "Danica"), cmd.Undo(1, (len(log.entries),)), cmd.OpenRound(1), cmd.Pass(2))
    log.did(
        cmd.Pass(3),
        cmd.Pass(4),
        cmd.Pass(1),
        cmd.Deck(1),
        cmd.Deck(1),
        cmd.Deck(1),
        cmd.Turn(1),
        cmd.Pass(1, everybody=True),
        cmd.Pass(1, everybody=True),
        cmd.Reopen(1),
        cmd.Finish(1),
        cmd.Hand(1, 4),
        cmd.Reopen(1),
        cmd.Recount(1, "blue", 1),
        cmd.Leave(2),
        cmd.Return(2),
        cmd.SetUp(1, start=2, order=(2, 1, 3, 4), tie_break="shared"),
        cmd.Continue(1, "BCDFG"),
    )
    log.booked(ev.Seated(2, "x"), ev.SatDown("y", (2, 3), (1,), (2,)), ev.SeatLeft("y", (2,)))
    log.booked(ev.SeatTakenBack("y", (3,)), ev.LinksRenewed(("join", "watch")))
    stored = [(entry.seq, entry.event.kind, entry.event.v, json.dumps(encode(entry.event))) for entry in log.entries]
    assert {kind for _, kind, _, _ in stored} == set(KINDS)
    again = [Entry(seq, decode(kind, v, json.loads(data))) for seq, kind, v, data in stored]
    assert [entry.event for entry in again] == [entry.event for entry in log.entries]
    assert fold(effective(again), EDITIONS) == log.table
    with pytest.raises(UnknownEventError):
        decode("harvested", 99, {})
    with pytest.raises(UnknownEventError):
        decode("teleported", 1, {})


def test_a_log_of_an_edition_that_is_not_here_says_which_one_it_needs() -> None:
    begun = ev.Started("of-another-house", False, "amigo", "shared", False, ("Ana", "Ben", "Cleo"))
    with pytest.raises(UnreadableTableError) as error:
        fold([Entry(1, begun)], EDITIONS)
    assert (error.value.reason, error.value.facts) == (Unreadable.RULE_SET, {"edition": "of-another-house"})
