"""Real phones in a bad network: every tap is booked exactly once, or its refusal is shown to whoever made it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Browser

from tests.browser.conftest import CHROMIUM
from tests.faults.chromium import drive
from tests.faults.device import NAMES, at_a_table
from tests.faults.page import entries
from tests.faults.phone import Phone
from tests.faults.proxy import Proxy
from tests.faults.tally import Tally, tally
from tests.faults.weather import ORDINARY, Fault, Kind, Weather, kind
from tests.long import long_run
from tests.serving import serving

EVENINGS = 25 if long_run() else 1
TAPS = 40  # an evening
PATIENCE = 1200  # seconds for one, on a machine that is busy
SEED = 1
Tell = Callable[[str], None]
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium"),
    pytest.mark.timeout(PATIENCE * EVENINGS + 200),
]


def plan(dice: Random, taps: int, **rare: int) -> list[str]:
    """So many taps: harvests, and what is rarer among them."""
    verbs = [verb for verb, number in rare.items() for _ in range(number)]
    return dice.sample(["harvest"] * (taps - len(verbs)) + verbs, taps)


async def seated(browser: Browser, port: int, proxy: Proxy) -> list[Phone]:
    """Three phones that show a new table, through the proxy."""
    phones = []
    for seat, (device, name) in enumerate(zip(at_a_table(port), NAMES, strict=True), 1):
        phones.append(await Phone.made(browser, proxy.url(name), device, seat, name, proxy.weather.seed))
    return phones


async def evening(browser: Browser, port: int, weather: Weather) -> Tally:
    """Three people at a new table tap on while the network is bad; then it is good again, and all comes to rest."""
    dice = Random(weather.seed)  # noqa: S311
    plans = [
        plan(dice, 14, scarce=2, turn=3, undo=1),
        plan(dice, 13, scarce=2, undo=2),
        plan(dice, 13, scarce=2, undo=1),
    ]
    with Proxy(port, weather, *NAMES).running() as proxy:
        phones = await seated(browser, port, proxy)
        weather.storm = True
        await asyncio.gather(*(phone.play(taps) for phone, taps in zip(phones, plans, strict=True)))
        proxy.calm()
        settled = await asyncio.gather(*(phone.settle(proxy.under_way, 300) for phone in phones))
        log = list(entries(phones[0].device.data("export.json")))
        made = tally(phones, proxy.exchanges, log)
        made.restless = [phone.name for phone, rest in zip(phones, settled, strict=True) if not rest]
        made.behind = [phone.name for phone in phones if not await phone.shows(len(log), 240)]
        for phone in phones:
            await phone.page.context.close()
    return made


def test_no_tap_is_lost_or_doubled_by_a_bad_network(tmp_path: Path, tell: Tell) -> None:
    whole, struck = Tally(), Counter[tuple[Kind, Fault]]()

    async def evenings(browser: Browser) -> None:
        for number in range(EVENINGS):
            whole.add(await evening(browser, server.port, Weather(SEED + number, counts=struck)))

    with serving(tmp_path / "data") as server:
        drive(evenings, PATIENCE * EVENINGS)
    lost, doubled = len(whole.lost), len(whole.doubled)
    faults = Weather(0, counts=struck).told()
    tell(
        f"bad network: taps {whole.taps}, booked {whole.booked}, refused {whole.refused}, taken back {whole.withdrawn}, "
        f"lost {lost}, doubled {doubled} (faults: {faults})"
    )
    print(*whole.lost, *whole.doubled, sep="\n")
    assert whole.taps >= TAPS * EVENINGS
    assert (lost, doubled) == (0, 0)
    assert whole.restless == []
    assert whole.behind == []  # each phone found the newest board by itself


async def one_by_one(phone: Phone, proxy: Proxy, faults: Sequence[Fault]) -> None:
    """A harvest for each fault, which strikes its first sending; the next one when all is at rest again."""
    for fault in faults:
        proxy.weather.script(lambda request: kind(request) is Kind.VERB and request.phone == phone.name, fault)
        await phone.play(["harvest"])
        assert await phone.settle(proxy.under_way, 300), f"{phone.name} does not come to rest after {fault}"


def test_each_fault_alone_loses_no_tap(tmp_path: Path) -> None:
    async def table(browser: Browser, faults: Sequence[Fault]) -> Tally:
        with Proxy(server.port, Weather(SEED), *NAMES).running() as proxy:
            phones = await seated(browser, server.port, proxy)
            shares = (one_by_one(phone, proxy, faults[phone.seat - 1 :: len(phones)]) for phone in phones)
            await asyncio.gather(*shares)
            assert proxy.weather.scripted == 0
            return tally(phones, proxy.exchanges, list(entries(phones[0].device.data("export.json"))))

    async def tables(browser: Browser) -> tuple[Tally, Tally]:
        return await asyncio.gather(table(browser, ORDINARY[::2]), table(browser, ORDINARY[1::2]))

    whole = Tally()
    with serving(tmp_path / "data") as server:
        for made in drive(tables, PATIENCE):
            whole.add(made)
    assert (whole.taps, whole.lost, whole.doubled) == (len(ORDINARY), [], [])
