"""Phones at a table, over HTTP: a cookie each, forms with their token, answers as JSON."""

from __future__ import annotations

import itertools
import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

_IDS = itertools.count(1)


class Phone:
    """One device. `table` is the public id of the table it is at, `under` the path under which the app lies."""

    def __init__(self, app: Flask, under: str = "") -> None:
        self.client: FlaskClient = app.test_client()
        self.table = ""
        self.under = under
        page = self.client.get(f"{under}/").text
        self.token = re.search(r'name="csrf-token" content="([^"]+)"', page)[1]  # type: ignore[index]

    def post(self, path: str, **fields: Any) -> TestResponse:
        """Post a form as a plain browser would."""
        return self.client.post(path, data={"csrf_token": self.token} | fields)

    def open(self, *names: str, edition: str = "high-bohn", **options: Any) -> Phone:
        """Make a table."""
        answer = self.post(f"{self.under}/tables", name=list(names), edition=edition, **options)
        assert answer.status_code == 303, answer.text
        self.table = answer.location.rsplit("/", 1)[1]
        return self

    def shown(self, page: str, pattern: str) -> str:
        """What a page of the table shows."""
        found = re.search(pattern, self.client.get(f"{self.under}/t/{self.table}/{page}").text)
        assert found, (page, pattern)
        return found[1]

    @property
    def cookie(self) -> str:
        """The header with which it is known."""
        found = self.client.get_cookie("companion", path=self.under or "/")
        assert found
        return f"companion={found.value}"

    @property
    def join_path(self) -> str:
        """The path of the join link."""
        return self.under + self.shown("invite", r'href="[^"]*(/j/[\w-]+)"')

    @property
    def join_code(self) -> str:
        """The join code; looking at it keeps it good."""
        return self.shown("invite", r"data-spoken>(\w+)<")

    @property
    def watch_path(self) -> str:
        """The path of the watch link."""
        return self.shown("invite", r'href="(/w/[\w-]+)"')

    @property
    def result_path(self) -> str:
        """The path of the link to the result."""
        return self.shown("result", r'href="[^"]*(/r/[\w-]+)[?"]')

    def join(self, path: str, *seats: int, **how: str) -> Phone:
        """Sit down by a join link; `keep` says what becomes of seats held before."""
        answer = self.post(path, seat=[str(seat) for seat in seats], **how)
        assert answer.status_code == 303, answer.text
        self.table = answer.location.rsplit("/", 1)[1]
        return self

    def enter(self, verb: str, seat: int, command_id: str | None = None, /, **fields: Any) -> TestResponse:
        """Enter something and get JSON."""
        data = {"command_id": command_id or f"tap-{next(_IDS)}", "seat": str(seat)} | fields
        headers = {"Accept": "application/json", "X-CSRFToken": self.token}
        return self.client.post(f"/t/{self.table}/{verb}", data=data, headers=headers)

    def did(self, verb: str, seat: int, /, **fields: Any) -> int:
        """Enter something that must not be refused; the version after it."""
        answer = self.enter(verb, seat, **fields)
        assert answer.status_code == 200, (verb, seat, fields, answer.json)
        assert answer.json is not None
        version: int = answer.json["version"]
        return version

    def finished(self, seat: int = 1) -> Phone:
        """Finish the game early, as the table agreed."""
        self.did("finish", seat, override="1", reason="the last bus")
        return self

    def refused(self, verb: str, seat: int, /, **fields: Any) -> dict[str, Any]:
        """Enter something the rules refuse; the JSON of the refusal."""
        answer = self.enter(verb, seat, **fields)
        assert answer.status_code == 409, (verb, seat, fields, answer.json)
        assert answer.json is not None
        assert set(answer.json) == {"error", "message", "facts", "version"}
        assert answer.json["message"]
        found: dict[str, Any] = answer.json
        return found

    @property
    def state(self) -> dict[str, Any]:
        """`state.json` as this phone sees it."""
        answer = self.client.get(f"/t/{self.table}/state.json")
        assert answer.status_code == 200, answer.text
        assert answer.json is not None
        found: dict[str, Any] = answer.json
        return found

    def player(self, seat: int) -> dict[str, Any]:
        """A player of the state."""
        found: dict[str, Any] = self.state["players"][seat - 1]
        return found
