"""Worked examples E0-E13: final positions and every figure of their scores, worked out by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Example:
    """A sheet, and for each player the figures to be found, in seating order."""

    id: str
    sheet: dict[str, Any]
    expected: list[dict[str, Any]]


def _one(
    name: str, expected: dict[str, int], *, edition: str = "high-bohn", cognac: bool = False, **player: Any
) -> Example:
    """An example about one player; two others with nothing fill the table, as three have to play."""
    sheet = {
        "edition": edition,
        "cognac": cognac,
        "players": [{"name": "Ana", **player}, {"name": "Ben"}, {"name": "Cleo"}],
    }
    return Example(name, sheet, [expected | {"rank": 1, "winner": True}])


def _parts(
    cash: int, interest: int, buildings: int, bonus: int, total: int, *, stew: int = 0, distillery: int = 0
) -> dict[str, int]:
    return {
        "cash": cash, "stew": stew, "distillery": distillery, "interest": interest, "buildings": buildings,
        "bonus": bonus, "total": total,
    }  # fmt: skip


E0 = _one(
    "E0",
    _parts(6, 1, 19, 3, 29),
    unsorted=6,
    buildings={"break": 2, "fire": 2, "blue": 4, "garden": 3, "red": 4, "soy": 4},
)


def _e1(tie_break: str, winners: set[str], ranks: list[int], edition: str) -> Example:
    players = [
        {"name": "A", "unsorted": 14, "hand_cards": 0},
        {"name": "B", "unsorted": 13, "talers": {"break": 4}, "hand_cards": 3},
        {"name": "C", "unsorted": 17, "hand_cards": 5},
        {"name": "D", "unsorted": 9, "hand_cards": 1},
    ]
    totals = {"A": 14, "B": 17, "C": 17, "D": 9}
    expected = [
        _parts(totals[player["name"]], 0, 0, 0, totals[player["name"]])
        | {"rank": rank, "winner": player["name"] in winners}
        for player, rank in zip(players, ranks, strict=True)
    ]
    return Example(f"E1 {tie_break}", {"edition": edition, "players": players}, expected)


E1 = [
    _e1("hand-cards", {"C"}, [3, 2, 1, 4], "bohnanza-rio-grande"),
    _e1("clockwise", {"C"}, [3, 2, 1, 4], "bohnanza-2016"),
    _e1("shared", {"B", "C"}, [3, 1, 1, 4], "bohnanza"),
]

_E2 = {
    2: {4: 0, 5: 0, 6: 0, 7: 0, 8: 1, 10: 1, 12: 1, 15: 1, 16: 2},
    3: {4: 0, 5: 0, 6: 1, 7: 1, 8: 1, 10: 1, 12: 2, 15: 2, 16: 2},
    4: {4: 0, 5: 1, 6: 1, 7: 1, 8: 1, 10: 2, 12: 2, 15: 3, 16: 3},
}
E2 = [
    _one(
        f"E2 {price}-Tepee {cash}",
        _parts(cash, pays, price, 0, cash + pays + price),
        unsorted=cash,
        buildings={"red": price},
    )
    for price, row in _E2.items()
    for cash, pays in row.items()
]

_THREE = {"red": 3, "soy": 2, "blackeyed": 1, "break": 4}
E3 = [
    _one("E3 cash 11", _parts(11, 1, 10, 1, 23), unsorted=11, buildings=_THREE),
    _one("E3 cash 12", _parts(12, 2, 10, 1, 25), unsorted=12, buildings=_THREE),
]
_TWO = {"red": 2, "blackeyed": 1, "soy": 1, "blue": 1, "break": 3}
E4 = [
    _one("E4 cash 7", _parts(7, 0, 8, 2, 17), unsorted=7, buildings=_TWO),
    _one("E4 cash 8", _parts(8, 1, 8, 2, 19), unsorted=8, buildings=_TWO),
    _one("E4 cash 16", _parts(16, 2, 8, 2, 28), unsorted=16, buildings=_TWO),
]
E5 = _one("E5", _parts(6, 2, 9, 0, 21, stew=4), unsorted=6, stew=4, buildings={"break": 3, "red": 4, "blue": 2})
E6 = _one(
    "E6",
    _parts(9, 3, 17, 3, 38, stew=4, distillery=2),
    cognac=True,
    unsorted=9,
    stew=4,
    distillery=2,
    buildings={"break": 3, "red": 4, "blackeyed": 2, "soy": 1, "blue": 4, "cognac": 3},
)
E7 = _one(
    "E7",
    _parts(3, 0, 8, 8, 19),
    unsorted=3,
    buildings=dict.fromkeys(("blue", "fire", "broad", "break", "soy", "blackeyed", "red", "garden"), 1),
)
E8 = _one(
    "E8",
    _parts(10, 2, 20, 8, 40),
    cognac=True,
    unsorted=10,
    buildings={"break": 4, "red": 4, "blue": 3, "soy": 2, "blackeyed": 1, "broad": 1, "fire": 2, "cognac": 3},
)
E9 = _one(
    "E9",
    _parts(12, 3, 22, 8, 48, stew=2, distillery=1),
    cognac=True,
    unsorted=12,
    stew=2,
    distillery=1,
    buildings={
        "break": 4, "cognac": 3, "garden": 2, "red": 4, "blackeyed": 1, "soy": 2, "fire": 3, "broad": 1, "blue": 2,
    },
)  # fmt: skip
_TEN = {"red": 4, "broad": 2, "blackeyed": 1}
E10 = [
    _one("E10 keep", _parts(10, 2, 7, 0, 19), talers={"soy": 3}, unsorted=7, buildings=_TEN),
    _one("E10 buy", _parts(7, 1, 10, 1, 19), unsorted=7, buildings=_TEN | {"soy": 3}),
]


def _e11(tie_break: str, ranks: list[int]) -> Example:
    players = [
        {
            "name": "A", "unsorted": 9, "hand_cards": 2,
            "buildings": {"blue": 1, "fire": 3, "broad": 3, "break": 3, "soy": 2},
        },
        {"name": "B", "unsorted": 12, "hand_cards": 4, "buildings": {"red": 4, "blackeyed": 3, "garden": 2}},
        {"name": "C", "unsorted": 13, "hand_cards": 0, "buildings": {"blue": 2, "fire": 1, "soy": 3, "garden": 1}},
    ]  # fmt: skip
    figures = [_parts(9, 0, 12, 2, 23), _parts(12, 2, 9, 0, 23), _parts(13, 0, 7, 1, 21)]
    expected = [part | {"rank": rank, "winner": rank == 1} for part, rank in zip(figures, ranks, strict=True)]
    return Example(f"E11 {tie_break}", {"edition": "high-bohn", "tie_break": tie_break, "players": players}, expected)


E11 = [
    _e11("hand-cards", [2, 1, 3]),
    _e11("clockwise", [2, 1, 3]),
    _e11("shared", [1, 1, 3]),
]
E13 = _one(
    "E13",
    _parts(12, 2, 12, 2, 31, stew=3),
    edition="high-bohn-2000",
    unsorted=12,
    stew=3,
    buildings={"red": 3, "blue": 2, "break": 4, "fire": 1, "soy": 2},
)

ALL = [E0, *E1, *E2, *E3, *E4, E5, E6, E7, E8, E9, *E10, *E11, E13]
