"""What is shown is right: never older, never another seat's or a stranger's, whatever network, clock or browser do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.clock import SHEET, hold, stop_timers
from tests.browser.scenes import close, closed, press, sheet
from tests.browser.tables import Opens, coin, harvest, host, join_path, sit, until, version
from tests.browser.test_lost_taps import STRANGER, answering

NAMES = ("Ana", "Ben", "Cleo")


def asked(page: Page, part: str) -> list[str]:
    """The requests of a page to addresses with this part, from now on."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if re.search(part, request.url) else None)
    return found


def loads(page: Page) -> list[str]:
    """How often a page is loaded from now on."""
    found: list[str] = []
    page.on("framenavigated", lambda frame: found.append(frame.url))
    return found


def shut(page: Page) -> None:
    """Let this phone have no stream."""
    page.route(re.compile(r"/live\?"), lambda route: route.fulfill(status=502, body="bad gateway"))


def test_one_answer_brings_the_tapper_what_it_needs_and_the_stream_the_others(open_page: Opens) -> None:
    ana = host(open_page, *NAMES, faults=True)
    ben = sit(open_page, join_path(ana), "Ben")
    for page in (ana, ben):
        with page.expect_response(re.compile(r"/live\?")):  # its stream is open
            page.reload()
        expect(page.locator("html[data-ready]")).to_have_count(1)
        stop_timers(page)  # what is asked for now and then does not count
    requests = [asked(page, "/board|/sheets|/state") for page in (ana, ben)]
    for number, bean in enumerate(("soy", "blue", "red"), 3):
        harvest(ana, bean, 4 if bean != "red" else 2)
        version(ana, number)
        version(ben, number)
    assert requests == [[], []]
    ana.route(re.compile(r"/live\?|/board"), lambda route: route.abort())
    ana.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # the stream that is open is given up
    harvest(ana, "soy", 6)
    version(ana, 6)


