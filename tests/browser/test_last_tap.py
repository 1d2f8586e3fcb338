"""What the last tap was: Undo, turns and sheets while something waits, and a table that is gone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.clock import MENTION, SHEET, hold
from tests.browser.scenes import closed, press, sheet
from tests.browser.tables import Opens, buy, coin, cut_off, harvest, host, join_path, sit, until, version

NAMES = ("Ana", "Ben", "Cleo")


def test_a_sheet_that_is_refreshed_under_the_thumb_takes_a_trembling_tap_once(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    expect(page.locator("html[data-ready]")).to_have_count(1)
    harvest(page, "red", 2)  # so that the sheet kept for a rainy day is not the one that comes
    held: list[Route] = []
    page.route(re.compile("/bean/soy"), lambda route: held.append(route))  # noqa: PLW0108 - needs a function
    sheet(page, 'a.bean-row[href*="/bean/soy?"]')
    tap = "() => document.querySelector('dialog[open] .pays button[value=\"2\"]')?.click()"
    until(page, lambda: len(held) > 0)
    page.evaluate(tap)
    for route in held:
        route.continue_()
    page.evaluate(tap)
    closed(page)
    page.reload()
    version(page, 3)


def test_undo_without_a_network_takes_back_what_was_tapped_last(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    expect(page.locator("html[data-ready]")).to_have_count(1)
    harvest(page, "red", 2)
    version(page, 2)
    cut_off(page)
    harvest(page, "blue", 4)
    harvest(page, "soy", 4)
    page.locator(".ledger button").tap()
    expect(page.locator("[data-labels] [data-label]")).to_have_text(re.compile("Blue"))
    page.context.set_offline(False)
    expect(page.locator("[data-waiting]")).to_be_hidden()
    page.reload()
    version(page, 3)  # the first of the two: neither the second, nor an undoing of the one before them
    expect(coin(page, "blue")).to_contain_text("1")


def test_two_counts_tapped_within_a_moment_are_two_taps(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    sheet(page, 'a.bean-row[href*="/bean/soy?"]')
    page.evaluate("() => [2, 4].forEach((n) => document.querySelector(`dialog .pays button[value='${n}']`).click())")
    version(page, 3)
    expect(coin(page, "soy")).to_contain_text("3")


def test_a_key_held_down_is_one_tap(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    page.evaluate("window.time = performance.now(), performance.now = () => window.time")
    page.locator('.bar form[action$="/turn"] button').focus()
    for _ in range(3):
        page.keyboard.down("Enter")  # without an end: the keyboard repeats it
        page.evaluate("window.time += 1000")
    page.keyboard.up("Enter")
    version(page, 2)
    page.evaluate("performance.now = () => window.time += 1000")
    harvest(page, "soy", 2)  # and whatever comes next is the next entry
    version(page, 3)


def test_two_buttons_of_the_bar_within_a_moment_are_two_taps(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    harvest(page, "red", 2)
    version(page, 2)
    hold(page, MENTION)
    page.evaluate(
        "() => ['turn', 'undo'].forEach((verb) => document.querySelector(`.bar form[action$=\"/${verb}\"] button`).click())"
    )
    expect(
        page.locator("[data-mention]")
    ).to_be_visible()  # the turn is on its way: what Undo would mean is not known yet
    version(page, 3)


def test_a_turn_that_waited_a_whole_round_ends_no_other_one(open_page: Opens) -> None:
    ana = host(open_page, *NAMES, faults=True)
    ben = sit(open_page, join_path(ana), "Ben")
    expect(ana.locator("html[data-ready]")).to_have_count(1)
    cut_off(ana)
    press(ana, '.bar form[action$="/turn"] button')
    for name in ("Ben", "Cleo", "Ana"):
        expect(ben.locator('.bar [aria-disabled="true"]')).to_have_count(0)  # the bar rests after a tap
        press(ben, '.bar form[action$="/turn"] button')
        expect(ben.locator(".state")).to_contain_text(f"{name}’s turn")
    ana.context.set_offline(False)
    expect(ana.locator(".problem")).to_contain_text("Ana is on turn")
    expect(ana.locator(".state")).to_contain_text("Ana’s turn")
    assert ana.locator("#board").get_attribute("data-version") == ben.locator("#board").get_attribute("data-version")


@pytest.mark.parametrize("taken", [0, 1])
def test_a_turn_taken_back_leaves_no_gap(open_page: Opens, taken: int) -> None:
    page = host(open_page, *NAMES, faults=True)
    cut_off(page)
    for waiting in (1, 2, 3):
        page.locator('.bar form[action$="/turn"] button').tap()
        expect(page.locator("[data-count]")).to_have_text(str(waiting))
        expect(page.locator('.bar [aria-disabled="true"]')).to_have_count(0)
    page.locator("[data-waiting] summary").tap()
    lines = page.locator("[data-labels] [data-label]")
    assert lines.all_inner_texts() == ["Next turn Ben", "Next turn Cleo", "Next turn Ana"]
    page.locator("[data-labels] li").nth(taken).get_by_role("button", name="Take back").tap()
    expect(lines).to_have_text(["Next turn Ben", "Next turn Cleo"])
    page.context.set_offline(False)
    version(page, 3)
    expect(page.locator(".state")).to_contain_text("Cleo’s turn")
    expect(page.locator(".problem")).to_have_count(0)


def test_a_tap_that_came_while_the_bar_rested_takes_the_next_one_not_with_it(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    page.evaluate("""() => { let time = performance.now();
      performance.now = () => time;
      for (const pause of [0, 500, 400]) {
        time += pause;
        document.querySelector('.bar form[action$="/turn"] button').click();
      } }""")
    version(page, 3)  # the first and the third


def test_what_waits_stays_in_the_order_it_was_tapped(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    expect(page.locator("html[data-ready]")).to_have_count(1)
    cut_off(page)
    for bean in ("blue", "soy", "red"):
        harvest(page, bean, 4)
    labels = page.locator("[data-labels] [data-label]")
    expect(labels).to_have_text([re.compile("Blue"), re.compile("Soy"), re.compile("Red")])
    page.route(re.compile("/harvest"), lambda _: None)  # no answer for as long as anybody looks
    page.context.set_offline(False)
    expect(page.locator("[data-labels] [data-take-back]").first).to_be_hidden()  # on its way
    expect(labels).to_have_text([re.compile("Blue"), re.compile("Soy"), re.compile("Red")])


def test_looking_at_another_seat_without_a_network_stays_at_the_table(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    expect(page.locator("html[data-ready]")).to_have_count(1)
    cut_off(page)
    press(page, ".seat >> nth=1")
    expect(page.locator("[data-late]")).to_be_visible()
    harvest(page, "soy", 4)
    page.context.set_offline(False)
    expect(page.locator(".seat.on")).to_contain_text("Ben")
    version(page, 2)


def test_a_choice_survives_the_sheet_that_comes_late(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    harvest(page, "red", 4)
    version(page, 2)
    page.reload()
    expect(page.locator('html[data-ready="2"]')).to_have_count(1)
    harvest(page, "soy", 2)  # so that the sheet kept for a rainy day is not the one that comes
    version(page, 3)
    held: list[Route] = []
    page.route(re.compile("/more/buy"), lambda route: held.append(route))  # noqa: PLW0108 - needs a function
    sheet(page, '.bar a[href*="/more/menu"]')
    press(page, 'dialog[open] a[href*="/more/buy"]')
    chosen = page.locator('dialog[open] select:has([value="red-1"])')
    chosen.select_option("red-1")
    until(page, lambda: len(held) > 0)
    with page.expect_response(re.compile("/more/buy")):
        for route in held:
            route.continue_()
    expect(chosen).to_have_value("red-1")
    page.locator("dialog[open] [data-close]").first.tap()
    closed(page)
    sheet(page, '.bar a[href*="/more/menu"]')
    press(page, 'dialog[open] a[href*="/more/buy"]')
    expect(chosen).to_have_value("red-1")


def test_a_refused_purchase_whose_sheet_was_closed_meanwhile_is_listed(open_page: Opens) -> None:
    ana = host(open_page, *NAMES, faults=True)
    ben = sit(open_page, join_path(ana), "Ben")
    harvest(ana, "red", 5)
    harvest(ben, "red", 4)
    version(ana, 4)
    sheet(ana, 'a.bean-row[href*="/bean/red?"]')
    buy(ben, "red", 3)
    version(ana, 5)
    held: list[Route] = []
    ana.route(re.compile("/bean/red"), lambda route: held.append(route))  # noqa: PLW0108 - needs a function
    hold(ana, SHEET)
    with ana.expect_request(re.compile("/bean/red")):
        ana.evaluate("document.querySelector('dialog form:has(input[value=\"red-3\"]) button').click()")
    press(ana, "dialog[open] [data-close]")
    closed(ana)
    for route in held:
        route.continue_()
    expect(ana.locator(".problem")).to_contain_text("Ben already owns the 3-Tepee")


def test_a_name_that_looks_like_a_mark_of_ours_hides_no_refusal(open_page: Opens) -> None:
    page = host(open_page, "Ana", "data-settled", "<form", faults=True)
    sheet(page, '.bar a[href*="/more/menu"]')
    press(page, 'dialog[open] a[href*="/more/correct"]')
    hold(page, SHEET)
    page.locator("dialog[open] #rename").fill("data-settled")  # whose name another player has
    press(page, 'dialog[open] form[action$="/rename"] button')
    expect(page.locator("dialog[open] .refusal")).to_be_visible()
    expect(coin(page, "blue")).to_contain_text("0")


def test_a_table_that_is_gone_does_not_take_what_waits_with_it(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    expect(page.locator("html[data-ready]")).to_have_count(1)
    cut_off(page)
    harvest(page, "soy", 4)
    gone = {
        "status": 410,
        "content_type": "text/html",
        "body": '<body data-shell="x"><h1>This table was deleted.</h1></body>',
    }
    page.route(re.compile(r"/board|/live\?|/harvest"), lambda route: route.fulfill(**gone))
    page.context.set_offline(False)
    expect(page.locator(".problem")).to_contain_text("This table was deleted.")
    expect(page.locator(".problem")).to_contain_text("Soy for Ana +2 4 cards")
    page.evaluate("window.loaded = performance.now(), performance.now = () => window.loaded + 60_000")
    with page.expect_response(re.compile("/board")):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    assert page.evaluate("'loaded' in window")  # the page with the entry is still the same
