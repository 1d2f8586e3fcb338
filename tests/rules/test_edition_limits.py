"""Every figure of a rule set of one's own has a least and a most: both can be had, and nothing beyond them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.rules.editions.edition import Edition
from companion.rules.editions.installed import Editions
from companion.rules.editions.rows import EditionError

HEAD = """extends = "high-bohn"
without = ["bases.rio-grande", "bases.amigo-2016"]
name = "House"
publisher = "us"
source = "kitchen"
"""


def base(fields: str) -> str:
    """The one base game, with these figures for all."""
    return f'[[bases]]\nid = "amigo"\nfields = [{{ players = [3, 4, 5], {fields} }}]'


def card(bean: str, price: int, effect: str) -> str:
    """What a building card does."""
    return f'[[buildings]]\nbean = "{bean}"\ncards = [{{ price = {price}, {effect}, source = "kitchen" }}]'


TEA = '[[beans]]\nid = "tea"\nname = "Tea"\ncards = ?\nmeter = { 1 = 1 }'
# The rows with a question mark for the figure, its field in messages, the least, the most, and where it is found then.
LIMITS: list[tuple[str, str, int, int, Callable[[Edition], Any]]] = [
    ("[[players]]\ncount = 3\nowners = ?", "owners", 1, 4, lambda edition: edition.seats[3].owners),
    ("[[players]]\ncount = 3\ndeck = ?", "deck", 1, 9, lambda edition: edition.seats[3].deck),
    ("[[bonus]]\nbuildings = ?\ntalers = 3", "buildings", 1, 20, lambda edition: max(edition.bonus.values(), key=lambda row: row.source == "kitchen").buildings),
    ("[[bonus]]\nbuildings = 12\ntalers = ?", "talers", 0, 50, lambda edition: edition.bonus[12].talers),
    (TEA, "cards", 1, 99, lambda edition: edition.beans["tea"].cards),
    (base("start = ?"), "start", 1, 4, lambda edition: edition.bases["amigo"].fields[4].start),
    (base("start = 2, price = ?"), "price", 1, 9, lambda edition: edition.bases["amigo"].fields[4].price),
    (base("start = 2, hand = [5, ?]"), "hand", 1, 12, lambda edition: edition.bases["amigo"].fields[4].hand[1]),
    (base("start = 2, reveal = ?"), "reveal", 1, 9, lambda edition: edition.bases["amigo"].fields[4].reveal),
    (base("start = 2, draw = ?"), "draw", 1, 9, lambda edition: edition.bases["amigo"].fields[4].draw),
    (card("soy", 4, "lift = { from = ?, to = 19 }"), "(from|to)", 1, 18, lambda edition: edition.buildings["soy"].cards[4].lift[0]),
    (card("soy", 4, "lift = { from = 4, to = ? }"), "to", 5, 20, lambda edition: edition.buildings["soy"].cards[4].lift[1]),
    (card("red", 4, "interest = ?"), "interest", 1, 99, lambda edition: edition.buildings["red"].cards[4].interest),
    (card("garden", 2, "field_price = ?"), "field_price", 0, 9, lambda edition: edition.buildings["garden"].cards[2].field_price),
    (card("soy", 2, "joins = ?"), "joins", 1, 99, lambda edition: edition.buildings["soy"].cards[2].joins),
    (card("cognac", 3, "levy = ?"), "levy", 1, 1, lambda edition: edition.buildings["cognac"].cards[3].levy),
    (card("break", 3, "stew = { ? = 1 }"), "stew", 1, 20, lambda edition: edition.buildings["break"].cards[3].stew.steps[0][0]),
]  # fmt: skip


def loaded(folder: Path, rows: str) -> Edition:
    """The house's rule set with these rows."""
    (folder / "house.toml").write_text(f'{HEAD}\n{rows}\nsource = "kitchen"\n', "utf-8")
    edition = Editions(folder).get("house")
    assert edition is not None
    return edition


@pytest.mark.parametrize(
    ("rows", "field", "least", "most", "found"), LIMITS, ids=[f"{row[1]}-{row[3]}" for row in LIMITS]
)
def test_a_figure_may_be_what_lies_between_its_limits(
    tmp_path: Path, rows: str, field: str, least: int, most: int, found: Callable[[Edition], Any]
) -> None:
    for figure in {least, most}:
        assert found(loaded(tmp_path, rows.replace("?", str(figure)))) == figure
    for figure in (least - 1, most + 1):
        with pytest.raises(EditionError, match=f": {field}: "):
            loaded(tmp_path, rows.replace("?", str(figure)))
