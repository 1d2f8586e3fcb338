"""The worker of `companion serve`: one process in which no connection that waits holds a thread.

Gunicorn's own gevent worker, with three things added: a request has to arrive in time, whoever has sent none yet makes
room for others, and stopping takes a moment even while phones listen."""

from __future__ import annotations

import gc
import resource
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import gevent
from gevent.event import Event
from gevent.pool import Pool
from gevent.server import StreamServer
from gevent.socket import cancel_wait_ex
from gevent.util import wrap_errors
from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

ARRIVAL = 30  # seconds until the head of a request has arrived, and as many for its body
ANSWER = 60  # seconds for which somebody may take no byte of an answer
GONE = 40_000  # milliseconds without a sign of life until a phone counts as gone: heartbeats come every 15 s
GRACE = 1.0  # seconds for which what is under way goes on when the server stops
_LEFT_OVER = 2  # seconds in which the rest of a body that was refused may come, and bytes of it
_MOST_LEFT_OVER = 2_000_000
_AT_ONCE = 1024
# Seconds a commit may have to wait for the interpreter: Python's own 5 ms are more than the disk takes.
_SWITCH = 0.0005
_MOST = 16_384  # connections; each costs about 60 kB while it listens
_OTHER_FILES = 200  # for the database, pipes and whatever else is open


def room_for_connections() -> int:
    """How many connections may be open at once. Asks the system for as many open files as it allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST + _OTHER_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST + _OTHER_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(wanted - _OTHER_FILES, 50)


def aside(work: Callable[[], object], meanwhile: Callable[[], None] | None = None) -> object:
    """Wait for something in a thread of its own; the others are served meanwhile. What it raises is raised here: left to
    the pool, it would be printed as well."""
    begun = gevent.get_hub().threadpool.spawn(wrap_errors(Exception, work))
    try:
        if meanwhile is not None:
            meanwhile()
    finally:
        outcome = begun.get()
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


class Worker(GeventWorker):  # type: ignore[misc]
    """Serves connections side by side until it is told to stop."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stop = Event()
        self._clients: dict[gevent.Greenlet, socket.socket] = {}
        self._awaited: dict[socket.socket, None] = {}  # whose request has not arrived, the longest awaited first

    def run(self) -> None:
        """Serve until stopped, then let what is under way end."""
        gc.collect()
        gc.freeze()  # what is there by now stays: collections are shorter, and so is the end
        sys.setswitchinterval(_SWITCH)
        connections = Pool()
        servers = [StreamServer(place, partial(self.handle, place), spawn=connections) for place in self.sockets]
        for server in servers:
            server.start()
        while self.alive:
            self.notify()
            self._stop.wait(1.0)
        for server in servers:
            server.close()
        for client in list(self._awaited):
            _hang_up(client)
        connections.join(timeout=GRACE)
        connections.kill(timeout=GRACE)  # streams do not end by themselves: their phones connect anew

    def patch(self) -> None:
        """The whole process was patched before the fork: what is left are the sockets to listen at."""
        places: list[Any] = self.sockets  # type: ignore[has-type]
        self.sockets = [
            gevent.socket.socket(place.FAMILY, socket.SOCK_STREAM, fileno=place.sock.detach()) for place in places
        ]

    def handle_exit(self, sig: int, frame: object) -> None:
        """SIGTERM: stop."""
        self.alive = False
        self._stop.set()

    def handle_quit(self, sig: int, frame: object) -> None:
        """SIGINT and SIGQUIT, when somebody presses Ctrl-C: stop, too; it takes no longer."""
        self.handle_exit(sig, frame)

    def handle(self, listener: socket.socket, client: socket.socket, addr: object) -> None:
        """Serve a connection. When there are too many, the one that has kept us waiting longest makes room."""
        if len(self._clients) >= self.worker_connections:
            longest = next(iter(self._awaited), client)
            _hang_up(longest)
            if longest is client:
                client.close()
                return
            self._awaited.pop(longest)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            with suppress(OSError):  # not a TCP connection
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE)
        me = gevent.getcurrent()
        self._clients[me] = client
        try:
            AsyncWorker.handle(self, listener, client, addr)
        finally:
            del self._clients[me]

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:
        """While the head of a request is awaited; no request when it is late."""
        with suppress(cancel_wait_ex), self._awaiting(), gevent.Timeout(ARRIVAL, False):
            yield

    @contextmanager
    def _awaiting(self) -> Iterator[None]:
        client = self._clients[gevent.getcurrent()]
        client.settimeout(None)
        self._awaited[client] = None
        try:
            yield
        finally:
            self._awaited.pop(client, None)
            client.settimeout(ANSWER)

    def handle_request(self, listener_name: object, req: Any, sock: socket.socket, addr: object) -> None:
        """Answer a request. Its body has to arrive in time, too, and the answer to be taken. Who sends many at once, or
        more than was asked for, lets others have their turn between."""
        gevent.sleep(0)
        body = req.body.reader = _Arriving(req.body.reader, self)
        try:
            AsyncWorker.handle_request(self, listener_name, req, sock, addr)
            if not body.is_at_end():
                raise StopIteration  # where the next request begins is not known
        except (gevent.GreenletExit, TimeoutError):
            raise StopIteration from None

    def handle_error(self, req: Any, client: socket.socket, addr: object, exc: BaseException) -> None:
        """What went wrong with a connection, unless it was ended by ourselves."""
        if not isinstance(exc, gevent.GreenletExit):
            super().handle_error(req, client, addr, exc)


class _Arriving:
    """The rest of a request, read as the app asks for it. TimeoutError when it does not come."""

    def __init__(self, reader: Any, worker: Worker) -> None:
        self._reader = reader
        self._worker = worker
        self._until = time.monotonic() + ARRIVAL

    def read(self, size: int) -> bytes:
        """Some of it, as gunicorn's readers give it."""
        late = TimeoutError("the body of a request did not arrive")
        gevent.sleep(0)  # what is there already would be read without a pause
        left = self._until - time.monotonic()
        if left <= 0:
            raise late
        with self._worker._awaiting(), gevent.Timeout(left, late):
            found: bytes = self._reader.read(size)
            return found

    def is_at_end(self) -> bool:
        """Read what the app left unread, as far as it is little and there soon; whether that was all."""
        self._until = min(self._until, time.monotonic() + _LEFT_OVER)
        return any(not self.read(_AT_ONCE) for _ in range(_MOST_LEFT_OVER // _AT_ONCE))


def _hang_up(client: socket.socket) -> None:
    """Read no more: whoever waits for something on this connection finds its end."""
    with suppress(OSError):
        client.shutdown(socket.SHUT_RD)
