"""Chromium in a thread of its own: other tests hold Playwright in the main one, and phones that tap at the same time
need an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from playwright.async_api import Browser, async_playwright

from tests.browser.conftest import CHROMIUM, FLAGS

T = TypeVar("T")


def drive(story: Callable[[Browser], Awaitable[T]], patience: float) -> T:
    """What a story with a browser comes to. TimeoutError after so many seconds."""

    async def told() -> T:
        async with asyncio.timeout(patience), async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            try:
                return await story(browser)
            finally:
                await browser.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, told()).result()
