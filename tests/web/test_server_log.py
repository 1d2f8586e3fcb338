"""What the server writes down when something breaks: where, and nothing that opens a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from companion.app import create_app
from companion.logs import Formatter
from companion.settings import load
from tests.web.phones import Phone


def test_no_key_and_no_value_stands_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(load({}, data=tmp_path))
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    path = phone.join_path
    database = app.extensions["companion"].service.database

    def broken(*_: object) -> None:
        with database.write() as connection:
            connection.execute(text("INSERT INTO installation (id, probes) VALUES (1, :path)"), {"path": path})

    monkeypatch.setattr("companion.web.access.by_join_key", broken)
    assert phone.client.get(path).status_code == 500
    assert "GET /j/<key> failed" in caplog.text
    assert "IntegrityError" in caplog.text
    assert path.rsplit("/", 1)[1] not in caplog.text
    app.extensions["companion"].close()


def test_requests_are_told_only_where_that_is_asked_for(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for level, told in (("", 0), ("info", 2)):
        app = create_app(load({"COMPANION_LOG": level}, data=tmp_path))
        phone = Phone(app).open("Ana", "Ben", "Cleo")
        caplog.clear()
        with caplog.at_level("INFO", "companion"):
            phone.client.get(phone.join_path)
            phone.did("harvest", 1, bean="red", cards=3)
        lines = [Formatter().format(record) for record in caplog.records if "page" in getattr(record, "facts", {})]
        assert len([line for line in lines if "page=/j/<key>" in line or "verb=harvest" in line]) == told
        assert not [line for line in lines if phone.table in line]
        app.extensions["companion"].close()
