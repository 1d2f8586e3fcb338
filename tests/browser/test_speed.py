"""What a first visit costs over the wire, whether anything jumps, and how soon a tap is seen to have been one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.clock import HOLD, REST
from tests.browser.scenes import QUICK, demo
from tests.browser.tables import Opens

KB = 1000
SHIFTS = """() => { window.shifts = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value; }).observe({ type: "layout-shift", buffered: true }); }"""


class Wire:
    """Bytes a page has received, headers and all, by address."""

    def __init__(self, page: Page) -> None:
        self.addresses: dict[str, str] = {}
        self.bytes: dict[str, float] = defaultdict(float)
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.clearBrowserCache")
        session.on(
            "Network.requestWillBeSent",
            lambda event: self.addresses.update({event["requestId"]: event["request"]["url"]}),
        )
        session.on("Network.loadingFinished", self._finished)

    def _finished(self, event: dict[str, object]) -> None:
        self.bytes[self.addresses.get(str(event["requestId"]), "?")] += float(str(event["encodedDataLength"]))

    @property
    def total(self) -> float:
        """All of it."""
        return sum(self.bytes.values())


def taken(page: Page, path: str) -> tuple[float, float]:
    """Bytes of the page itself and of everything, on a first visit."""
    wire = Wire(page)
    page.goto(path, wait_until="networkidle")
    own = next(
        size
        for address, size in wire.bytes.items()
        if address.endswith(path.split("?", maxsplit=1)[0]) or path in address
    )
    return own, wire.total


def test_a_first_visit_is_light(open_page: Opens, tell: Callable[[str], None]) -> None:
    page = open_page("/", faults=True, service_workers="block")  # it would answer from what it keeps
    demo(page)
    page.context.add_init_script(
        HOLD.replace("LENGTH", str(REST))
    )  # nor what is fetched once the page has come to rest
    code = page.url.split("?")[0].rsplit("/", 1)[1]
    for name, path in {"start": "/", "quick": QUICK, "table": f"/t/{code}", "result": f"/t/{code}/result"}.items():
        html, everything = taken(page, path)
        tell(f"first visit of {name}: {html / KB:.1f} KB for the page, {everything / KB:.1f} KB in all")
        assert html <= 14 * KB, name
        assert everything <= 45 * KB, name


def test_nothing_jumps(open_page: Opens) -> None:
    page = open_page("/")
    page.context.add_init_script(f"({SHIFTS})()")
    table = demo(page)
    for path in ("/", QUICK, table, f"{table}/result", f"{table}/log"):
        page.goto(path, wait_until="networkidle")
        assert page.evaluate("window.shifts") < 0.02, path


def test_a_tap_is_seen_at_once(open_page: Opens) -> None:
    """The button reacts before the server does: it is marked as busy in the same moment, however slow the network is."""
    page = open_page("/", faults=True)
    demo(page)
    page.route(re.compile("/turn$"), lambda route: None)  # an answer that does not come
    assert page.evaluate("""() => { const button = document.querySelector('.bar button');
      button.click(); return button.getAttribute('aria-busy') === 'true'; }""")
    expect(page.locator('.bar [aria-busy="true"]')).to_have_count(1)
