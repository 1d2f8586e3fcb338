"""Every page and state at every width, theme and language: a picture of it, nothing axe objects to, no sideways scroll,
targets a thumb can hit. `SCREENSHOTS=folder pytest tests/browser/test_every_state.py` keeps the pictures."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from companion.i18n import LANGUAGES
from tests.browser.scenes import demo, walk
from tests.browser.tables import Opens
from tests.browser.test_pages import SMALL

HEIGHTS = {320: 640, 390: 700, 1280: 800}
# Each width, theme and language once; every combination when pictures are asked for.
LOOKS = [(320, "light", "en"), (390, "dark", "en"), (1280, "light", "uk"), (320, "dark", "de"), (390, "light", "is")]
if "SCREENSHOTS" in os.environ:
    LOOKS = [(width, theme, language) for width in HEIGHTS for theme in ("light", "dark") for language in LANGUAGES]
# Words 40 % longer, as another language may have them.
LONGER = """() => { for (const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walker.nextNode(); ) {
  const node = walker.currentNode, words = node.data.trim();
  if (/[a-z]{3}/i.test(words) && !node.longer && !node.parentElement.closest('script, style')) node.longer = node.data = node.data.replace(/[a-z]{3,}/gi, (word) => word + word.slice(0, Math.ceil(word.length * .4)));
} }"""
# What sticks to an edge covers half a row until one scrolls; axe takes that row for too small.
UNSTUCK = """() => document.querySelectorAll('main *, #board *').forEach(part => {
  if (getComputedStyle(part).position === 'sticky' || part.matches('.bar')) part.style.position = 'static'; })"""
WIDTH = "Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('dialog[open]')].map(d => d.scrollWidth))"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where pictures go."""
    kept = Path(os.environ.get("SCREENSHOTS") or tmp_path)
    kept.mkdir(parents=True, exist_ok=True)
    return kept


def picture(page: Page, folder: Path, name: str, *, whole: bool = True) -> None:
    """The page as it looks now, down to its end unless something lies over it."""
    over = page.locator("dialog[open], .toast:visible, [data-waiting]:visible").count() > 0
    page.screenshot(path=folder / f"{name}.png", full_page=whole and not over, animations="disabled", timeout=30_000)


@pytest.mark.parametrize(("width", "theme", "language"), LOOKS)
def test_every_state(open_page: Opens, folder: Path, width: int, theme: str, language: str) -> None:
    page = open_page("/", width=width, height=HEIGHTS[width], color_scheme=theme, locale=language, faults=True)
    for name in walk(page):
        where = f"{name}-{width}-{theme}-{language}"
        picture(page, folder, where)
        assert page.locator("html").get_attribute("lang") == language
        page.evaluate(UNSTUCK)
        results = Axe().run(
            page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
        )
        assert results.violations_count == 0, (where, results.generate_report())
        assert page.evaluate(WIDTH) <= width, where
        assert width == 1280 or page.evaluate(SMALL) == [], where


def test_words_may_be_longer(open_page: Opens) -> None:
    page = open_page("/", width=320, height=640, faults=True)
    for name in walk(page):
        page.evaluate(LONGER)
        assert page.evaluate(WIDTH) <= 320, name


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_watch_view(open_page: Opens, folder: Path, theme: str) -> None:
    """Everything on one screen, figures legible from three metres: at least 30 px high on full HD."""
    page = open_page("/", width=1920, height=1080, color_scheme=theme)
    table = demo(page)
    page.goto(f"{table}/invite")
    page.goto(str(page.locator('a[href*="/w/"]').get_attribute("href")))
    picture(page, folder, f"watch-1920-{theme}", whole=False)
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    for part in ("thead b", "tbody .coin", "thead bdi", ".state"):
        size = page.locator(part).first.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
        assert size >= 28, (part, size)
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
