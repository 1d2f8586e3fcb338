"""What a stranger broke at the table, so that it stays mended."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.settings import load
from companion.web import throttle
from tests.web.phones import Phone


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """An app of each test's own: some of them use up what an address may try."""
    return create_app(load({}, data=tmp_path))


@pytest.fixture(autouse=True)
def fresh_limits(app: Flask) -> None:
    """Nobody has tried anything yet."""
    throttle.of(app).reset()


def test_nobody_owns_two_of_a_type_whatever_was_agreed(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    for seat, talers in ((1, 1), (2, 2)):
        phone.did("harvest", seat, bean="soy", talers=talers)
        phone.did("buy", seat, card=f"soy-{talers}")
    phone.did("harvest", 1, bean="soy", talers=3)
    assert phone.refused("buy", 1, card="soy-3")["error"] == "one-per-type"
    assert phone.refused("buy", 1, card="soy-3", override="1", reason="x")["error"] == "one-per-type"
    assert phone.player(1)["buildings"] == {"soy": 1}
    assert "Agreed?" not in phone.client.get(f"/t/{phone.table}/bean/soy?seat=1").text


def test_a_buying_round_goes_on_when_the_last_pile_runs_out(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    phone.did("deck", 1)
    phone.did("deck", 1)
    phone.did("round", 1)
    phone.did("deck", 1, override="1", reason="it ran out meanwhile")
    assert phone.state["phase"] == "buying"
    phone.did("pass", 2, all="1")
    assert phone.state["phase"] == "play"
    phone.did("turn", 1)
    assert phone.state["phase"] == "final-harvest"
    phone.did("harvest", 2, bean="red", cards=3)
    for seat in (1, 2, 3):
        phone.did("pass", seat)
    assert phone.state["phase"] == "buying"


def test_a_buying_round_does_not_skip_the_last_harvest(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    for _ in range(3):
        phone.did("deck", 1)
    phone.did("turn", 1)
    assert phone.refused("round", 1)["error"] == "harvest-first"
    phone.did("round", 1, override="1", reason="nobody has anything left")
    assert phone.state["phase"] == "buying"


def test_a_turn_that_waited_too_long_moves_nothing_back(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    for leaving, to in ((1, 2), (2, 3)):
        phone.did("turn", 1, **{"from": str(leaving), "to": str(to)})
    late = phone.refused("turn", 1, **{"from": "1", "to": "2"})
    assert (late["error"], late["facts"]) == ("turn-moved", {"seat": 3})
    assert phone.state["turn"] == 3


def test_a_hidden_purse_is_told_by_no_order_of_refusals(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    ana, ben = Phone(app).join(host.join_path, 1), Phone(app).join(host.join_path, 2)
    ana.did("harvest", 1, bean="blue", talers=4)
    fields = {count: ben.refused("field", 1, **{"pay-blue": str(count)}) for count in (1, 2, 4, 5, 6)}
    assert {(answer["error"], str(answer["facts"].get("price"))) for answer in fields.values()} == {
        ("wrong-field-price", "3")
    }
    changes = {
        change: ben.refused("correct", 1, bean="blue", change=str(-change), reason="") for change in (1, 4, 5, 9)
    }
    assert {answer["error"] for answer in changes.values()} == {"reason-missing"}


def test_who_undoes_a_sitting_down_takes_the_seat_away(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    path = host.join_path
    ana, thief = Phone(app).join(path, 1), Phone(app).join(path, 1)
    ana.did("harvest", 1, bean="blue", talers=4)
    assert thief.player(1)["talers"] == {"blue": 4}
    log = ana.client.get(f"/t/{ana.table}/log").text
    assert "Ana sits down on another device" in log
    ana.did("undo", 1, entry="3")
    assert thief.client.get(f"/t/{ana.table}/state.json").status_code == 403
    assert ana.player(1)["talers"] == {"blue": 4}


def test_typos_of_one_phone_keep_no_other_out(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    clumsy = Phone(app)
    statuses = [clumsy.post("/join", code="QQQQQQ").status_code for _ in range(13)]
    assert statuses[0] == 404
    assert statuses[-1] == 429
    assert Phone(app).post("/join", code=host.join_code).location == f"/t/{host.table}/seats"


def test_wrong_addresses_of_others_stop_nobody_who_belongs_to_a_table(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    ana, watching, thief = Phone(app).join(host.join_path, 1), Phone(app), Phone(app)
    watching.client.get(host.watch_path)
    for _ in range(310):  # from the same address: a household has one
        refused = thief.client.get(f"/t/{host.table}/state.json")
    assert refused.status_code == 429
    for phone in (host, ana):
        assert phone.state["version"]
        assert phone.client.get(f"/t/{host.table}").status_code == 200
        assert phone.client.get(f"/t/{host.table}/invite").status_code == 200
        assert phone.enter("harvest", 1, bean="red", talers=1).status_code == 200
    for path in ("", "/state.json", "/board", "/live", "/log"):
        with watching.client.get(f"/t/{host.table}{path}") as answer:
            assert answer.status_code == 200, path
    assert Phone(app).join(host.join_path, 2).player(2)["talers"] == {}


def test_who_sits_down_is_not_told_that_nothing_changed(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    phone = Phone(app)
    phone.client.get(host.watch_path)
    for path in (f"/t/{host.table}/state.json", f"/t/{host.table}/board"):
        before = phone.client.get(path)
        assert phone.client.get(path, headers={"If-None-Match": before.headers["ETag"]}).status_code == 304
    phone.join(host.join_path, 3)
    assert phone.client.get(path, headers={"If-None-Match": before.headers["ETag"]}).status_code == 200


def test_the_version_is_the_etag_where_nothing_is_hidden(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    for headers in ({}, {"Accept-Encoding": "gzip"}):
        for path in ("state.json", "board"):
            assert phone.client.get(f"/t/{phone.table}/{path}", headers=headers).headers["ETag"] == '"1"'


def test_a_form_sent_twice_makes_one_table(app: Flask) -> None:
    phone = Phone(app)
    form = {"name": ["Ana", "Ben", "Cleo"], "command_id": "made-once"}
    first, second = phone.post("/tables", **form), phone.post("/tables", **form)
    assert first.location == second.location
    assert Phone(app).post("/tables", **form).location != first.location  # another phone's id is its own
    assert phone.post("/tables", **form | {"command_id": "another"}).location != first.location


def test_there_is_no_next_game_before_the_end(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    answer = phone.post(f"/t/{phone.table}/again")
    assert answer.status_code == 409
    assert "The game is not finished" in answer.text


def test_the_address_of_a_refusal_can_be_opened_again(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    answer = phone.client.get(f"/t/{phone.table}/buy")
    assert (answer.status_code, answer.location) == (303, f"/t/{phone.table}")
    assert phone.client.get(f"/t/{phone.table}/nothing").status_code == 404


def test_what_is_missing_is_said_in_words(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    for verb, fields, words in (
        ("rename", {"name": "x" * 25}, "at most 24 letters"),
        ("buy", {}, "at least one building"),
        ("field", {}, "Choose the Talers"),
        ("harvest", {"bean": "red", "cards": "two"}, "whole number"),
        ("finish", {"override": "1", "reason": " "}, "Say why"),
        ("share", {}, "does not fit the table"),
    ):
        answer = phone.enter(verb, 1, **fields)
        assert answer.status_code == 422, verb
        assert answer.json is not None
        assert words in answer.json["message"], verb


def test_one_phone_for_all_follows_the_turn(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    page = f"/t/{phone.table}"
    assert 'aria-label="Beans and buildings of Ana"' in phone.client.get(page).text
    answer = phone.post(f"{page}/turn", command_id="a", seat="1", view="1")
    assert 'aria-label="Beans and buildings of Ben"' in phone.client.get(answer.location).text
    shared = Phone(app).join(phone.join_path, 2, 3)  # two seats on one phone: on turn is Ben
    assert 'aria-label="Beans and buildings of Ben"' in shared.client.get(page).text
    shared.did("turn", 2)
    assert 'aria-label="Beans and buildings of Cleo"' in shared.client.get(page).text
    own = Phone(app).join(phone.join_path, 1)
    assert 'aria-label="Beans and buildings of Ana"' in own.client.get(page).text


def test_a_demo_table_is_there_to_play_with_and_soon_gone(app: Flask) -> None:
    phone = Phone(app)
    phone.table = phone.post("/demo").location.split("?")[0].rsplit("/", 1)[1]
    assert len(phone.state["players"]) == 4
    assert sum(len(player["buildings"]) for player in phone.state["players"]) > 8
    phone.did("harvest", 1, bean="red", cards=2)
    assert "invite" in phone.client.get(f"/t/{phone.table}").text


def test_nothing_is_left_to_claim_at_the_end(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    phone.did("harvest", 1, bean="blue", talers=4)
    phone.did("buy", 1, card="blue-4")
    for _ in range(3):
        phone.did("deck", 1)
    phone.did("turn", 1)
    phone.did("harvest", 2, bean="blue", cards=6)
    assert 'name="harvester"' in phone.client.get(f"/t/{phone.table}").text
    for seat in (1, 2, 3, 1, 2, 3):
        phone.did("pass", seat)
    assert phone.state["phase"] == "finished"
    assert 'name="harvester"' not in phone.client.get(f"/t/{phone.table}").text


def test_who_enters_for_a_player_is_reminded_for_that_player(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", "Dan", cognac="1")
    ben = Phone(app).join(host.join_path, 2)
    host.did("harvest", 4, bean="blue", talers=4)
    host.did("buy", 4, card="blue-4")
    host.did("harvest", 1, bean="blue", cards=6)
    assert 'name="harvester"' not in ben.client.get(f"/t/{ben.table}").text
    assert 'name="harvester"' in ben.client.get(f"/t/{ben.table}?seat=4").text
    host.did("harvest", 4, bean="cognac", talers=2)
    host.did("buy", 4, card="cognac-2")
    assert "Take it out" in ben.client.get(f"/t/{ben.table}?seat=4").text


def test_what_comes_out_of_a_hidden_purse_is_entered_where_it_is_seen(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", "Dan", hidden="1")
    ben = Phone(app).join(host.join_path, 2)
    ben.did("harvest", 4, bean="blue", talers=4)  # what goes in, anybody may enter
    for verb, fields in (("buy", {"card": "blue-1"}), ("field", {"pay-blue": "3"}), ("correct", {"bean": "blue", "change": "1", "reason": "x"})):  # fmt: skip
        refusal = ben.refused(verb, 4, **fields)
        assert (refusal["error"], refusal["facts"]) == ("hidden-purse", {"seat": 4}), verb
        assert "The purse of Dan is hidden here" in refusal["message"]
    assert "Third field" in ben.client.get(f"/t/{ben.table}/more/menu?seat=4").text
    for sheet in ("more/field", "more/buy", "more/correct", "bean/blue"):
        page = ben.client.get(f"/t/{ben.table}/{sheet}?seat=4").text
        assert "The purse of Dan is hidden here" in page, sheet
        assert not re.search(r'action="[^"]*/(field|buy|correct)"', page), sheet
    ben.join(host.join_path, 4, keep="1")  # a phone that is passed round
    ben.did("field", 4, **{"pay-blue": "3"})
    ben.did("buy", 4, card="blue-1")
    assert ben.player(4)["buildings"] == {"blue": 1}
