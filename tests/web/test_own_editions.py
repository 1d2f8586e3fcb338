"""A rule set of one's own for more players than any of ours, from making the table to its download."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.settings import load
from companion.web import throttle
from tests.web.phones import Phone

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hal")
README = Path(__file__).parents[2] / "README.md"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """An app with the edition for eight that README shows."""
    shown = re.findall("```toml\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    (tmp_path / "eight.toml").write_text(shown[-1], encoding="utf-8")
    made = create_app(load({"COMPANION_EDITIONS": str(tmp_path)}, data=tmp_path / "data"))
    made.testing = True
    throttle.of(made).enabled = False
    yield made
    made.extensions["companion"].close()


def test_eight_play_and_open_their_download_again(app: Flask) -> None:
    host = Phone(app)
    assert '<option value="two-boxes">Two boxes</option>' in host.client.get("/tables").text
    assert host.client.get("/tables").text.count('name="name"') == len(NAMES)
    host.open(*NAMES, edition="eight", base="two-boxes")
    hal = Phone(app).join(host.join_path, 8)
    hal.did("harvest", 8, bean="chickpea", cards="9")
    hal.did("buy", 8, card="chickpea-3")
    assert hal.player(8)["buildings"] == {"chickpea": 3}
    hal.did("harvest", 8, bean="chickpea", cards="4")
    assert "needs the 3-Saloon, 4-Saloon or 2-Soup Kitchen" in hal.client.get(f"/t/{hal.table}/more/stew?seat=8").text
    Phone(app).join(host.join_path, 7).did("harvest", 7, bean="chickpea", cards="4")
    host.did("buy", 7, card="chickpea-2")
    assert "wait under the Soup Kitchen" in host.client.get(f"/t/{host.table}/more/stew?seat=7").text
    for page in ("", "/log", "/result", "/more/menu?seat=8"):
        assert hal.client.get(f"/t/{hal.table}{page}").status_code == 200
    data = host.client.get(f"/t/{host.table}/export.json").json
    assert data is not None
    assert max(entry["by"] or 0 for entry in data["log"]) == 8
    again = host.post("/tables/open", table=(BytesIO(json.dumps(data).encode()), "table.json"))
    assert again.status_code == 303, again.text
    rows = "&".join(f"players-{seat}-unsorted={seat}" for seat in range(len(NAMES)))
    assert 'id="player-8"' in host.client.get(f"/score?edition=eight&count=8&{rows}").text
