"""Each refusal at a table: when it comes, its facts, its sentence, and whether a table may agree otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.refusals import AGREEABLE, Reason, Refusal
from companion.text.words import SENTENCES, Words
from tests.rules import test_sheet
from tests.rules.tables import Log, bought, ended, exhausted, finished, rich


def exhausted_mid_round() -> Log:
    """A buying round goes on in the last turn."""
    return exhausted(Log()).did(cmd.OpenRound(1))


CASES: list[tuple[Callable[[], Log], cmd.Command, Reason, str]] = [
    (Log, cmd.Harvest(5, "blue", cards=4), Reason.UNKNOWN_SEAT, "there is no seat 5; this table has 4"),
    (Log, cmd.Turn(1, 9), Reason.UNKNOWN_SEAT, "there is no seat 9; this table has 4"),
    (Log, cmd.Share(1, 7), Reason.UNKNOWN_SEAT, "there is no seat 7"),
    (Log, cmd.Harvest(1, "tea", cards=4), Reason.UNKNOWN_BEAN, "“tea” is not a bean"),
    (Log, cmd.Harvest(1, "cognac", cards=4), Reason.BEAN_NOT_IN_PLAY, "Cognac is not in play at this table"),
    (Log, cmd.Harvest(1, "garden", cards=7), Reason.MORE_THAN_CARDS, "7 is more than the 6 cards there are"),
    (lambda: rich(Log(), 2, garden=2), cmd.Harvest(1, "garden", cards=5), Reason.MORE_THAN_LEFT, "at most 4 Garden can come in: of the 6 cards, 2 lie in purses"),
    (Log, cmd.Harvest(1, "garden", talers=7), Reason.MORE_THAN_CARDS, "7 is more than the 6 cards there are"),
    (lambda: rich(Log(), 2, red=7), cmd.Harvest(1, "red", talers=2), Reason.MORE_THAN_LEFT, "at most 1 Red can come in: of the 8 cards, 7 lie in purses"),
    (lambda: bought(rich(Log(), 2, blue=16), 1, blue=4).did(cmd.Harvest(3, "blue", cards=4), cmd.Correct(2, "blue", 3, "x")), cmd.Share(1, 3), Reason.MORE_THAN_LEFT, "at most 0 Blue can come in"),
    (Log, cmd.Correct(1, "unsorted", 105, "x"), Reason.MORE_THAN_CARDS, "105 is more than the 104 cards there are"),
    (Log, cmd.Correct(1, "red", 9, "x"), Reason.MORE_THAN_CARDS, "9 is more than the 8 cards there are"),
    (lambda: Log().did(cmd.Correct(1, "unsorted", 100, "x")), cmd.Correct(2, "unsorted", 5, "x"), Reason.MORE_THAN_ALL_CARDS, "105 Talers in all are more than the 104"),
    (Log, cmd.Stew(1, cards=3), Reason.NO_STEW, "a stew needs 3-Saloon or 4-Saloon"),
    (lambda: bought(Log(), 1, **{"break": 3}), cmd.Stew(1, cards=9), Reason.STEW_TOO_LARGE, "each bean at most once, so 8"),
    (lambda: bought(Log(), 1, **{"break": 3}), cmd.Stew(1, talers=9), Reason.STEW_TOO_LARGE, "each bean at most once, so 8"),
    (lambda: bought(Log(cognac=True), 1, **{"break": 3}), cmd.Stew(1, cards=6, levy=True), Reason.NO_LEVY, "who owns 3-Distillery may demand"),
    (lambda: bought(Log(cognac=True), 1, **{"break": 3, "cognac": 3}), cmd.Stew(1, cards=6, levy=True), Reason.NO_LEVY, "only another player"),
    (lambda: bought(Log(cognac=True), 1, **{"break": 3}).did(cmd.Stew(1, cards=6)), cmd.Levy(2, 1), Reason.NO_LEVY, "who owns 3-Distillery may demand"),
    (lambda: bought(bought(Log(cognac=True), 1, **{"break": 3}), 2, cognac=3).did(cmd.Stew(1, cards=6)), cmd.Levy(3, 1), Reason.NO_LEVY, "who owns 3-Distillery may demand"),
    (lambda: bought(Log(cognac=True), 1, **{"break": 3, "cognac": 3}).did(cmd.Stew(1, cards=6)), cmd.Levy(1, 1), Reason.NO_LEVY, "only another player"),
    (lambda: bought(bought(Log(cognac=True), 1, **{"break": 3}), 2, cognac=3), cmd.Stew(1, cards=2, levy=True), Reason.NOTHING_TO_CLAIM, "no such harvest by Ana"),
    (lambda: bought(bought(Log(cognac=True), 1, **{"break": 3}), 2, cognac=3).did(cmd.Stew(1, cards=6), cmd.Levy(2, 1)), cmd.Levy(2, 1), Reason.NOTHING_TO_CLAIM, "no such harvest by Ana"),
    (lambda: bought(bought(Log(cognac=True), 1, **{"break": 3}), 2, cognac=3).did(cmd.Stew(1, cards=3), cmd.Correct(1, "stew", -1, "x")), cmd.Levy(2, 1), Reason.NEGATIVE_PURSE, "only 0 are there"),
    (lambda: bought(Log(), 1, blue=4), cmd.Share(1, 2), Reason.NOTHING_TO_CLAIM, "no such harvest by Ben any more"),
    (lambda: rich(bought(Log(), 1, blue=4), 2, blue=1), cmd.Share(3, 2), Reason.NO_SHARE, "only the owner of 4-Jail may claim"),
    (lambda: rich(Log(), 1, garden=2), cmd.Harvest(1, "garden", talers=4), Reason.PAYS_LESS, "this harvest pays at most 3, and 4 were entered"),
    (lambda: bought(Log(), 1, **{"break": 3}), cmd.Stew(1, talers=5), Reason.PAYS_LESS, "pays at most 4"),
    (lambda: Log(edition="bohnanza"), cmd.Share(1, 2), Reason.NO_SUCH_CARD, "no building that does this"),
    (Log, cmd.Remove(1, "red"), Reason.NO_SUCH_CARD, "no building that does this"),
    (lambda: Log(edition="bohnanza"), cmd.Harvest(1, "blue", cards=4, soy=1), Reason.NO_SUCH_CARD, "no building that does this"),
    (Log, cmd.Harvest(1, "blue", cards=4, soy=1), Reason.NO_MIXING, "Soy on the field of another bean takes 2-Farm"),
    (lambda: bought(Log(), 1, soy=2), cmd.Harvest(1, "blackeyed", cards=4, soy=1), Reason.NO_MIXED_FIELD, "only to fields of beans with 14 cards or more"),
    (lambda: bought(Log(), 1, soy=2), cmd.Harvest(1, "soy", cards=4, soy=1), Reason.ALL_SOY, "at least one card of it is that bean"),
    (lambda: bought(Log(), 1, soy=2), cmd.Harvest(1, "blue", cards=4, soy=4), Reason.ALL_SOY, "at least one card of it is that bean"),
    (lambda: rich(bought(Log(), 1, soy=2), 2, soy=4), cmd.Harvest(1, "blue", cards=12, soy=9), Reason.MORE_THAN_LEFT, "at most 8 Soy can come in: of the 12 cards, 4 lie"),
    (exhausted_mid_round, cmd.Turn(1), Reason.ROUND_OPEN, "it is for Ana to decide"),
    (lambda: ended(Log()), cmd.Finish(1), Reason.NOT_AT_END, "the last turn is played, everybody harvests and buys"),
    (lambda: exhausted(Log()), cmd.Deck(1), Reason.PILE_DONE, "has run out 3 times"),
    (lambda: exhausted(Log()), cmd.Turn(3, 4, leaving=3), Reason.TURN_MOVED, "passed the turn on meanwhile: Ana is on turn"),
    (lambda: Log(4, cognac=True).did(cmd.Correct(1, "unsorted", 2, "x")), cmd.BuyField(1, (("unsorted", 3),)), Reason.NOT_ENOUGH_TALERS, "this takes 3 of unknown bean; missing: 1"),
    (Log, cmd.BuyField(1, (("stew", 3),)), Reason.UNKNOWN_BEAN, "“stew” is not a bean"),
    (lambda: bought(Log(cognac=True), 1, cognac=3), cmd.BuyField(1, (("distillery", 3),)), Reason.UNKNOWN_BEAN, "“distillery” is not a bean"),
    (Log, cmd.Buy(1, ()), Reason.CARDS_TWICE, "choose at least one building"),
    (Log, cmd.Buy(1, (("red", 1), ("red", 2))), Reason.CARDS_TWICE, "each type once"),
    (Log, cmd.Buy(1, (("red", 5),)), Reason.NOT_A_PRICE, "must be the price on the card, 1, 2, 3 or 4, but is 5"),
    (Log, cmd.Buy(1, (("tea", 1),)), Reason.UNKNOWN_BEAN, "“tea” is not a bean"),
    (lambda: Log(edition="bohnanza"), cmd.Buy(1, (("red", 1),)), Reason.NO_BUILDINGS, "is played without buildings"),
    (lambda: rich(Log(), 1, red=1), cmd.Buy(1, (("red", 3),)), Reason.NOT_ENOUGH_TALERS, "this takes 3 of Red; missing: 2"),
    (lambda: rich(bought(Log(), 2, red=1), 1, red=4), cmd.Buy(1, (("red", 1),)), Reason.ALREADY_SOLD, "Ben already owns the 1-Tepee"),
    (lambda: rich(bought(Log(), 1, red=1), 1, red=4), cmd.Buy(1, (("red", 4),)), Reason.ONE_PER_TYPE, "the 1-Tepee is there already"),
    (lambda: rich(bought(bought(Log(3), 2, red=1), 3, red=2), 1, red=4), cmd.Buy(1, (("red", 4),)), Reason.OWNER_LIMIT, "only 2 may own a Tepee, and Ben and Cleo already do"),
    (lambda: rich(bought(Log(cognac=True), 2, cognac=2).did(cmd.Remove(2, "red")), 1, red=4), cmd.Buy(1, (("red", 4),)), Reason.REMOVED, "have left the game"),
    (lambda: rich(ended(Log()), 1, red=1), cmd.Buy(1, (("red", 1),)), Reason.HARVEST_FIRST, "everybody harvests first"),
    (lambda: rich(Log(), 2, red=1).did(cmd.OpenRound(1)), cmd.Buy(2, (("red", 1),)), Reason.NOT_YOUR_MOMENT, "it is for Ana to decide"),
    (lambda: ended(Log()).did(*(cmd.Pass(seat) for seat in (1, 2, 3, 4))), cmd.Harvest(1, "red", cards=2), Reason.HARVEST_OVER, "the harvest is over"),
    (lambda: Log(cognac=True), cmd.Remove(1, "red"), Reason.NOT_REMOVING, "straight after buying 2-Distillery"),
    (lambda: Log(cognac=True), cmd.Remove(1, "tea"), Reason.UNKNOWN_BEAN, "“tea” is not a bean"),
    (lambda: bought(Log(cognac=True), 1, cognac=2).did(cmd.Turn(1)), cmd.Remove(1, "red"), Reason.NOT_REMOVING, "and only then"),
    (lambda: rich(Log(), 1, blue=2), cmd.BuyField(1, (("blue", 2),)), Reason.WRONG_FIELD_PRICE, "the field costs 3, and 2 were chosen"),
    (lambda: rich(Log(), 1, blue=2), cmd.BuyField(1, (("blue", 3),)), Reason.NOT_ENOUGH_TALERS, "this takes 3 of Blue; missing: 1"),
    (lambda: rich(Log(), 1, blue=6).did(cmd.BuyField(1, (("blue", 3),))), cmd.BuyField(1, (("blue", 3),)), Reason.FIELD_OWNED, "bought already"),
    (lambda: rich(Log(base="amigo-2016"), 1, blue=3), cmd.BuyField(1, (("blue", 3),)), Reason.FIELD_NOT_FOR_SALE, "no field is for sale"),
    (Log, cmd.Correct(1, "blue", -1, "typo"), Reason.NEGATIVE_PURSE, "only 0 are there; no count can go below 0"),
    (Log, cmd.Correct(1, "blue", 0, "typo"), Reason.NO_CHANGE, "a correction by 0"),
    (Log, cmd.Correct(1, "blue", 1, " "), Reason.REASON_MISSING, "a correction needs a reason"),
    (Log, cmd.Correct(1, "stew", 1, "typo"), Reason.POT_WITHOUT_BUILDING, "only under 3-Saloon or 4-Saloon"),
    (Log, cmd.Correct(1, "tea", 1, "typo"), Reason.UNKNOWN_BEAN, "“tea” is not a bean"),
    (Log, cmd.Hand(1, 105), Reason.MORE_THAN_CARDS, "105 is more than the 104 cards"),
    (Log, cmd.Rename(1, "\u200b"), Reason.NAME_EMPTY, "must show at least one letter"),
    (Log, cmd.Rename(1, "ben"), Reason.NAME_TAKEN, "looks the same as the name of player 2"),
    (Log, cmd.Turn(2, 1), Reason.ALREADY_ON_TURN, "Ana is on turn already"),
    (Log, cmd.Turn(2, 3, leaving=2), Reason.TURN_MOVED, "passed the turn on meanwhile: Ana is on turn"),
    (Log, cmd.Turn(4, 1, leaving=4), Reason.ALREADY_ON_TURN, "Ana is on turn already"),
    (lambda: Log().did(*(cmd.Turn(seat) for seat in (1, 2, 3, 4))), cmd.Turn(1, 2, leaving=1, count=1), Reason.TURN_MOVED, "passed the turn on meanwhile: Ana is on turn"),
    (Log, cmd.Turn(1, 2, leaving=1, count=2), Reason.TURN_MOVED, "Ana is on turn"),
    (lambda: Log().did(cmd.Turn(1, 2, leaving=1, count=1)), cmd.Turn(1, 2, leaving=1, count=1), Reason.ALREADY_ON_TURN, "Ben is on turn already"),
    (lambda: Log().did(cmd.Turn(1), cmd.Undo(1, (2,))), cmd.Turn(1, 2, leaving=1, count=2), Reason.TURN_MOVED, "Ana is on turn"),
    (lambda: ended(Log()), cmd.OpenRound(1), Reason.HARVEST_FIRST, "everybody harvests first"),
    (lambda: rich(bought(bought(Log(3), 1, red=1), 2, red=2), 1, red=4), cmd.Buy(1, (("red", 4),)), Reason.ONE_PER_TYPE, "the 1-Tepee is there already"),
    (Log, cmd.Correct(1, "blue", -1, ""), Reason.REASON_MISSING, "a correction needs a reason"),
    (lambda: Log().did(cmd.Deck(1, 1)), cmd.Deck(2, 1), Reason.PILE_COUNTED, "somebody has entered this already (so far the pile has run out: 1)"),
    (lambda: rich(Log(), 2, blue=4), cmd.Harvest(1, "blue", cards=17), Reason.MORE_THAN_LEFT, "at most 16 Blue can come in"),
    (lambda: ended(Log()), cmd.Turn(1), Reason.PILE_DONE, "has run out 3 times"),
    (lambda: ended(Log()), cmd.Deck(1), Reason.PILE_DONE, "has run out 3 times"),
    (lambda: Log().did(cmd.OpenRound(1)), cmd.Turn(1), Reason.ROUND_OPEN, "it is for Ana to decide"),
    (lambda: Log().did(cmd.OpenRound(1)), cmd.OpenRound(1), Reason.ROUND_OPEN, "it is for Ana to decide"),
    (lambda: Log().did(cmd.OpenRound(1), cmd.Pass(1)), cmd.Pass(1), Reason.ALREADY_PASSED, "Ana is done already"),
    (lambda: Log(edition="bohnanza"), cmd.OpenRound(1), Reason.NO_BUILDINGS, "is played without buildings"),
    (lambda: Log().did(cmd.OpenRound(1)), cmd.Pass(2), Reason.NOT_YOUR_MOMENT, "it is for Ana to decide"),
    (Log, cmd.Pass(1), Reason.NO_ROUND, "no buying round is going on"),
    (lambda: Log().did(cmd.Leave(2)), cmd.Harvest(2, "red", cards=2), Reason.PLAYER_LEFT, "Ben has gone home"),
    (lambda: Log().did(cmd.Leave(2)), cmd.Turn(1, 2), Reason.PLAYER_LEFT, "Ben has gone home"),
    (lambda: Log().did(cmd.Leave(2)), cmd.Leave(2), Reason.ALREADY_LEFT, "Ben has gone home already"),
    (Log, cmd.Return(2), Reason.NOT_LEFT, "Ben is here"),
    (lambda: Log(3).did(cmd.Leave(2), cmd.Leave(3)), cmd.Leave(1), Reason.LAST_PLAYER, "Ana is the last one here"),
    (Log, cmd.Recount(1, "tea", 1), Reason.UNKNOWN_BEAN, "“tea” is not a bean"),
    (Log, cmd.Recount(1, "red", 9), Reason.MORE_THAN_CARDS, "9 is more than the 8 cards"),
    (lambda: rich(Log(), 2, red=4), cmd.Recount(1, "red", 5), Reason.MORE_THAN_LEFT, "at most 4 Red can come in"),
    (Log, cmd.Recount(1, "stew", 1), Reason.POT_WITHOUT_BUILDING, "only under 3-Saloon or 4-Saloon"),
    (Log, cmd.SetUp(1, edition="chess"), Reason.UNKNOWN_EDITION, "“chess” is not a rule set"),
    (lambda: Log(5), cmd.SetUp(1, edition="bohnanza", cognac=True), Reason.NO_COGNAC, "has no Cognac variant"),
    (Log, cmd.SetUp(1, base="chess"), Reason.UNKNOWN_BASE, "“chess” is not a base game here"),
    (Log, cmd.SetUp(1, tie_break="dice"), Reason.UNKNOWN_TIE_BREAK, "“dice” is not a tie-break"),
    (lambda: Log(7, "high-bohn-2000"), cmd.SetUp(1, edition="high-bohn"), Reason.PLAYER_COUNT, "is for 3 to 5 players, not 7"),
    (Log, cmd.SetUp(1, start=5), Reason.UNKNOWN_SEAT, "there is no seat 5"),
    (Log, cmd.SetUp(1, order=(1, 2, 3)), Reason.NOT_AN_ORDER, "name each seat from 1 to 4 once"),
    (Log, cmd.SetUp(1, order=(1, 2, 3, 3)), Reason.NOT_AN_ORDER, "name each seat from 1 to 4 once"),
    (Log, cmd.SetUp(1, start=1, base="amigo"), Reason.SET_UP_SO, "set up like that already"),
    (lambda: Log(hidden=True), cmd.SetUp(1, hidden=False), Reason.SHOWS_PURSES, "shows every purse to everybody"),
    (Log, cmd.Change(1, 2, cmd.Hand(1, 3)), Reason.UNKNOWN_ENTRY, "there is no entry 2"),
    (Log, cmd.Change(1, 1, cmd.Hand(1, 3)), Reason.UNKNOWN_ENTRY, "there is no entry 1"),
    (lambda: Log().did(cmd.Turn(1)), cmd.Change(1, 2, cmd.Hand(1, 3)), Reason.NOT_CHANGEABLE, "entry 2 cannot be changed, only undone"),
    (lambda: rich(Log(), 1, red=1).did(cmd.Undo(1, (2,))), cmd.Change(1, 2, cmd.Hand(1, 3)), Reason.ALREADY_UNDONE, "entry 2 is undone already"),
    (lambda: rich(Log(), 1, red=1).did(cmd.Change(1, 2, cmd.Harvest(1, "red", cards=3))), cmd.Undo(2, (2,)), Reason.CHANGED_SINCE, "entry 2 was changed meanwhile: №\u00a04 stands in its place"),
    (lambda: bought(rich(Log(), 1, red=1), 2, red=2), cmd.Change(1, 4, cmd.Buy(2, (("red", 3),))), Reason.NOT_ENOUGH_TALERS, "missing: 1"),
    (Log, cmd.Finish(1), Reason.NOT_AT_END, "the game ends by itself: the pile runs out 3 times"),
    (Log, cmd.Reopen(1), Reason.NOT_FINISHED, "the game is not finished"),
    (lambda: finished(Log()), cmd.Harvest(1, "red", cards=2), Reason.GAME_FINISHED, "open it again to change something"),
    (lambda: finished(Log()), cmd.Finish(1), Reason.GAME_FINISHED, "open it again"),
    (Log, cmd.Undo(1, (7,)), Reason.UNKNOWN_ENTRY, "there is no entry 7 to undo"),
    (Log, cmd.Undo(1, (1,)), Reason.UNKNOWN_ENTRY, "there is no entry 1 to undo"),
    (Log, cmd.Undo(1, ()), Reason.UNKNOWN_ENTRY, "there is no entry 0 to undo"),
    (lambda: rich(Log(), 1, red=1).did(cmd.Undo(1, (2,))), cmd.Undo(2, (2,)), Reason.ALREADY_UNDONE, "entry 2 is undone already"),
    (lambda: bought(Log(), 1, red=1), cmd.Undo(1, (2,)), Reason.DEPENDED_ON, "later entries build on it (3), undo them together"),
]  # fmt: skip


@pytest.mark.parametrize(("log", "command", "reason", "sentence"), CASES)
def test_each_refusal(log: Callable[[], Log], command: cmd.Command, reason: Reason, sentence: str) -> None:
    played = log()
    refusal = played.tried(command)
    assert isinstance(refusal, Refusal), refusal
    assert refusal.reason is reason
    said = Words(played.table.game.edition, played.table.names).sentence(refusal)
    assert sentence in said
    assert "%(" not in said


@pytest.mark.parametrize(("log", "command", "reason", "_"), CASES)
def test_what_a_table_may_agree_on(log: Callable[[], Log], command: cmd.Command, reason: Reason, _: str) -> None:
    played = log()
    refusal = played.ledger.decide(command)
    assert isinstance(refusal, Refusal)
    made = played.tried(command, override="as we agreed")
    if reason in AGREEABLE and not refusal.settled:  # what holds already is entered by no agreement
        assert not isinstance(made, Refusal), made
        assert played.entries[-1].override == "as we agreed"
        assert all(count > 0 for player in played.table.players for count in player.talers.values())
    else:
        assert isinstance(made, Refusal)
        assert made.reason is reason


def test_an_override_lifts_no_second_objection() -> None:
    """A card that left the game may be sold by agreement, but not without the Talers."""
    log = bought(bought(Log(3), 2, red=1), 3, red=2)
    made = log.tried(cmd.Buy(1, (("red", 4),)), override="as we agreed")
    assert isinstance(made, Refusal)
    assert made.reason is Reason.NOT_ENOUGH_TALERS


def test_every_reason_has_a_sentence_and_a_case() -> None:
    assert set(SENTENCES) == set(Reason)
    seen = {reason for _, reason, _ in [*test_sheet.CASES, *test_sheet.BYTES]} | {case[2] for case in CASES}
    # an unreadable file has its case beside the command line, a command id used twice beside the service; a changed
    # meter shows only as a dependant of an undo; hidden purses are in test_hidden, seats in tests/web/test_seats.py,
    # agreements of a sheet in test_agreed, entries of a downloaded table in tests/web/test_downloads.py
    elsewhere = {Reason.NOT_READABLE, Reason.METER_CHANGED, Reason.COMMAND_ID_REUSED, Reason.HIDDEN_PURSE}
    elsewhere |= {Reason.SEAT_HELD, Reason.NOT_UNDOABLE, Reason.UNKNOWN_RULE, Reason.NOT_AN_ENTRY}
    elsewhere |= {
        Reason.TOO_MANY,
        Reason.LOG_FULL,
        Reason.CROWDED,
        Reason.NO_ENTRY,
    }  # tests/web/test_limits.py, tests/web/test_downloads.py
    assert set(Reason) - seen == elsewhere
