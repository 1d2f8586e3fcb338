"""Each refusal at a table: when it comes, its facts, its sentence, and whether a table may agree otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.rules import commands as cmd
from companion.rules.refusals import AGREEABLE, Reason, Refusal
from companion.wording import SENTENCES, Words
from tests.rules import test_sheet
from tests.rules.tables import Log, bought, rich


def ended(log: Log | None = None) -> Log:
    """A table whose pile has run out for the last time."""
    log = log or Log()
    return log.did(*(cmd.Deck(1) for _ in range(log.table.game.deck)))


def finished() -> Log:
    """A table that is done."""
    return ended().did(cmd.Finish(1))


CASES: list[tuple[Callable[[], Log], cmd.Command, Reason, str]] = [
    (Log, cmd.Harvest(5, "blue", cards=4), Reason.UNKNOWN_SEAT, "there is no seat 5; this table has 4"),
    (Log, cmd.Turn(1, 9), Reason.UNKNOWN_SEAT, "there is no seat 9; this table has 4"),
    (Log, cmd.Share(1, 7), Reason.UNKNOWN_SEAT, "there is no seat 7"),
    (Log, cmd.Harvest(1, "tea", cards=4), Reason.UNKNOWN_BEAN, "“tea” is not a bean"),
    (Log, cmd.Harvest(1, "cognac", cards=4), Reason.BEAN_NOT_IN_PLAY, "Cognac is not in play at this table"),
    (Log, cmd.Harvest(1, "garden", cards=7), Reason.MORE_THAN_CARDS, "7 is more than the 6 cards there are"),
    (lambda: rich(Log(), 2, garden=2), cmd.Harvest(1, "garden", cards=5), Reason.MORE_THAN_CARDS, "7 is more than the 6 cards there are, with the 2 that lie in purses"),
    (Log, cmd.Harvest(1, "garden", talers=7), Reason.MORE_THAN_CARDS, "7 is more than the 6 cards there are"),
    (lambda: rich(Log(), 2, red=7), cmd.Harvest(1, "red", talers=2), Reason.MORE_THAN_CARDS, "9 is more than the 8 cards"),
    (Log, cmd.Correct(1, "unsorted", 105, "x"), Reason.MORE_THAN_ALL_CARDS, "105 Talers in all are more than the 104"),
    (Log, cmd.Stew(1, cards=3), Reason.NO_STEW, "a stew needs 3-Saloon or 4-Saloon"),
    (lambda: bought(Log(), 1, **{"break": 3}), cmd.Stew(1, cards=9), Reason.STEW_TOO_LARGE, "each bean at most once, so 8"),
    (lambda: bought(Log(), 1, **{"break": 3}), cmd.Stew(1, talers=9), Reason.STEW_TOO_LARGE, "each bean at most once, so 8"),
    (lambda: bought(Log(cognac=True), 1, **{"break": 3}), cmd.Stew(1, cards=6, levy=True), Reason.NO_LEVY, "who owns 3-Distillery may demand"),
    (lambda: bought(Log(cognac=True), 1, **{"break": 3, "cognac": 3}), cmd.Stew(1, cards=6, levy=True), Reason.NO_LEVY, "only another player"),
    (lambda: bought(bought(Log(cognac=True), 1, **{"break": 3}), 2, cognac=3), cmd.Stew(1, cards=2, levy=True), Reason.NOTHING_TO_CLAIM, "no such harvest by Ana"),
    (lambda: bought(bought(Log(cognac=True), 1, **{"break": 3}), 2, cognac=3), cmd.Levy(2, 1), Reason.NEGATIVE_PURSE, "only 0 are there"),
    (lambda: bought(Log(), 1, blue=4), cmd.Share(1, 2), Reason.NOTHING_TO_CLAIM, "no such harvest by Ben any more"),
    (lambda: rich(bought(Log(), 1, blue=4), 2, blue=1), cmd.Share(3, 2), Reason.NO_SHARE, "only the owner of 4-Jail may claim"),
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
    (lambda: rich(ended(), 1, red=1), cmd.Buy(1, (("red", 1),)), Reason.HARVEST_FIRST, "everybody harvests first"),
    (lambda: rich(Log(), 2, red=1).did(cmd.OpenRound(1)), cmd.Buy(2, (("red", 1),)), Reason.NOT_YOUR_MOMENT, "it is for Ana to decide"),
    (lambda: ended().did(*(cmd.Pass(seat) for seat in (1, 2, 3, 4))), cmd.Harvest(1, "red", cards=2), Reason.HARVEST_OVER, "the harvest is over"),
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
    (ended, cmd.OpenRound(1), Reason.HARVEST_FIRST, "everybody harvests first"),
    (lambda: rich(bought(bought(Log(3), 1, red=1), 2, red=2), 1, red=4), cmd.Buy(1, (("red", 4),)), Reason.ONE_PER_TYPE, "the 1-Tepee is there already"),
    (Log, cmd.Correct(1, "blue", -1, ""), Reason.REASON_MISSING, "a correction needs a reason"),
    (lambda: Log().did(cmd.Deck(1, 1)), cmd.Deck(2, 1), Reason.PILE_COUNTED, "somebody has entered this already (so far the pile has run out: 1)"),
    (lambda: rich(Log(), 2, blue=4), cmd.Harvest(1, "blue", cards=17), Reason.MORE_THAN_CARDS, "21 is more than the 20 cards"),
    (ended, cmd.Turn(1), Reason.PILE_DONE, "has run out 3 times"),
    (ended, cmd.Deck(1), Reason.PILE_DONE, "has run out 3 times"),
    (lambda: Log().did(cmd.OpenRound(1)), cmd.Turn(1), Reason.ROUND_OPEN, "it is for Ana to decide"),
    (lambda: Log().did(cmd.OpenRound(1)), cmd.OpenRound(1), Reason.ROUND_OPEN, "it is for Ana to decide"),
    (lambda: Log(edition="bohnanza"), cmd.OpenRound(1), Reason.NO_BUILDINGS, "is played without buildings"),
    (lambda: Log().did(cmd.OpenRound(1)), cmd.Pass(2), Reason.NOT_YOUR_MOMENT, "it is for Ana to decide"),
    (Log, cmd.Pass(1), Reason.NO_ROUND, "no buying round is going on"),
    (Log, cmd.Finish(1), Reason.NOT_AT_END, "the game ends when the pile has run out 3 times"),
    (Log, cmd.Reopen(1), Reason.NOT_FINISHED, "the game is not finished"),
    (finished, cmd.Harvest(1, "red", cards=2), Reason.GAME_FINISHED, "open it again to change something"),
    (finished, cmd.Finish(1), Reason.GAME_FINISHED, "open it again"),
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
    made = played.tried(command, override="as we agreed")
    if reason in AGREEABLE:
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
    # an unreadable file has its case beside the command line; a changed meter shows only as a dependant of an undo
    assert set(Reason) - seen == {Reason.NOT_READABLE, Reason.METER_CHANGED}
