"""Fills in the quick-score form from a score sheet and reads the result, as a person would."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

LABELS = {"Talers": "cash", "Stew": "stew", "Distillery": "distillery", "Interest": "interest", "Buildings": "buildings", "Bonus": "bonus", "Total": "total"}  # fmt: skip


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


def results(page: str) -> list[dict[str, Any]]:
    """The ranking of a page: each player's parts as the page explains them."""
    found = []
    for entry in re.findall(r'<details id="why-\d+"[^>]*>(.*?)</details>', page, re.DOTALL):
        row: dict[str, Any] = dict.fromkeys(LABELS.values(), 0)
        row["rank"] = int(re.search(r'class="rank">(\d+)', entry)[1])  # type: ignore[index]
        row["name"] = unescape(re.search(r'class="name">(.*?)</bdi>', entry)[1])  # type: ignore[index]
        row["winner"] = 'class="crown"' in entry
        for label, number in re.findall(r'<th scope="row">(.*?)(?:<small>.*?</small>)?</th><td>(\d+)</td>', entry):
            row[LABELS[label]] = int(number)
        found.append(row)
    return found
