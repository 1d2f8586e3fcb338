"""Streams over real sockets from the real server."""

from __future__ import annotations

import http.client
import re
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from companion.live.streams import HEARTBEAT
from tests.serving import Server, serving


class Phone:
    """A phone on a real connection."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.token = re.search(r'csrf-token" content="([^"]+)"', self.get("/"))[1]  # type: ignore[index]
        self.code = ""
        self.taps = 0

    def get(self, path: str) -> str:
        with self.opener.open(self.server.url + path, timeout=120) as answer:
            body: str = answer.read().decode()
            return body

    def post(self, path: str, **fields: object) -> str:
        data = urllib.parse.urlencode({"csrf_token": self.token} | fields, doseq=True).encode()
        with self.opener.open(self.server.url + path, data, timeout=120) as answer:
            url: str = answer.url
            return url

    def open(self) -> Phone:
        self.code = self.post("/tables", name=["Ana", "Ben", "Cleo"]).rsplit("/", 1)[1]
        return self

    @property
    def watch_path(self) -> str:
        """The path of the watch link."""
        return re.search(r'href="(/w/[\w-]+)"', self.get(f"/t/{self.code}/invite"))[1]  # type: ignore[index]

    def tap(self) -> None:
        self.taps += 1
        self.post(f"/t/{self.code}/turn", command_id=f"tap-{self.taps}", seat=1)

    @contextmanager
    def listen(self, code: str) -> Iterator[http.client.HTTPResponse]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120)
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        connection.request("GET", f"/t/{code}/live", headers={"Cookie": cookies})
        answer = connection.getresponse()
        try:
            yield answer
        finally:
            answer.close()
            connection.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this module's own."""
    with serving(Path(tmp_path_factory.mktemp("streams")) / "data") as running:
        yield running


def heard(stream: http.client.HTTPResponse) -> int:
    """The version the next event with one tells."""
    while True:
        line = stream.readline().decode()
        assert line, "the stream has ended"
        if line.startswith("id: "):
            return int(line.removeprefix("id: "))


def test_the_version_comes_first_and_each_entry_after_it(server: Server) -> None:
    phone = Phone(server).open()
    with phone.listen(phone.code) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert "no-transform" in stream.headers["Cache-Control"]
        assert stream.headers["X-Accel-Buffering"] == "no"
        assert heard(stream) == 1
        for version in (2, 3, 4):
            phone.tap()
            assert heard(stream) == version


def test_many_streams_hold_no_connection_to_the_database(server: Server) -> None:
    """Far more streams than the pool has connections; pages and taps go on, and all hear of them at once."""
    phone = Phone(server).open()
    with ExitStack() as stack:
        screens = [Phone(server) for _ in range(60)]  # a device has a few streams only
        for screen in screens:
            screen.get(phone.watch_path)
        streams = [stack.enter_context(screen.listen(phone.code)) for screen in screens]
        assert {heard(stream) for stream in streams} == {1}
        start = time.monotonic()
        phone.tap()
        assert {heard(stream) for stream in streams} == {2}
        assert time.monotonic() - start < HEARTBEAT  # without being told it would take that long
        assert "is on turn" in phone.get(f"/t/{phone.code}")


def test_strangers_hear_nothing(server: Server) -> None:
    phone = Phone(server).open()
    with Phone(server).listen(phone.code) as stream:
        assert stream.status == 403
