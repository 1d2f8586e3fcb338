"""What the sheet needs that sets anew what was chosen at the start: all of it as it is now, and what can be chosen."""

from __future__ import annotations

from typing import Any

from companion.rules.playing.arranging import chosen
from companion.web.pages import bases, editions, tie_break_names
from companion.web.table.board import Board


def choices(shown: Board) -> dict[str, Any]:
    """Start player, seating order, rule sets for so many players, base games and tie-breaks."""
    fitting = [edition for edition in editions().all() if len(shown.table.players) in edition.players]
    return {
        "chosen": chosen(shown.table),
        "editions": fitting,
        "bases": bases(fitting),
        "tie_breaks": tie_break_names(),
    }