def test_a_stream_that_was_answered_wrongly_is_opened_again_at_once(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    ben = sit(open_page, join_path(ana), "Ben", faults=True)
    refused = answering(ben, r"/live\?", *[{"status": status, "body": "no"} for status in (502, 500, 200)])
    ben.reload()
    expect(ben.locator("html[data-live]")).to_have_count(1)
    until(ben, lambda: len(refused) >= 4)
    stop_timers(ben)  # what is asked for now and then does not count
    asks = asked(ben, "/board")
    harvest(ana, "soy", 4)
    version(ben, 3)
    assert asks == []  # the stream brought it


def test_a_phone_without_a_stream_asks_by_itself(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    ben = sit(open_page, join_path(ana), "Ben", faults=True)
    shut(ben)
    ben.reload()
    harvest(ana, "soy", 4)
    version(ben, 3)
    expect(ben.locator("[data-late]")).to_be_hidden()


def test_an_older_board_never_wins(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    shut(page)
    page.reload()
    expect(page.locator("html[data-live]")).to_have_count(1)
    old = page.request.get(f"{page.url}/board").text()
    harvest(page, "soy", 4)
    version(page, 2)
    for body in (old, old.replace('data-version="1"', 'data-version="9"')):  # the second one is cut and sewn together
        stale = answering(page, "/board", {"status": 200, "content_type": "text/html", "body": body})
        page.evaluate("window.dispatchEvent(new Event('online'))")
        until(page, lambda: len(stale) > 0)  # noqa: B023 - asked within the loop
        expect(coin(page, "soy")).to_contain_text("2")
        version(page, 2)


@pytest.mark.parametrize("cut", [0.1, 0.5, 0.99])
def test_half_a_board_is_no_board(open_page: Opens, cut: float) -> None:
    page = host(open_page, *NAMES, faults=True)
    shut(page)
    page.reload()
    whole = page.request.get(f"{page.url}/board").text().replace('="1"', '="7"', 2)
    half = {"status": 200, "content_type": "text/html", "body": whole[: int(len(whole) * cut)]}
    page.route(re.compile("/board"), lambda route: route.fulfill(**half))
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("[data-late]")).to_be_visible()
    version(page, 1)
    expect(page.locator(".bean-row")).to_have_count(8)
    page.unroute(re.compile("/board"))
    expect(page.locator("[data-late]")).to_be_hidden()


def test_a_network_that_answers_instead_of_the_table_is_named(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    shut(page)
    stranger = {"status": 200, "content_type": "text/html", "body": STRANGER}
    page.route(re.compile("/board"), lambda route: route.fulfill(**stranger))
    page.reload()
    expect(page.locator("[data-stranger]")).to_be_visible()
    expect(page.locator(".bean-row")).to_have_count(8)


def test_an_answer_for_another_seat_never_wins(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    harvest(page, "soy", 4)
    shut(page)
    hold(page, 8000)  # an answer may take as long as it likes
    held: list[Route] = []
    page.route(re.compile("/board.*seat=2"), lambda route: held.append(route))  # noqa: PLW0108 - a method of a list cannot be wrapped
    navigated = loads(page)
    press(page, ".seat >> nth=1")
    until(page, lambda: len(held) > 0)
    press(page, ".seat >> nth=2")
    expect(page.locator(".seat.on")).to_contain_text("Cleo")
    for route in held:
        route.continue_()
    harvest(page, "red", 2)
    expect(page.locator(".seat.on")).to_contain_text("Cleo")
    expect(coin(page, "red")).to_contain_text("1")
    assert [url for url in navigated if not url.endswith(("seat=2", "seat=3"))] == []  # no page was loaded


def test_looking_at_another_seat_keeps_the_focus_and_back_leads_home(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    page = sit(open_page, join_path(ana), "Ana")
    harvest(page, "soy", 4)
    page.evaluate("window.same = true")
    page.locator(".seat").nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".seat.on")).to_contain_text("Ben")
    expect(coin(page, "soy")).to_contain_text("0")
    expect(page.locator(".seat").nth(1)).to_be_focused()
    page.get_by_role("link", name="Back to mine").tap()
    expect(page.locator(".seat.on")).to_contain_text("Ana")
    expect(coin(page, "soy")).to_contain_text("2")
    assert page.evaluate("window.same")


def test_translating_the_page_does_no_harm(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    ben = sit(open_page, join_path(ana), "Ben")
    ben.evaluate("document.documentElement.lang = 'fr'; document.documentElement.classList.add('translated-ltr')")
    ben.evaluate("window.same = true")
    for number in (3, 4):
        harvest(ana, "soy", 2)
        version(ben, number)
    assert ben.evaluate("window.same")


def test_a_proxy_that_drops_headers_does_no_harm(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    ben = sit(open_page, join_path(ana), "Ben", faults=True)
    shut(ben)

    def bare(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(status=answer.status, body=answer.body(), headers={"Content-Type": "text/html"})

    ben.route(re.compile("/board"), bare)
    ben.reload()
    ben.evaluate("window.same = true")
    harvest(ana, "soy", 4)
    version(ben, 3)
    assert ben.evaluate("window.same")


def upgraded(page: Page, shell: str = "0123456789ab") -> None:
    """From now on boards of this phone come from a newer version of the app."""

    def newer(route: Route) -> None:
        board = page.request.get(route.request.url, headers={"HX-Request": "true"})
        body = re.sub(r'data-shell="[0-9a-f]+"', f'data-shell="{shell}"', board.text())
        route.fulfill(status=board.status, body=body, content_type="text/html")

    page.route(re.compile("/board"), newer)


def test_a_newer_version_of_the_app_is_taken_between_taps_and_once(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    ben = sit(open_page, join_path(ana), "Ben", faults=True)
    shut(ben)
    ben.reload()
    expect(ben.locator("html[data-live]")).to_have_count(1)
    sheet(ben, 'a.bean-row[href*="/bean/soy?"]')
    upgraded(ben)
    ben.evaluate("window.same = true")
    answers = asked(ben, "/board")
    harvest(ana, "red", 2)
    until(ben, lambda: len(answers) > 2)  # it has heard of the newer version, and more than once
    expect(ben.locator("dialog[open]")).to_be_visible()
    assert ben.evaluate("window.same")
    close(ben)
    ben.wait_for_function("() => !window.same && document.documentElement.dataset.live")
    ben.evaluate("window.same = true")
    harvest(ana, "red", 2)
    version(ben, 4)
    for _ in range(3):
        heard = len(answers)
        ben.evaluate("window.dispatchEvent(new Event('online'))")
        until(ben, lambda: len(answers) > heard)  # noqa: B023 - asked within the loop
    assert ben.evaluate("window.same")  # the page did not become newer by loading it: once is enough


def test_another_language_chosen_in_another_tab_is_taken(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    other = page.context.new_page()
    other.goto("/")
    press(other, '.languages button[value="de"]')
    expect(other.locator("html")).to_have_attribute("lang", "de")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # the first tab is looked at again
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_sheets_open_at_their_top_and_the_title_stays(open_page: Opens) -> None:
    page = host(open_page, *NAMES, width=375, height=667)
    sheet(page, 'a.bean-row[href*="/bean/fire?"]')
    dialog = page.locator("dialog[open]")
    dialog.evaluate("part => part.scrollTo(0, part.scrollHeight)")
    expect(dialog.locator("h2")).to_be_in_viewport(ratio=1)
    close(page)
    sheet(page, 'a.bean-row[href*="/bean/soy?"]')
    assert dialog.evaluate("part => part.scrollTop") == 0
    expect(dialog.locator("h2")).to_be_in_viewport(ratio=1)
    expect(dialog.locator(".pays button").first).to_be_in_viewport(ratio=1)
    press(page, "dialog[open] .close")


def test_what_is_typed_into_a_sheet_survives_back_an_update_and_a_refusal(open_page: Opens) -> None:
    ana = host(open_page, *NAMES, faults=True)
    ben = sit(open_page, join_path(ana), "Ben", faults=True)
    sheet(ben, '.bar a[href*="/more/menu"]')
    press(ben, 'dialog[open] a[href*="/more/correct"]')
    count = ben.locator("dialog[open] #count")
    count.fill("99")
    harvest(ana, "red", 2)
    version(ben, 3)
    expect(count).to_have_value("99")
    ben.go_back()
    closed(ben)
    sheet(ben, '.bar a[href*="/more/menu"]')
    press(ben, 'dialog[open] a[href*="/more/correct"]')
    expect(count).to_have_value("99")
    hold(ben, SHEET)
    press(ben, 'dialog[open] form[action$="/recount"] button[type="submit"]')
    expect(ben.locator("dialog[open] .refusal")).to_be_visible()
    expect(count).to_have_value("99")


def test_enter_moves_from_name_to_name_and_back_keeps_them(open_page: Opens) -> None:
    page = open_page("/tables")
    names: Any = page.locator("input[name=name]")
    names.first.click()
    for name in ("Ana", "Ben", "Cleo"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(names.nth(3)).to_be_focused()
    expect(page).to_have_url(re.compile("/tables$"))
    page.locator("#edition").select_option("high-bohn-2000")
    page.goto("/rules/high-bohn")
    page.go_back()
    for place, name in enumerate(("Ana", "Ben", "Cleo")):
        expect(names.nth(place)).to_have_value(name)
    expect(page.locator("#edition")).to_have_value("high-bohn-2000")
    names.nth(3).fill("Dan")
    page.goto("/")
    page.locator('a[href="/tables"]').click()
    expect(names.nth(3)).to_have_value("Dan")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".seat")).to_have_count(4)
    page.goto("/tables")
    names.nth(3).fill("Eva")
    names.nth(4).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Open the table")).to_be_focused()
