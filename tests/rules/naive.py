"""A second scorer, written apart from the product: straight from the rule texts, one loop after the other.

It shares no code and no data file with the product; figures come from `tests.truth`."""

from __future__ import annotations

from typing import Any

from tests import truth


def scores(sheet: dict[str, Any]) -> list[dict[str, Any]]:
    """Scores of a sheet that breaks no rule, players in seating order."""
    rows = []
    for player in sheet["players"]:
        row = {"name": player["name"]}
        row["cash"] = player.get("unsorted", player.get("cash", 0))
        for count in player.get("talers", {}).values():
            row["cash"] += count
        row["stew"] = player.get("stew", 0)
        row["distillery"] = player.get("distillery", 0)
        everything = row["cash"] + row["stew"] + row["distillery"]
        row["interest"] = 0
        divisor = {2: 8, 3: 6, 4: 5}.get(player.get("buildings", {}).get("red"))
        rest = everything
        while divisor and rest >= divisor:
            rest -= divisor
            row["interest"] += 1
        row["buildings"] = 0
        for price in player.get("buildings", {}).values():
            row["buildings"] += price
        row["bonus"] = [0, 0, 0, 0, 1, 2, 3, 5, 8, 8][len(player.get("buildings", {}))]
        row["total"] = everything + row["interest"] + row["buildings"] + row["bonus"]
        rows.append(row)
    rule = sheet.get("tie_break") or truth.TIE_BREAK[sheet["edition"]]
    for seat, row in enumerate(rows):
        better = 0
        for other_seat, other in enumerate(rows):
            if other["total"] > row["total"]:
                better += 1
            elif other["total"] == row["total"] and other_seat != seat:
                better += beats(rule, sheet["players"], rows, other_seat, seat)
        row["rank"] = better + 1
        row["winner"] = better == 0
    return rows


def beats(rule: str, players: list[dict[str, Any]], rows: list[dict[str, Any]], one: int, other: int) -> bool:
    """Whether the tie-break puts one of two players with equal totals before the other."""
    if rule == "clockwise":
        return one > other
    if rule == "hand-cards":
        for player, row in zip(players, rows, strict=True):
            if row["total"] == rows[one]["total"] and player.get("hand_cards") is None:
                return False
        return bool(players[one]["hand_cards"] > players[other]["hand_cards"])
    return False
