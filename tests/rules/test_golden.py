"""Logs as they were stored: every one must be readable for ever and give the figures it gave then.

A new kind of event, or a new version of one, adds a log to this folder, which may be a table as downloaded
(`export.json`); none is ever changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.formats import table_file
from companion.formats.table_json import state
from companion.rules.playing.fold import Entry
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.seating import Rights
from companion.rules.playing.stored import KINDS, decode
from tests.rules.tables import EDITIONS, Log, bought

FOLDER = Path(__file__).with_name("golden")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_a_stored_log_gives_what_it_gave(path: Path) -> None:
    stored = json.loads(path.read_text(encoding="utf-8"))
    entries = [
        Entry(seq, decode(kind, v, data), override=override)
        for seq, (kind, v, data, override) in enumerate(rows(stored), 1)
    ]
    assert _known(state(Ledger.of(entries, EDITIONS), Rights(frozenset({0}))), stored["state"]) == _told(
        stored["state"]
    )


def rows(stored: Any) -> list[tuple[str, int, dict[str, Any], str]]:
    """The entries of a stored log as kind, version, data and the reason for an override."""
    if "entries" in stored:
        return [tuple(entry) for entry in stored["entries"]]
    return [(entry["kind"], entry["v"], entry["data"], entry["override"]) for entry in stored["log"]]


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
    logs = [rows(json.loads(path.read_text(encoding="utf-8"))) for path in FOLDER.glob("*.json")]
    stored = {(kind, v) for log in logs for kind, v, _, _ in log}
    missing = {(kind, event.v) for kind, event in KINDS.items()} - stored
    assert not missing, f"download a table with {missing} (export.json) into {FOLDER}"


def test_a_downloaded_table_can_be_stored() -> None:
    ledger = bought(Log(), 1, red=2).ledger
    assert [kind for kind, *_ in rows(table_file.as_json(ledger))] == [entry.event.kind for entry in ledger.entries]
