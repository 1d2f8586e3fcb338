"""The quick-score page as a hand at the table uses it: 390 px wide, touch."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests import examples, truth
from tests.browser.tables import Opens
from tests.long import long_run

PARTS = ("Talers", "Stew", "Distillery", "Interest", "Buildings", "Bonus", "Total")
NAMES = ("cash", "stew", "distillery", "interest", "buildings", "bonus", "total")


def choose(page: Page, seat: int, bean: str, price: int) -> None:
    """Tap a price on the grid of a player."""
    page.locator(f"#players-{seat}-buildings-{bean}-{price}").tap()


def fill_in(page: Page, sheet: dict[str, Any]) -> None:
    """Type a whole sheet."""
    page.select_option("#edition", sheet["edition"])
    page.locator(f"#count-{sheet['edition']}-{len(sheet['players'])}").tap()
    if sheet.get("cognac"):
        page.locator("#cognac").tap()
        expect(page.locator("#players-0-buildings-cognac-1")).to_be_attached()
    if "tie_break" in sheet:
        page.locator("#more summary").tap()
        chosen = sheet["tie_break"]
        page.select_option("#tie_break", "" if chosen == truth.TIE_BREAK[sheet["edition"]] else chosen)
    expect(page.locator(".player")).to_have_count(len(sheet["players"]))
    for seat, player in enumerate(sheet["players"]):
        page.fill(f"#players-{seat}-name", player["name"])
        for bean, price in player.get("buildings", {}).items():
            choose(page, seat, bean, price)
        if player.get("talers"):
            page.locator(f"#by-bean-{seat + 1} summary").tap()
            for bean, count in player["talers"].items():
                page.fill(f"#players-{seat}-talers-{bean}", str(count))
        for pot in ("unsorted", "stew", "distillery"):
            if pot in player:
                page.fill(f"#players-{seat}-{pot}", str(player[pot]))


def fill_in_hands(page: Page, example: examples.Example) -> None:
    """Type the hand cards where the page asks for them: at players who tie, if hands decide."""
    rule = example.sheet.get("tie_break", truth.TIE_BREAK[example.sheet["edition"]])
    totals = [row["total"] for row in example.expected]
    for seat, player in enumerate(example.sheet["players"]):
        if rule == "hand-cards" and "hand_cards" in player and totals.count(totals[seat]) > 1:
            page.fill(f"#players-{seat}-hand_cards", str(player["hand_cards"]))


def parts(page: Page, name: str) -> dict[str, Any]:
    """The parts of a player's score as the page explains them, opened by a tap."""
    line = _line(page, name)
    if line.locator("details").get_attribute("open") is None:
        line.locator("summary").tap()
    found: dict[str, Any] = dict.fromkeys(NAMES, 0)
    for row in line.locator("tr").all():
        label = row.locator("th").evaluate("cell => cell.firstChild.textContent")
        found[NAMES[PARTS.index(label)]] = int(row.locator("td").inner_text())
    found["rank"] = int(line.locator(".rank").inner_text().rstrip("."))
    found["winner"] = line.locator(".crown").count() == 1
    return found


def _line(page: Page, name: str) -> Locator:
    return page.locator(".ranking li").filter(has=_named(page, name))


def _named(page: Page, name: str) -> Locator:
    return page.locator("bdi", has_text=re.compile(f"^{name}$"))


def without_talers(example: examples.Example) -> str:
    """What is typed before the Talers: examples that are alike in it are typed into one page, one after the other."""
    players = [{**player, "unsorted": "unsorted" in player} for player in example.sheet["players"]]
    return json.dumps(example.sheet | {"players": players})


ALIKE = [list(group) for _, group in itertools.groupby(examples.ALL, without_talers)]


@pytest.mark.parametrize("alike", ALIKE if long_run() else ALIKE[::4], ids=lambda alike: alike[0].id)
def test_worked_examples_typed_in(open_page: Opens, alike: list[examples.Example]) -> None:
    page = open_page("/score")
    fill_in(page, alike[0].sheet)
    for example in alike:
        for seat, player in enumerate(example.sheet["players"]):
            if "unsorted" in player:
                page.fill(f"#players-{seat}-unsorted", str(player["unsorted"]))
        fill_in_hands(page, example)
        for player, expected in zip(example.sheet["players"], example.expected, strict=False):
            total = page.locator(".standing a").filter(has=_named(page, player["name"])).locator("b")
            expect(total).to_have_text(str(expected["total"]))
            expect(_line(page, player["name"]).locator(".rank")).to_have_text(f"{expected['rank']}.")
            assert parts(page, player["name"]) == expected, example.id


