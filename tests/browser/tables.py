"""Phones in a real browser at one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

Opens = Callable[..., Page]


def host(open_page: Opens, *names: str, button: str = "Open the table", **options: Any) -> Page:
    """A phone that makes a table and stays at it."""
    page = open_page("/tables", **options)
    for position, name in enumerate(names):
        page.locator("input[name=name]").nth(position).fill(name)
    page.get_by_role("button", name=button).tap()
    expect(page.locator("#board")).to_be_visible()
    if options.get("java_script_enabled", True):
        ready(page)
    return page


def ready(page: Page) -> None:
    """Wait for the scripts: before they are there a tap is a plain link or form."""
    expect(page.locator("html[data-live]")).to_have_count(1)


def join_path(page: Page) -> str:
    """The path of the join link, taken from the invitation in another tab."""
    answer = page.request.get(f"{page.url.split('?')[0]}/invite")
    return "/j/" + answer.text().split("/j/", 1)[1].split('"', 1)[0]


def sit(open_page: Opens, path: str, name: str, **options: Any) -> Page:
    """A phone that joins by the link and sits down as somebody."""
    page = open_page(path, **options)
    page.locator(".sit").get_by_role("button", name=name).tap()
    expect(page.locator(".me")).to_contain_text(f"You are {name}")
    ready(page)
    return page


def version(page: Page, number: int) -> None:
    """Wait until the board shows this version."""
    expect(page.locator("#board")).to_have_attribute("data-version", str(number))


def harvest(page: Page, bean: str, cards: int) -> None:
    """Tap a bean, then what its field has."""
    page.locator(f'a.bean-row[href*="/bean/{bean}?"]').tap()
    page.locator(f'dialog[open] .pays button[value="{cards}"]').tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("html[data-sheet]")).to_have_count(0)  # its entry in the history is gone, too


def buy(page: Page, bean: str, price: int) -> None:
    """Tap a bean, then Buy."""
    page.locator(f'a.bean-row[href*="/bean/{bean}?"]').tap()
    page.locator(f'dialog[open] form:has(input[value="{bean}-{price}"]) button').tap()


def coin(page: Page, bean: str) -> Any:
    """The Talers of a bean, as the row shows them."""
    return page.locator(f'a.bean-row[href*="/bean/{bean}?"] .coin')
