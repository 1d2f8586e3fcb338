"""The quick-score page without a browser: plain form, address, live answers, files, JSON."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from tests import examples
from tests.examples import Example
from tests.web.forms import filled, results


@pytest.mark.parametrize("example", examples.ALL, ids=lambda example: example.id)
def test_worked_examples_by_plain_form(client: FlaskClient, example: Example) -> None:
    answer = client.post("/score", data=filled(example.sheet))
    assert answer.status_code == 303
    assert answer.location.endswith("#result")
    shown = {row["name"]: row for row in results(client.get(answer.location).text)}
    for player, expected in zip(example.sheet["players"], example.expected, strict=False):
        assert shown[player["name"]] == expected | {"name": player["name"]}


def test_each_part_has_its_sentence(client: FlaskClient) -> None:
    page = client.post("/score", data=filled(examples.E6.sheet), follow_redirects=True).text
    assert "4-Tepee: 1 per full 5 of 15 = 3" in page
    assert "kept under the 3-Saloon until now" in page
    assert "kept under the 3-Distillery until now" in page
    assert "4-Jail + 3-Saloon + 1-Farm + 2-Bank + 4-Tepee + 3-Distillery" in page
    nine = client.post("/score", data=filled(examples.E9.sheet), follow_redirects=True).text
    assert "9 buildings. Not printed; the table ends at 8." in nine


def test_the_tie_break_is_named(client: FlaskClient) -> None:
    page = client.post("/score", data=filled(examples.E11[0].sheet), follow_redirects=True).text
    assert "A and B tie at 23. Most cards in hand (A: 2, B: 4) decides: B wins." in page
    page = client.post("/score", data=filled(examples.E1[1].sheet), follow_redirects=True).text
    assert "B and C tie at 17. Furthest clockwise from the start player decides: C wins." in page
    page = client.post("/score", data=filled(examples.E1[2].sheet), follow_redirects=True).text
    assert "B and C tie at 17 and share the win." in page


def test_hand_cards_are_asked_for_when_they_matter(client: FlaskClient) -> None:
    fields = {
        "players-0-unsorted": "5",
        "players-1-unsorted": "5",
        "players-2-unsorted": "4",
        "players-3-unsorted": "3",
    }
    page = client.get("/score", query_string=fields).text
    assert "The most cards in hand would decide: count those of Player 1 and Player 2." in page
    assert 'for="players-0-hand_cards"' in page
    assert 'for="players-2-hand_cards"' not in page
    page = client.get("/score", query_string=fields | {"players-0-hand_cards": "0", "players-1-hand_cards": "1"}).text
    assert "decides: Player 2 wins." in page
    assert "hand_cards" not in client.get("/score", query_string=fields | {"tie_break": "shared"}).text


def test_a_blank_page_asks_and_does_not_score(client: FlaskClient) -> None:
    page = client.get("/score").text
    assert results(page) == []
    assert "the result appears here at once" in page


BAD = [
    "2,5",
    "2.5",
    "1 000",
    "１２",
    "٣",
    "1e3",
    "+3",
    "-1",
    "0x10",
    "١",
    "99999999999999999999999999999999",
    "<b>",
    "=1+1",
]


@pytest.mark.parametrize("typed", BAD)
@pytest.mark.parametrize("field", ["unsorted", "talers-blue", "stew", "hand_cards"])
def test_a_number_is_never_reinterpreted(client: FlaskClient, typed: str, field: str) -> None:
    sent = {f"players-1-{field}": typed, "players-1-buildings-break": "3", "players-0-unsorted": "4"}
    answer = client.post("/score", data=sent)
    assert answer.status_code == 422
    page = unescape(answer.text)
    assert f'value="{typed}"' in page or f'value="{typed}"' in answer.text
    assert f'id="players-1-{field}-error"' in page
    assert 'aria-invalid="true"' in page
    assert results(page) == []
    assert 'name="players-0-unsorted" value="4"' in page


def test_spaces_around_and_leading_zeros_are_still_that_number(client: FlaskClient) -> None:
    page = client.post("/score", data={"players-0-unsorted": " 007 "}, follow_redirects=True).text
    assert results(page)[0]["total"] == 7


@pytest.mark.parametrize("price", ["5", "-1", "x", "2.5", "<b>"])
def test_a_price_that_is_on_no_card(client: FlaskClient, price: str) -> None:
    answer = client.post("/score", data={"players-0-buildings-red": price})
    assert answer.status_code == 422
    assert "must be the price on the card, 1, 2, 3 or 4, but is " in answer.text


def test_two_owners_of_one_card(client: FlaskClient) -> None:
    answer = client.post(
        "/score", data={"players-0-buildings-red": "4", "players-1-buildings-red": "4", "players-0-name": "Ana"}
    )
    assert answer.status_code == 422
    assert (
        '<p class="error" id="players-1-buildings-red-error">Ana already owns the 4-Tepee; there is only one</p>'
        in answer.text
    )
    assert '<a href="#players-1-buildings-red-0">Player 2, Tepee</a>' in answer.text


def test_more_talers_of_a_bean_than_cards_stand_at_each_player(client: FlaskClient) -> None:
    page = client.post("/score", data={"players-0-talers-garden": "4", "players-2-talers-garden": "3"}).text
    assert 'id="players-0-talers-garden-error"' in page
    assert 'id="players-1-talers-garden-error"' not in page
    assert 'id="players-2-talers-garden-error"' in page


def cells(page: str, seat: int, bean: str) -> dict[int, str]:
    """What the grid says about the four cards of a type for one player."""
    found = {}
    for price in (1, 2, 3, 4):
        label = re.search(
            rf'<label class="price (\w+)">\s*<input[^>]*id="players-{seat}-buildings-{bean}-{price}"[^>]*>', page
        )
        assert label
        found[price] = label[1] + (" closed" if " disabled" in label[0] else "")
    return found


def test_the_grid_shows_what_is_left_for_each_player(client: FlaskClient) -> None:
    page = client.get(
        "/score?count=3&players-0-name=Ana&players-0-buildings-red=4&players-1-buildings-red=1&players-0-buildings-soy=2"
    ).text
    assert cells(page, 0, "red") == {1: "sold closed", 2: "open", 3: "open", 4: "open"}
    assert cells(page, 2, "red") == {1: "sold closed", 2: "gone closed", 3: "gone closed", 4: "sold closed"}
    assert cells(page, 2, "soy") == {1: "open", 2: "sold closed", 3: "open", 4: "open"}
    assert "4-Tepee, owned by Ana" in page
    assert "2-Tepee, left the game" in page


def test_signs_of_owners_are_their_own(client: FlaskClient) -> None:
    page = client.get(
        "/score?players-0-name=Anna&players-0-buildings-red=4&players-1-name=Alex&players-1-buildings-soy=1&players-2-name=Ben&players-2-buildings-blue=2"
    ).text
    signs = dict(
        re.findall(r'id="players-3-buildings-(\w+)-\d"[^>]*>\s*<span aria-hidden="true">\d<small>(\w+)</small>', page)
    )
    assert signs == {"red": "An", "soy": "Al", "blue": "B"}
    assert "A small sign is the owner" in page


def test_the_base_game_is_kept_and_counts(client: FlaskClient) -> None:
    sheet = {"edition": "high-bohn-2000", "base": "rio-grande", "players": [{"name": f"P{seat}"} for seat in range(6)]}
    opened = client.post("/score", data={"sheet": (io.BytesIO(json.dumps(sheet).encode()), "sheet.json")})
    page = client.get(opened.location)
    assert '<option value="rio-grande" selected>' in page.text
    assert "players-0-buildings-garden" not in page.text
    saved = client.get(opened.location.replace("/score?", "/score/sheet.json?").split("#")[0])
    assert saved.json is not None
    assert saved.json["base"] == "rio-grande"


def test_the_limit_follows_the_player_count(client: FlaskClient) -> None:
    owners = "&players-0-buildings-red=4&players-1-buildings-red=1"
    assert cells(client.get(f"/score?count=4{owners}").text, 3, "red")[2] == "open"
    assert cells(client.get(f"/score?count=4{owners}&players-2-buildings-red=3").text, 3, "red")[2] == "gone closed"
    assert cells(client.get(f"/score?count=5{owners}&players-2-buildings-red=3").text, 4, "red")[2] == "open"


def test_trying_another_game_keeps_what_was_typed(client: FlaskClient) -> None:
    sent = {
        "count": "5",
        "cognac": "y",
        "players-0-buildings-cognac": "3",
        "players-0-unsorted": "9",
        "players-4-unsorted": "7",
    }
    here = client.post("/score/live", data=sent | {"edition": "bohnanza-rio-grande", "count": "3"})
    kept = dict(re.findall(r'<input type="hidden" id="[^"]*" name="([^"]*)" value="([^"]*)">', here.text))
    assert kept["players-0-buildings-cognac"] == "3"
    assert kept["players-4-unsorted"] == "7"
    assert "no seat for Player 5" in here.text
    back = client.post("/score/live", data=kept | {"edition": "high-bohn", "count": "5", "players-0-unsorted": "9"})
    assert 'id="players-0-buildings-cognac-3" name="players-0-buildings-cognac" value="3" checked' in back.text
    assert 'id="players-4-unsorted" name="players-4-unsorted" value="7"' in back.text


def test_the_address_of_a_live_answer_brings_the_page_back(client: FlaskClient) -> None:
    sent = filled(examples.E9.sheet) | {"players-1-unsorted": "2,5"}
    answer = client.post("/score/live", data=sent)
    assert answer.status_code == 200
    again = client.get(answer.headers["HX-Replace-Url"])
    assert again.status_code == 200
    for text in (
        'value="2,5"',
        'id="players-0-buildings-cognac-3" name="players-0-buildings-cognac" value="3" checked',
    ):
        assert text in answer.text
        assert text in again.text
    assert dict(parse_qsl(urlsplit(answer.headers["HX-Replace-Url"]).query))["count"] == "3"


def test_a_state_too_long_for_an_address_is_still_shown(client: FlaskClient) -> None:
    sent = {f"players-{seat}-name": "漢" * 250 + str(seat) for seat in range(5)} | {
        "count": "5",
        "players-0-unsorted": "4",
    }
    assert "HX-Replace-Url" not in client.post("/score/live", data=sent).headers
    answer = client.post("/score", data=sent)
    assert answer.status_code == 200
    assert results(answer.text)[0]["total"] == 4


@pytest.mark.parametrize(
    "query",
    [
        "edition=uno", "edition=", "count=8", "count=1", "count=x", "count=%D9%A3", "count=99999999999999999999", "players-9-unsorted=3",
        "players-x-unsorted=3", "players-0-talers-tea=3", "tie_break=dice", "players=3", "a=1&a=2", "%00=%00", "players-0-name=%00",
    ],
)  # fmt: skip
def test_garbage_in_the_address_is_still_a_page(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/score?{query}")
    assert answer.status_code == 200
    assert "Quick score" in answer.text
    form = client.post("/score/live", data=dict(parse_qsl(query)))
    assert form.status_code == (400 if "%00" in query else 200)  # no browser sends NUL in a form


def test_a_strange_tie_break_is_said_at_its_field(client: FlaskClient) -> None:
    answer = client.post("/score", data={"tie_break": "dice", "players-0-unsorted": "1"})
    assert answer.status_code == 422
    assert 'id="tie_break-error"' in answer.text


@pytest.mark.parametrize(
    "name", ["=1+1", "<b>", '"><script>alert(1)</script>', "\u202eAna", "👩\u200d👩\u200d👧", "a" * 60]
)
def test_names_are_shown_and_do_nothing(client: FlaskClient, name: str) -> None:
    page = client.post("/score", data={"players-0-name": name, "players-0-unsorted": "1"}, follow_redirects=True).text
    assert "<script>alert" not in page
    assert "<b>1</b>" in page or "<b>" not in name
    assert results(page)[0]["name"] == name.replace("\u202e", "")


@pytest.mark.parametrize("edition", ["bohnanza", "bohnanza-2016", "bohnanza-rio-grande"])
def test_base_games_ask_for_no_buildings(client: FlaskClient, edition: str) -> None:
    page = client.get(f"/score?edition={edition}&players-0-unsorted=3").text
    assert "players-0-buildings" not in page
    assert "players-0-stew" not in page
    assert results(page)[0]["total"] == 3
