"""`/metrics`: not there, or only for who has the token; and what it says after a few taps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.settings import SettingsError, load
from tests.web.phones import Phone

TOKEN = "a token of the house"  # noqa: S105


def figures(app: Flask) -> dict[str, float]:
    """All figures by their names with labels."""
    answer = app.test_client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer.content_type.startswith("text/plain; version=")
    rows = (row.rsplit(" ", 1) for row in answer.text.splitlines() if not row.startswith("#"))
    return {name: float(value) for name, value in rows}


def test_without_a_token_there_is_no_such_page_and_nothing_is_measured(app: Flask) -> None:
    assert app.test_client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    assert app.extensions["companion"].service.database.observe is None
    assert not [hook for hook in app.after_request_funcs[None] if hook.__module__ == "companion.web.answered"]


def test_a_token_that_can_be_guessed_is_none(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="COMPANION_METRICS_TOKEN is too short"):
        load({"COMPANION_METRICS_TOKEN": "short"}, data=tmp_path)


def test_figures_for_who_has_the_token(tmp_path: Path) -> None:
    app = create_app(load({"COMPANION_METRICS_TOKEN": TOKEN}, data=tmp_path))
    client = app.test_client()
    for given in ("", "Bearer", "Bearer wrong", f"Basic {TOKEN}", "Bearer \xfc"):
        refused = client.get("/metrics", headers={"Authorization": given})
        assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    before = figures(app)
    phone.did("harvest", 1, bean="red", cards=3)
    phone.post(f"/t/{phone.table}/buy", seat="1", card="blue-4", command_id="one")
    again = {"seat": "1", "bean": "red", "cards": "3", "command_id": "two"}
    for _ in range(2):
        phone.post(f"/t/{phone.table}/harvest", **again)
    client.get("/nowhere/at/all")
    after = figures(app)
    grown = {name: after[name] - before.get(name, 0) for name in after if after[name] != before.get(name, 0)}
    assert grown['companion_entries_total{kind="harvest",outcome="booked"}'] == 2
    assert grown['companion_entries_total{kind="harvest",outcome="repeated"}'] == 1
    assert grown['companion_entries_total{kind="buy",outcome="refused"}'] == 1
    assert grown['companion_requests_total{endpoint="entry.enter",method="POST",status="409"}'] == 1
    assert grown['companion_requests_total{endpoint="",method="",status="404"}'] == 1
    assert grown['companion_database_wait_seconds_count{access="write"}'] == 4
    assert grown['companion_database_seconds_sum{access="write"}'] > 0
    stream = phone.client.get(f"/t/{phone.table}/live", buffered=False)
    next(iter(stream.response))
    during = figures(app)
    assert during["companion_streams"] == 1
    assert during["companion_renderings_total"] > after["companion_renderings_total"]
    stream.close()
    assert figures(app)["companion_streams"] == 0
    assert not re.search(
        rf"{phone.table}|Ana", app.test_client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    )
    app.extensions["companion"].close()
