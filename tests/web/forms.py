"""Fills in the quick-score form from a score sheet, as a person would type it."""

from __future__ import annotations

from typing import Any


def filled(sheet: dict[str, Any]) -> dict[str, str]:
    """The fields a browser would send for this sheet."""
    fields = {"edition": sheet["edition"], "count": str(len(sheet["players"])), "tie_break": sheet.get("tie_break", "")}
    if sheet.get("cognac"):
        fields["cognac"] = "y"
    for seat, player in enumerate(sheet["players"]):
        start = f"players-{seat}"
        fields[f"{start}-name"] = player["name"]
        for name in ("unsorted", "stew", "distillery", "hand_cards"):
            if name in player:
                fields[f"{start}-{name}"] = str(player[name])
        for kind in ("talers", "buildings"):
            for bean, number in player.get(kind, {}).items():
                fields[f"{start}-{kind}-{bean}"] = str(number)
    return fields
