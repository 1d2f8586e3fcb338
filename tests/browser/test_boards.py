"""Which boards a page shows, and which it does not: older, cut, another seat's, somebody else's."""

from __future__ import annotations

import pytest

from tests.browser.tables import Opens, harvest, host, version

NAMES = ("Ana", "Ben", "Cleo")
SHOW = """async (html) => {
  const { show } = await import(document.querySelector('script[type="module"]').src.replace(/[^/]+$/, "live.js"));
  return [await show(html), !!document.getElementById("mark")];
}"""


@pytest.mark.parametrize(
    ("name", "changes", "whole", "seen"),
    [
        ("newer", {"3": "4"}, True, True),
        ("the same version", {}, True, True),
        ("older", {"3": "2"}, True, False),
        ("without an end", {' data-end="3"': ""}, False, False),
        ("ends like another", {'data-end="3"': 'data-end="4"'}, False, False),
        ("of another seat", {'data-view=""': 'data-view="seat=2"'}, False, False),
        ("of another page", {'data-view=""': 'data-view="page=result"'}, False, False),
        ("behind something else", {'<div id="board"': '<p>Welcome</p><div id="board"'}, False, False),
    ],
)
def test_which_board_is_shown(open_page: Opens, name: str, changes: dict[str, str], whole: bool, seen: bool) -> None:
    page = host(open_page, *NAMES)
    for number, cards in ((2, 2), (3, 4)):
        harvest(page, "soy", cards)
        version(page, number)
    board = page.locator("#board").evaluate("part => part.outerHTML")
    for old, new in ({'data-version="3"': 'data-version="3"'} | changes).items():
        quoted = {'data-version="3"': f'data-version="{new}"', 'data-end="3"': f'data-end="{new}"'}
        for one, other in (quoted if old == "3" else {old: new}).items():
            assert one in board, name
            board = board.replace(one, other)
    board = board.replace("<i hidden", '<b id="mark"></b><i hidden').replace('<i hidden=""', "<i hidden")
    assert page.evaluate(SHOW, board) == [whole, seen], name
