"""Nobody can hold the server: hundreds of requests that never end, and of streams, leave room for everybody else."""

from __future__ import annotations

import http.client
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.live.listeners import OF_DEVICE
from tests.faults.crowd import HALF_A_BODY, HALF_A_HEAD, allow_open_files, opened, statuses, stream, took, until
from tests.live.test_streams import Phone
from tests.long import long_run
from tests.serving import Server, serving

MANY = 450
PHONES = 1_000 if long_run() else 150
PATIENCE = 2.0 if long_run() else 25.0  # seconds; what does not end is ended after 30, and lets others in then
Tell = Callable[[str], None]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this module's own."""
    allow_open_files()
    with serving(Path(tmp_path_factory.mktemp("crowds")) / "data") as running:
        yield running


def cookie(phone: Phone) -> str:
    """What a phone sends to be known."""
    return "; ".join(f"{one.name}={one.value}" for one in phone.jar)


def others_wait(server: Server, phone: Phone) -> float:
    """Seconds until another phone has the health page, a page of its table, and an entry made: the longest of them."""
    asked = (lambda: phone.get("/healthz"), lambda: phone.get(f"/t/{phone.code}"), phone.tap)
    return max(took(what) for what in asked)


@pytest.mark.parametrize("sent", [b"", HALF_A_HEAD, HALF_A_BODY], ids=["nothing", "half a head", "half a body"])
def test_requests_that_do_not_end_hold_nobody_up(server: Server, sent: bytes, tell: Tell) -> None:
    phone = Phone(server).open()
    with opened(server.port, [sent] * MANY):
        longest = others_wait(server, phone)
    tell(f"{MANY} connections that sent {sent[:4].decode() or 'nothing'}: others wait {longest:.2f} s at most")
    assert longest < PATIENCE


@pytest.mark.parametrize(
    "chunk", [b"5;" + b"x" * 20_000 + b"\r\nabcde\r\n0\r\n\r\n", b"zz\r\n", b"5\r\nabcdefgh", b"-1\r\n\r\n"], ids=["long", "no number", "longer", "less than none"]
)  # fmt: skip
def test_a_body_in_pieces_that_are_none_is_a_bad_request(server: Server, chunk: bytes) -> None:
    head = b"POST /score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    with opened(server.port, [head + chunk]) as ends:
        assert statuses(ends) == [400]


def test_a_device_has_its_share_of_streams_and_others_have_theirs(server: Server, tell: Tell) -> None:
    greedy, phone = Phone(server).open(), Phone(server).open()
    with opened(server.port, [stream(f"/t/{greedy.code}/live", cookie(greedy))] * MANY) as ends:
        found = statuses(ends)
        assert found.count(200) == OF_DEVICE
        assert found.count(503) == MANY - OF_DEVICE
        longest = others_wait(server, phone)
        with phone.listen(phone.code) as listening:
            assert listening.status == 200
    tell(f"{MANY} streams of one device: {OF_DEVICE} are held, others wait {longest:.2f} s at most")
    assert longest < PATIENCE


def test_who_is_refused_a_stream_is_told_when_to_come_again_and_gets_the_board(server: Server) -> None:
    phone = Phone(server).open()
    with opened(server.port, [stream(f"/t/{phone.code}/live", cookie(phone))] * OF_DEVICE) as ends:
        assert statuses(ends) == [200] * OF_DEVICE
        with phone.listen(phone.code) as refused:
            assert (refused.status, refused.headers["Retry-After"]) == (503, "30")
        assert 'id="board"' in phone.get(f"/t/{phone.code}/board")
    until_free(phone)


def until_free(phone: Phone) -> None:
    """A stream that was left makes room for the next."""
    late = time.monotonic() + 120
    while time.monotonic() < late:
        phone.tap()  # the server learns that a phone has left when it tells it something
        with phone.listen(phone.code) as stream:
            if stream.status == 200:
                return
    raise AssertionError("the streams are still held")


def test_many_phones_watch_one_table(server: Server, tell: Tell) -> None:
    host = Phone(server).open()
    watch = host.watch_path
    keys = []
    for _ in range(PHONES):
        screen = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
        screen.request("GET", watch)
        answer = screen.getresponse()
        answer.read()
        keys.append(answer.headers["Set-Cookie"].split(";")[0])
        screen.close()
    with opened(server.port, [stream(f"/t/{host.code}/live?page=watch", key) for key in keys]) as ends:
        assert len(until(ends, lambda heard: b"id: 1\n" in heard, 300)) == PHONES
        all_know, answers = [], []
        for version in range(2, 7):
            tap = threading.Thread(target=host.tap)
            start = time.monotonic()
            tap.start()
            wanted = f"id: {version}\n".encode()
            assert len(until(ends, lambda heard: wanted in heard, 300)) == PHONES  # noqa: B023 - called before it changes
            all_know.append(time.monotonic() - start)
            tap.join()
            answers.append(others_wait(server, Phone(server).open()))
    tell(
        f"{PHONES} phones watch one table: all know after {statistics.median(all_know):.2f} s,"
        f" others wait {max(answers):.2f} s at most"
    )
    assert max(answers) < PATIENCE


def test_it_stops_in_time_while_phones_listen_and_requests_hang(tmp_path: Path) -> None:
    allow_open_files()
    with serving(tmp_path / "data") as server:
        phone = Phone(server).open()
        listening = [stream(f"/t/{phone.code}/live", cookie(phone))] * OF_DEVICE
        with opened(server.port, [*listening, HALF_A_HEAD, HALF_A_BODY, b""]) as ends:
            assert statuses(ends[:OF_DEVICE]) == [200] * OF_DEVICE
            assert server.interrupt() < 25  # not as long as what does not end may take
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""
