"""A scored sheet as people read it at a terminal, line by line, and as programs read it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.formats.report import as_json, as_text
from companion.rules.scoring.sheet import Sheet, parse
from tests.rules.tables import EDITIONS

WIDE = """\
High Bohn (AMIGO), 3 players, Cognac

    player  cash  stew  distillery  interest  buildings  bonus  total
1.  Cleo       8     2           0         0          3      0     13
2.  張小明    12     0           0         0          0      0     12
3.  Ana        4     0           0         0          4      0      8

Cleo (winner): 13
    8 Talers: counted in the purse
    2 Stew: kept under the 3-Saloon until now
    0 Interest: nothing owned that pays interest
    3 Buildings: 3-Saloon
    0 Bonus: 1 building; the bonus starts at 4
張小明: 12
   12 Talers: counted in the purse
    0 Interest: nothing owned that pays interest
    0 Buildings: none bought
    0 Bonus: 0 buildings; the bonus starts at 4
Ana: 8
    4 Talers: 3 Blue + 1 of unknown bean
    0 Interest: 4-Tepee: 1 per full 5 of 4 = 0
    4 Buildings: 4-Tepee
    0 Bonus: 1 building; the bonus starts at 4

agreed: we let him
agreed: a gift (Ben)"""
TIED = """\
Bohnanza (AMIGO, up to 2010), 3 players

    player  cash  total
1.  Ben       12     12
1.  Cleo      12     12
3.  Ana        3      3

Ben (winner): 12
   12 Talers: counted in the purse
Cleo (winner): 12
   12 Talers: counted in the purse
Ana: 3
    3 Talers: counted in the purse

Ben and Cleo tie at 12 and share the win. This edition prints no tie-break."""


def sheet(**given: Any) -> Sheet:
    """A sound sheet."""
    found = parse(given, EDITIONS)
    assert isinstance(found, Sheet), found
    return found


def with_wide_letters() -> Sheet:
    """A sheet with everything a report can tell of, and a name whose letters are two columns wide."""
    return sheet(
        edition="high-bohn",
        cognac=True,
        tie_break="shared",
        agreed=["we let him", {"rule": "owner-limit", "reason": "a gift", "player": "Ben"}],
        players=[
            {"name": "Ana", "talers": {"blue": 3}, "unsorted": 1, "buildings": {"red": 4}},
            {"name": "張小明", "unsorted": 12},
            {"name": "Cleo", "unsorted": 8, "stew": 2, "buildings": {"break": 3}},
        ],
    )


def tied() -> Sheet:
    """A base game that two have won."""
    players = [{"name": "Ana", "cash": 3}, {"name": "Ben", "cash": 12}, {"name": "Cleo", "cash": 12}]
    return sheet(edition="bohnanza", players=players)


@pytest.mark.parametrize(("made", "lines"), [(with_wide_letters, WIDE), (tied, TIED)])
def test_a_report_for_people(made: Any, lines: str) -> None:
    assert as_text(made()).splitlines() == lines.splitlines()


@pytest.mark.parametrize("name", ["E\u0301va", "\u200dAna", "Ana\u0301"])
def test_marks_and_joiners_take_no_room(name: str) -> None:
    players = [{"name": name, "cash": 1}, {"name": "Ben"}, {"name": "Cleo"}]
    first, *_ = [line for line in as_text(sheet(edition="bohnanza", players=players)).splitlines() if line[:2] == "1."]
    assert first.endswith("     1      1")


def test_a_report_for_programs() -> None:
    found = as_json(with_wide_letters())
    assert {key: found[key] for key in ("edition", "tie_break")} == {"edition": "high-bohn", "tie_break": "shared"}
    assert found["players"][2] == {
        "name": "Cleo", "cash": 8, "stew": 2, "distillery": 0, "interest": 0, "buildings": 3, "bonus": 0, "total": 13,
        "rank": 1, "winner": True,
    }  # fmt: skip
    assert [(row["name"], row["rank"], row["winner"]) for row in as_json(tied())["players"]] == [
        ("Ana", 3, False), ("Ben", 1, True), ("Cleo", 1, True),
    ]  # fmt: skip
