"""The board of an entry is rendered while the disk stores that, and seen by nobody before."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask, template_rendered
from jinja2 import Template
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.live.frames import Frames
from companion.settings import load
from tests.web.phones import Phone


class Disk:
    """A disk that waits until what can be done meanwhile is done, and then may turn out to be full."""

    def __init__(self) -> None:
        self.full = False
        self.meanwhile = 0

    def __call__(self, work: Callable[[], object], meanwhile: Callable[[], None] | None = None) -> object:
        if meanwhile is not None:
            meanwhile()
            self.meanwhile += 1
        if self.full:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return work()


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def slow_app(tmp_path: Path, disk: Disk) -> Iterator[Flask]:
    made = create_app(load({}, data=tmp_path), disk)
    yield made
    made.extensions["companion"].close()


def tap(phone: Phone, bean: str, talers: int) -> TestResponse:
    """A harvest as the page's script sends it."""
    fields = {"command_id": f"{bean}-{talers}", "seat": "1", "bean": bean, "talers": str(talers)}
    headers = {"HX-Request": "true", "X-CSRFToken": phone.token}
    return phone.client.post(f"/t/{phone.table}/harvest?", data=fields, headers=headers)


def board(phone: Phone) -> str:
    return phone.client.get(f"/t/{phone.table}/board").text


def test_what_was_rendered_meanwhile_is_the_answer_and_the_board_of_all(slow_app: Flask, disk: Disk) -> None:
    host = Phone(slow_app).open("Ana", "Ben", "Cleo")
    kept = slow_app.extensions["companion"]
    rendered: list[str] = []

    def count(_app: Flask, template: Template, **_: object) -> None:
        rendered.append(template.name or "")

    with template_rendered.connected_to(count, slow_app):
        answer = tap(host, "blue", 4)
        assert answer.text.endswith(board(host))
    assert disk.meanwhile == 1
    assert rendered.count("parts/board.html") == 1
    slow_app.extensions["companion"] = replace(kept, frames=Frames(), rows=Frames(), pieces=Frames())
    assert answer.text.endswith(board(host))


def test_nobody_sees_an_entry_that_was_not_stored_after_all(slow_app: Flask, disk: Disk) -> None:
    host = Phone(slow_app).open("Ana", "Ben", "Cleo")
    before = board(host)
    disk.full = True
    assert tap(host, "blue", 4).status_code == 503
    assert board(host) == before
    disk.full = False
    answer = tap(host, "red", 2)  # has the number that the other one would have had
    assert answer.status_code == 200
    kept = slow_app.extensions["companion"]
    slow_app.extensions["companion"] = replace(kept, frames=Frames(), rows=Frames(), pieces=Frames())
    assert answer.text.endswith(board(host))
