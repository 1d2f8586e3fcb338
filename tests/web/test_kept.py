"""What is kept of a board from one entry to the next is what would be rendered anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.live.frames import Frames
from companion.settings import load
from companion.web import throttle
from tests.web.phones import Phone

ENTRIES = [
    ("harvest", 1, {"bean": "blue", "talers": "4"}), ("turn", 1, {}), ("harvest", 2, {"bean": "blue", "talers": "1"}),
    ("buy", 1, {"card": "blue-3"}), ("harvest", 3, {"bean": "red", "talers": "3"}), ("rename", 3, {"name": "Zoë"}),
    ("buy", 3, {"card": "red-2"}), ("undo", 1, {"entry": "5"}), ("turn", 2, {}), ("harvest", 2, {"bean": "soy", "talers": "2"}),
    ("recount", 2, {"bean": "soy", "count": "3"}), ("round", 1, {}), ("pass", 1, {"all": "1"}), ("setup", 1, {"cognac": "1"}),
    ("recount", 2, {"bean": "cognac", "count": "2"}), ("buy", 2, {"card": "cognac-2"}), ("remove", 2, {"building": "fire"}),
    ("recount", 3, {"bean": "unsorted", "count": "4"}), ("field", 3, {"pay-unsorted": "3"}), ("deck", 1, {}),
    ("finish", 1, {"override": "1", "reason": "the last bus"}),
]  # fmt: skip


@pytest.fixture
def own_app(tmp_path: Path) -> Iterator[Flask]:
    """An app of this test's own: what it keeps is exchanged."""
    made = create_app(load({}, data=tmp_path))
    throttle.of(made).enabled = False
    yield made
    made.extensions["companion"].close()


@pytest.mark.parametrize("hidden", ["", "1"])
def test_a_board_with_what_was_kept_is_like_one_made_anew(own_app: Flask, hidden: str) -> None:
    host = Phone(own_app).open("Ana", "Ben", "Cleo", hidden=hidden)
    ben = Phone(own_app).join(host.join_path, 2)
    kept = own_app.extensions["companion"]
    for number, (verb, seat, fields) in enumerate(ENTRIES):
        (ben if seat == 2 else host).did(verb, seat, **fields)
        told = {"Accept-Language": "de" if number % 4 == 3 else "en"}
        for phone in (host, ben):
            for asked in ("", "?seat=1", "?seat=3", "?page=watch"):
                path = f"/t/{phone.table}/board{asked}"
                shown = phone.client.get(path, headers=told).text
                own_app.extensions["companion"] = replace(kept, frames=Frames(), rows=Frames(), pieces=Frames())
                assert shown == phone.client.get(path, headers=told).text, (verb, asked)
                own_app.extensions["companion"] = kept
