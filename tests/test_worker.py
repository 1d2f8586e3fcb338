"""The worker by itself: requests have to arrive in time, and who has sent none yet makes room for others."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.faults.crowd import HALF_A_BODY, HALF_A_HEAD, opened, statuses, until
from tests.serving import Server, free_port, running

WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
SCRIPT = """
from gevent import monkey; monkey.patch_all(os=False, signal=False)
import socket
import sys
from companion import serve, worker
from companion.cli import main
worker.ARRIVAL, room = float(sys.argv[1]), int(sys.argv[2])
serve.room_for_connections = lambda: room
sys.exit(main(["serve", "--data", sys.argv[3], "--port", sys.argv[4]]))
"""


@contextmanager
def impatient(folder: Path, *, arrival: float, room: int) -> Iterator[Server]:
    """A server that waits so many seconds for a request, and takes so many connections."""
    port = free_port()
    command = [sys.executable, "-c", SCRIPT, arrival, room, folder / "data", port]
    with running(command, port, cwd=folder) as server:
        yield server


@pytest.mark.parametrize("sent", [b"", HALF_A_HEAD, HALF_A_BODY], ids=["nothing", "half a head", "half a body"])
def test_a_request_that_does_not_arrive_is_given_up(tmp_path: Path, sent: bytes) -> None:
    with impatient(tmp_path, arrival=2, room=50) as server, opened(server.port, [sent]) as [end]:
        heard = b""
        while more := end.recv(4096):  # the connection ends, with an answer or without
            heard += more
        assert heard[:12] in (b"", b"HTTP/1.1 400")
        with opened(server.port, [WHOLE]) as ends:
            assert statuses(ends) == [200]


def test_a_whole_request_keeps_its_connection_for_the_next(tmp_path: Path) -> None:
    with impatient(tmp_path, arrival=30, room=50) as server, opened(server.port, [WHOLE]) as [end]:
        assert statuses([end]) == [200]
        end.sendall(WHOLE)
        assert until([end], lambda heard: heard.endswith(b"ok\n"), 120)


def test_who_has_kept_us_waiting_longest_makes_room(tmp_path: Path) -> None:
    with impatient(tmp_path, arrival=60, room=40) as server, opened(server.port, [HALF_A_HEAD] * 60) as ends:
        for _ in range(3):
            with opened(server.port, [WHOLE]) as asking:
                assert statuses(asking, 120) == [200]
        gone = [end for end in ends if ended(end)]
        assert len(gone) >= 20
        assert set(gone) == set(ends[: len(gone)])


def ended(end: object) -> bool:
    """Whether the server has closed a connection."""
    end.setblocking(False)  # type: ignore[attr-defined]
    try:
        return end.recv(1) == b""  # type: ignore[attr-defined,no-any-return]
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def taken(end: socket.socket, more: bytes) -> bool:
    """Send more; whether the connection still takes it."""
    try:
        end.sendall(more)
    except OSError:
        return False
    return True


def test_a_body_without_end_is_cut_off_and_holds_nobody_up(tmp_path: Path) -> None:
    head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with impatient(tmp_path, arrival=30, room=50) as server, opened(server.port, [head]) as [end]:
        end.settimeout(240)
        while taken(end, b"1\r\na\r\n" * 1_000):
            with opened(server.port, [WHOLE]) as asking:
                assert statuses(asking, 120) == [200]


def test_who_sends_many_requests_at_once_takes_turns_with_others(tmp_path: Path) -> None:
    asked = 2_000  # whose answers take some time, and all fit into the buffers of a connection nobody reads from
    page = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with impatient(tmp_path, arrival=30, room=50) as server, opened(server.port, [page * asked, WHOLE]) as [many, one]:
        assert statuses([one], 120) == [200]
        many.setblocking(False)
        heard = b""
        with suppress(BlockingIOError):
            while more := many.recv(1 << 18):
                heard += more
        assert heard.count(b"HTTP/1.1 200") < asked
