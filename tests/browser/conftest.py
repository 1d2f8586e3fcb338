"""A real server and a real Chromium. Without Chromium these tests are skipped and the summary says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.chromium import CHROMIUM, FLAGS, PATIENCE
from tests.browser.tables import Ask
from tests.serving import Server, serving

LOUD = ("error", "warning")
HERE = Path(__file__).parent
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs a browser where there is none."""
    if CHROMIUM is None:
        for item in items:
            if HERE in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="no chromium"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`companion serve` with an empty data folder."""
    with serving(tmp_path_factory.mktemp("served") / "data") as running:
        yield running


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; each page gets a context of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Opens a path on a phone of 390 x 760 (or as told), or what a function answers that asks the server first, with
    the cookies of that phone. It wants no motion: the glow of an entry costs as much as the tap. The test fails on
    any error in the console, unless it says that it makes the server or the network refuse something (`faults`)."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(
        path: str | Ask, *, width: int = 390, height: int = 760, faults: bool = False, **options: object
    ) -> Page:
        phone = {"viewport": {"width": width, "height": height}, "has_touch": width < 800, "is_mobile": width < 800}
        phone["reduced_motion"] = "reduce"
        context = chromium.new_context(base_url=server.url, **(phone | options))  # type: ignore[arg-type]
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        if not faults:
            page.on("console", lambda message: errors.append(message.text) if message.type in LOUD else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path if isinstance(path, str) else path(context.request))
        return page

    yield opened
    for context in contexts:
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")  # a request may be under way that a route of the test answers
    for context in contexts:
        context.close()
    assert errors == []
