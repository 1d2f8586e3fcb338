"""Logs as they were stored: every one must be readable for ever and give the figures it gave then.

A new version of an event kind adds a log to this folder; none is ever changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.rules import events as ev
from companion.rules.fold import Entry
from companion.rules.ledger import Ledger
from companion.tablejson import state
from tests.rules.tables import EDITIONS

FOLDER = Path(__file__).with_name("golden")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_a_stored_log_gives_what_it_gave(path: Path) -> None:
    stored = json.loads(path.read_text(encoding="utf-8"))
    entries = [
        Entry(seq, ev.decode(kind, v, data), override=override)
        for seq, (kind, v, data, override) in enumerate(stored["entries"], 1)
    ]
    assert state(Ledger.of(entries, EDITIONS), {0}) == stored["state"]


def test_every_kind_and_version_has_a_stored_log() -> None:
    logs = [json.loads(path.read_text(encoding="utf-8"))["entries"] for path in FOLDER.glob("*.json")]
    assert {(kind, v) for log in logs for kind, v, _, _ in log} >= {(kind, event.v) for kind, event in ev.KINDS.items()}