def test_the_reason_stands_beside_each_part(open_page: Opens) -> None:
    page = open_page("/score")
    fill_in(page, examples.E6.sheet)
    expect(page.locator(".standing .winner")).to_have_text("Ana38")
    page.locator(".ranking summary").first.tap()
    expect(page.locator(".why").first).to_contain_text("4-Tepee: 1 per full 5 of 15 = 3")


def test_ten_quick_taps_are_exactly_ten(open_page: Opens) -> None:
    page = open_page("/score")
    plus = page.get_by_label("Talers: one more").first
    for _ in range(10):
        plus.tap()
    expect(page.locator("#players-0-unsorted")).to_have_value("10")
    expect(page.locator(".standing b").first).to_have_text("10")
    page.get_by_label("Talers: one less").first.tap()
    expect(page.locator(".standing b").first).to_have_text("9")
    assert page.evaluate("visualViewport.scale") == 1


def test_minus_stops_at_nothing_and_leaves_words_alone(open_page: Opens) -> None:
    page = open_page("/score")
    less = page.get_by_label("Talers: one less").first
    less.tap()
    expect(page.locator("#players-0-unsorted")).to_have_value("0")
    page.fill("#players-0-unsorted", "2,5")
    less.tap()
    expect(page.locator("#players-0-unsorted")).to_have_value("2,5")
    expect(page.locator("#players-0-unsorted-error")).to_contain_text("whole number")


