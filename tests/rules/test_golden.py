"""Logs as they were stored: every one must be readable for ever and give the figures it gave then.

A new version of an event kind adds a log to this folder; none is ever changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.formats.table_json import state
from companion.rules.playing.fold import Entry
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.seating import Rights
from companion.rules.playing.stored import KINDS, decode
from tests.rules.tables import EDITIONS

FOLDER = Path(__file__).with_name("golden")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_a_stored_log_gives_what_it_gave(path: Path) -> None:
    stored = json.loads(path.read_text(encoding="utf-8"))
    entries = [
        Entry(seq, decode(kind, v, data), override=override)
        for seq, (kind, v, data, override) in enumerate(stored["entries"], 1)
    ]
    assert _known(state(Ledger.of(entries, EDITIONS), Rights(frozenset({0}))), stored["state"]) == _told(
        stored["state"]
    )


def _told(stored: Any) -> Any:
    """The state as it was stored, but nobody has won a game that is not finished, which once was said of who led."""
    players = [
        player
        | {"score": player["score"] | {"winner": bool(player["score"]["winner"]) and stored["phase"] == "finished"}}
        for player in stored["players"]
    ]
    return stored | {"players": players}


def _known(found: Any, stored: Any) -> Any:
    """What is found, without what states did not have yet when this one was stored."""
    if isinstance(stored, dict):
        return {key: _known(value, stored[key]) for key, value in found.items() if key in stored}
    if isinstance(stored, list) and len(stored) == len(found):
        return [_known(one, other) for one, other in zip(found, stored, strict=True)]
    return found


def test_every_kind_and_version_has_a_stored_log() -> None:
    logs = [json.loads(path.read_text(encoding="utf-8"))["entries"] for path in FOLDER.glob("*.json")]
    assert {(kind, v) for log in logs for kind, v, _, _ in log} >= {(kind, event.v) for kind, event in KINDS.items()}
