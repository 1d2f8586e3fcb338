"""What a request to a table wants to look at: through which seat, and what a rendering of it depends on."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from flask import request
from flask_babel import get_locale

from companion.explain import tie, why
from companion.web import access
from companion.web.access import Access
from companion.web.board import Board

EXPLAINED: dict[str, Any] = {"why": why, "tie": tie}  # what a template needs to explain a score


def number(name: str) -> int | None:
    """A whole number of the address, or None."""
    asked = request.args.get(name, "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else None


def board(here: Access) -> Board:
    """The table as this device sees it, through the seat the address names."""
    # A large screen is nobody's: it shows what a watcher sees, also on a device that holds a seat.
    seats = frozenset() if request.args.get("watch") else here.seats
    return Board(access.service().ledger(here.table.id), seats, number("seat"))


def key(here: Access, shown: Board) -> tuple[Hashable, ...]:
    """What the rendering of a part depends on: the same for every phone that asks with the same key."""
    return here.table.id, shown.ledger.version, shown.seat, shown.seats, str(get_locale())
