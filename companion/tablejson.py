"""A table's state as plain data: the format of `state.json`. What a viewer may not see is not in it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.rules.buildings import PRICES
from companion.rules.ledger import Ledger
from companion.rules.score import Holdings, Score, score
from companion.rules.state import Phase, Table


def sees(table: Table, seats: Collection[int], seat: int) -> bool:
    """Whether a viewer who sits at `seats` sees the purse and total of a seat: all do, unless the table hides
    them until the end. A device that keeps the score for everybody holds seat 0 alone and sees all."""
    return not table.hidden or table.phase is Phase.FINISHED or seat in seats or set(seats) == {0}


def sees_all(table: Table, seats: Collection[int]) -> bool:
    """Whether a viewer sees the purses and totals of everybody."""
    return all(sees(table, seats, seat) for seat in range(1, len(table.players) + 1))


def state(ledger: Ledger, seats: Collection[int]) -> dict[str, Any]:
    """The state for a viewer who sits at these seats (none for a watcher)."""
    table = ledger.table
    result = score(table.game, table.players)
    return {
        "version": ledger.version,
        "edition": table.game.edition.id,
        "cognac": table.game.cognac,
        "base": table.game.base,
        "tie_break": table.game.tie_break,
        "hidden": table.hidden,
        "phase": str(table.phase),
        "turn": table.turn,
        "deck_passes": table.passes,
        "deck_limit": table.game.deck,
        "deciding": table.round.next if table.round else None,
        "market": {bean: table.market.for_sale(bean) for bean in table.game.buildings},
        "removed": {bean: gone for bean in table.game.buildings if (gone := _gone(table, bean))},
        "players": [
            _player(table, seat, player, row, sees(table, seats, seat))
            for seat, (player, row) in enumerate(zip(table.players, result.scores, strict=True), 1)
        ],
    }


def _gone(table: Table, bean: str) -> list[int]:
    """Prices of the cards of a type that left the game unsold."""
    if not table.market.removed(bean):
        return []
    return [price for price in PRICES if table.market.owner(bean, price) is None]


def _player(table: Table, seat: int, player: Holdings, row: Score, seen: bool) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": player.name,
        "talers": dict(player.talers) if seen else None,
        "unsorted": player.unsorted if seen else None,
        "stew": player.stew if seen else None,
        "distillery": player.distillery if seen else None,
        "buildings": dict(player.buildings),
        "third_field": seat in table.fields,
        "hand_cards": player.hand_cards,
        "score": _score(row, ranked=not table.hidden or table.phase is Phase.FINISHED) if seen else None,
    }


def _score(row: Score, *, ranked: bool) -> dict[str, Any]:
    """The parts; the rank among hidden totals would tell about them, so it comes with the end."""
    parts = ("cash", "stew", "distillery", "interest", "buildings", "bonus", "total")
    return {name: getattr(row.parts, name) for name in parts} | {
        "rank": row.rank if ranked else None,
        "winner": row.winner if ranked else None,
    }
