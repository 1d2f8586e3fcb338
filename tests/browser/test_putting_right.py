"""What people get wrong at a table is put right by a few taps, and the log tells what happened. Typing counts as a tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes import close, menu, press
from tests.browser.tables import Opens, buy, closed, coin, entering, harvest, host, version

NAMES = ("Ana", "Ben", "Cleo", "Dan")


def turns(page: Page, count: int) -> None:
    """End so many turns, one after the other."""
    for _ in range(count):
        expect(page.locator('.bar [aria-disabled="true"]')).to_have_count(0)
        with entering(page):
            press(page, '.bar form[action$="/turn"] button')


def look_at(page: Page, name: str) -> None:
    """Look through the seat of a player."""
    page.locator(".seat").filter(has_text=name).tap()
    expect(page.locator(".seat.on")).to_contain_text(name)


def test_a_purse_that_is_two_short_takes_three_taps(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    harvest(page, "soy", 4)
    version(page, 2)
    page.locator('a.bean-row[href*="/bean/soy?"]').tap()  # 1
    page.locator('dialog[open] form[action$="/recount"] input[name="count"]').fill("4")  # 2
    page.locator('dialog[open] form[action$="/recount"] button[type="submit"]').tap()  # 3
    version(page, 3)
    expect(coin(page, "soy")).to_contain_text("4")
    expect(page.locator(".ledger")).to_contain_text("counted again: 2 → 4")


def test_a_harvest_booked_for_the_wrong_player_six_turns_ago_takes_three_taps_in_the_log(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    harvest(page, "soy", 4)
    version(page, 2)
    turns(page, 6)
    press(page, ".ledger a")
    page.locator("summary").filter(has_text="Harvest, 4 cards").tap()  # 1
    page.get_by_role("link", name="Change").tap()  # 2
    page.locator("main .list").get_by_role("button", name="Ben").tap()  # 3
    expect(page.locator("main")).to_contain_text("Ben: +2 Soy for 4 cards (instead of №\u00a02)")
    page.get_by_role("link", name="Back to the table").tap()
    version(page, 10)
    for name, talers in (("Ana", "0"), ("Ben", "2")):
        look_at(page, name)
        expect(coin(page, "soy")).to_contain_text(talers)


def test_what_was_built_on_a_changed_entry_is_named_until_it_is_settled(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    harvest(page, "red", 4)
    version(page, 2)
    buy(page, "red", 3)
    version(page, 3)
    press(page, ".ledger a")
    page.locator("summary").filter(has_text="Harvest, 4 cards").tap()
    page.get_by_role("link", name="Change").tap()
    page.locator('.pays button[value="3"]').tap()
    page.get_by_role("link", name="Back to the table").tap()
    settle = page.get_by_role("link", name="1 entry no longer fits: settle it in the log")
    settle.tap()
    unfit = page.locator("summary").filter(has_text="Buys 3-Tepee")
    expect(unfit).to_contain_text("no longer fits")
    unfit.tap()
    expect(page.locator("main")).to_contain_text("This entry no longer fits: This takes 3 of Red; missing: 1.")
    page.get_by_role("link", name="Count what lies there").tap()
    page.locator("#what").select_option("red")
    page.locator("#count").fill("0")
    page.locator('form[action$="/recount"] button[type="submit"]').tap()
    expect(page.locator("#board")).to_be_visible()
    expect(settle).to_have_count(0)
    expect(page.locator(".flash")).to_contain_text("Red counted again")
    harvest(page, "soy", 4)
    expect(page.locator(".flash")).to_have_count(0)


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("start", "3", "Set anew: start player: Ana → Cleo"),
        ("edition", "high-bohn-2000", "game: High Bohn (AMIGO) → High Bohn 2000 (Lookout Games)"),
        ("tie_break", "shared", "ties: most cards in hand → nothing, they share the win"),
    ],
)
def test_what_was_set_up_wrongly_is_set_up_anew_in_mid_game(
    open_page: Opens, option: str, value: str, told: str
) -> None:
    page = host(open_page, *NAMES)
    harvest(page, "soy", 4)
    version(page, 2)
    turns(page, 5)
    menu(page, 'a[href*="/more/setup"]')
    page.locator(f"dialog[open] #{option}").select_option(value)
    page.locator('dialog[open] form[action$="/setup"] button[type="submit"]').tap()
    version(page, 8)
    closed(page)
    press(page, ".ledger a")
    expect(page.locator("main")).to_contain_text(told)


def test_a_player_who_goes_home_is_skipped_and_comes_back(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    look_at(page, "Ben")
    menu(page, 'form[action$="/leave"] button')
    version(page, 2)
    closed(page)
    expect(page.get_by_role("button", name="Next turn")).to_contain_text("Cleo")
    turns(page, 1)
    expect(page.locator(".state")).to_contain_text("Cleo’s turn")
    look_at(page, "Ben")
    menu(page, 'form[action$="/return"] button')
    version(page, 4)
    closed(page)
    turns(page, 3)
    expect(page.locator(".state")).to_contain_text("Ben’s turn")
    press(page, ".ledger a")
    for told in ("Ben goes home", "Ben is back"):
        expect(page.locator("main")).to_contain_text(told)


def test_a_round_in_which_nobody_buys_takes_one_tap(open_page: Opens) -> None:
    page = host(open_page, *NAMES)
    menu(page, 'form[action$="/round"] button')
    expect(page.locator(".state")).to_contain_text("Ana buys or passes")
    page.get_by_role("button", name="Nobody buys any more").tap()
    expect(page.locator(".state")).to_contain_text("Ana’s turn")


def test_a_card_that_cannot_be_had_says_why(open_page: Opens) -> None:
    page = host(open_page, "Ana", "Ben", "Cleo")
    for name, price in (("Ben", 1), ("Cleo", 2)):
        look_at(page, name)
        with entering(page):
            harvest(page, "red", price + 1)
        with entering(page):
            buy(page, "red", price)
    look_at(page, "Ana")
    page.locator('a.bean-row[href*="/bean/red?"]').tap()
    expect(page.locator("dialog[open] .offer.gone").first).to_contain_text("only 2 may own a Tepee", ignore_case=True)
    close(page)
