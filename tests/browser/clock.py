"""The time of a page: a busy machine must not decide what is seen in time, so tests set it rather than wait for it."""

from __future__ import annotations

from playwright.sync_api import Page

SHEET = 600  # milliseconds a sheet stays for the answer to what was entered in it
MENTION = 5000  # milliseconds a sentence stays that asks for nothing
COPIED = 4000  # milliseconds a button says that it has copied something
REST = 2000  # milliseconds after which a page fetches what it does not need at first


def hold(page: Page, milliseconds: int) -> None:
    """From now on timers of this length never go off: whatever they would end stays, however long one takes to look."""
    page.evaluate(HOLD.replace("LENGTH", str(milliseconds)))


HOLD = """(() => { const real = window.setTimeout;
  window.setTimeout = (what, time, ...more) => time === LENGTH ? 0 : real(what, time, ...more); })()"""


def stop_timers(page: Page) -> None:
    """Timers that are set now never go off: what the page does from now on has another cause."""
    page.evaluate("() => { for (let id = setTimeout(() => {}); id; id--) clearTimeout(id); }")


def stop_clock(page: Page) -> None:
    """No time goes by on the page's clock from now on, while its timers go off as ever."""
    page.evaluate("() => { const time = performance.now(); performance.now = () => time; }")


def minute_later(page: Page) -> None:
    """A minute goes by on the page's clock at once, and whatever looks at it twice a second has looked."""
    page.evaluate("""async () => { const clock = performance.now.bind(performance);
      performance.now = () => clock() + 60_000;
      await new Promise((done) => setTimeout(done, 1000)); }""")
