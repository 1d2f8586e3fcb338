"""Makes final positions that could lie on a table, for every rule set."""

from __future__ import annotations

import random
from typing import Any

from tests import truth

CASES = [
    (edition, count, cognac)
    for edition, rows in truth.SEATS.items()
    for count in rows
    for cognac in (False, True)
    if not cognac or edition == "high-bohn"
]


def legal(rng: random.Random) -> dict[str, Any]:
    """A sheet of a random rule set that breaks no rule; totals are kept close so that ties are common."""
    edition, count, cognac = rng.choice(CASES)
    beans = list(truth.IN_PLAY[edition][count]) + (["cognac"] if cognac else [])
    players: list[dict[str, Any]] = [{"name": f"P{seat}"} for seat in range(count)]
    _deal_buildings(rng, players, truth.SEATS[edition][count][0], [bean for bean in beans if bean in truth.NINE])
    left = {bean: truth.BEANS[bean][0] for bean in beans}
    purse = rng.choice((3, 8, 14))
    for player in players:
        _deal_talers(rng, player, left, purse)
    sheet = {"edition": edition, "cognac": cognac, "players": players}
    if rng.random() < 0.7:
        sheet["tie_break"] = rng.choice(("hand-cards", "clockwise", "shared"))
    return sheet


def _deal_buildings(rng: random.Random, players: list[dict[str, Any]], limit: int | None, beans: list[str]) -> None:
    if limit is None:
        return
    eager = rng.choice((0.2, 0.6, 1.0))
    for player in players:
        player["buildings"] = {}
    for bean in beans:
        prices = rng.sample((1, 2, 3, 4), limit)
        for player in rng.sample(players, limit):
            if rng.random() < eager:
                player["buildings"][bean] = prices.pop()


def _deal_talers(rng: random.Random, player: dict[str, Any], left: dict[str, int], purse: int) -> None:
    player["talers"] = {}
    for bean in rng.sample(sorted(left), rng.randint(0, 4)):
        count = rng.randint(0, min(left[bean], 4))
        left[bean] -= count
        player["talers"][bean] = count
    player[rng.choice(("unsorted", "cash"))] = rng.randint(0, min(purse, 100 // 7))
    if player.get("buildings", {}).get("break", 0) >= 3:
        player["stew"] = rng.randint(0, 4)
    if player.get("buildings", {}).get("cognac") == 3:
        player["distillery"] = rng.randint(0, 2)
    if rng.random() < 0.8:
        player["hand_cards"] = rng.randint(0, 3)
