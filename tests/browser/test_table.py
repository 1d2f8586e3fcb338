"""One table, several phones, in real Chromium: join by the code in the picture, tap on one, see it on the others."""

from __future__ import annotations

import io
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Locator, expect

from tests.browser.chromium import PATIENCE
from tests.browser.clock import SHEET, hold, minute_later, stop_clock
from tests.browser.scenes import sheet
from tests.browser.tables import Opens, buy, closed, coin, harvest, host, join_path, ready, sit, version
from tests.serving import Server, free_port, serving

NAMES = ("Ana", "Ben", "Cleo", "Dan")


def test_join_by_the_code_in_the_picture(open_page: Opens, server: Server) -> None:
    page = host(open_page, *NAMES)
    page.get_by_role("link", name="Invite").tap()
    picture = page.locator(".qr svg").screenshot()
    [code] = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))
    assert code.text == page.locator('a[href*="/j/"]').inner_text()
    assert urlsplit(code.text).port == server.port
    other = open_page(urlsplit(code.text).path)
    other.locator(".sit").get_by_role("button", name="Ben").tap()  # one tap after the scan
    expect(other.locator(".me")).to_contain_text("You are Ben")


def test_a_tap_on_one_phone_is_seen_on_the_others(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    path = join_path(ana)
    others = [sit(open_page, path, name) for name in ("Ben", "Cleo", "Dan")]
    watching = open_page("/w/" + ana.request.get(f"{ana.url}/invite").text().split("/w/", 1)[1].split('"', 1)[0])
    harvest(ana, "blue", 8)  # two taps
    expect(ana.locator(".ledger")).to_contain_text("Ana: +3 Blue for 8 cards")
    for page in (ana, *others, watching):
        version(page, 5)
    for page in (ana, *others):
        expect(page.locator(".seat").first).to_contain_text("3")
    expect(watching.locator("thead th").nth(1)).to_contain_text("3A Ana")
    buy(ana, "blue", 3)  # two taps
    version(ana, 6)
    for page in (*others, watching):
        version(page, 6)
        expect(page.locator(".cells .sold").first).to_contain_text("A")
    ana.locator(".ledger").get_by_role("button", name="Undo").tap()  # one tap
    for page in (ana, *others, watching):
        version(page, 7)
    expect(coin(ana, "blue")).to_contain_text("3")
    ana.get_by_role("button", name="Next turn").tap()  # one tap
    for page in (*others, watching):
        expect(page.locator(".state")).to_contain_text("Ben’s turn")
    expect(watching.locator(".bar")).to_have_count(0)


def test_the_last_copy_bought_on_two_phones_at_once(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    path = join_path(ana)
    ana = sit(open_page, path, "Ana", faults=True)
    ben = sit(open_page, path, "Ben", faults=True)
    harvest(ana, "red", 5)
    harvest(ben, "red", 4)
    version(ana, 5)
    version(ben, 5)
    for page in (ana, ben):
        page.locator('a.bean-row[href*="/bean/red?"]').tap()
        expect(page.locator('dialog[open] form:has(input[value="red-3"]) button')).to_be_visible()
    for page in (ana, ben):
        hold(page, SHEET)
    for page in (ana, ben):
        page.evaluate("document.querySelector('dialog form:has(input[value=\"red-3\"]) button').click()")
    version(ana, 6)
    version(ben, 6)
    owners = [page for page in (ana, ben) if page.locator('a.bean-row[href*="/bean/red?"] .mine').count()]
    assert len(owners) == 1
    loser, winner = (ben, "Ana") if owners == [ana] else (ana, "Ben")
    refusal = loser.locator("dialog[open] .refusal")
    expect(refusal).to_contain_text(f"{winner} already owns the 3-Tepee")
    expect(refusal).to_be_in_viewport(ratio=1)
    expect(loser.locator("dialog[open] .offer.sold")).to_contain_text(f"sold to {winner}")  # the sheet is as of now


@pytest.mark.parametrize("taps", [2, 5])
def test_many_taps_on_one_button_are_one_entry(open_page: Opens, taps: int) -> None:
    page = host(open_page, *NAMES)
    page.evaluate(
        f"() => {{ const b = document.querySelector('.bar button'); for (let i = 0; i < {taps}; i++) b.click(); }}"
    )
    expect(page.locator(".state")).to_contain_text("Ben’s turn")
    page.reload()
    version(page, 2)


def test_a_phone_that_slept_comes_back_right(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    ben = sit(open_page, join_path(ana), "Ben")
    ben.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true}); document.dispatchEvent(new Event('visibilitychange'))"
    )
    harvest(ana, "soy", 7)
    version(ana, 3)
    version(ben, 2)
    ben.evaluate(
        "Object.defineProperty(document, 'hidden', {value: false, configurable: true}); document.dispatchEvent(new Event('visibilitychange'))"
    )
    version(ben, 3)


