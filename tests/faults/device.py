"""A phone without a browser: cookies, a token, and taps that are sent until they are answered."""

from __future__ import annotations

import json
import time
import uuid
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode

from tests.faults import page

NAMES = ("Ana", "Ben", "Cleo")
PATIENCE = 300  # seconds for one tap, restarts of the server included
_RETRY = 0.05  # seconds between two tries


@dataclass(frozen=True)
class Answer:
    """What the server said."""

    status: int
    text: str
    location: str

    @property
    def json(self) -> Any:
        """Its body as data."""
        return json.loads(self.text)


class Device:
    """One phone at one table."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.table = ""  # the path of its table
        self.unanswered = 0  # requests that got no answer
        self.cookies: dict[str, str] = {}
        self._token = ""

    def connection(self) -> HTTPConnection:
        """A way to the server, for one request."""
        return HTTPConnection("127.0.0.1", self.port, timeout=120)

    def ask(self, method: str, path: str, fields: dict[str, Any] | None = None, accept: str = "text/html") -> Answer:
        """One request. OSError or HTTPException when no whole answer comes."""
        headers = {"Accept": accept, "X-CSRFToken": self._token, "Content-Type": "application/x-www-form-urlencoded"}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = self.connection()
        try:
            connection.request(method, path, urlencode(fields or {}, doseq=True), headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(answer.status, text, answer.headers.get("Location", ""))

    def look(self, path: str) -> str:
        """A page that must be there; its token is the one of what is sent next."""
        answer = self.ask("GET", path)
        assert answer.status == 200, (path, answer)
        if found := page.TOKEN.search(answer.text):
            self._token = found[1]
        return answer.text

    def open(self, *names: str) -> str:
        """Make a table; the path where others join it."""
        self.look("/tables")
        answer = self.ask("POST", "/tables", {"name": names})
        assert answer.status == 303, answer
        self.table = page.table_of(answer.location)
        return page.join_path(self.look(f"{self.table}/invite"))

    def sit(self, join: str, seat: int) -> None:
        """Sit down by the link."""
        self.look(join)
        answer = self.ask("POST", join, {"seat": seat})
        assert answer.status == 303, answer
        self.table = page.table_of(answer.location)
        self.look(self.table)

    def tap(self, verb: str, **fields: object) -> Answer:
        """Enter something once, however often it has to be sent: the answer that came in the end, 200 or 409."""
        once = fields | {"command_id": uuid.uuid4().hex}
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                answer = self.ask("POST", f"{self.table}/{verb}", once, "application/json")
            except (OSError, HTTPException):
                self.unanswered += 1
                time.sleep(_RETRY)
                continue
            if answer.status in (200, 409):
                return answer
            assert answer.status == 503, answer  # the database is not back yet
            time.sleep(_RETRY)
        raise AssertionError(f"{verb} {once} was not answered for {PATIENCE} seconds")

    def data(self, name: str) -> Any:
        """`state.json` or `export.json`."""
        answer = self.ask("GET", f"{self.table}/{name}", accept="application/json")
        assert answer.status == 200, answer
        return answer.json


def at_a_table(port: int) -> list[Device]:
    """Three phones that sit at a new table, in the order of `NAMES`."""
    devices = [Device(port) for _ in NAMES]
    join = devices[0].open(*NAMES)
    for seat, device in enumerate(devices, 1):
        device.sit(join, seat)
    return devices
