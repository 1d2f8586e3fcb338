"""What cannot be done by the thousand: guessing codes and links, making tables, and folding long logs.

Only wrong guesses are counted, in one counter for an address, wherever they are made, and a smaller one for the codes a
device types. Who has used one up is told nothing any more, right or wrong, but neither a seat nor the holder of a link is
ever asked: those cannot be guessed. One router is one address. Each process counts for itself."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any

from flask import Flask, current_app, request, session
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import HTTPException, TooManyRequests
from werkzeug.wrappers import Response

CODES_OF_DEVICE = parse_many("10/minute")
GUESSES_OF_ADDRESS = parse_many("300/minute")
TABLES_OF_DEVICE = parse_many("10/minute;100/day")
TABLES_OF_ADDRESS = parse_many("120/minute;2000/day")
FOLDS_OF_DEVICE = parse_many("60/minute")  # of long logs; nobody mends an evening faster
_Share = tuple[RateLimitItem, str, str]


class TooManyGuessesError(TooManyRequests):
    """This device or its address has been wrong too often."""


class TooManyTablesError(TooManyRequests):
    """This device or its address has made too many tables."""


class TooMuchWorkError(TooManyRequests):
    """This device has asked for too much that takes long."""


class Throttle:
    """The counters of one process."""

    def __init__(self) -> None:
        self.enabled = True
        self._counters = FixedWindowRateLimiter(MemoryStorage())

    def reset(self) -> None:
        """Forget everything that was counted."""
        self._counters.storage.reset()

    def wait(self, shares: Sequence[_Share]) -> int:
        """Seconds until all of these shares have something left; 0 when they have."""
        used = [share for share in shares if self.enabled and not self._counters.test(*share)]
        left = [self._counters.get_window_stats(*share).reset_time - time.time() for share in used]
        return max([0, *(int(seconds) + 1 for seconds in left)])

    def count(self, shares: Sequence[_Share]) -> None:
        """Count once in each of these shares."""
        for share in shares:
            self._counters.hit(*share)


def init_app(app: Flask) -> None:
    """Give an app counters of its own."""
    app.extensions["throttle"] = Throttle()


def of(app: Flask) -> Throttle:
    """The counters of an app."""
    found: Throttle = app.extensions["throttle"]
    return found


def check_codes() -> None:
    """Before a typed code is looked up. TooManyGuessesError when there were too many wrong ones."""
    seconds = of(current_app).wait(_codes())
    if seconds:
        raise TooManyGuessesError(retry_after=seconds)


def count_wrong_code() -> None:
    """The code that was typed is none."""
    of(current_app).count(_codes())


def count_wrong(error: HTTPException) -> HTTPException:
    """Count a request for a table that is not there, or not for whoever asks; the error to answer it with."""
    guesses = _shares("guesses", (), GUESSES_OF_ADDRESS)
    seconds = of(current_app).wait(guesses)
    if seconds:
        return TooManyGuessesError(retry_after=seconds)
    of(current_app).count(guesses)
    return error


def count_fold() -> None:
    """This device is about to have a long log folded anew. TooMuchWorkError when it has had too many; those of an
    address that are not known yet have one share together."""
    shares = _shares("folds", FOLDS_OF_DEVICE, () if "device" in session else FOLDS_OF_DEVICE)
    seconds = of(current_app).wait(shares)
    if seconds:
        raise TooMuchWorkError(retry_after=seconds)
    of(current_app).count(shares)


def makes_a_table(view: Callable[..., Response]) -> Callable[..., Response]:
    """A view that makes a table when it leads there. TooManyTablesError when too many were made."""
    return _counted(view, lambda: TABLES_OF_ADDRESS)


def plays_on(view: Callable[..., Response]) -> Callable[..., Response]:
    """The same for people who sit at a table already: what others made from their address stops them not."""
    return _counted(view, tuple)


def _counted(
    view: Callable[..., Response], of_address: Callable[[], Sequence[RateLimitItem]]
) -> Callable[..., Response]:
    @wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> Response:
        seconds = of(current_app).wait(_shares("tables", TABLES_OF_DEVICE, of_address()))
        if seconds:
            raise TooManyTablesError(retry_after=seconds)
        answer = view(*args, **kwargs)
        if answer.status_code == HTTPStatus.SEE_OTHER:  # by now a new device has an id
            of(current_app).count(_shares("tables", TABLES_OF_DEVICE, of_address()))
        return answer

    return guarded


def _codes() -> list[_Share]:
    return _shares("guesses", CODES_OF_DEVICE, GUESSES_OF_ADDRESS)


def _shares(what: str, device: Sequence[RateLimitItem], address: Sequence[RateLimitItem]) -> list[_Share]:
    found = [(most, what, _address()) for most in address]
    if "device" in session:
        found += [(most, what, str(session["device"])) for most in device]
    return found


def _address() -> str:
    """The address a request comes from; of IPv6 the network, of which each household has at least one to itself."""
    given = str(request.remote_addr)
    try:
        found = ipaddress.ip_address(given)
    except ValueError:
        return given
    return given if found.version == 4 else str(ipaddress.ip_network((int(found), 64), strict=False))
