"""A walk through every page and state of the app, on the demo table: for pictures, axe and measuring."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.clock import SHEET, hold
from tests.browser.tables import closed, cut_off, entering, ready, sent, version

QUICK = (
    "/score?count=4&cognac=y&players-0-name=Ana&players-0-unsorted=6&players-0-buildings-red=4&players-0-buildings-break=3"
    "&players-0-stew=2&players-1-name=Ben&players-1-talers-blue=3&players-1-buildings-red=1&players-2-unsorted=3"
)


def press(page: Page, selector: str) -> None:
    """Tap or click, whatever the device can."""
    target = page.locator(selector).first
    if page.viewport_size and page.viewport_size["width"] < 800:
        target.tap()
    else:
        target.click()


def sheet(page: Page, selector: str) -> None:
    """Open a sheet by a link of the page, or of the sheet that is open."""
    ready(page)
    press(page, selector)
    expect(page.locator("dialog[open]")).to_be_visible()


def close(page: Page) -> None:
    """Close the sheet."""
    press(page, "dialog[open] [data-close]")
    closed(page)


def menu(page: Page, selector: str) -> None:
    """Open the menu and press something in it."""
    sheet(page, '.bar a[href*="/more/menu"]')
    press(page, f"dialog[open] {selector}")


def demo(page: Page, server: str = "") -> str:
    """Open a demo table, of the usual server unless told another address of it; the table's address."""
    page.goto(server + sent(page.request, f"{server}/", f"{server}/demo"))
    expect(page.locator("html[data-live] #board")).to_be_visible()
    return page.url.split("?")[0]


def walk(page: Page) -> Iterator[str]:
    """Bring the page into one state after the other; the name of each."""
    yield from outside(page)
    page.goto("/")
    press(page, 'form[action="/demo"] button')
    expect(page.locator("html[data-live] #board")).to_be_visible()
    table = page.url.split("?")[0]
    yield "table"
    yield from sheets(page)
    for path in ("/log", "/invite", "/people", "/result"):
        page.goto(table + path)
        yield f"table-{path[1:]}"
    page.goto(f"{table}/invite")
    press(page, 'main a[href$="/seats"]')
    expect(page.locator(".sit")).to_be_visible()
    yield "join"
    press(page, '.sit button[value="1"]')
    expect(page.locator("#board")).to_be_visible()  # it leads to the table
    page.goto(f"{table}/seats")
    press(page, '.sit button[value="2"]')
    expect(page.locator('button[name="keep"]')).to_have_count(2)
    yield "move"
    page.goto(f"{table}/people")
    press(page, 'form[action$="/people/leave"] button')
    expect(page.locator('form[action$="/people/leave"]')).to_have_count(0)
    yield "people-left"
    page.goto(table)
    yield from network(page)
    yield from end(page, table)
    page.goto("/nothing-here")
    yield "not-found"
    page.goto("/t/QQQQQ")
    yield "no-table"


def outside(page: Page) -> Iterator[str]:
    """What is there without a table."""
    for name, path in {
        "start": "/", "new-table": "/tables", "quick-blank": "/score", "quick": QUICK, "rules": "/rules/high-bohn",
        "rules-base": "/rules/bohnanza-rio-grande", "offline": "/offline",
    }.items():  # fmt: skip
        page.goto(path)
        yield name
    page.goto("/tables")
    for place in (0, 1, 2):
        page.locator("input[name=name]").nth(place).fill("Ana")
    press(page, "form.new button[type=submit]")
    expect(page.locator(".names .bad .error")).to_be_visible()
    yield "new-table-refused"


def sheets(page: Page) -> Iterator[str]:
    """Sheets of the table, what a tap leads to, and a refusal."""
    sheet(page, 'a.bean-row[href*="/bean/blue?"]')
    yield "sheet-bean"
    press(page, "dialog[open] [data-step='1']")
    press(page, "dialog[open] .count button[type=submit]")
    closed(page)
    version(page, 49)
    yield "booked"
    with entering(page):
        press(page, ".ledger button")
    sheet(page, ".seat.on")
    yield "sheet-score"
    close(page)
    sheet(page, '.bar a[href*="/more/menu"]')
    yield "sheet-menu"
    for what in ("stew", "buy", "correct", "hand"):
        press(page, f'dialog[open] a[href*="/more/{what}"]')
        expect(page.locator(f'dialog[open] a[href*="/more/{what}"]')).to_have_count(0)
        yield f"sheet-{what}"
        close(page)
        sheet(page, '.bar a[href*="/more/menu"]')
    for step in range(1, 6):
        press(page, f'dialog[open] a[href*="/more/tour{f"?step={step}" if step > 1 else ""}"]')
        expect(page.locator("dialog[open] h2 small")).to_have_text(f"{step} / 5")
        yield f"tour-{step}"
    close(page)
    hold(page, SHEET)
    menu(page, 'form[action$="/finish"] button')
    expect(page.locator("dialog[open] .refusal")).to_be_visible()
    yield "refused"
    close(page)


def network(page: Page) -> Iterator[str]:
    """No network: the page says so, and what waits."""
    expect(page.locator("html[data-ready]")).to_have_count(1)
    cut_off(page)
    press(page, ".bar button.strong")
    expect(page.locator("[data-waiting]")).to_be_visible()
    expect(page.locator("[data-late]")).to_be_visible()
    yield "waiting"
    page.context.set_offline(False)
    expect(page.locator("[data-waiting]")).to_be_hidden()


def end(page: Page, table: str) -> Iterator[str]:
    """Last harvest, buying round, result."""
    for _ in range(2):
        with entering(page):
            menu(page, 'form[action$="/deck"] button')
        closed(page)
    expect(page.locator('.bar [aria-disabled="true"]')).to_have_count(0)  # it rests for a moment after a tap
    yield "last-turn"
    press(page, ".bar button.strong")
    expect(page.locator('.bar form[action$="/pass"]')).to_be_visible()
    yield "last-harvest"
    for _ in range(4):
        with entering(page):
            press(page, ".bar button.strong")
    expect(page.locator('.bar form[action$="/pass"]')).to_be_visible()
    yield "buying-round"
    press(page, ".everybody button")
    expect(page.locator('.bar a[href$="/result"]')).to_be_visible()
    yield "finished"
    for path in ("/bgstats", "/result"):
        page.goto(table + path)
        yield f"finished{path.replace('/', '-')}"
    page.goto(page.locator('main a[href*="/r/"]').get_attribute("href") or "")
    yield "shared-result"
    page.goto(f"{table}/result")
    press(page, 'form[action$="/again"] button')
    expect(page.locator("html[data-live] #board")).to_be_visible()
    page.goto(f"{table}/group")
    yield "group"
    for part in page.locator("main summary").all():
        part.click()
    yield "group-forms"
    page.goto("/")
    press(page, ".col details summary")
    yield "start-lists"
