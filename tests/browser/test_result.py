"""The result page on two phones: it changes while somebody looks at it, and hands are counted on it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.scenes import closed, demo, menu
from tests.browser.tables import Opens, harvest, host, join_path, ready, sit


def finish(page: Page) -> None:
    """Three piles, nothing harvested or bought any more, the end."""
    for shown in ("Pile 2", "Pile 3", "last turn"):
        ready(page)
        page.get_by_role("link", name="More").tap()
        page.locator("dialog[open]").get_by_role("button", name="The pile has run out").tap()
        closed(page)
        expect(page.locator(".state")).to_contain_text(shown)
    for name in ("Last turn is over", "Everybody has harvested", "Nobody buys any more"):
        page.get_by_role("button", name=name).tap()
    expect(page.locator(".state")).to_contain_text("The game is finished")


def test_hands_are_counted_on_the_result_page_and_seen_on_the_others(open_page: Opens) -> None:
    ana = host(open_page, "Ana", "Ben", "Cleo")
    ben = sit(open_page, join_path(ana), "Ben")
    harvest(ana, "soy", 4)
    harvest(ben, "soy", 4)
    finish(ana)
    for page in (ana, ben):
        page.locator(".bar").get_by_role("link", name="Result").tap()
        expect(page.locator(".tie")).to_contain_text("Ana and Ben tie at 2")
        ready(page)
    ben.locator("#why-1 summary").tap()  # opened by hand: no update closes it again
    for name, cards in (("Ana", "2"), ("Ben", "5")):
        ana.get_by_role("link", name=f"Count the hand of {name}").tap()
        ana.locator("dialog[open] #hand").fill(cards)
        ana.locator("dialog[open]").get_by_role("button", name="Enter").tap()
        closed(ana)
    for page in (ana, ben):
        expect(page.locator(".tie")).to_contain_text("decides: Ben wins")
        assert page.url.endswith("/result")
    expect(ben.locator("#why-1")).to_have_attribute("open", "")
    ana.get_by_role("button", name="Play again").tap()
    expect(ana.locator(".state")).to_contain_text("Ben’s turn")
    ben.get_by_role("link", name="To the next game").tap()
    expect(ben.locator(".me")).to_contain_text("You are Ben")


def test_hands_are_counted_without_javascript(open_page: Opens) -> None:
    page = host(open_page, "Ana", "Ben", "Cleo", java_script_enabled=False)
    for _ in range(3):
        page.get_by_role("link", name="More").tap()
        page.get_by_role("button", name="The pile has run out").tap()
    for name in ("Last turn is over", "Everybody has harvested", "Nobody buys any more"):
        page.get_by_role("button", name=name).tap()
    page.locator(".bar").get_by_role("link", name="Result").tap()
    for name, cards in (("Ana", "2"), ("Ben", "5"), ("Cleo", "1")):
        page.get_by_role("link", name=f"Count the hand of {name}").tap()
        page.get_by_label("Cards").fill(cards)
        page.get_by_role("button", name="Enter").tap()
        expect(page).to_have_url(re.compile("/result$"))
    expect(page.locator(".tie")).to_contain_text("decides: Ben wins")


def test_the_result_prints_on_one_page(open_page: Opens) -> None:
    page = open_page("/", width=1280, faults=True)
    table = demo(page)
    for shown in ("Pile 3", "last turn"):
        menu(page, 'form[action$="/deck"] button')
        closed(page)
        expect(page.locator(".state")).to_contain_text(shown)
    for name, shown in (
        ("Last turn is over", "Last harvest"),
        ("Everybody has harvested", "Buying round"),
        ("Nobody buys any more", "The game is finished"),
    ):
        page.get_by_role("button", name=name).click()
        expect(page.locator(".state")).to_contain_text(shown)
    expect(page.locator('.bar a[href$="/result"]')).to_be_visible()
    closed(page)
    page.goto(f"{table}/result")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    printed = page.pdf(format="A4", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
