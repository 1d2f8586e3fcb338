"""Every page and state at every width, theme and language: nothing axe objects to, no sideways scroll, targets a thumb
can hit. `SCREENSHOTS=folder pytest tests/browser/test_every_state.py` keeps a picture of each."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from companion.web.languages import LANGUAGES
from tests.browser.axe import objections
from tests.browser.scenes import demo, walk
from tests.browser.tables import Opens
from tests.browser.test_pages import SMALL
from tests.long import long_run

HEIGHTS = {320: 640, 375: 667, 390: 700, 820: 1180, 844: 390, 1280: 800, 1920: 1080}
# Small and large screens, each theme, the longest words and other letters; every combination in a long run and when
# pictures are asked for.
LOOKS = [(320, "dark", "de"), (1280, "light", "uk")]
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
RULES = {LOOKS[1]: ("color-contrast", "target-size", "scrollable-region-focusable")}  # what a look can change
if long_run() or "SCREENSHOTS" in os.environ:
    LOOKS = [(width, theme, words) for width in HEIGHTS for theme in ("light", "dark") for words in LANGUAGES]
    RULES = {}
WIDTH = "Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('dialog[open]')].map(d => d.scrollWidth))"
# The width with words 40 % longer, as another language may have them; then they are as before.
LONGER = """() => { const before = [];
  for (const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walker.nextNode(); ) {
    const node = walker.currentNode;
    if (node.parentElement.closest('script, style')) continue;
    before.push([node, node.data]);
    node.data = node.data.replace(/[a-z]{3,}/gi, (word) => word + word.slice(0, Math.ceil(word.length * .4)));
  }
  const width = WIDTH;
  for (const [node, words] of before) node.data = words;
  return width; }""".replace("WIDTH", WIDTH)
# What sticks to an edge covers half a row until one scrolls; axe takes that row for too small.
UNSTUCK = """() => document.querySelectorAll('main *, #board *').forEach(part => {
  if (getComputedStyle(part).position === 'sticky' || part.matches('.dock')) part.style.position = 'static'; })"""


def picture(page: Page, name: str, *, whole: bool = True) -> None:
    """Keep the page as it looks now, down to its end unless something lies over it, if pictures are asked for."""
    if folder := os.environ.get("SCREENSHOTS"):
        over = page.locator("dialog[open], [data-waiting]:visible").count() > 0
        path, whole = Path(folder) / f"{name}.png", whole and not over
        page.screenshot(path=path, full_page=whole, animations="disabled", timeout=60_000)


@pytest.mark.parametrize(("width", "theme", "language"), LOOKS)
def test_every_state(open_page: Opens, width: int, theme: str, language: str) -> None:
    touch = width < 1280
    page = open_page(
        "/", width=width, height=HEIGHTS[width], color_scheme=theme, locale=language, faults=True, has_touch=touch, is_mobile=touch
    )  # fmt: skip
    rules = RULES.get((width, theme, language), TAGS)
    for name in walk(page):
        where = f"{name}-{width}-{theme}-{language}"
        picture(page, where)
        assert page.locator("html").get_attribute("lang") == language
        page.evaluate(UNSTUCK)
        assert objections(page, tags=rules) == "", where
        assert page.evaluate(WIDTH) <= width, where
        # With a mouse targets may be smaller; on a phone on its side five rows have to fit below each other.
        assert not touch or width == 844 or page.evaluate(SMALL) == [], where
        assert (width, language) != (320, "en") or page.evaluate(LONGER) <= 320, f"{where}, longer words"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_watch_view(open_page: Opens, theme: str) -> None:
    """Everything on one screen, figures legible from three metres: at least 30 px high on full HD."""
    page = open_page("/", width=1920, height=1080, color_scheme=theme)
    table = demo(page)
    page.goto(f"{table}/invite")
    page.goto(str(page.locator('a[href*="/w/"]').get_attribute("href")))
    picture(page, f"watch-1920-{theme}", whole=False)
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    for part in ("thead b", "tbody .coin", "thead bdi", ".state h1"):
        size = page.locator(part).first.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
        assert size >= 28, (part, size)
    assert objections(page) == ""
