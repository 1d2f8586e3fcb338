"""No tap is lost: slow networks, strangers' answers, broken servers, and browsers that lack what others have."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.scenes import closed, press, sheet
from tests.browser.tables import Opens, coin, cut_off, harvest, host, join_path, sit, version
from tests.long import long_run

NAMES = ("Ana", "Ben", "Cleo")
STRANGER = "<!doctype html><title>Guest network</title><h1>Sign in</h1><form><input name=room></form>"

# What a stranger on the way answers; an ordinary run meets the first five.
STRANGERS = [
    {"status": 200, "content_type": "text/html", "body": STRANGER},
    {"status": 200, "content_type": "text/html", "body": '<p class="booked" data-command="other">yes</p>'},
    {"status": 401, "body": STRANGER},
    {
        "status": 409,
        "body": '<div class="refused" data-command="other"><p class="refusal">no</p><i data-end></i></div>',
    },
    {"status": 503, "headers": {"Retry-After": "1"}, "body": "later"},
    {"status": 302, "headers": {"Location": "/guest"}, "body": ""},
    {"status": 403, "body": STRANGER},
    {"status": 413, "body": STRANGER},
    {"status": 429, "headers": {"Retry-After": "1"}, "body": "slow down"},
    {"status": 500, "body": "oops"},
    {"status": 502, "body": "bad gateway"},
    {"status": 204, "body": ""},
]


def slow(page: Page, seconds: float) -> None:
    """Every answer to this phone takes that long."""
    network = {"offline": False, "latency": seconds * 1000, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", network)


def answering(page: Page, address: str, *answers: dict[str, object] | None) -> list[str]:
    """Answer the first requests to an address ourselves, one after the other (None: as the server would); who asked."""
    left, asked = list(answers), []

    def answer(route: Route) -> None:
        asked.append(route.request.method)
        given = left.pop(0) if left else None
        if given is None:
            route.continue_()
        else:
            route.fulfill(**given)  # type: ignore[arg-type]

    page.route(re.compile(address), answer)
    return asked


@pytest.mark.parametrize("seconds", [0.4, 1.5, 4] if long_run() else [1.5])
def test_three_quick_taps_on_three_beans_are_three_entries_however_slow_the_network(
    open_page: Opens, seconds: float
) -> None:
    page = host(open_page, *NAMES, faults=True)
    expect(page.locator("html[data-ready]")).to_have_count(1)
    slow(page, seconds)
    for bean, cards in (("blue", 4), ("red", 2), ("soy", 2)):
        harvest(page, bean, cards)
    for bean in ("blue", "red", "soy"):
        expect(coin(page, bean)).to_contain_text("1")
    expect(page.locator("[data-waiting]")).to_be_hidden()
    log = page.request.get(f"{page.url.split('?')[0]}/log").text()
    assert log.index("+1 Soy") < log.index("+1 Red") < log.index("+1 Blue")  # newest first
    assert log.count("Ana: +1") == 3


@pytest.mark.parametrize(
    "stranger", STRANGERS if long_run() else STRANGERS[:5], ids=lambda stranger: str(stranger["status"])
)
def test_an_answer_that_is_not_ours_settles_nothing(open_page: Opens, stranger: dict[str, object]) -> None:
    page = host(open_page, *NAMES, faults=True)
    asked = answering(page, "/harvest", stranger, stranger)
    harvest(page, "soy", 4)
    expect(coin(page, "soy")).to_contain_text("2")
    expect(page.locator("[data-waiting]")).to_be_hidden()
    assert len(asked) >= 3
    version(page, 2)


@pytest.mark.parametrize("status", [500, 400, 405] if long_run() else [500])
def test_an_entry_that_is_answered_wrongly_for_ever_lets_the_others_pass(open_page: Opens, status: int) -> None:
    page = host(open_page, *NAMES, faults=True)
    broken = {"status": status, "body": "broken"}
    answering(page, "/harvest", *[broken] * 5)
    harvest(page, "soy", 4)
    press(page, ".bar button.strong")
    expect(page.locator(".state")).to_contain_text("Ben’s turn")  # the rest went on
    problem = page.locator(".problem")
    expect(problem).to_contain_text("Soy for Ana +2 4 cards")
    expect(problem).to_contain_text("could not be entered")
    page.reload()
    problem.get_by_role("button", name="Try again").tap()
    expect(problem).to_have_count(0)
    version(page, 3)
    expect(page.locator(".ledger")).to_contain_text("Ana: +2 Soy for 4 cards")


def test_what_is_stuck_can_be_discarded(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    asked = answering(page, "/harvest", *[{"status": 500, "body": "broken"}] * 9)
    sheet(page, 'a.bean-row[href*="/bean/soy?"]')
    page.locator("dialog[open] #cards").fill("4")  # another count than those of the buttons
    press(page, "dialog[open] .count:has(#cards) button[type=submit]")
    expect(page.locator(".problem [data-label]")).to_have_text("Soy for Ana Harvest, cards: 4")
    page.locator(".problem").get_by_role("button", name="Discard").tap()
    expect(page.locator(".problem")).to_have_count(0)
    page.reload()
    expect(page.locator("html[data-live]")).to_have_count(1)
    press(page, ".bar button.strong")
    version(page, 2)
    assert len(asked) == 5


def test_what_was_not_sent_yet_can_be_taken_back(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    expect(page.locator("html[data-ready]")).to_have_count(1)
    cut_off(page)
    harvest(page, "soy", 4)
    harvest(page, "blue", 4)
    page.locator("[data-waiting] summary").tap()
    page.locator("[data-labels] li").first.get_by_role("button", name="Take back").tap()
    expect(page.locator("[data-labels] li")).to_have_count(1)
    page.context.set_offline(False)
    expect(coin(page, "blue")).to_contain_text("1")
    version(page, 2)
    expect(coin(page, "soy")).to_contain_text("0")


# What a browser may lack, or have broken.
MISSING = {
    "storage throws": "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });",
    "storage is null": "Object.defineProperty(window, 'localStorage', { value: null });",
    "storage is full": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    "storage forgets": "Storage.prototype.setItem = () => {};",
    "storage is broken": """for (const key of ['outbox:', 'outbox:/t/x:1', `outbox:${location.pathname}`, `outbox:${location.pathname}:1`])
      try { localStorage.setItem(key, '{"broken'); } catch {}""",
    "no AbortSignal.timeout": "delete AbortSignal.timeout;",
    "no AbortController": "delete window.AbortController;",
    "no BroadcastChannel": "delete window.BroadcastChannel;",
    "no EventSource": "delete window.EventSource;",
    "no dialog": "delete HTMLDialogElement.prototype.showModal;",
    "no random values": "Object.defineProperty(window, 'crypto', { value: undefined });",
    "no submitter": "Object.defineProperty(SubmitEvent.prototype, 'submitter', { value: undefined });",
    "no htmx": "Object.defineProperty(window, 'htmx', { get() {}, set() {} });",
    "no ResizeObserver": "delete window.ResizeObserver;",
    "clock set back": "const real = Date.now, from = real(); Date.now = () => real() - (real() - from > 1500 ? 3600000 : 0);",
    "nothing of all this": """for (const name of ['AbortController', 'BroadcastChannel', 'EventSource', 'ResizeObserver']) delete window[name];
      delete AbortSignal.timeout; Object.defineProperty(window, 'localStorage', { value: null });
      Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('no'); } });""",
}


# What the last of them lacks, too, or what the next test meets.
ALSO = {"storage is null", "storage is full", "storage forgets", "no AbortSignal.timeout", "no AbortController", "no BroadcastChannel", "no EventSource", "no ResizeObserver"}  # fmt: skip


@pytest.mark.parametrize("missing", [each for each in MISSING if long_run() or each not in ALSO])
def test_a_phone_that_lacks_something_enters_and_sees_what_others_enter(open_page: Opens, missing: str) -> None:
    ana = host(open_page, *NAMES)
    poor = open_page(join_path(ana), faults=True)
    poor.context.add_init_script(MISSING[missing])
    poor.locator(".sit").get_by_role("button", name="Ben").tap()
    expect(poor.locator("html[data-live]")).to_have_count(1)
    poor.locator('a.bean-row[href*="/bean/soy?"]').tap()
    poor.locator('.pays button[value="4"]').tap()
    closed(poor)
    expect(coin(poor, "soy")).to_contain_text("2")
    version(ana, 3)
    harvest(ana, "red", 4)
    version(poor, 4)
    poor.locator(".bar button.strong").tap()
    version(ana, 5)
    expect(poor.locator('[aria-busy="true"]')).to_have_count(0)


@pytest.mark.parametrize(
    "missing",
    ["storage is full", "storage forgets", *(["storage throws", "storage is null"] if long_run() else [])],
)
def test_without_a_store_an_entry_waits_in_memory_and_the_page_says_so(open_page: Opens, missing: str) -> None:
    page = host(open_page, *NAMES, faults=True)
    page.context.add_init_script(MISSING[missing])
    page.reload()
    expect(page.locator("html[data-ready]")).to_have_count(1)
    cut_off(page)
    for bean in ("blue", "soy"):
        harvest(page, bean, 4)
        expect(page.locator("[data-labels]")).to_contain_text(bean.title())
        expect(page.locator("[data-unkept]")).to_be_visible()
    page.context.set_offline(False)
    expect(coin(page, "soy")).to_contain_text("2")
    expect(page.locator("[data-waiting]")).to_be_hidden()


def test_entries_kept_by_an_earlier_version_are_sent(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    page.evaluate("""() => { const place = document.getElementById('live').dataset.table;
      localStorage.setItem(`outbox:${place}`, JSON.stringify([{ id: 'old-1', url: `${location.origin}${place}/harvest`,
        label: 'Soy +2', body: 'seat=1&bean=soy&cards=4&command_id=old-1' }])); }""")
    page.reload()
    expect(coin(page, "soy")).to_contain_text("2")


def test_a_bar_form_that_changes_its_verb_in_flight_leaves_no_dead_button(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    for game in range(2):
        sheet(page, '.bar a[href*="/more/menu"]')
        press(page, 'dialog[open] form[action$="/round"] button')
        closed(page)
        for left in (2, 1, 0):
            button = page.locator('.bar form[action$="/pass"] button')
            expect(button).to_have_attribute("type", "submit")
            expect(page.locator('.bar [aria-disabled="true"]')).to_have_count(0)
            button.tap()
            version(page, 2 + game * 4 + 3 - left)
        expect(page.locator('.bar form[action$="/turn"]')).to_be_visible()
        expect(page.locator('[aria-busy="true"]')).to_have_count(0)
    expect(page.locator('.bar [aria-disabled="true"]')).to_have_count(0)
    page.locator('.bar form[action$="/turn"] button').tap()
    expect(page.locator(".state")).to_contain_text("Ben’s turn")


def test_a_stale_token_is_renewed_from_the_table_and_not_from_whatever_lies_above_it(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    page.route(re.compile(r"^http://[^/]+/$"), lambda route: route.fulfill(body=STRANGER))
    page.evaluate("document.querySelector('meta[name=csrf-token]').content = 'stale'")
    harvest(page, "soy", 4)
    expect(coin(page, "soy")).to_contain_text("2")


def test_turns_that_wait_lead_on_from_each_other(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    cut_off(page)
    for waiting in (1, 2, 3, 4):
        page.locator('.bar form[action$="/turn"] button').tap()
        expect(page.locator("[data-count]")).to_have_text(str(waiting))
        expect(page.locator('.bar [aria-disabled="true"]')).to_have_count(0)
    page.context.set_offline(False)
    version(page, 5)
    expect(page.locator(".state")).to_contain_text("Ben’s turn")


def test_a_lost_seat_is_said_and_the_entry_stays(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    lost = {
        "status": 403,
        "content_type": "text/html",
        "body": '<body data-shell="x"><h1>You have no seat.</h1></body>',
    }
    answering(page, "/harvest", lost)
    harvest(page, "soy", 4)
    expect(page.locator(".problem")).to_contain_text("You have no seat.")
    page.locator(".problem").get_by_role("button", name="Try again").tap()
    expect(coin(page, "soy")).to_contain_text("2")


def test_two_phones_on_one_seat_both_enter(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    path = join_path(ana)
    phones = [sit(open_page, path, "Ben", faults=True) for _ in range(2)]
    cut_off(phones[1])
    for page in reversed(phones):  # the one without a network first, so that both tap on the same board
        press(page, '.bar form[action$="/turn"] button')
    harvest(phones[0], "soy", 4)
    phones[1].context.set_offline(False)
    expect(phones[1].locator(".state")).to_contain_text("Ben’s turn")
    expect(phones[1].locator("[data-waiting]")).to_be_hidden()
    expect(phones[1].locator(".problem")).to_have_count(0)  # both wanted the same turn: that is no mistake
    harvest(phones[1], "soy", 4)
    for page in (ana, *phones):
        expect(page.locator(".state")).to_contain_text("Ben’s turn")
    expect(coin(phones[0], "soy")).to_contain_text("4")
    expect(coin(phones[1], "soy")).to_contain_text("4")


def test_a_page_left_while_an_entry_is_on_its_way_sends_it_when_it_is_back(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    hold: list[Callable[[], None]] = []
    page.route(re.compile("/harvest"), lambda route: hold.append(route.abort))
    harvest(page, "soy", 4)
    expect(page.locator("[data-labels]")).to_contain_text("Soy")
    page.goto("/")
    page.unroute(re.compile("/harvest"))
    page.go_back()
    expect(coin(page, "soy")).to_contain_text("2")
    version(page, 2)
