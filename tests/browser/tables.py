"""Phones in a real browser at one table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import APIRequestContext, Page, expect

Opens = Callable[..., Page]
Ask = Callable[[APIRequestContext], str]


def host(open_page: Opens, *names: str, **options: Any) -> Page:
    """A phone that has made a table, and is at it. The form was sent without showing it: that takes as long as opening
    the table, and tests of the form fill it in themselves."""
    page = open_page(lambda phone: sent(phone, "/tables", "/tables", name=list(names)), **options)
    expect(page.locator("#board")).to_be_visible()
    if options.get("java_script_enabled", True):
        ready(page)
    return page


def sent(phone: APIRequestContext, page: str, path: str, **fields: list[str]) -> str:
    """Send a form of a page without showing it; where it leads."""
    token = phone.get(page).text().split('name="csrf_token" value="', 1)[1].split('"', 1)[0]
    data = urlencode({"csrf_token": token} | fields, doseq=True)
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = phone.post(path, data=data, headers=headers, max_redirects=0)
    assert answer.status == 303, answer.text()
    return answer.headers["location"]


def ready(page: Page) -> None:
    """Wait for the scripts: before they are there a tap is a plain link or form."""
    expect(page.locator("html[data-live]")).to_have_count(1)


def join_path(page: Page) -> str:
    """The path of the join link, taken from the invitation in another tab."""
    answer = page.request.get(f"{page.url.split('?')[0]}/invite")
    return "/j/" + answer.text().split("/j/", 1)[1].split('"', 1)[0]


def sit(open_page: Opens, path: str, name: str, **options: Any) -> Page:
    """A phone that has sat down as somebody by the join link, as `host` has made the table."""

    def seated(phone: APIRequestContext) -> str:
        seat = re.search(rf'name="seat" value="(\d)">\s*<i.*</i><b><bdi>{re.escape(name)}<', phone.get(path).text())
        assert seat, name
        return sent(phone, path, path, seat=[seat[1]])

    page = open_page(seated, **options)
    expect(page.locator(".me")).to_contain_text(f"You are {name}")
    ready(page)
    return page


def version(page: Page, number: int) -> None:
    """Wait until the board shows this version."""
    expect(page.locator("#board")).to_have_attribute("data-version", str(number))


def shown(page: Page) -> int:
    """The version the board shows."""
    return int(page.locator("#board").get_attribute("data-version") or 0)


@contextmanager
def entering(page: Page) -> Iterator[None]:
    """One entry that is made in the block, while nobody else makes any: wait until the board shows it."""
    at = shown(page)
    yield
    version(page, at + 1)


def closed(page: Page) -> None:
    """Wait until the sheet is closed and Back has been taken for it: that would close the next one, too."""
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("html[data-sheet]")).to_have_count(0)


def cut_off(page: Page) -> None:
    """Take the network from a phone, and the stream, too: Chromium leaves open what is open when it goes offline."""
    page.context.set_offline(True)
    for tab in page.context.pages:
        tab.wait_for_function("!navigator.onLine")
        tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # it looks anew, and does not get through


def harvest(page: Page, bean: str, cards: int) -> None:
    """Tap a bean, then what its field has. The sheet may close before the entry is there: see `version`."""
    ready(page)
    page.locator(f'a.bean-row[href*="/bean/{bean}?"]').tap()
    page.locator(f'dialog[open] .pays button[value="{cards}"]').tap()
    closed(page)


def buy(page: Page, bean: str, price: int) -> None:
    """Tap a bean, then Buy. The sheet offers what the table can pay by now."""
    ready(page)
    page.locator(f'a.bean-row[href*="/bean/{bean}?"]').tap()
    page.locator(f'dialog[open] form:has(input[value="{bean}-{price}"]) button').tap()
    closed(page)


def coin(page: Page, bean: str) -> Any:
    """The Talers of a bean, as the row shows them."""
    return page.locator(f'a.bean-row[href*="/bean/{bean}?"] .coin')


def until(page: Page, condition: Callable[[], bool]) -> None:
    """Let the page go on until something is so; the test's own time limit ends a wait for ever."""
    while not condition():
        page.wait_for_timeout(50)
