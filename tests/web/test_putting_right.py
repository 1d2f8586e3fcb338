"""Mistakes put right over HTTP: recounts, changes, players who leave, what was chosen at the start, and their pages."""

from __future__ import annotations

import re
from html import unescape
from typing import get_args

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.rules.playing import commands as cmd
from companion.web.table.verbs import wish
from tests.web.phones import Phone


def text(phone: Phone, path: str = "") -> str:
    """What a page of the table says, without its marks."""
    answer = phone.client.get(f"/t/{phone.table}{path}")
    assert answer.status_code == 200, (path, answer.status_code)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())


@pytest.fixture
def phone(app: Flask) -> Phone:
    """One phone that keeps the score for four."""
    return Phone(app).open("Ana", "Ben", "Cleo", "Dan", cognac="1")


def test_a_purse_that_is_two_short(phone: Phone) -> None:
    phone.did("harvest", 1, bean="blue", cards=10)
    version = phone.state["version"]
    assert phone.did("recount", 1, bean="blue", count="6") == version + 1
    assert phone.player(1)["talers"] == {"blue": 6}
    assert "Ana: Blue counted again: 4 → 6" in text(phone, "/log")
    phone.did("recount", 1, unsorted="", count="2")
    phone.did("recount", 1, bean="unsorted", count="3")
    assert phone.player(1)["unsorted"] == 3
    for fields in ({"bean": "blue"}, {"bean": "blue", "count": "-1"}, {"count": "3"}, {"bean": "blue", "count": "two"}):
        assert phone.enter("recount", 1, **fields).status_code == 422
    assert 'name="count" value="6"' in phone.client.get(f"/t/{phone.table}/bean/blue?seat=1").text.replace(
        'id="count-blue" ', ""
    )


def test_a_harvest_booked_for_the_wrong_player_six_turns_ago(phone: Phone) -> None:
    entry = phone.did("harvest", 1, bean="soy", cards=6)
    for _ in range(6):
        phone.did("turn", 1)
    page = phone.client.get(f"/t/{phone.table}/log").text
    assert f'href="/t/{phone.table}/change/{entry}"' in page
    assert "It was somebody else’s" in text(phone, f"/change/{entry}")
    answer = phone.enter("change", 2, entry=entry, verb="harvest", bean="soy", cards="6")
    assert answer.json is not None
    assert [(made["entry"], made["kind"]) for made in answer.json["entries"]] == [(9, "undone"), (10, "harvested")]
    assert answer.json["version"] == 10
    assert (phone.player(1)["talers"], phone.player(2)["talers"], phone.state["turn"]) == ({}, {"soy": 3}, 3)
    told = text(phone, "/log")
    assert "Ben: +3 Soy for 6 cards (instead of № 2)" in told
    assert "Changed: Ana: +3 Soy for 6 cards (№ 2)" in told


def test_a_change_is_said_once_in_the_log_beside_the_number_of_what_it_replaces(phone: Phone) -> None:
    entry = phone.did("harvest", 1, bean="soy", cards=6)
    fields = {"entry": str(entry), "verb": "harvest", "bean": "soy", "cards": "4"}
    assert phone.post(f"/t/{phone.table}/change", command_id="a", seat="1", **fields).status_code == 303
    said = f"Ana: +2 Soy for 4 cards (instead of № {entry})"
    told = text(phone, "/log")
    assert told.count(said) == 2  # as the answer, and as the entry
    assert f"№ {entry} · changed, see № 4" in told
    assert "undone" not in told
    assert 'class="flash"' not in phone.client.get(f"/t/{phone.table}").text


def test_the_same_change_sent_twice_is_one(phone: Phone) -> None:
    entry = phone.did("harvest", 1, bean="soy", cards=6)
    fields = {"entry": str(entry), "verb": "harvest", "bean": "soy", "cards": "4"}
    first, again = (phone.enter("change", 1, "once", **fields) for _ in range(2))
    assert (first.status_code, first.json) == (again.status_code, again.json)
    assert phone.state["version"] == 4
    phone.did("turn", 1)
    assert phone.enter("change", 1, "once", **fields).json == first.json
    assert phone.enter("change", 1, "once", **(fields | {"cards": "6"})).status_code == 409


def test_what_no_longer_fits_is_named_until_it_is_settled(phone: Phone) -> None:
    entry = phone.did("harvest", 1, bean="red", cards=4)
    purchase = phone.did("buy", 1, card="red-3")
    phone.did("change", 1, entry=entry, verb="harvest", bean="red", cards="3")
    assert phone.state["unsettled"] == [{"entry": purchase, "error": "not-enough-talers"}]
    for path in ("", "/result", "/board"):
        assert "1 entry no longer fits: settle it in the log" in text(phone, path)
    assert "This entry no longer fits: This takes 3 of Red; missing: 1." in text(phone, "/log")
    phone.did("recount", 1, bean="red", count="0")
    assert phone.state["unsettled"] == []
    assert "no longer fits" not in text(phone) + text(phone, "/log").replace("What then no longer fits", "")


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"verb": "harvest", "bean": "soy", "cards": "4"}, 422),
        ({"entry": "2", "bean": "soy", "cards": "4"}, 422),
        ({"entry": "2", "verb": "undo"}, 422),
        ({"entry": "2", "verb": "change"}, 422),
        ({"entry": "2", "verb": "turn"}, 422),
        ({"entry": "2", "verb": "finish"}, 422),
        ({"entry": "2", "verb": "harvest", "bean": "soy"}, 422),
        ({"entry": "9", "verb": "hand", "cards": "4"}, 409),
        ({"entry": "1", "verb": "hand", "cards": "4"}, 409),
        ({"entry": "2", "verb": "harvest", "bean": "tea", "cards": "4"}, 409),
    ],
)
def test_a_change_that_is_none(phone: Phone, fields: dict[str, str], status: int) -> None:
    phone.did("harvest", 1, bean="soy", cards=6)
    assert phone.enter("change", 1, **fields).status_code == status
    assert phone.state["version"] == 2


