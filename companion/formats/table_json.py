"""A table's state as plain data: the format of `state.json`. What a viewer may not see is not in it."""

from __future__ import annotations

from typing import Any

from companion.rules.editions.buildings import PRICES
from companion.rules.playing.agreements import agreements
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.seating import Rights
from companion.rules.playing.state import Phase, Table
from companion.rules.scoring.score import Score
from companion.rules.scoring.sheet import Sheet
from companion.rules.seats import Seat


def state(ledger: Ledger, rights: Rights) -> dict[str, Any]:
    """The state for a device with these rights (none to watch)."""
    table = ledger.table
    seen = rights.sees(table)
    return {
        "version": ledger.version,
        "edition": table.game.edition.id,
        "cognac": table.game.cognac,
        "base": table.game.base,
        "tie_break": table.game.tie_break,
        "hidden": table.hidden,
        "phase": str(table.phase),
        "start": table.start,
        "order": list(table.clockwise),
        "turn": table.turn,
        "deck_passes": table.passes,
        "deck_limit": table.game.deck,
        "deciding": table.round.next if table.round else None,
        "unsettled": [{"entry": seq, "error": str(refusal.reason)} for seq, refusal in ledger.misfits(seen).items()],
        "market": {bean: table.market.for_sale(bean) for bean in table.game.buildings},
        "removed": {bean: gone for bean in table.game.buildings if (gone := _gone(table, bean))},
        "players": [_player(table, seat, row, seat in seen) for seat, row in table.result.scores.items()],
    }


def sheet(ledger: Ledger) -> Sheet:
    """The table as a score sheet: the players clockwise, the start player first, and what was agreed on."""
    table = ledger.table
    return Sheet(table.game, tuple(table.player(seat) for seat in table.clockwise), agreements(ledger))


def _gone(table: Table, bean: str) -> list[int]:
    """Prices of the cards of a type that left the game unsold."""
    if not table.market.removed(bean):
        return []
    return [price for price in PRICES if table.market.owner(bean, price) is None]


def _player(table: Table, seat: Seat, row: Score, seen: bool) -> dict[str, Any]:
    player = table.player(seat)
    return {
        "seat": seat,
        "name": player.name,
        "talers": dict(player.talers) if seen else None,
        "unsorted": player.unsorted if seen else None,
        "stew": player.stew if seen else None,
        "distillery": player.distillery if seen else None,
        "buildings": dict(player.buildings),
        "third_field": seat in table.fields,
        "left": seat in table.left,
        "hand_cards": player.hand_cards,
        "score": _score(row, table) if seen else None,
    }


def _score(row: Score, table: Table) -> dict[str, Any]:
    """The parts; the rank among hidden totals would tell about them, so it comes with the end, as the winner does."""
    parts = ("cash", "stew", "distillery", "interest", "buildings", "bonus", "total")
    return {name: getattr(row.parts, name) for name in parts} | {
        "rank": None if table.concealed else row.rank,
        "winner": row.winner and table.phase is Phase.FINISHED,
    }
