"""What a phone does beyond showing pages: stays awake, shares, is installed, works with one thumb and with keys alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.clock import COPIED, hold
from tests.browser.scenes import closed, demo, menu, press, sheet
from tests.browser.tables import Opens, coin, cut_off, harvest, host, join_path, sit, version
from tests.long import long_run
from tests.serving import Server

NAMES = ("Ana", "Ben", "Cleo")
# Whether the last part of one kind ends above where the last of another begins; whether neither covers the other.
LAST = (
    "const box = (part) => [...document.querySelectorAll(part)].pop().getBoundingClientRect(), [a, b] = parts.map(box);"
)
ABOVE = f"(parts) => {{ {LAST} return a.bottom <= b.top + 1; }}"
APART = f"(parts) => {{ {LAST} return a.bottom <= b.top + 1 || b.bottom <= a.top + 1; }}"
# A phone that has what Chromium on a desk has not, and notes what is asked of it.
GIFTED = """() => {
  window.asked = [];
  const lock = () => Object.assign(new EventTarget(), { release() { window.asked.push("released"); this.dispatchEvent(new Event("release")); } });
  Object.defineProperty(navigator, "wakeLock", { value: { request: async (what) => (window.asked.push(what), (window.lock = lock())) } });
  navigator.share = async (what) => window.asked.push(what);
  navigator.vibrate = (length) => window.asked.push(`tick ${length}`);
}"""


def asked(page: Page) -> list[object]:
    """What the phone was asked for so far."""
    found: list[object] = page.evaluate("window.asked")
    return found


def hidden(page: Page, value: str) -> None:
    """Put the phone into a pocket, or take it out."""
    page.evaluate(
        f"Object.defineProperty(document, 'hidden', {{value: {value}, configurable: true}});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )


def test_the_screen_stays_on_when_wished_and_again_after_a_pause(open_page: Opens) -> None:
    page = open_page("/")
    page.context.add_init_script(f"({GIFTED})()")
    demo(page)
    assert "screen" not in asked(page)
    menu(page, "[data-awake]")
    expect(page.locator("dialog[open] [data-awake]")).to_have_attribute("aria-pressed", "true")
    assert asked(page).count("screen") == 1
    page.evaluate("window.lock.dispatchEvent(new Event('release'))")  # the phone was put away
    hidden(page, "true")
    hidden(page, "false")
    assert asked(page).count("screen") == 2
    press(page, "dialog[open] [data-awake]")
    expect(page.locator("dialog[open] [data-awake]")).to_have_attribute("aria-pressed", "false")
    assert asked(page)[-1] == "released"


def test_a_phone_that_cannot_stay_awake_is_not_offered_it(open_page: Opens, server: Server) -> None:
    address = re.search(r"at (http://\S+)", server.greeting)
    assert address
    page = open_page(address[1])  # plain http, not localhost: no wake lock, no clipboard, no service worker
    assert page.evaluate("[isSecureContext, 'wakeLock' in navigator, 'serviceWorker' in navigator]") == [False] * 3
    demo(page, address[1])
    sheet(page, '.bar a[href*="/more/menu"]')
    expect(page.locator("dialog[open] [data-awake]")).to_be_hidden()


def test_a_tap_ticks_and_an_invitation_is_shared(open_page: Opens) -> None:
    page = open_page("/")
    page.context.add_init_script(f"({GIFTED})()")
    table = demo(page)
    press(page, ".bar button.strong")
    version(page, 49)
    assert "tick 10" in asked(page)
    page.goto(f"{table}/invite")
    press(page, "[data-share]")
    page.wait_for_function("window.asked.length > 0")
    [shared] = asked(page)
    assert isinstance(shared, dict)
    assert "/j/" in shared["url"]
    assert shared["title"]


@pytest.mark.parametrize("secure", [True, False])
def test_a_link_is_copied_where_nothing_can_be_shared(open_page: Opens, server: Server, secure: bool) -> None:
    address = re.search(r"at (http://\S+)", server.greeting)
    assert address
    page = open_page("/" if secure else address[1])
    if secure:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = demo(page, "" if secure else address[1])
    page.goto(f"{table}/invite")
    assert page.evaluate("isSecureContext") == secure
    link = page.locator("[data-share]").get_attribute("data-url")
    hold(page, COPIED)
    press(page, "[data-share]")
    expect(page.locator("[data-share]")).to_have_text("The link is copied.")
    if secure:
        assert page.evaluate("navigator.clipboard.readText()") == link


def test_an_installed_app_shows_no_old_figures_without_a_network(open_page: Opens) -> None:
    page = open_page("/", faults=True, service_workers="allow")
    demo(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    expect(page.locator("html[data-ready]")).to_have_count(1)
    page.wait_for_function("caches.open('offline').then((kept) => kept.keys()).then((keys) => keys.length)")
    cut_off(page)
    press(page, ".bar button.strong")
    expect(page.locator("[data-waiting]")).to_be_visible()
    page.reload()
    expect(page.locator("h1")).to_have_text("No connection")
    expect(page.locator("[data-waiting-list]")).to_contain_text("Next turn")
    assert page.locator(".seat").count() == 0
    page.context.set_offline(False)
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator(".state")).to_contain_text("Ben’s turn")


@pytest.mark.parametrize("gap", [5, 100, 400] if long_run() else [5, 400])
@pytest.mark.parametrize("verb", ["turn", "undo"])
def test_a_trembling_thumb_enters_once(open_page: Opens, verb: str, gap: int) -> None:
    page = host(open_page, *NAMES)
    for number, cards in enumerate((4, 6), 2):
        harvest(page, "blue", cards)
        version(page, number)
    expect(page.locator('.bar [aria-disabled="true"]')).to_have_count(0)
    spot = page.locator(f'.bar form[action$="/{verb}"] button').bounding_box()
    assert spot
    # The page's clock goes on by the gap alone: a busy machine would turn 400 ms into two thoughtful taps.
    page.evaluate(
        """async ([x, y, gap, taps]) => { const clock = performance.now.bind(performance); let time = clock();
        performance.now = () => time;
        for (; taps; taps--, time += gap) { document.elementFromPoint(x, y).closest("button")?.click();
        await new Promise((done) => setTimeout(done, gap)); }
        performance.now = () => clock() + 1000;
        dispatchEvent(new Event("storage")); }""",  # so that it looks whether the bar has rested
        [spot["x"] + 20, spot["y"] + 20, gap, 3 if gap < 200 else 2],
    )
    expect(page.locator('.bar [aria-disabled="true"]')).to_have_count(0)
    page.reload()
    version(page, 4)


def test_a_sheet_without_a_network_says_that_its_figures_are_old_and_takes_entries(open_page: Opens) -> None:
    ana = host(open_page, *NAMES, faults=True)
    ben = sit(open_page, join_path(ana), "Ben")
    expect(ana.locator("html[data-ready]")).to_have_count(1)
    ana.route(re.compile("/sheets"), lambda route: route.abort())  # the sheets kept are those of now
    press(ben, ".seat")
    expect(ben.locator(".seat.on")).to_contain_text("Ana")
    harvest(ben, "red", 5)
    expect(coin(ana, "red")).to_contain_text("4")
    cut_off(ana)
    sheet(ana, 'a.bean-row[href*="/bean/red?"]')
    expect(ana.locator("dialog[open] [data-old]")).to_be_visible()  # its figures are those of before
    harvest_again = ana.locator('dialog[open] .pays button[value="4"]')
    harvest_again.tap()
    expect(ana.locator("[data-labels]")).to_contain_text("Red for Ana +3")


@pytest.mark.parametrize("locale", ["en", "is"])
def test_what_waits_or_was_refused_covers_neither_the_bar_nor_a_row(open_page: Opens, locale: str) -> None:
    page = host(open_page, *NAMES, width=320, height=640, locale=locale, faults=True)
    cut_off(page)
    for _ in range(2):
        press(page, ".bar button.strong")
        expect(page.locator('.bar [aria-disabled="true"]')).to_have_count(0)
    expect(page.locator("[data-labels] li")).to_have_count(2)
    expect(page.locator("[data-late]")).to_be_visible()
    page.wait_for_function(ABOVE, arg=[".notes", ".bar"])
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function(ABOVE, arg=[".bean-row", ".bar"])
    page.wait_for_function(APART, arg=[".bean-row", ".notes"])


def test_everything_by_keyboard_and_focus_stays(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    ben = sit(open_page, join_path(ana), "Ben")
    row = ana.locator('a.bean-row[href*="/bean/soy?"]')
    row.focus()
    ana.keyboard.press("Enter")
    expect(ana.locator("dialog[open]")).to_be_visible()
    assert ana.evaluate("document.activeElement.closest('dialog') !== null")
    ana.keyboard.press("Escape")
    closed(ana)
    expect(row).to_be_focused()
    harvest(ben, "red", 4)  # a live update
    version(ana, 3)
    expect(row).to_be_focused()
    expect(ana.locator("#said")).to_have_text("Ben: +3 Red for 4 cards")
    ana.keyboard.press("Enter")
    ana.locator('dialog[open] .pays button[value="4"]').focus()
    ana.keyboard.press("Enter")
    closed(ana)
    version(ana, 4)
    expect(row).to_be_focused()


def test_a_page_at_twice_the_size_needs_no_sideways_scroll(open_page: Opens) -> None:
    page = open_page("/", width=640, height=900)
    table = demo(page)
    for path in ("", "/log", "/result", "/bean/blue", "/more/menu", "/invite"):
        page.goto(table + path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth") <= 640, path