def test_an_agreement_settles_what_the_rules_forbid(phone: Phone) -> None:
    phone.did("harvest", 1, bean="blue", cards=8)
    entry = phone.did("field", 1, **{"pay-blue": "3"})
    phone.did("setup", 1, base="amigo-2016")
    assert [each["entry"] for each in phone.state["unsettled"]] == [entry]
    fields = {"entry": str(entry), "verb": "field", "pay-blue": "3"}
    assert phone.refused("change", 1, **fields)["error"] == "field-not-for-sale"
    page = phone.post(f"/t/{phone.table}/change", command_id="a", seat="1", **fields).text
    assert 'name="override" value="1"' in page
    assert 'name="verb" value="field"' in page
    phone.did("change", 1, override="1", reason="we had cards", **fields)
    assert phone.state["unsettled"] == []
    assert "(agreed: we had cards)" in text(phone, "/log")


# Every kind of entry that can be changed: the page is there, and its fields make the same entry again.
CHANGEABLE: list[tuple[str, int, dict[str, str]]] = [
    ("harvest", 1, {"bean": "soy", "cards": "6"}),
    ("harvest", 1, {"bean": "soy", "talers": "2"}),
    ("harvest", 1, {"bean": "blue", "cards": "6", "soy": "1"}),
    ("stew", 2, {"cards": "7", "levy": "1"}),
    ("stew", 2, {"talers": "2"}),
    ("buy", 1, {"card": "blackeyed-2"}),
    ("remove", 4, {"building": "red"}),
    ("field", 1, {"pay-blackeyed": "3"}),
    ("correct", 1, {"bean": "unsorted", "change": "2", "reason": "found"}),
    ("recount", 1, {"bean": "stew", "count": "0"}),
    ("hand", 3, {"cards": "2"}),
]


def test_every_command_that_can_be_put_in_the_place_of_an_entry_stands_here() -> None:
    made = {
        type(wish(verb, MultiDict({"command_id": "x", "seat": "1", **fields})).command)
        for verb, _, fields in CHANGEABLE
    }
    assert set(get_args(cmd.Changed)) - made == {cmd.Share, cmd.Levy}  # claims, which there are none of at that table


@pytest.fixture
def rich(phone: Phone) -> Phone:
    """Ana has the 2-Farm and four Black-eyed, Ben a 4-Saloon, Cleo the 3-Distillery, Dan has just bought the 2-Distillery."""
    for seat, bean, price in ((1, "soy", 2), (2, "break", 4), (3, "cognac", 3), (4, "cognac", 2)):
        phone.did("harvest", seat, bean=bean, talers=price)
        phone.did("buy", seat, card=f"{bean}-{price}")
    phone.did("harvest", 1, bean="blackeyed", cards=6)
    return phone


@pytest.mark.parametrize(("verb", "seat", "fields"), CHANGEABLE)
def test_every_entry_is_changed_in_its_own_form(rich: Phone, verb: str, seat: int, fields: dict[str, str]) -> None:
    entry = rich.did(verb, seat, **fields)
    before = rich.state["players"]
    page = text(rich, f"/change/{entry}")
    assert f"Change an entry № {entry}" in page
    assert rich.enter("change", seat, entry=entry, verb=verb, **fields).status_code == 200
    assert rich.state["players"] == before
    assert rich.state["unsettled"] == []
    assert rich.client.get(f"/t/{rich.table}/change/{entry}").status_code == 303, "it was changed"


def test_entries_that_cannot_be_changed_lead_back_to_the_log(phone: Phone) -> None:
    entry = phone.did("turn", 1)
    answer = phone.client.get(f"/t/{phone.table}/change/{entry}")
    assert (answer.status_code, answer.location) == (303, f"/t/{phone.table}/log")
    assert phone.client.get(f"/t/{phone.table}/change/99").status_code == 404
    assert phone.refused("change", 1, entry=entry, verb="hand", cards="2")["error"] == "not-changeable"


