"""Connections by the hundred from one process: half-sent requests, streams, and what others get to see meanwhile."""

from __future__ import annotations

import resource
import selectors
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

HALF_A_HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Half: "
HALF_A_BODY = b"POST /score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\ncount="


def allow_open_files() -> None:
    """Let this process open as many files as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def stream(path: str, cookie: str) -> bytes:
    """A request for a stream."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode()


@contextmanager
def opened(port: int, requests: Sequence[bytes]) -> Iterator[list[socket.socket]]:
    """A connection for each of these beginnings of requests, sent, until the block ends."""
    with ExitStack() as stack:
        ends = []
        for request in requests:
            end = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=120))
            end.sendall(request)
            ends.append(end)
        yield ends


def until(ends: Sequence[socket.socket], said: Callable[[bytes], bool], seconds: float) -> dict[socket.socket, bytes]:
    """What came down each connection up to the moment of which `said` is true; those that were closed, or late, lack."""
    heard = dict.fromkeys(ends, b"")
    found: dict[socket.socket, bytes] = {}
    late = time.monotonic() + seconds
    with selectors.DefaultSelector() as waiting:
        for end in ends:
            waiting.register(end, selectors.EVENT_READ)
        while waiting.get_map() and time.monotonic() < late:
            for key, _ in waiting.select(0.2):
                end: socket.socket = key.fileobj  # type: ignore[assignment]
                more = end.recv(1 << 18)
                heard[end] += more
                if said(heard[end]):
                    found[end] = heard[end]
                if not more or end in found:
                    waiting.unregister(end)
    return found


def statuses(ends: Sequence[socket.socket], seconds: float = 240) -> list[int]:
    """The status of each answer, 0 for none."""
    found = until(ends, lambda heard: b"\r\n" in heard, seconds)
    return [int(found[end].split(b" ")[1]) if end in found else 0 for end in ends]


def took(what: Callable[[], object]) -> float:
    """Seconds that something takes."""
    start = time.monotonic()
    what()
    return time.monotonic() - start