def test_a_late_answer_takes_nothing_back(open_page: Opens) -> None:
    """While an answer is under way somebody types on: the answer must not undo that."""
    page = open_page("/score")
    held: list[Route] = []
    page.route("**/score/live", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/score/live"):
        page.fill("#players-0-unsorted", "4")
    page.evaluate(
        """() => {
          const id = name => document.getElementById(`players-0-${name}`);
          id('name').value = 'Ana';
          id('unsorted').value = '41';
          id('buildings-red-4').click();
        }"""
    )
    with page.expect_response("**/score/live"):  # older than what was typed meanwhile
        held[0].continue_()
    expect(page.locator(".standing b").first).to_have_text("53")  # 41 + 8 interest + 4
    expect(page.locator("#players-0-unsorted")).to_have_value("41")
    expect(page.locator("#players-0-name")).to_have_value("Ana")
    expect(page.locator("#players-0-buildings-red-4")).to_be_checked()


def test_focus_stays_where_one_types(open_page: Opens) -> None:
    page = open_page("/score")
    page.locator("#players-1-name").press_sequentially("Benjamin", delay=60)
    expect(page.locator("h2").filter(has_text="Benjamin")).to_have_count(1)
    assert page.evaluate("document.activeElement.id") == "players-1-name"
    expect(page.locator("#players-1-name")).to_have_value("Benjamin")


def test_the_grid_follows_what_others_own(open_page: Opens) -> None:
    page = open_page("/score")
    page.locator("#count-high-bohn-3").tap()
    page.fill("#players-0-name", "Ana")
    choose(page, 0, "red", 4)
    theirs = page.locator("#players-1-buildings-red-4")
    expect(theirs).to_be_disabled()
    expect(page.locator("label", has=theirs)).to_contain_text("A")
    page.locator("label", has=theirs).tap(force=True)  # closed, but a tap says why
    expect(page.locator("#toast")).to_have_text("4-Tepee, owned by Ana")
    choose(page, 1, "red", 1)
    for price in (1, 2, 3, 4):
        expect(page.locator(f"#players-2-buildings-red-{price}")).to_be_disabled()
    choose(page, 0, "red", 0)
    expect(page.locator("#players-2-buildings-red-4")).to_be_enabled()
    expect(page.locator("#players-1-buildings-red-1")).to_be_checked()


def test_a_reload_and_back_bring_everything_back(open_page: Opens) -> None:
    page = open_page("/")
    page.get_by_role("link", name="Quick score").tap()
    fill_in(page, examples.E9.sheet)
    page.fill("#players-1-unsorted", "1e3")
    expect(page.locator("#players-1-unsorted-error")).to_be_visible()
    expect(page).to_have_url(re.compile("1e3"))
    page.reload()
    expect(page.locator("#players-1-unsorted")).to_have_value("1e3")
    expect(page.locator("#players-1-unsorted-error")).to_be_visible()
    page.fill("#players-1-unsorted", "")
    expect(page.locator(".standing .winner")).to_have_text("Ana48")
    expect(page).not_to_have_url(re.compile("1e3"))
    page.locator(".standing a").first.tap()
    page.get_by_role("link", name="How scoring works").tap()
    expect(page.locator("h1")).to_contain_text("High Bohn")
    page.go_back()
    expect(page.locator(".standing .winner")).to_have_text("Ana48")
    expect(page.locator("#players-0-name")).to_have_value("Ana")
    expect(page.locator("#players-0-buildings-cognac-3")).to_be_checked()
    page.go_back()
    expect(page.get_by_role("link", name="Quick score")).to_be_visible()


def test_an_error_leads_to_its_field(open_page: Opens) -> None:
    page = open_page("/score")
    page.locator("#by-bean-3 summary").tap()
    page.fill("#players-2-talers-garden", "7")
    expect(page.locator(".problems")).to_contain_text("Player 3, Garden: 7 is more than the 6 cards there are")
    page.locator("#by-bean-3 summary").tap()
    page.locator(".problems a").tap()
    expect(page.locator("#players-2-talers-garden")).to_be_focused()
    expect(page.locator("#players-2-talers-garden")).to_be_visible()


def test_enter_does_not_throw_one_off_the_field(open_page: Opens) -> None:
    page = open_page("/score")
    page.fill("#players-2-unsorted", "7")
    page.locator("#players-2-unsorted").press("Enter")
    expect(page.locator(".standing b").nth(2)).to_have_text("7")
    assert page.locator("#players-2-unsorted").bounding_box()["y"] > 0  # type: ignore[index]


def test_a_game_with_fewer_seats_keeps_the_nearest_count(open_page: Opens) -> None:
    page = open_page("/score?edition=bohnanza-rio-grande&count=7&players-6-name=Gil")
    page.select_option("#edition", "high-bohn")
    expect(page.locator("#count-high-bohn-5")).to_be_checked()
    expect(page.locator(".note")).to_contain_text("no seat for Gil")
    page.fill("#players-4-name", "Eve")
    expect(page.locator("h2").filter(has_text="Eve")).to_have_count(1)
    expect(page.locator(".player")).to_have_count(5)
    page.select_option("#edition", "bohnanza-rio-grande")
    page.locator("#count-bohnanza-rio-grande-7").tap()
    expect(page.locator("#players-6-name")).to_have_value("Gil")


def test_a_connection_that_hangs_is_said_soon(open_page: Opens) -> None:
    page = open_page("/score", faults=True)
    page.fill("#players-0-unsorted", "4")
    expect(page.locator(".standing b").first).to_have_text("4")
    page.route("**/score/live", lambda route: None)
    page.fill("#players-0-unsorted", "9")
    expect(page.locator("[data-late]")).to_be_visible()
    page.unroute("**/score/live")
    expect(page.locator(".standing b").first).to_have_text("9")
    expect(page.locator("[data-late]")).to_be_hidden()


def test_one_wrong_field_hides_nobody_elses_total(open_page: Opens) -> None:
    page = open_page("/score?players-0-unsorted=x&players-1-unsorted=12")
    expect(page.locator(".standing b")).to_have_text(["?", "12", "0", "0"])


def test_without_javascript_a_button_does_it(open_page: Opens) -> None:
    page = open_page("/score", java_script_enabled=False, faults=True)
    page.fill("#players-0-unsorted", "6")
    for bean, price in examples.E0.sheet["players"][0]["buildings"].items():
        choose(page, 0, bean, price)
    expect(page.locator(".step").first).to_be_hidden()
    page.get_by_role("button", name="Work out the score").tap()
    expect(page.locator(".ranking .sum").first).to_have_text("29")
    page.fill("#players-0-stew", "2,5")
    page.get_by_role("button", name="Work out the score").tap()
    expect(page.locator("#players-0-stew-error")).to_contain_text("whole number")
    expect(page.locator("#players-0-unsorted")).to_have_value("6")


def test_on_paper_every_reason_is_open(open_page: Opens) -> None:
    page = open_page("/score")
    fill_in(page, examples.E0.sheet)
    expect(page.locator(".standing .winner")).to_have_text("Ana29")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".why")).to_have_count(3)
    for table in page.locator(".why").all():
        expect(table).to_be_visible()
    for part in (".setup", ".players", ".standing", ".top", ".actions"):
        expect(page.locator(part)).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".ranking details[open]")).to_have_count(0)


def test_a_server_that_is_away_does_not_take_the_page(open_page: Opens) -> None:
    page = open_page("/score", faults=True)
    page.fill("#players-0-unsorted", "4")
    expect(page.locator(".standing b").first).to_have_text("4")
    page.context.set_offline(True)
    page.fill("#players-0-unsorted", "5")
    expect(page.locator("[data-late]")).to_be_visible()
    expect(page.locator("#players-0-unsorted")).to_have_value("5")
    page.context.set_offline(False)
    expect(page.locator(".standing b").first).to_have_text("5")
    expect(page.locator("[data-late]")).to_be_hidden()
