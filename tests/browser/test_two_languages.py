"""A whole game on two phones in two languages: fast taps, Back, a locked phone and a rotated one, and the same score."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.scenes import closed, demo, menu, press
from tests.browser.tables import Opens, buy, harvest, join_path, ready, shown, version
from tests.browser.test_phone import hidden

NAMES = ("Ана", "Björn", "Şeyma")


def turn(page: Page, number: int) -> None:
    """Pass the turn on, as fast as the bar lets one who has seen the entry before, and see it."""
    version(page, number - 1)
    press(page, '.bar form[action$="/turn"] button')
    version(page, number)


def play(german: Page, ukrainian: Page) -> int:
    """Three rounds; the version after them."""
    at = 2  # somebody has sat down
    for bean, cards, price in (("red", 5, 4), ("soy", 6, 3), ("garden", 3, 2)):
        for page in (german, ukrainian):
            harvest(page, bean, cards)
            version(page, at + 1)
            if page is german:
                buy(page, bean, price)
                at += 1
                version(page, at + 1)
            at += 1
        for page in (german, ukrainian, german):
            turn(page, at + 1)
            at += 1
    return at


def test_a_german_and_a_ukrainian_phone_end_with_the_same_score(open_page: Opens) -> None:
    german = open_page("/tables", locale="de-DE")
    for position, name in enumerate(NAMES):
        german.locator("input[name=name]").nth(position).fill(name)
    german.get_by_role("button", name="Tisch eröffnen").tap()
    ready(german)
    ukrainian = open_page(join_path(german), locale="uk-UA")
    press(ukrainian, '.sit button[value="2"]')
    expect(ukrainian.locator(".me")).to_contain_text("Ти — Björn")
    press(german, "form[data-toured] button")
    at = play(german, ukrainian)

    german.locator(".bean-row").first.tap()  # Back closes the sheet and leaves the table where it was
    expect(german.locator("dialog[open]")).to_be_visible()
    german.go_back()
    closed(german)
    hidden(ukrainian, "true")  # one phone is locked while the other goes on
    for _ in range(2):
        menu(german, 'form[action$="/deck"] button')
        closed(german)
        at += 1
        version(german, at)
    hidden(ukrainian, "false")
    version(ukrainian, at)
    ukrainian.set_viewport_size({"width": 844, "height": 390})  # turned on its side
    assert ukrainian.evaluate("document.documentElement.scrollWidth") <= 844
    menu(ukrainian, 'form[action$="/deck"] button')
    closed(ukrainian)
    ukrainian.set_viewport_size({"width": 390, "height": 844})
    expect(german.locator(".state")).to_contain_text("Letzter Zug")
    press(german, ".bar button.strong")
    expect(german.locator(".state")).to_contain_text("Letzte Ernte")
    expect(ukrainian.locator(".state")).to_contain_text("врожай")

    for page in (german, ukrainian, german):
        expect(page.locator('.bar [aria-disabled="true"]')).to_have_count(0)
        at = shown(page)
        press(page, ".bar button.strong")
        version(german, at + 1)
        version(ukrainian, at + 1)
    expect(german.locator(".state")).to_contain_text("Kaufrunde")
    buy_in_round(german, ukrainian)
    press(german, ".everybody button")
    totals = []
    for page in (german, ukrainian):
        expect(page.locator('.bar a[href$="/result"]')).to_be_visible()
        closed(page)
        press(page, '.bar a[href$="/result"]')
        expect(page.locator(".ranking li")).to_have_count(3)
        totals.append(page.locator(".ranking .sum").all_inner_texts())
    # Ана: 1 Taler left of 4 + 3 + 3 for buildings of 4 + 3 + 2. Björn: 3 + 3 + 3 left and a building of 1. Şeyma: nothing.
    assert totals == [["10", "10", "0"]] * 2
    assert re.search("Ergebnis", german.title())
    assert re.search("Результат", ukrainian.title())


def buy_in_round(keeper: Page, bjorn: Page) -> None:
    """Björn buys the 1-Tepee when it is for him to decide; until then the phone that keeps the score passes for others.

    On Björn's own phone nothing is passed for somebody else by one tap.
    """
    deciding = keeper.locator('.bar form[action$="/pass"] small')
    at = shown(keeper)
    while "Björn" not in deciding.inner_text():
        expect(bjorn.locator('.bar form[action$="/pass"]')).to_have_count(0)
        expect(keeper.locator('.bar [aria-disabled="true"]')).to_have_count(0)
        at += 1
        press(keeper, '.bar form[action$="/pass"] button')
        version(keeper, at)
        version(bjorn, at)
    buy(bjorn, "red", 1)
    version(bjorn, at + 1)
    version(keeper, at + 1)


def test_dates_where_the_browser_does_not_know_the_language(open_page: Opens) -> None:
    """Chromium has no Icelandic dates: it would write "M11 30" or English ones."""
    page = open_page("/", locale="is-IS")
    page.goto(f"{demo(page)}/log")
    expect(page.locator(".day time")).to_have_text(re.compile(r"dagur|^\d{1,2}\.\d{1,2}\.\d{4}$"))
