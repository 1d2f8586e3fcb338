"""Entries made without a network: kept, shown by name, sent once and in order; a refused one stays until it was read."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.scenes import closed, press, sheet
from tests.browser.tables import Opens, buy, coin, cut_off, harvest, host, join_path, sit, version

NAMES = ("Ana", "Ben", "Cleo", "Dan")


def test_taps_without_a_network_are_booked_once_in_order(open_page: Opens) -> None:
    ana = host(open_page, *NAMES, faults=True)
    ben = sit(open_page, join_path(ana), "Ben")
    expect(ana.locator("html[data-ready]")).to_have_count(1)  # the sheets have been fetched for a rainy day
    cut_off(ana)
    for waiting, bean, cards in (("1", "soy", 7), ("2", "blue", 6), ("3", "soy", 2)):
        harvest(ana, bean, cards)
        expect(ana.locator("[data-count]")).to_have_text(waiting)
    expect(ana.locator("[data-late]")).to_be_visible()
    ana.context.set_offline(False)
    expect(ana.locator("[data-waiting]")).to_be_hidden()
    version(ana, 5)
    version(ben, 5)
    log = ana.request.get(f"{ana.url.split('?')[0]}/log").text()
    assert log.index("+1 Soy for 2") < log.index("+2 Blue for 6") < log.index("+4 Soy for 7")  # newest first


def test_two_tabs_of_one_phone_lose_nothing_without_a_network(open_page: Opens) -> None:
    ana = host(open_page, *NAMES, faults=True)
    expect(ana.locator("html[data-ready]")).to_have_count(1)
    other = ana.context.new_page()
    other.goto(ana.url)
    expect(other.locator("html[data-ready]")).to_have_count(1)
    cut_off(ana)
    for page in (ana, other, ana, other):
        harvest(page, "soy", 2)
    ana.context.set_offline(False)
    version(ana, 5)
    version(other, 5)
    expect(coin(ana, "soy")).to_contain_text("4")


def test_a_refusal_of_what_waited_stays_until_it_was_read(open_page: Opens) -> None:
    ana = host(open_page, *NAMES, faults=True)
    ben = sit(open_page, join_path(ana), "Ben")
    harvest(ana, "red", 5)
    harvest(ben, "red", 4)
    version(ana, 4)
    ana.locator('a.bean-row[href*="/bean/red?"]').tap()
    expect(ana.locator('dialog[open] form:has(input[value="red-3"]) button')).to_be_visible()
    cut_off(ana)
    ana.locator('dialog[open] form:has(input[value="red-3"]) button').tap()
    expect(ana.locator("[data-labels]")).to_contain_text("Buy")
    buy(ben, "red", 3)
    version(ben, 5)
    ana.context.set_offline(False)
    refusal = ana.locator(".problem")
    expect(refusal).to_contain_text("Ben already owns the 3-Tepee")
    expect(refusal).to_contain_text("Buy")
    ana.reload()
    expect(refusal).to_contain_text("Ben already owns the 3-Tepee")
    refusal.locator("[data-close]").tap()
    expect(refusal).to_have_count(0)
    ana.reload()
    expect(refusal).to_have_count(0)


def test_what_waited_and_was_refused_can_be_put_right_where_it_was_typed(open_page: Opens) -> None:
    ana = host(open_page, *NAMES, faults=True)
    sheet(ana, '.bar a[href*="/more/menu"]')
    press(ana, 'dialog[open] a[href*="/more/correct"]')
    count = ana.locator("dialog[open] #count")
    count.fill("99")
    cut_off(ana)
    press(ana, 'dialog[open] form[action$="/recount"] button[type="submit"]')
    closed(ana)
    ana.context.set_offline(False)
    again = ana.locator(".problem").get_by_role("button", name="Open it again")
    expect(again).to_be_visible()
    expect(ana.locator(".problem [data-label]")).to_have_text("Correct a count for Ana Blue: 0 → 99")
    ana.reload()  # also after that
    again.tap()
    expect(count).to_have_value("99")
    expect(ana.locator(".problem")).to_have_count(0)


def test_what_waited_and_was_refused_can_be_agreed_on(open_page: Opens) -> None:
    ana = host(open_page, *NAMES, faults=True)
    expect(ana.locator("html[data-ready]")).to_have_count(1)
    cut_off(ana)
    ana.get_by_role("link", name="More").tap()
    ana.locator("dialog[open]").get_by_role("button", name="Finish the game").tap()
    closed(ana)
    harvest(ana, "soy", 7)
    ana.context.set_offline(False)
    refusal = ana.locator(".problem")
    expect(refusal).to_contain_text("The game ends by itself: the pile runs out 3 times")
    expect(coin(ana, "soy")).to_contain_text("4")  # what came after it is booked all the same
    refusal.get_by_label("If the table agreed on it").fill("the last train")
    refusal.get_by_role("button", name="Enter it all the same").tap()
    expect(ana.locator(".state")).to_contain_text("The game is finished")
    expect(refusal).to_have_count(0)
