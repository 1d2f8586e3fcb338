"""What the server writes down when something breaks: where, and nothing that opens a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from companion.app import create_app
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
