"""A finished game as a link into BG Stats, the play log on somebody's phone: data in an address, no request by us.

The fields are those of its page “push plays to BG Stats from other apps or websites”; it wants all of them filled."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from companion.rules.fold import Entry
from companion.rules.ledger import Ledger
from companion.rules.score import score

SCHEME = "bgstats://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "High Bohn companion"
_BOHNANZA = 11  # its id at BoardGameGeek; games without one are matched by name there


def link(ledger: Ledger, code: str, location: str = "") -> str:
    """The address that opens BG Stats with this play."""
    return SCHEME + quote(json.dumps(play(ledger, code, location), ensure_ascii=False, separators=(",", ":")), safe="")


def play(ledger: Ledger, code: str, location: str = "") -> dict[str, Any]:
    """The play: the same table has the same id for ever, so that a game finished anew replaces the old play."""
    table, edition = ledger.table, ledger.table.game.edition
    game: dict[str, Any] = {
        "name": edition.name,
        "sourceGameId": edition.id,
        "highestWins": True,
        "noPoints": False,
    }
    if not edition.buildings:
        game["bggId"] = _BOHNANZA
    return {
        "sourceName": SOURCE,
        "sourcePlayId": code,
        "playDate": f"{ledger.entries[0].at:%Y-%m-%d %H:%M:%S}",
        "durationMin": minutes(ledger.entries),
        "location": location,
        "board": "Cognac" if table.game.cognac else "",
        "comments": "",
        "game": game,
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": f"{code}-{seat}",
                "startPlayer": seat == 1,
                "score": row.parts.total,
                "rank": row.rank,
                "role": "",
                "winner": row.winner,
            }
            for seat, (player, row) in enumerate(
                zip(table.players, score(table.game, table.players).scores, strict=True), 1
            )
        ],
    }


def minutes(entries: Sequence[Entry]) -> int:
    """How long a table was played at, from its making to the last entry, in whole minutes."""
    return int((entries[-1].at - entries[0].at).total_seconds() // 60)
