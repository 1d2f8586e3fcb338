"""The table uses each screen well: every row in sight without scrolling, nothing on top of anything, no name cut."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes import press
from tests.browser.tables import Opens, buy, closed, harvest, ready

NAMES = ("Ana", "Bjarne", "Cleo", "Dmitri", "Eva-Katharina")
# The rows and controls of which a corner lies outside the window or under something else.
COVERED = """() => [...document.querySelectorAll('.bean-row, .seat, .ledger a, .ledger button, .steps .button, .steps .tool')]
  .filter((part) => { const { left, right, top, bottom } = part.getBoundingClientRect();
    return [[left + 4, top + 4], [right - 4, bottom - 4]].some(([x, y]) => !part.contains(document.elementFromPoint(x, y))); })
  .map((part) => part.className + ' ' + part.innerText.slice(0, 20))"""
CUT = """() => [...document.querySelectorAll('.seat bdi, .seat b, .what b, .steps .button, .tool')]
  .filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.innerText)"""


def table(open_page: Opens, names: tuple[str, ...] = NAMES, **options: object) -> Page:
    """A phone at a table with Cognac, where the tour has been declined."""
    page = open_page("/tables", **options)
    for place, name in enumerate(names):
        page.locator("input[name=name]").nth(place).fill(name)
    if len(names) > 5:
        page.locator("#edition").select_option("high-bohn-2000")
    else:
        page.locator("input[name=cognac]").check()
    press(page, "form.new button[type=submit]")
    expect(page.locator("#board")).to_be_visible()
    ready(page)
    press(page, "[data-toured] button")
    expect(page.locator("[data-toured]")).to_have_count(0)
    return page


@pytest.mark.parametrize(
    ("width", "height"), [(375, 667), (390, 700), (390, 844), (820, 1180), (844, 390), (1280, 800)]
)
def test_all_rows_and_the_dock_are_in_sight(open_page: Opens, width: int, height: int) -> None:
    page = table(open_page, width=width, height=height)
    press(page, ".bean-row")
    press(page, 'dialog[open] .pays button[value="10"]')
    expect(page.locator(".ledger")).to_contain_text("+4 Blue")
    closed(page)
    assert page.locator(".bean-row").count() == 9
    assert page.evaluate(COVERED) == []
    assert page.evaluate(CUT) == []
    assert (
        page.evaluate("document.querySelector('.play').getBoundingClientRect().bottom") <= height
    )  # but for the footer


def test_wide_screens_show_the_purses_of_the_others(open_page: Opens) -> None:
    page = table(open_page, width=820, height=1180)
    expect(page.locator(".cols .pl")).to_have_count(4)
    expect(page.locator(".bean-row").first.locator(".others i")).to_have_text(["·"] * 4)
    expect(page.locator(".latest")).to_be_visible()


def test_of_seven_long_names_the_open_one_is_in_sight(open_page: Opens) -> None:
    names = ("Konstantinopolitaner", "Ana", "Bjarne", "Cleo", "Dmitri", "דוד המלך", "Wolfgang Amadeus")
    page = table(open_page, names, width=320, height=640)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    last = page.locator(".seat").nth(6)
    last.evaluate("part => part.click()")
    expect(page.locator(".seat.on")).to_contain_text("Wolfgang")
    expect(last).to_be_in_viewport(ratio=0.9)
    assert re.match("W", last.locator(".pl").inner_text())


def test_on_a_phone_on_its_side_the_button_for_a_new_table_leaves_the_names_free(open_page: Opens) -> None:
    page = open_page("/tables", width=844, height=390)
    button = page.get_by_role("button", name="Open the table")
    expect(button).to_be_in_viewport(ratio=1)
    expect(page.locator("#edition")).to_be_in_viewport(ratio=1)
    box, names = button.bounding_box(), page.locator(".names").bounding_box()
    assert box
    assert names
    assert box["x"] >= names["x"] + names["width"]
    assert box["height"] <= 48


@pytest.mark.parametrize("scripts", [True, False])
def test_a_variant_is_offered_with_the_games_that_have_it(open_page: Opens, scripts: bool) -> None:
    page = open_page("/tables", java_script_enabled=scripts)
    game, switch = page.locator("#edition"), page.locator("input[name=cognac]")
    for edition, offered in (("bohnanza", False), ("high-bohn", True), ("high-bohn-2000", False)):
        game.select_option(edition)
        expect(switch).to_be_visible(visible=offered)
    game.select_option("high-bohn")
    switch.check()
    game.select_option("bohnanza")
    expect(switch).to_be_visible(
        visible=not scripts
    )  # ticked it would be sent, and refused: who has no script unticks it
    expect(switch).to_be_checked(checked=not scripts)


def test_cards_and_the_soy_among_them_are_counted_side_by_side(open_page: Opens) -> None:
    page = table(open_page, width=320, height=640, locale="de")
    harvest(page, "soy", 7)
    buy(page, "soy", 2)
    expect(page.locator(".ledger")).to_contain_text("kauft 2-Farm")
    press(page, 'a.bean-row[href*="/bean/blue?"]')
    steppers = page.locator("dialog[open] .mixed .stepper")
    expect(steppers).to_have_count(2)
    cards, soy = steppers.all()
    button = page.locator("dialog[open] .mixed button[type=submit]")
    button.scroll_into_view_if_needed()
    left, right, below = cards.bounding_box(), soy.bounding_box(), button.bounding_box()
    assert left
    assert right
    assert below
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]
    page.locator("#cards").fill("7")
    expect(page.locator("dialog[open] output")).to_have_text("bringt +2; ab 8 Karten +3")
    at = button.bounding_box()
    assert at
    assert (at["y"], at["height"]) == (below["y"], below["height"])  # nothing moves while one types
