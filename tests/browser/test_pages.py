"""Every page in light and dark: nothing axe objects to, no sideways scroll, targets a thumb can hit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import truth
from tests.browser.axe import objections
from tests.browser.tables import buy, harvest, host, join_path, version
from tests.long import long_run

OPEN_ALL = "document.querySelectorAll('details').forEach(part => part.open = true)"
# Everything a thumb may aim at that is smaller than 44 px.
SMALL = """() => [...document.querySelectorAll('main button, main select, main summary, main input:not([type=hidden]), .row, .tabs a, .standing a, .brand, .seat, .bean-row')]
  .map(e => [e.type === 'checkbox' ? e.closest('label') : e]).map(([e]) => [e.id || e.className || e.tagName, e.getBoundingClientRect()])
  .filter(([, r]) => r.width && r.height && (r.height < 44 || r.width < 43)).map(([n, r]) => `${n} ${r.width}x${r.height}`)"""
WIDTH = "document.documentElement.scrollWidth"
Opens = Callable[..., Page]
FULL = (
    "/score?count=5&cognac=y&players-0-name=Ana&players-0-unsorted=6&players-0-buildings-red=4&players-0-buildings-break=3"
    "&players-0-stew=2&players-0-buildings-cognac=3&players-0-distillery=1&players-1-talers-blue=3&players-1-buildings-red=1"
    "&players-2-unsorted=3&players-2-name=Konstantinopolitanischer+Dudelsackpfeifenmacher"
)
PAGES = {
    "start": "/",
    "blank": "/score",
    "scored": FULL,
    "tied": "/score?players-0-unsorted=3&players-1-unsorted=3",
    "faulty": FULL + "&players-3-unsorted=2,5&players-3-buildings-red=4&players-4-talers-garden=9",
    "seven": "/score?edition=high-bohn-2000&count=7&players-6-unsorted=3&players-6-name=" + "W" * 40,
    "long": "/score?players-0-name="
    + "W" * 60
    + "&players-1-name="
    + "w" * 60
    + "&players-2-unsorted=4&players-3-unsorted=4"
    "&players-3-name=Donaudampfschifffahrtskapitaensgattin&count=4",
    "missing": "/nothing-here",
    **{edition: f"/rules/{edition}" for edition in truth.SEATS},
}
# The same parts as another page that axe looks at: `faulty` has all of a sheet, `high-bohn` all of the rules.
ALIKE = set() if long_run() else {"blank", "scored", "tied", "seven", "long", *truth.SEATS} - {"high-bohn"}


def in_both_themes(page: Page) -> str:
    """What axe objects to in light, and in the colours of dark."""
    page.emulate_media(color_scheme="light")
    found = objections(page)
    page.emulate_media(color_scheme="dark")
    return found + objections(page, tags=["cat.color"])


def test_pages_of_a_table(open_page: Opens) -> None:
    """Table, sheets, log, result, invitation, seats, new table with long names: no sideways scroll, targets for thumbs.
    What axe says of each of them is asked in every state of the app; here of the table alone."""
    names = ("Ana", "Ben", "Konstantinopolitaner", "WWWWWWWWWWWWWWWWWWWWWWWW", "漢字")
    page = host(open_page, *names, width=320)
    harvest(page, "blue", 8)
    version(page, 2)
    buy(page, "blue", 3)
    version(page, 3)
    table = page.url.split("?")[0]
    paths = [
        "",
        "/bean/blue",
        "/more/menu",
        "/more/stew",
        "/more/field",
        "/more/correct",
        "/more/hand",
        "/log",
        "/result",
        "/invite",
    ]
    for address in [*(table + path for path in paths), "/tables", "/", join_path(page)]:
        page.goto(address)
        page.evaluate(OPEN_ALL)
        assert page.evaluate(WIDTH) <= 320, address
        assert page.evaluate(SMALL) == [], address
    page.goto(table)
    assert in_both_themes(page) == ""
    page.locator(".bean-row").first.tap()
    expect(page.locator("dialog[open]")).to_be_visible()
    assert in_both_themes(page) == ""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_on_phones_of_all_widths(open_page: Opens, name: str) -> None:
    """Nothing axe objects to, in light and dark; no sideways scroll; targets big enough for a thumb."""
    page = open_page(PAGES[name], faults=name == "missing")
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 760})
        assert page.evaluate(SMALL) == []
    page.evaluate(OPEN_ALL)
    assert name in ALIKE or in_both_themes(page) == ""
    for width in (320, 390, 768):
        page.set_viewport_size({"width": width, "height": 760})
        assert page.evaluate(WIDTH) <= width


def test_no_page_scrolls_sideways_on_a_desk(open_page: Opens) -> None:
    page = open_page("/", width=1280, faults=True)
    for name, path in PAGES.items():
        page.goto(path)
        page.evaluate(OPEN_ALL)
        assert page.evaluate(WIDTH) <= 1280, name


def test_everything_can_be_reached_with_the_keyboard(open_page: Opens) -> None:
    page = open_page("/score", width=1280)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.locator("#players-0-buildings-red-0").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#players-0-buildings-red-2")).to_be_checked()
    expect(page.locator(".standing b").first).to_have_text("2")
    expect(page.locator("#players-0-buildings-red-2")).to_be_focused()


def test_beans_differ_without_colour(open_page: Opens) -> None:
    """Each bean's silhouette is its own: drawn in one colour, no two pictures are alike."""
    page = open_page("/")
    shapes = page.evaluate(
        """async () => {
          const text = await (await fetch(document.querySelector('use').getAttribute('href').split('#')[0])).text();
          const symbols = [...new DOMParser().parseFromString(text, 'image/svg+xml').querySelectorAll('symbol')];
          return Promise.all(symbols.map(async symbol => {
            const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">${symbol.innerHTML
              .replace(/fill="#[0-9a-f]+"/g, 'fill="black"').replace(/stroke="[^"]+"/g, 'stroke="black"')}</svg>`;
            const image = new Image();
            image.src = 'data:image/svg+xml,' + encodeURIComponent(svg);
            await image.decode();
            const canvas = Object.assign(document.createElement('canvas'), {width: 32, height: 32});
            const context = canvas.getContext('2d');
            context.drawImage(image, 0, 0);
            const pixels = context.getImageData(0, 0, 32, 32).data;
            return [symbol.id, Array.from({length: 1024}, (_, i) => pixels[i * 4 + 3] > 127 ? 1 : 0)];
          }));
        }"""
    )
    shapes = {name: pixels for name, pixels in shapes if name != "bean"}
    assert set(shapes) == set(truth.BEANS)
    names = sorted(shapes)
    for position, one in enumerate(names):
        for other in names[position + 1 :]:
            different = sum(a != b for a, b in zip(shapes[one], shapes[other], strict=True))
            assert different > 90, (one, other, different)
