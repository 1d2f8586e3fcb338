"""An evening of three games on four phones: one taps, the others follow, and the group's page has it all."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import objections
from tests.browser.clock import minute_later, stop_clock
from tests.browser.tables import Opens, harvest, host, join_path, ready, sit
from tests.browser.test_result import finish

FOLLOW = """() => import(document.querySelector('script[src*="table"]').src.replace(/[^/]+$/, "follow.js"))"""


def rows(page: Page, section: str) -> list[list[str]]:
    """The figures under a heading, as they are shown."""
    table = page.locator(f'[aria-labelledby="{section}"] table')
    script = """table => [...table.rows].map(row => [...row.cells].map(cell =>
        [...cell.querySelectorAll('.sr, .pl')].reduce((text, part) => text.replace(part.textContent, ''), cell.textContent).trim()))"""
    found: list[list[str]] = table.evaluate(script)
    return found


def at(page: Page, name: str, before: str) -> None:
    """Wait until the phone has come to another table by itself, and plays as somebody there."""
    expect(page).not_to_have_url(before)
    expect(page.locator(".me")).to_contain_text(f"You are {name}")
    ready(page)


def test_three_games_are_one_tap_each_and_add_up(open_page: Opens) -> None:
    ana = host(open_page, "Ana", "Ben", "Cleo", "Dan")
    ben, cleo, dan = (sit(open_page, join_path(ana), name) for name in ("Ben", "Cleo", "Dan"))
    phones = {ana: "Ana", ben: "Ben", cleo: "Cleo", dan: "Dan"}
    guest = ana
    ana.get_by_role("link", name="Who holds this phone?").tap()
    ana.locator(".sit").get_by_role("button", name="Ana").tap()
    at(ana, "Ana", "")
    games = (  # what each harvests: cards of Soy and Red, Blue
        {ana: ("soy", 7), ben: ("red", 4), cleo: ("blue", 4)},
        {ana: ("blue", 4), ben: ("soy", 4), cleo: ("red", 4)},
        {ana: ("red", 4), ben: ("blue", 4), cleo: ("soy", 7)},
    )
    for number, entered in enumerate(games):
        for page, (bean, cards) in entered.items():
            harvest(page, bean, cards)
        finish(ana)
        for page in (ben, cleo, dan):
            expect(page.locator(".state")).to_contain_text("The game is finished")
        if number == 2:
            break
        ben.locator(".bar").get_by_role("link", name="Result").tap()
        expect(ben.locator(".win")).to_be_visible()
        places = {page: page.url for page in phones}
        expect(cleo.locator("html[data-ready], html[data-live]")).to_have_count(1)
        if number == 0:
            ana.locator(".bar").get_by_role("link", name="Result").tap()
            ana.get_by_role("button", name="Play again").tap()
        else:
            ana.goto(f"{places[ana]}/group")
            guest = open_page(ana.locator("header [data-share]").get_attribute("data-url") or "")
            ana.get_by_role("button", name="Next game").tap()
        for page, name in phones.items():
            at(page, name, places[page])
        assert len({page.url for page in phones}) == 1
        expect(ana.locator("[data-came]")).to_be_hidden()
        expect(cleo.locator("[data-came]")).to_be_visible()
    ana.goto(f"{ana.url}/group")
    expect(ana).to_have_url(re.compile("/g/"))
    standings = [
        ["", "1", "2", "3", "Won", "Points"],
        ["Cleo", "1", "3", "4", "2", "8"],
        ["Ana", "4", "1", "3", "1", "8"],
        ["Ben", "3", "2", "1", "0", "6"],
        ["Dan", "0", "0", "0", "0", "0"],
    ]
    assert rows(ana, "evening") == standings
    expect(guest.get_by_role("columnheader", name="Game 3")).to_be_visible(timeout=60_000)  # nobody has loaded it anew
    assert rows(guest, "evening") == standings


def test_a_phone_that_is_busy_or_wants_to_stay_is_not_taken_along(open_page: Opens) -> None:
    ana = host(open_page, "Ana", "Ben", "Cleo")
    ben, cleo = (sit(open_page, join_path(ana), name) for name in ("Ben", "Cleo"))
    first = ana.url
    finish(ana)
    for page in (ben, cleo):
        expect(page.locator(".state")).to_contain_text("The game is finished")
    stop_clock(cleo)
    ben.get_by_role("link", name="More").tap()
    expect(ben.locator("dialog[open]")).to_be_visible()
    ana.goto(f"{first}/result")
    ana.get_by_role("button", name="Play again").tap()
    expect(ana).not_to_have_url(f"{first}/result")
    expect(cleo.locator("[data-going]")).to_be_visible()  # for four seconds, by its clock
    cleo.get_by_role("button", name="Stay here").tap()
    expect(ben.locator("[data-going]")).to_have_count(1)
    minute_later(ben)
    assert (ben.url.split("?")[0], cleo.url.split("?")[0]) == (first, first)
    ben.locator("dialog[open] [data-close]").first.tap()
    at(ben, "Ben", first)
    ben.get_by_role("link", name="Back to the last one").tap()
    expect(ben).to_have_url(first)
    expect(ben.locator(".bar").get_by_role("link", name="To the next game")).to_be_visible()
    ben.evaluate(FOLLOW)
    minute_later(ben)
    assert ben.url == first  # who went back is not taken along again


def test_the_page_of_a_group_is_clean_and_fits(open_page: Opens) -> None:
    page = host(open_page, "Ana", "Ben", "Maximiliane-Charlotte X")
    finish(page)
    page.goto(f"{page.url}/result")
    page.get_by_role("button", name="Play again").tap()
    ready(page)
    page.goto(f"{page.url}/group")
    for width in (320, 390, 820, 1280):
        page.set_viewport_size({"width": width, "height": 760})
        for unfolded in ("false", "true"):
            page.evaluate(f"document.querySelectorAll('details').forEach(part => part.open = {unfolded})")
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        low = page.locator("main :is(a, button, summary, select, input[type=text]), .tick")
        heights = low.evaluate_all(
            "all => all.filter(each => each.offsetParent).map(each => each.getBoundingClientRect().height)"
        )
        assert min(heights) >= 44
    assert objections(page) == ""
