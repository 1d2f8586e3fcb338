"""Streams through the proxy: passed on as they come, delayed, cut, refused, or left half open."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import pytest

from tests.faults.proxy import Proxy
from tests.faults.upstream import LIVE, Upstream
from tests.faults.weather import Fault, Weather

EVENT = b"data: %d\n\n"


@dataclass
class Listener:
    """A phone that listens: the status it got, and what it has heard."""

    socket: socket.socket
    heard: bytes = b""
    status: int = 0

    def hears(self, what: bytes) -> bool:
        """Wait for these bytes. Whether they came; False when the stream ends or breaks before."""
        while what not in self.heard:
            try:
                some = self.socket.recv(1000)
            except ConnectionError:
                return False
            if not some:
                return False
            self.heard += some
        return True


@contextmanager
def listening(proxy: Proxy, *script: Fault) -> Iterator[Listener]:
    """A phone that listens through the proxy, once its stream has begun."""
    proxy.weather.script(lambda request: request.path == LIVE, *script)
    with socket.create_connection(("127.0.0.1", proxy.ports["Ana"]), timeout=120) as connection:
        connection.sendall(b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % LIVE.encode())
        phone = Listener(connection)
        assert phone.hears(b"\r\n\r\n")
        head, _, phone.heard = phone.heard.partition(b"\r\n\r\n")
        phone.status = int(head.split()[1])
        yield phone


def test_a_stream_passes_as_it_comes(proxy: Proxy, upstream: Upstream) -> None:
    with listening(proxy) as phone:
        for number in range(5):
            upstream.events.put(EVENT % number)  # not before the one before it was heard
            assert phone.hears(EVENT % number)
        upstream.events.put(b"")
        assert not phone.hears(b"more")


def test_a_stream_is_delayed(proxy: Proxy, upstream: Upstream) -> None:
    with listening(proxy, Fault.STREAM_DELAY) as phone:
        start = time.monotonic()
        upstream.events.put(EVENT % 1)
        assert phone.hears(EVENT % 1)
        assert time.monotonic() - start > 0.2


def test_a_stream_is_cut(proxy: Proxy) -> None:
    with listening(proxy, Fault.STREAM_CUT) as phone:
        assert not phone.hears(EVENT % 1)


def test_a_stream_is_refused(proxy: Proxy, upstream: Upstream) -> None:
    with listening(proxy, Fault.BAD_GATEWAY) as phone:
        assert phone.status == 502
    assert upstream.asked == []


def chatter(phone: Listener, upstream: Upstream) -> None:
    """Say something and hear it, again and again."""
    for number in range(10_000):  # a stream that is to fall silent does so within seconds
        upstream.events.put(EVENT % number)
        assert phone.hears(EVENT % number)


def test_a_silent_stream_stays_open_until_the_network_is_calm(proxy: Proxy, upstream: Upstream) -> None:
    with listening(proxy, Fault.STREAM_SILENT) as phone:
        phone.socket.settimeout(0.5)
        with pytest.raises(TimeoutError):
            chatter(phone, upstream)
        phone.socket.settimeout(120)
        proxy.calm()
        assert not phone.hears(b"more")


def test_a_phone_that_goes_takes_its_stream_along(proxy: Proxy, upstream: Upstream) -> None:
    with listening(proxy) as phone:
        upstream.events.put(EVENT % 1)
        assert phone.hears(EVENT % 1)
        assert proxy.streams == 1
    deadline = time.monotonic() + 120
    while proxy.streams:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_it_stops_while_phones_are_served(upstream: Upstream) -> None:
    with ExitStack() as phones, Proxy(upstream.port, Weather(1), "Ana").running() as proxy:
        for fault in (Fault.STREAM_SILENT, Fault.STREAM_DELAY, Fault.PASS):
            phones.enter_context(listening(proxy, fault))
        proxy.weather.script(lambda _: True, *[Fault.DELAY_REQUEST] * 50)
        for _ in range(50):
            connection = phones.enter_context(socket.create_connection(("127.0.0.1", proxy.ports["Ana"]), timeout=120))
            connection.sendall(b"POST /t/x/harvest HTTP/1.1\r\nHost: x\r\n\r\n")
        before = time.monotonic()
    assert time.monotonic() - before < 100
    assert proxy.streams == 0
