"""What two phones both wanted is no refusal in red: quiet for people, an error code for programs."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.phones import Phone

TURN = {"from": "1", "to": "2"}


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A table at which the turn has just been passed on to Ben."""
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    phone.did("turn", 1, **TURN)
    return phone


def test_a_plain_form_leads_back_to_the_table_and_says_so(phone: Phone) -> None:
    answer = phone.post(f"/t/{phone.table}/turn", command_id="late", seat="1", view="3", **TURN)
    assert (answer.status_code, answer.location) == (303, f"/t/{phone.table}")
    assert "Ben is on turn already" in phone.client.get(answer.location).text
    assert "Ben is on turn already" not in phone.client.get(answer.location).text


def test_it_leads_back_to_the_player_looked_at(phone: Phone) -> None:
    phone.did("round", 1)
    answer = phone.post(f"/t/{phone.table}/round", command_id="late", seat="1", view="3")
    assert (answer.status_code, answer.location) == (303, f"/t/{phone.table}?seat=3")


def test_a_page_in_place_is_told(phone: Phone) -> None:
    fields = {"csrf_token": phone.token, "command_id": "late", "seat": "1", "override": "1", "reason": "x"}
    headers = {"HX-Request": "true"}
    answer = phone.client.post(f"/t/{phone.table}/reopen", data=fields, headers=headers)
    assert answer.status_code == 409
    assert '<div class="refused" data-command="late" data-settled>' in answer.text
    forbidden = phone.client.post(f"/t/{phone.table}/pass", data=fields | {"command_id": "no"}, headers=headers)
    assert forbidden.status_code == 409
    assert '<div class="refused" data-command="no">' in forbidden.text


def test_no_agreement_is_asked_for_what_holds_already(phone: Phone) -> None:
    phone.did("round", 1)
    fields = {"csrf_token": phone.token, "command_id": "late", "seat": "1"}
    answer = phone.client.post(f"/t/{phone.table}/round", data=fields, headers={"HX-Request": "true"})
    assert "If the table agreed" not in answer.text
    refused = phone.client.post(f"/t/{phone.table}/turn", data=fields, headers={"HX-Request": "true"})
    assert "If the table agreed" in refused.text


def test_programs_are_told_as_before(phone: Phone) -> None:
    assert phone.refused("turn", 1, **TURN)["error"] == "already-on-turn"
    phone.did("round", 2)
    phone.did("pass", 2)
    assert phone.refused("pass", 2)["error"] == "already-passed"
    assert phone.refused("pass", 2)["message"] == "Ben is done already"


def test_what_the_rules_forbid_has_its_page(phone: Phone) -> None:
    answer = phone.post(f"/t/{phone.table}/finish", command_id="no", seat="1")
    assert answer.status_code == 409
    assert "The game ends by itself" in answer.text


def test_an_id_used_for_something_else_is_told_apart(phone: Phone) -> None:
    fields = {"bean": "red", "cards": "2"}
    first, again = (phone.enter("harvest", 1, "tap", **fields) for _ in range(2))
    phone.did("rename", 1, name="Zed")
    last = phone.enter("harvest", 1, "tap", **fields)
    assert (first.status_code, first.json) == (again.status_code, again.json) == (last.status_code, last.json)
    for verb, seat, changed in (("harvest", 2, fields), ("harvest", 1, fields | {"cards": "3"}), ("turn", 1, {})):
        refused = phone.enter(verb, seat, "tap", **changed)
        assert refused.status_code == 409
        assert refused.json is not None
        assert (refused.json["error"], refused.json["facts"]) == ("command-id-reused", {"entry": 3})
    assert phone.state["version"] == 4


def test_the_same_tap_twice_says_the_same_on_the_page(phone: Phone) -> None:
    fields = {"csrf_token": phone.token, "command_id": "tap", "seat": "1", "bean": "red", "cards": "2"}
    headers = {"HX-Request": "true"}
    first = phone.client.post(f"/t/{phone.table}/harvest", data=fields, headers=headers).text
    phone.did("rename", 1, name="Zed")
    assert phone.client.post(f"/t/{phone.table}/harvest", data=fields, headers=headers).text == first


def test_a_form_for_a_table_that_comes_again_changed_is_asked_for_anew(app: Flask) -> None:
    phone = Phone(app)
    made = phone.post("/tables", name=["Ana", "Ben", "Cleo"], command_id="form")
    assert made.status_code == 303
    changed = phone.post("/tables", name=["Ana", "Ben", "Dan"], command_id="form")
    assert changed.status_code == 409
    assert "sent before with something else" in changed.text
    assert 'value="Dan"' in changed.text
    assert 'value="form"' not in changed.text  # sent again as it is, it makes a table
