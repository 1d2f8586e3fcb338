"""`state.json`, field by field, for who sees every purse and for who sees one of them."""

from __future__ import annotations

from typing import Any

from companion.formats.table_json import sheet, state
from companion.rules.playing import commands as cmd
from companion.rules.playing.seating import Rights
from tests.rules.tables import Log, bought, finished, rich

ALL, BEN = Rights(frozenset({0})), Rights(frozenset({2}), frozenset({1}))


def player(seat: int, name: str, **more: Any) -> dict[str, Any]:
    """A player who has nothing, and what is otherwise."""
    score = dict.fromkeys(("cash", "stew", "distillery", "interest", "buildings", "bonus", "total"), 0)
    usual = {
        "seat": seat, "name": name, "talers": {}, "unsorted": 0, "stew": 0, "distillery": 0, "buildings": {},
        "third_field": False, "left": False, "hand_cards": None,
    }  # fmt: skip
    points = more.pop("score", {})
    return usual | {"score": score | {"rank": 1, "winner": False} | points if points is not None else None} | more


def played() -> Log:
    """Ana has a 4-Saloon with a stew and gone home, Ben a third field and the Distillery that took the Tepees out."""
    log = bought(bought(Log(3, cognac=True, tie_break="shared", hidden=True), 1, **{"break": 4}), 2, cognac=2)
    log.did(cmd.Remove(2, "red"), cmd.Stew(1, cards=7), cmd.Deck(1), cmd.Turn(1))
    rich(log, 2, soy=5).did(cmd.BuyField(2, (("soy", 3),)), cmd.SetUp(1, start=2), cmd.OpenRound(2), cmd.Leave(1))
    return log


def test_the_state_has_everything_about_a_table() -> None:
    found = state(played().ledger, ALL)
    assert {key: value for key, value in found.items() if key not in ("market", "players")} == {
        "version": 15, "edition": "high-bohn", "cognac": True, "base": "amigo", "tie_break": "shared", "hidden": True,
        "phase": "buying", "start": 2, "order": [2, 3, 1], "turn": 2, "deck_passes": 1, "deck_limit": 3, "deciding": 2,
        "unsettled": [], "removed": {"red": [1, 2, 3, 4]},
    }  # fmt: skip
    assert found["market"]["red"] == []
    assert found["market"]["break"] == [1, 2, 3]
    assert found["market"]["blue"] == [1, 2, 3, 4]
    ana = {"stew": 4, "buildings": 4, "total": 8, "rank": None}
    ben = {"cash": 2, "buildings": 2, "total": 4, "rank": None}
    assert found["players"] == [
        player(1, "Ana", stew=4, buildings={"break": 4}, left=True, score=ana),
        player(2, "Ben", talers={"soy": 2}, buildings={"cognac": 2}, third_field=True, score=ben),
        player(3, "Cleo", score={"rank": None}),
    ]


def test_what_lies_in_a_purse_that_is_not_seen_is_not_in_it() -> None:
    found = state(played().ledger, BEN)["players"]
    hidden: dict[str, Any] = dict.fromkeys(("talers", "unsorted", "stew", "distillery", "score"))
    assert found[0] == player(1, "Ana", buildings={"break": 4}, left=True) | hidden
    assert found[1]["talers"] == {"soy": 2}
    assert found[1]["score"]["total"] == 4
    assert found[2] == player(3, "Cleo") | hidden


def test_a_finished_game_has_ranks_and_a_winner_for_everybody() -> None:
    log = rich(Log(3, hidden=True), 2, soy=3)
    rich(log, 3, soy=1)
    found = state(finished(log).did(cmd.Hand(2, 4)).ledger, Rights())
    assert (found["phase"], found["deciding"], found["removed"]) == ("finished", None, {})
    assert [(row["score"]["total"], row["score"]["rank"], row["score"]["winner"]) for row in found["players"]] == [
        (0, 3, False), (3, 1, True), (1, 2, False),
    ]  # fmt: skip
    assert found["players"][1]["hand_cards"] == 4


def test_entries_that_no_longer_fit_are_named() -> None:
    log = bought(Log(3), 1, red=3).did(cmd.Change(1, 2, cmd.Harvest(1, "red", cards=3)))
    assert state(log.ledger, ALL)["unsettled"] == [{"entry": 3, "error": "not-enough-talers"}]


def test_the_sheet_begins_with_the_start_player() -> None:
    assert [player.name for player in sheet(played().ledger).players] == ["Ben", "Cleo", "Ana"]
