"""What many phones cost: one tap over HTTP beside a bare Flask view, and one entry told to a hundred phones
beside a raw broadcast of the same bytes."""

from __future__ import annotations

import secrets
import selectors
import socket
import statistics
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from companion.app import create_app
from companion.live.frames import Frame
from companion.live.notifier import Notifier
from companion.live.streams import events
from companion.settings import load
from companion.store.engine import Database
from tests.web.phones import Phone

pytestmark = pytest.mark.alone
Tell = Callable[[str], None]
PHONES = 100


def bare_app(path: Path) -> FlaskClient:
    """A Flask app whose only view does one durable INSERT."""
    database = Database(f"sqlite:///{path}")
    with database.write() as connection:
        connection.execute(text("CREATE TABLE bare (n TEXT)"))
    app = Flask("bare")

    @app.post("/")
    def insert() -> str:
        with database.write() as connection:
            connection.execute(text("INSERT INTO bare VALUES (:n)"), {"n": secrets.token_hex()})
        return "ok"

    return app.test_client()


def test_a_tap_over_http_beside_a_bare_view(tmp_path: Path, tell: Tell) -> None:
    bare = bare_app(tmp_path / "bare.sqlite")
    phone = Phone(create_app(load({}, data=tmp_path / "data"))).open("Ana", "Ben", "Cleo", "Dan")
    taps, views = [], []
    for number in range(200):
        start = time.perf_counter()
        phone.did("turn", 1, command_id=f"tap-{number}")
        middle = time.perf_counter()
        assert bare.post("/").status_code == 200
        taps.append(middle - start)
        views.append(time.perf_counter() - middle)
    tap, view = statistics.median(taps), statistics.median(views)
    tell(f"a tap over HTTP: {tap * 1e3:.2f} ms median, {tap / view:.2f} x a bare Flask view with one durable INSERT")
    assert tap / view < 6


def told(stack: ExitStack, send: Callable[[socket.socket], None]) -> list[socket.socket]:
    """A hundred phones' ends of a connection each, whose other end a thread of its own serves."""
    ends = []
    for _ in range(PHONES):
        ours, theirs = socket.socketpair()
        stack.enter_context(ours)
        stack.enter_context(theirs)
        theirs.setblocking(False)
        threading.Thread(target=send, args=(ours,), daemon=True).start()
        ends.append(theirs)
    return ends


def until_all_heard(ends: list[socket.socket], tap: Callable[[], None]) -> float:
    """Seconds from the tap until the last phone has bytes in hand."""
    with selectors.DefaultSelector() as waiting:
        for end in ends:
            waiting.register(end, selectors.EVENT_READ)
        start = time.perf_counter()
        tap()
        left = len(ends)
        while left:
            for key, _ in waiting.select(10):
                key.fileobj.recv(4096)  # type: ignore[union-attr]
                waiting.unregister(key.fileobj)
                left -= 1
        return time.perf_counter() - start


def test_a_hundred_phones_beside_a_raw_broadcast(tell: Tell) -> None:
    notifier, version = Notifier(), 1
    message = Frame(2, "board").event
    changed, rounds = threading.Condition(), [0]

    def stream(ours: socket.socket) -> None:
        for frame in events(
            notifier, 1, since=version, current=lambda: version, board=lambda at: Frame(at, "board"), attended=0
        ):
            try:
                ours.sendall(frame)
            except OSError:  # the phone is gone
                return

    def raw(ours: socket.socket) -> None:
        seen = 0
        while seen >= 0:
            with changed:
                changed.wait_for(lambda: rounds[0] != seen)  # noqa: B023 - read while it waits
                seen = rounds[0]
            try:
                ours.sendall(message)
            except OSError:
                return

    def ring() -> None:
        nonlocal version
        version += 1
        notifier.notify(1, version)

    def shout() -> None:
        with changed:
            rounds[0] += 1
            changed.notify_all()

    ours, bare = [], []
    with ExitStack() as stack:
        phones = told(stack, stream)
        until_all_heard(phones, lambda: None)  # the first version, told to everybody who connects
        sockets = told(stack, raw)
        for _ in range(30):
            ours.append(until_all_heard(phones, ring))
            bare.append(until_all_heard(sockets, shout))
        rounds[0] = -1
    ratio = statistics.median(ours) / statistics.median(bare)
    tell(
        f"one entry told to {PHONES} phones: {statistics.median(ours) * 1e3:.1f} ms median, {ratio:.2f} x a raw broadcast"
    )
    assert ratio < 3
