"""The games written out by hand, by taps on one phone that keeps the score for everybody."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import written_games
from tests.browser.keeper import Keeper
from tests.browser.scenes import press
from tests.browser.tables import Opens, ready
from tests.long import long_run
from tests.web.forms import results
from tests.written_games import Written

# A line takes a phone half a second or more: an ordinary run plays the example, and all by HTTP.
PLAYED = [game for game in written_games.ALL if long_run() or game.id == "e12"]


def opened(open_page: Opens, game: Written) -> Page:
    """A new table for a game. Some taps are refused, which a browser notes as errors."""
    page = open_page("/tables", faults=True)
    for place, name in enumerate(game.names):
        page.locator("input[name=name]").nth(place).fill(name)
    page.locator("#edition").select_option(game.edition)
    if game.options.get("cognac"):
        page.locator("input[name=cognac]").check()
    if game.options.get("base"):
        page.get_by_text("Base game and ties").tap()
        page.locator("#base").select_option(game.options["base"])
    page.get_by_role("button", name="Open the table").tap()
    expect(page.locator("#board")).to_be_visible()
    ready(page)
    return page


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.id)
def test_a_written_game_by_taps(open_page: Opens, game: Written) -> None:
    page = opened(open_page, game)
    keeper = Keeper(page, game)
    expect(page.locator(".bean-row .what small")).to_have_text(
        [game.buildings[bean] for bean in game.beans if bean in game.buildings]
    )
    for row in game.rows:
        keeper.enter(row)

    press(page, '.bar a[href$="/result"]')
    names = " and ".join(game.winners)
    expect(page.locator(".win h1")).to_contain_text(f"{names} {'wins' if len(game.winners) == 1 else 'win'}")
    expect(page.locator(".win p").first).to_contain_text(game.why)
    placed = sorted(game.names, key=lambda name: game.parts(name)["rank"])
    expect(page.locator(".ranking .name")).to_have_text(placed)
    expect(page.locator(".ranking .sum")).to_have_text([str(game.parts(name)["total"]) for name in placed])
    expect(page.locator(".ranking .winner .name")).to_have_text(list(game.winners))
    shown = {row.pop("name"): row for row in results(page.content())}
    assert shown == {name: game.parts(name) | {"winner": False} for name in game.names}
