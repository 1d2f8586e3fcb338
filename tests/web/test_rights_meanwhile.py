"""What others enter while a request is under way: nobody is shown a purse that they have lost the sight of by then."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.rules.playing.ledger import Ledger
from companion.rules.playing.seating import Rights
from companion.web.access import AtTable
from companion.web.table import viewing
from tests.web.phones import Phone

PATHS = ("?seat=3", "/board?seat=3", "/state.json", "/sheets?seat=3", "/bean/red?seat=3", "/result", "/log")


@pytest.mark.parametrize("path", PATHS)
def test_rights_are_no_older_than_the_table_that_is_shown(
    app: Flask, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    Phone(app).join(host.join_path, 2)
    host.did("harvest", 3, bean="red", talers=3)
    service, link = app.extensions["companion"].service, host.join_path
    read, waiting = service.ledger, [True]

    def after_others(*which: Any) -> Ledger:
        if waiting:  # between the look at the rights and that at the table
            waiting.clear()
            cleo = Phone(app).join(link, 3)
            cleo.did("harvest", 3, bean="red", talers=2)
        found: Ledger = read(*which)
        return found

    monkeypatch.setattr(service, "ledger", after_others)
    shown = host.client.get(f"/t/{host.table}{path}").text
    assert not waiting
    monkeypatch.undo()
    assert _without_ids(shown) == _without_ids(host.client.get(f"/t/{host.table}{path}").text)


def test_a_purse_that_is_hidden_by_now_is_not_downloaded(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    service, link = app.extensions["companion"].service, host.join_path
    read, path = service.ledger, f"/t/{host.table}/export.json"
    assert host.client.get(path).status_code == 200  # nobody else holds a seat: they see all

    def after_others(*which: Any) -> Ledger:
        monkeypatch.undo()
        Phone(app).join(link, 3)
        found: Ledger = read(*which)
        return found

    monkeypatch.setattr(service, "ledger", after_others)
    assert host.client.get(path).status_code == 409


def _without_ids(page: str) -> list[str]:
    return [line for line in page.splitlines() if "command_id" not in line and "csrf" not in line]


def test_a_board_of_others_that_is_newer_than_ones_rights_is_not_given(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    service, ana = app.extensions["companion"].service, Rights(frozenset({1}), frozenset({0}))
    place = service.place(host.table)
    with app.test_request_context():
        before, here = service.ledger(place.id), AtTable(place, ana)
        Phone(app).join(host.join_path, 1)  # from now on somebody has these rights; whether they are ours nobody knows
        now = service.ledger(place.id)
        assert viewing.frame(here, viewing.View("", None), now).version == now.version
        assert viewing.frame(here, viewing.View("", None), before).version == before.version