def test_the_same_turn_and_pile_are_not_counted_twice(open_page: Opens) -> None:
    ana = host(open_page, *NAMES, faults=True)
    ben = sit(open_page, join_path(ana), "Ben", faults=True)
    news = re.compile(r"/live\?|/board")
    ben.route(news, lambda route: route.abort())
    ben.reload()
    ready(ben)
    for page in (ana, ben):  # the second has not heard of the first one's tap
        page.evaluate("document.querySelector('.bar button').click()")
        if page is ana:
            expect(ana.locator(".state")).to_contain_text("Ben’s turn")
    expect(ben.locator("[data-mention]")).to_contain_text("Ben is on turn already")
    ben.unroute(news)
    expect(ben.locator(".state")).to_contain_text("Ben’s turn")
    for page in (ana, ben):
        with page.expect_response(re.compile("/more/menu")):
            sheet(page, '.bar a[href*="/more/menu"]')
    for page in (ana, ben):
        page.locator("dialog[open]").get_by_role("button", name="The pile has run out").tap()
    expect(ana.locator(".state")).to_contain_text("Pile 2 of 3")
    expect(ben.locator("[data-mention]")).to_contain_text("omebody has entered this already")
    expect(ana.locator(".state")).to_contain_text("Ben’s turn")


def test_a_tap_right_after_the_turn_was_passed_on_another_phone_meant_the_same(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    ben = sit(open_page, join_path(ana), "Ben")
    stop_clock(ben)
    ana.evaluate("document.querySelector('.bar button.strong').click()")
    expect(ben.locator(".state")).to_contain_text("Ben’s turn")
    ben.evaluate("document.querySelector('.bar button.strong').click()")
    expect(ben.locator(".bar button.strong")).to_have_attribute("aria-disabled", "true")
    harvest(ana, "blue", 4)
    version(ben, 4)  # sitting down, the turn, and the harvest: Ben's tap is none of them
    minute_later(ben)
    ben.evaluate("document.querySelector('.bar button.strong').click()")
    expect(ana.locator(".state")).to_contain_text("Cleo’s turn")


def test_a_refused_entry_says_why_and_offers_the_way_out(open_page: Opens) -> None:
    page = host(open_page, *NAMES, faults=True)
    hold(page, SHEET)
    page.get_by_role("link", name="More").tap()
    page.locator("dialog[open]").get_by_role("button", name="Finish the game").tap()
    expect(page.locator("dialog[open] .refusal")).to_contain_text("The game ends by itself: the pile runs out 3 times")
    page.locator("dialog[open] input[name=reason]").fill("the last train")
    page.locator("dialog[open]").get_by_role("button", name="Enter it all the same").tap()
    expect(page.locator(".state")).to_contain_text("The game is finished")


def test_back_closes_the_sheet_first_and_reload_loses_nothing(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    address = page.url
    page.locator(".bean-row").first.tap()
    expect(page.locator("dialog[open]")).to_have_count(1)
    page.go_back()
    closed(page)
    assert page.url == address
    harvest(page, "soy", 7)
    page.reload()
    version(page, 2)
    expect(coin(page, "soy")).to_contain_text("4")
    page.goto(f"{address}/log")
    page.go_back()
    version(page, 2)


def test_without_javascript_everything_can_be_entered(open_page: Opens) -> None:
    page = host(open_page, *NAMES, java_script_enabled=False)
    page.locator(".bean-row").first.tap()
    page.locator('.pays button[value="8"]').tap()
    expect(page.locator(".flash").first).to_contain_text("Ana: +3 Blue for 8 cards")
    expect(coin(page, "blue")).to_contain_text("3")
    page.get_by_role("link", name="More").tap()
    page.get_by_role("button", name="The pile has run out").tap()
    expect(page.locator(".state")).to_contain_text("Pile 2 of 3")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(".state")).to_contain_text("Pile 1 of 3")


def test_a_server_that_dies_and_comes_back(chromium: Browser, tmp_path: Path) -> None:
    """kill -9 in mid-game: nothing acknowledged is lost, and the phone goes on by itself."""
    port = free_port()
    context = chromium.new_context(viewport={"width": 390, "height": 760}, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with serving(tmp_path / "data", port=port) as server:
        page.goto(f"{server.url}/tables")
        for position, name in enumerate(NAMES):
            page.locator("input[name=name]").nth(position).fill(name)
        page.get_by_role("button", name="Open the table").tap()
        harvest(page, "soy", 7)
        version(page, 2)
        server.kill()
        page.get_by_role("button", name="Next turn").tap()
        expect(page.locator("[data-count]")).to_have_text("1")
        expect(page.locator("[data-late]")).to_be_visible()
    with serving(tmp_path / "data", port=port):
        version_after = page.locator('#board[data-version="3"]')
        expect(version_after).to_be_visible()
        expect(page.locator("[data-late]")).to_be_hidden()
        expect(page.locator(".state")).to_contain_text("Ben’s turn")
        expect(coin(page, "soy")).to_be_visible()
    context.close()


def test_twelve_tabs_of_one_browser_do_not_hang(open_page: Opens) -> None:
    first = host(open_page, *NAMES, faults=True)  # a device has eight streams: more ask for the board
    pages = [first.context.new_page() for _ in range(11)]
    for page in pages:
        page.goto(first.url)
        expect(page.locator("#board")).to_be_visible()


def test_an_evening_on_plain_http_under_another_name(open_page: Opens, server: Server) -> None:
    """Not localhost, no https, and a page whose form token is older than a night."""
    address = re.search(r"at (http://\S+)", server.greeting)
    assert address
    page = open_page(f"{address[1]}/tables")
    for position, name in enumerate(NAMES):
        page.locator("input[name=name]").nth(position).fill(name)
    page.get_by_role("button", name="Open the table").tap()
    harvest(page, "soy", 7)
    expect(page.locator(".ledger")).to_contain_text("Ana: +4 Soy for 7 cards")


def test_taps_are_few(open_page: Opens) -> None:
    """Harvest 2 with the own purse open and 3 for somebody else, buy 2, undo at most 2, join 1 after the scan, next turn 1."""
    made = host(open_page, *NAMES)
    taps = 0

    def tap(target: Locator) -> None:
        nonlocal taps
        target.tap()
        taps += 1

    page = open_page(join_path(made))
    tap(page.locator(".sit").get_by_role("button", name="Ana"))
    expect(page.locator("#board")).to_be_visible()
    ready(page)
    assert taps == 1
    taps = 0
    tap(page.locator('a.bean-row[href*="/bean/soy?"]'))
    tap(page.locator('dialog[open] .pays button[value="7"]'))
    version(page, 3)
    closed(page)
    assert taps == 2
    taps = 0
    tap(page.locator(".seat").nth(1))
    expect(page.locator(".seat.on")).to_contain_text("Ben")
    tap(page.locator('a.bean-row[href*="/bean/red?"]'))
    tap(page.locator('dialog[open] .pays button[value="5"]'))
    version(page, 4)
    closed(page)
    assert taps == 3
    tap(page.locator(".seat").first)
    expect(page.locator(".seat.on")).to_contain_text("Ana")
    taps = 0
    tap(page.locator('a.bean-row[href*="/bean/soy?"]'))
    tap(page.locator('dialog[open] form:has(input[value="soy-3"]) button'))
    version(page, 5)
    closed(page)
    assert taps == 2
    taps = 0
    tap(page.locator(".bar").get_by_role("button", name="Undo"))
    version(page, 6)
    assert taps == 1
    taps = 0
    tap(page.get_by_role("button", name="Next turn"))
    version(page, 7)
    assert taps == 1
