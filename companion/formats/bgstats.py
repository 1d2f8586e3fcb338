"""A finished game as a link into BG Stats, the play log on somebody's phone: data in an address, no request by us.

The fields are those of its page “push plays to BG Stats from other apps or websites”; it wants all of them filled."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from companion.rules.playing.fold import Entry
from companion.rules.playing.ledger import Ledger
from companion.text.graphemes import LONGEST_NAME, shortened

# Opens the app where it is installed, else its page, which leads to the app.
PAGE = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST = 8_000  # characters of an address; what is longer gets lost on the way to the app
SOURCE = "High Bohn companion"
_BOHNANZA = 11  # its id at BoardGameGeek; games without one are matched by name there


def link(ledger: Ledger, code: str, location: str = "") -> str:
    """The address that opens BG Stats with this play. Where names make it too long they are shortened, the longest
    first."""
    made = play(ledger, code, location)
    most = LONGEST_NAME
    while len(found := PAGE + quote(json.dumps(made, ensure_ascii=False, separators=(",", ":")), safe="")) > LONGEST:
        most -= 1
        for row in made["players"]:
            row["name"] = shortened(row["name"], most)
    return found


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
                "name": row.name,
                "sourcePlayerId": f"{code}-{seat}",
                "startPlayer": seat == table.start,
                "score": row.parts.total,
                "rank": row.rank,
                "role": "",
                "winner": row.winner,
            }
            for seat, row in table.result.scores.items()
        ],
    }


def minutes(entries: Sequence[Entry]) -> int:
    """How long a table was played at, from its making to the last entry, in whole minutes."""
    return int((entries[-1].at - entries[0].at).total_seconds() // 60)