def test_a_player_goes_home_and_comes_back(phone: Phone) -> None:
    assert "Ana goes home" in text(phone, "/more/menu?seat=1")
    assert "gone home" not in text(phone)
    phone.did("leave", 2)
    assert [player["left"] for player in phone.state["players"]] == [False, True, False, False]
    assert "Ben is back" in text(phone, "/more/menu?seat=2")
    phone.did("turn", 1)
    assert phone.state["turn"] == 3
    assert phone.refused("harvest", 2, bean="red", cards="2")["error"] == "player-left"
    phone.did("recount", 2, bean="red", count="1")
    assert phone.refused("leave", 2)["message"] == "Ben has gone home already"
    for path in ("", "/board", "/board?page=watch"):
        assert text(phone, path).count("gone home") == 1, path
    phone.did("return", 2)
    assert phone.state["players"][1]["left"] is False
    assert "gone home" not in text(phone)


def test_the_last_harvest_waits_for_nobody_who_went_home(phone: Phone) -> None:
    phone.did("leave", 1)
    for _ in range(phone.state["deck_limit"]):
        phone.did("deck", 2)
    phone.did("turn", 2)
    assert "not done yet: Ben, Cleo and Dan ·" in text(phone)
    assert "Harvest done Ben" in text(phone)


def test_a_wrong_start_player(phone: Phone) -> None:
    page = phone.client.get(f"/t/{phone.table}/more/setup").text
    assert '<option value="1" selected>Ana</option>' in page
    phone.did("setup", 1, start="3")
    found = phone.state
    assert (found["start"], found["turn"], found["order"]) == (3, 3, [3, 4, 1, 2])
    assert "Set anew: start player: Ana → Cleo" in text(phone, "/log")
    phone.did("setup", 1, order=["1", "3", "2", "4"], start="1")
    assert phone.state["order"] == [1, 3, 2, 4]
    phone.did("setup", 1, order="4,3,2,1")
    assert phone.state["order"] == [1, 4, 3, 2]
    assert phone.refused("setup", 1, order="4,3,2")["error"] == "not-an-order"
    assert phone.enter("setup", 1, order="4,x").status_code == 422


def test_a_wrong_edition_noticed_in_the_second_pass(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo", edition="bohnanza-2016")
    phone.did("harvest", 1, bean="blue", cards=8)
    phone.did("deck", 1)
    phone.did("turn", 1)
    phone.did("setup", 1, edition="high-bohn", base="", tie_break="", cognac="", hidden="")
    found = phone.state
    assert (found["edition"], found["deck_passes"], found["tie_break"]) == ("high-bohn", 1, "clockwise")
    assert found["market"]["blue"] == [1, 2, 3, 4]
    phone.did("buy", 1, card="blue-3")
    assert "Set anew: game: Bohnanza (AMIGO, 2016 and later) → High Bohn (AMIGO)" in text(phone, "/log")


def test_hidden_purses_are_shown_by_agreement_only(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    ben = Phone(app).join(host.join_path, 2)
    host.did("harvest", 1, bean="blue", cards=8)
    assert ben.refused("setup", 2, hidden="0")["error"] == "shows-purses"
    assert ben.player(1)["talers"] is None
    ben.did("setup", 2, hidden="0", override="1", reason="we all agreed")
    assert ben.player(1)["talers"] == {"blue": 3}


def test_who_does_not_see_a_purse_gets_no_form_for_it(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    ana, ben = Phone(app).join(host.join_path, 1), Phone(app).join(host.join_path, 2)
    ben.did("harvest", 2, bean="blue", cards=8)
    entry = ben.did("buy", 2, card="blue-3")
    assert "hidden here" in text(ana, f"/change/{entry}")
    assert ana.refused("change", 2, entry=entry, verb="buy", card="blue-2")["error"] == "hidden-purse"
    assert "It was somebody else’s" in text(ben, f"/change/{entry}")
    harvest = ana.did("harvest", 2, bean="red", cards=3)
    for phone in (ana, host):  # who entered it, and who keeps the score for all
        page = text(phone, f"/change/{harvest}")
        assert "hidden here" in page
        assert 'value="red"' not in phone.client.get(f"/t/{host.table}/change/{harvest}").text
    assert "Red" in text(ben, f"/change/{harvest}")


def test_no_undoing_shows_what_was_hidden(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    ana, ben = Phone(app).join(phone.join_path, 1), Phone(app).join(phone.join_path, 2)
    hiding = ana.did("setup", 1, hidden="1")
    ben.did("harvest", 2, bean="red", cards=3)
    assert ana.refused("undo", 1, entry=hiding)["error"] == "shows-purses"
    assert ana.refused("setup", 1, hidden="0")["error"] == "shows-purses"
    ana.did("setup", 1, hidden="0", override="1", reason="we said so")
    ana.did("undo", 1, entry=ana.state["version"])
    assert ana.refused("undo", 1, entry=ana.state["version"])["error"] == "shows-purses"


def test_the_next_game_goes_by_the_seating_of_this_one(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo", "Dan")
    phone.did("setup", 1, order="1,3,2,4")
    phone.did("leave", 4)
    phone.finished()
    table = phone.post(f"/t/{phone.table}/again").location.rsplit("/", 1)[1]
    found = phone.client.get(f"/t/{table}/state.json").json
    assert found is not None
    assert [player["name"] for player in found["players"]] == ["Cleo", "Ben", "Ana"]
