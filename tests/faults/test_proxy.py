"""The proxy does what it says to a request: each fault, and what the drivers are told of it."""

from __future__ import annotations

import time
from http.client import HTTPConnection, HTTPException, IncompleteRead, RemoteDisconnected

import pytest

from tests.faults.proxy import Proxy
from tests.faults.upstream import TEXT, Upstream
from tests.faults.weather import FAULTS, ORDINARY, Fault, Kind

VERB = "/t/x/harvest"


def ask(proxy: Proxy, path: str = VERB, method: str = "POST") -> tuple[int, bytes, str]:
    """Status, body and Retry-After of a request through the proxy."""
    connection = HTTPConnection("127.0.0.1", proxy.ports["Ana"], timeout=120)
    try:
        connection.request(method, path, body=b"bean=soy")
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.getheader("Retry-After", "")
    finally:
        connection.close()


def scripted(proxy: Proxy, fault: Fault) -> None:
    """The next entry, board or stream meets this fault."""
    proxy.weather.script(lambda request: request.path.startswith("/t/"), fault)


def test_what_passes_passes_whole(proxy: Proxy, upstream: Upstream) -> None:
    assert ask(proxy) == (200, TEXT, "")
    assert upstream.asked == [(VERB, b"bean=soy")]
    [exchange] = proxy.exchanges
    assert (exchange.request.phone, exchange.fault, exchange.statuses) == ("Ana", Fault.PASS, (200,))
    assert exchange.request.fields == {"bean": "soy"}
    assert not proxy.under_way.total()


@pytest.mark.parametrize(
    ("fault", "status", "wait"),
    [
        (Fault.UNAUTHORIZED, 401, ""), (Fault.FORBIDDEN, 403, ""), (Fault.TOO_LARGE, 413, ""), (Fault.TOO_MANY, 429, ""),
        (Fault.TOO_MANY_WAIT, 429, "1"), (Fault.SERVER_ERROR, 500, ""), (Fault.BAD_GATEWAY, 502, ""),
        (Fault.UNAVAILABLE, 503, "1"), (Fault.SIGN_IN, 302, ""), (Fault.STRANGER, 200, ""),
    ],
)  # fmt: skip
def test_answers_that_are_not_the_servers(
    proxy: Proxy, upstream: Upstream, fault: Fault, status: int, wait: str
) -> None:
    scripted(proxy, fault)
    answer = ask(proxy)
    assert (answer[0], answer[2]) == (status, wait)
    assert answer[1] != TEXT
    assert upstream.asked == []
    assert proxy.exchanges[0].statuses == ()


def test_a_sign_in_page_is_there(proxy: Proxy, upstream: Upstream) -> None:
    status, body, _ = ask(proxy, "/captive/sign-in", "GET")
    assert (status, b"Welcome" in body) == (200, True)
    assert upstream.asked == []


@pytest.mark.parametrize(
    ("fault", "seen", "error"),
    [
        (Fault.DROP_REQUEST, 0, RemoteDisconnected),
        (Fault.DROP_ANSWER, 1, RemoteDisconnected),
        (Fault.CUT_ANSWER, 1, IncompleteRead),
    ],
)
def test_connections_that_break(
    proxy: Proxy, upstream: Upstream, fault: Fault, seen: int, error: type[HTTPException]
) -> None:
    scripted(proxy, fault)
    with pytest.raises(error):
        ask(proxy)
    assert len(upstream.asked) == seen
    assert proxy.exchanges[0].statuses == (200,) * seen
    assert ask(proxy) == (200, TEXT, "")


def test_a_request_that_is_doubled_and_an_answer_that_is_shortened(proxy: Proxy, upstream: Upstream) -> None:
    scripted(proxy, Fault.DUPLICATE)
    assert ask(proxy) == (200, TEXT, "")
    assert len(upstream.asked) == 2
    scripted(proxy, Fault.SHORT_ANSWER)
    assert ask(proxy) == (200, TEXT[:5], "")


@pytest.mark.parametrize("fault", [Fault.DELAY_REQUEST, Fault.DELAY_ANSWER])
def test_delays(proxy: Proxy, upstream: Upstream, fault: Fault) -> None:
    scripted(proxy, fault)
    start = time.monotonic()
    assert ask(proxy) == (200, TEXT, "")
    assert time.monotonic() - start > 0.1
    assert len(upstream.asked) == 1


def test_every_fault_has_a_test_here() -> None:
    assert set(ORDINARY) | set(FAULTS[Kind.STREAM]) | {Fault.PASS} == set(Fault)
    assert len(ORDINARY) == 10 + 3 + 2 + 2  # as many as the tests above try
