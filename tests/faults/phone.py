"""A phone with a real browser, and the thumb of somebody who plays on whatever the network does."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from random import Random

from playwright.async_api import Browser, Error, Locator, Page, expect

from tests.faults import page as known
from tests.faults.device import Device

MOMENT = 1.0  # seconds; two taps on the bar within less may be meant as one
_SOON = 2_500.0  # milliseconds a thumb waits for something to appear
_PATIENCE = 300.0  # seconds until a person gives up trying to enter something


@dataclass(frozen=True)
class Tap:
    """A thumb on a button: the verb of its form and the fields, as they were at that moment."""

    verb: str
    fields: dict[str, str]


@dataclass
class Phone:
    """One person at a table. What it did and was told comes from what the page itself saw and showed: taps, refusals
    (moment and words), entries that Undo took back before they were sent, and how often Undo was put off."""

    seat: int
    name: str
    device: Device  # the same phone, past the bad network
    page: Page
    dice: Random
    taps: list[Tap] = field(default_factory=list)
    refusals: list[tuple[float, str]] = field(default_factory=list)
    withdrawn: list[Tap] = field(default_factory=list)
    put_off: int = 0
    _beans: Iterator[str] | None = None
    _on_bar: float = 0.0

    @classmethod
    async def made(cls, browser: Browser, url: str, device: Device, seat: int, name: str, seed: int) -> Phone:
        """A browser with the cookies of a device that sits at a table, and its table open."""
        dice = Random(f"{seed} {name}")  # noqa: S311
        context = await browser.new_context(
            base_url=url,
            viewport={"width": 390, "height": 760},
            has_touch=True,
            is_mobile=True,
            service_workers="block",  # phones come by plain http, where there are none
            reduced_motion="reduce",  # the glow of an entry costs as much as the tap
        )
        await context.add_cookies(
            [{"name": name, "value": value, "url": url} for name, value in device.cookies.items()]
        )
        phone = cls(seat, name, device, await context.new_page(), dice)
        await phone.page.expose_function("tapped", lambda verb, fields: phone.taps.append(Tap(verb, fields)))
        await phone.page.expose_function("refused", lambda words: phone.refusals.append((time.monotonic(), words)))
        await phone.page.expose_function("withdrawn", lambda verb, fields: phone.withdrawn.append(Tap(verb, fields)))
        await phone.page.expose_function("put_off", phone._was_put_off)
        await phone.page.add_init_script(known.WITNESS)
        await phone.page.goto(device.table)
        await expect(phone.page.locator(known.BOARD)).to_be_visible()
        return phone

    def _was_put_off(self) -> None:
        self.put_off += 1

    async def play(self, plan: Iterable[str]) -> None:
        """One tap for each verb of the plan, where `scarce` is a harvest that may be refused. Waits for no answer."""
        if not self._beans:
            rows = await self.page.locator(known.ANY_ROW).evaluate_all(known.BEANS)
            self._beans = cycle(self.dice.sample(rows, len(rows)))
        for verb in plan:
            made = False  # there may be nothing to undo, or no count of a bean that was not entered yet
            if verb != "harvest":
                attempt = partial(self._harvest, known.SCARCE) if verb == "scarce" else partial(self._below, verb)
                made = await self._patiently(attempt)
            while not made:
                made = await self._patiently(partial(self._harvest, next(self._beans)))

    async def _patiently(self, attempt: Callable[[], Awaitable[bool | None]]) -> bool:
        """Try until the tap is made (True) or there is nothing to tap (False)."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            with suppress(Error, AssertionError):
                await self._clear()
                made = await attempt()
                if made is not None:
                    return made
        raise AssertionError(f"{self.name} could not tap for {_PATIENCE} seconds")

    async def _harvest(self, bean: str) -> bool | None:
        """Sell a field, with the lowest count this phone has not entered yet, so that each harvest is known by it."""
        await self.page.locator(known.ROW.format(bean=bean)).tap(timeout=_SOON)
        pays = self.page.locator(known.PAYS)
        await pays.first.wait_for(timeout=2 * _SOON)
        used = {tap.fields.get("cards") for tap in self.taps if tap.fields.get("bean") == bean}
        left = [cards for cards in await pays.evaluate_all("all => all.map((one) => one.value)") if cards not in used]
        if not left:
            return False
        return await self._press(self.page.locator(f'{known.PAYS}[value="{left[0]}"]'))

    async def _below(self, verb: str) -> bool | None:
        """Press a button of the bar, at the pace of a thumb that means each tap."""
        await asyncio.sleep(max(0.0, self._on_bar + MOMENT - time.monotonic()))
        button = self.page.locator(known.BAR.format(verb=verb)).first
        if not await button.count():
            return False
        await expect(button).not_to_have_attribute("aria-disabled", "true", timeout=_SOON)
        made = await self._press(button)
        self._on_bar = time.monotonic()
        return made

    async def _press(self, button: Locator) -> bool | None:
        """Tap. True when the page has felt it: only then it counts."""
        before = len(self.taps)
        with suppress(Error):
            await button.tap(timeout=_SOON)
        deadline = time.monotonic() + 1
        while time.monotonic() < deadline:
            if len(self.taps) > before:
                return True
            await asyncio.sleep(0.02)
        return None

    async def _clear(self) -> None:
        """Have the table in front, without a sheet."""
        if not await self.page.locator(known.BOARD).count():
            await self.page.goto(self.device.table)
        sheet = self.page.locator(known.SHEET)
        if await sheet.count():
            await self.page.keyboard.press("Escape")
            await expect(sheet).to_have_count(0, timeout=_SOON)
        await expect(self.page.locator(known.LEAVING)).to_have_count(0, timeout=_SOON)

    async def settle(self, under_way: Counter[str], patience: float) -> bool:
        """Wait until nothing waits any more, pressing Try again where the page has given up. Whether it came to that.

        `under_way` counts what the network has of each phone.
        """
        deadline = time.monotonic() + patience
        still = 0
        while time.monotonic() < deadline and still < 3:
            with suppress(Error, AssertionError):
                await self._clear()
                again = self.page.get_by_role("button", name=known.TRY_AGAIN)
                waits = await again.count()
                if waits:
                    await again.first.tap(timeout=_SOON)
                waits = waits or await self.page.evaluate(known.WAITS) or under_way[self.name]
                still = 0 if waits else still + 1
            await asyncio.sleep(0.2)
        return still == 3

    async def shows(self, version: int, patience: float) -> bool:
        """Wait until the board is of this version. Whether it came to that."""
        board = self.page.locator(f'{known.BOARD}[data-version="{version}"]')
        with suppress(Error):
            await board.wait_for(timeout=1_000 * patience)
        return await board.count() == 1
