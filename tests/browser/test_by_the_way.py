"""What happens beside a tap does it no harm: pages beside the table, proxies, restored copies, upgrades, other tabs."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.clock import MENTION, hold, stop_clock
from tests.browser.scenes import closed, menu, press, sheet
from tests.browser.tables import Opens, coin, cut_off, harvest, host, join_path, ready, sit, until, version
from tests.browser.test_live import NAMES, loads, upgraded
from tests.browser.test_lost_taps import MISSING, answering

KEEPS_NOTHING = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"


def without_a_header(route: Route) -> None:
    """As a proxy sends it on that knows no header of htmx."""
    headers = {name: value for name, value in route.request.headers.items() if name.lower() != "hx-request"}
    route.continue_(headers=headers)


def test_a_proxy_that_drops_the_header_of_htmx_does_no_harm(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    page.route(re.compile(r"/t/\w+/(?!live)"), without_a_header)
    harvest(page, "soy", 4)
    version(page, 2)
    harvest(page, "red", 2)
    version(page, 3)
    expect(page.locator("[data-waiting]")).to_be_hidden()


def test_a_second_undo_without_a_network_takes_the_first_not_back(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    harvest(page, "soy", 4)
    version(page, 2)
    cut_off(page)
    press(page, ".ledger button")
    expect(page.locator("[data-count]")).to_have_text("1")
    expect(page.locator('.ledger [aria-disabled="true"]')).to_have_count(0)
    hold(page, MENTION)
    press(page, ".ledger button")
    expect(page.locator("[data-mention]")).to_be_visible()
    expect(page.locator("[data-count]")).to_have_text("1")
    page.context.set_offline(False)
    version(page, 3)
    expect(coin(page, "soy")).to_contain_text("0")


def test_pages_beside_the_table_say_that_something_waits(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    busy = {"status": 503, "headers": {"Retry-After": "30"}, "body": ""}
    page.route(re.compile("/harvest"), lambda route: route.fulfill(**busy))
    harvest(page, "soy", 4)
    expect(page.locator("[data-count]")).to_have_text("1")
    table = page.url.split("?")[0]
    for path in ("log", "people", "invite"):
        page.goto(f"{table}/{path}")
        expect(page.locator("[data-waits]")).to_be_visible()
    page.unroute(re.compile("/harvest"))
    page.locator("[data-waits] a").tap()
    version(page, 2)
    page.goto(f"{table}/log")
    expect(page.locator("[data-waits]")).to_be_hidden()


def test_an_upgrade_does_not_take_what_is_kept_in_memory_alone(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    ben = open_page(join_path(ana), faults=True)
    ben.context.add_init_script(KEEPS_NOTHING)
    ben.locator(".sit").get_by_role("button", name="Ben").tap()
    expect(ben.locator("html[data-live]")).to_have_count(1)
    lost = '<body data-shell="x"><h1>You have no seat.</h1></body>'
    answering(ben, "/harvest", {"status": 403, "content_type": "text/html", "body": lost})
    harvest(ben, "soy", 4)
    expect(ben.locator(".problem")).to_contain_text("You have no seat.")
    upgraded(ben)
    ben.evaluate("window.same = true")
    answers: list[str] = []
    ben.on("response", lambda response: answers.append(response.url) if "/board" in response.url else None)
    harvest(ana, "red", 2)
    ben.evaluate("performance.now = () => 1e9")  # the last tap is long ago
    for _ in range(3):
        heard = len(answers)
        ben.evaluate("window.dispatchEvent(new Event('online'))")
        until(ben, lambda: len(answers) > heard)  # noqa: B023 - asked within the loop
    assert ben.evaluate("window.same")
    ben.unroute(re.compile("/harvest"))
    ben.locator(".problem").get_by_role("button", name="Try again").tap()
    expect(coin(ana, "red")).to_contain_text("1")


def test_a_table_restored_from_an_earlier_copy_is_shown_as_it_is(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    expect(page.locator("html[data-live]")).to_have_count(1)
    old = page.request.get(f"{page.url}/board").text()
    harvest(page, "soy", 4)
    version(page, 2)
    page.evaluate("window.same = true")
    navigated = loads(page)
    page.route(re.compile("/board"), lambda route: route.fulfill(status=200, content_type="text/html", body=old))
    stream = "event: beat\nid: 1\ndata:\n\n"
    page.route(
        re.compile(r"/live\?"), lambda route: route.fulfill(status=200, content_type="text/event-stream", body=stream)
    )
    page.evaluate("performance.now = () => 1e9")  # the last tap is long ago
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, lambda: len(navigated) > 0)


def test_the_sheets_of_whoever_is_next_are_there_without_a_network(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    expect(page.locator('html[data-ready="1"]')).to_have_count(1)
    press(page, '.bar form[action$="/turn"] button')
    version(page, 2)
    expect(page.locator('html[data-ready="2"]')).to_have_count(1, timeout=40_000)  # before the minute is over
    cut_off(page)
    sheet(page, 'a.bean-row[href*="/bean/soy?"]')
    expect(page.locator("dialog[open]")).to_contain_text("for Ben")


def test_a_stew_of_any_number_of_cards_is_entered(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    harvest(page, "break", 7)
    version(page, 2)
    page.locator('a.bean-row[href*="/bean/break?"]').tap()
    page.locator('dialog[open] form:has(input[value="break-4"]) button').tap()
    version(page, 3)
    closed(page)
    press(page, '.bar a[href*="/more/stew"]')
    page.locator("dialog[open] #stewed").fill("8")
    page.locator("dialog[open] .count button[type=submit]").tap()
    version(page, 4)
    expect(page.locator(".parked")).to_contain_text("5")


def test_a_tab_in_another_language_passes_its_boards_to_nobody_who_does_not_read_it(open_page: Opens) -> None:
    english = host(open_page, *NAMES)
    table = english.url
    german: Page = english.context.new_page()
    german.goto(table)
    menu(german, '.languages button[value="de"]')
    expect(german.locator("html")).to_have_attribute("lang", "de")
    other = sit(open_page, join_path(english), "Ben")
    for at, bean in enumerate(("soy", "red"), 3):
        harvest(other, bean, 4)
        version(german, at)
        expect(german.locator("#board")).to_have_attribute("data-language", "de")


def test_a_phone_that_knows_no_streams_asks_every_few_seconds(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    ben = sit(open_page, join_path(ana), "Ben")
    ben.context.add_init_script(MISSING["no EventSource"])
    ben.reload()
    ready(ben)
    stop_clock(ben)  # each half minute all phones ask
    harvest(ana, "soy", 4)
    version(ben, 3)


def test_a_new_entry_glows_unless_no_motion_is_wanted(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    page.evaluate("""() => { window.glows = [];
      Element.prototype.animate = () => { window.glows.push(document.getElementById('board').dataset.version); };
      return import(document.querySelector('script[src*="table"]').src.replace(/[^/]+$/, "dock.js")); }""")
    for number, motion in ((2, "no-preference"), (3, "reduce"), (4, "no-preference")):
        page.emulate_media(reduced_motion=motion)
        expect(page.locator('.bar [aria-disabled="true"]')).to_have_count(0)
        press(page, ".bar button.strong")
        version(page, number)
        if motion != "reduce":
            page.wait_for_function("number => window.glows.at(-1) === String(number)", arg=number)
    assert page.evaluate("window.glows") == ["2", "4"]
