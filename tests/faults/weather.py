"""What a network does to requests: the faults there are, how often each strikes, and which one strikes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from tests.faults.wire import Request

Matches = Callable[[Request], bool]


class Kind(StrEnum):
    """What a request is for: each kind has its own faults and rates."""

    VERB = "verb"  # an entry
    READ = "read"  # board, state, sheets
    STREAM = "stream"  # Server-Sent Events
    OTHER = "other"  # whole pages and static files: never harmed


class Fault(StrEnum):
    """What happens to one request."""

    PASS = "pass"  # noqa: S105 - no password
    DELAY_REQUEST = "request delayed"
    DELAY_ANSWER = "answer delayed"
    DROP_REQUEST = "request dropped"  # the server never sees it
    DROP_ANSWER = "answer dropped"  # the server has done it
    DUPLICATE = "request doubled"  # the server gets it twice at once; the phone hears the second answer
    CUT_ANSWER = "answer cut"  # half of it, then the connection breaks
    SHORT_ANSWER = "answer shortened"  # half of it, with a length that fits
    SIGN_IN = "302 to a sign-in page"
    UNAUTHORIZED = "401"
    FORBIDDEN = "403"
    TOO_LARGE = "413"
    TOO_MANY = "429"
    TOO_MANY_WAIT = "429 with Retry-After"
    SERVER_ERROR = "500"
    BAD_GATEWAY = "502"
    UNAVAILABLE = "503"
    STRANGER = "200 of a stranger"  # another site's page, as captive portals send it
    STREAM_CUT = "stream cut"
    STREAM_DELAY = "stream delayed"
    STREAM_SILENT = "stream silent"  # half open: neither an end nor another byte


_STREAM_ALONE = (Fault.STREAM_CUT, Fault.STREAM_DELAY, Fault.STREAM_SILENT)
ORDINARY = tuple(fault for fault in Fault if fault not in (*_STREAM_ALONE, Fault.PASS))
FAULTS: Mapping[Kind, tuple[Fault, ...]] = {
    Kind.VERB: ORDINARY,
    Kind.READ: ORDINARY,
    Kind.STREAM: (*_STREAM_ALONE, Fault.BAD_GATEWAY),
    Kind.OTHER: (),
}
STORM: Mapping[Kind, float] = {Kind.VERB: 0.55, Kind.READ: 0.25, Kind.STREAM: 0.6}


def kind(request: Request) -> Kind:
    """What a request is for. Pages that are opened as such pass: a person who sees an error there reloads."""
    if not request.path.startswith("/t/"):
        return Kind.OTHER
    if request.method == "POST":
        return Kind.VERB
    if request.path.endswith("/live"):
        return Kind.STREAM
    return Kind.OTHER if request.head.header("Sec-Fetch-Mode") == "navigate" else Kind.READ


@dataclass
class Weather:
    """Calm at first. The same seed gives the n-th request of a kind by a phone the same fault in every run."""

    seed: int
    rates: Mapping[Kind, float] = field(default_factory=lambda: STORM)
    storm: bool = False
    counts: Counter[tuple[Kind, Fault]] = field(default_factory=Counter)
    _script: list[tuple[Matches, Fault]] = field(default_factory=list)
    _asked: Counter[tuple[str, Kind]] = field(default_factory=Counter)

    def script(self, matches: Matches, *faults: Fault) -> None:
        """Give the next requests that match these faults, one each, in a storm or not."""
        self._script.extend((matches, fault) for fault in faults)

    @property
    def scripted(self) -> int:
        """How many scripted faults have not struck yet."""
        return len(self._script)

    def choose(self, request: Request) -> tuple[Fault, Random]:
        """The fault for a request, and the dice for how long or how much."""
        what, phone = kind(request), request.phone
        self._asked[phone, what] += 1
        dice = Random(f"{self.seed} {phone} {what} {self._asked[phone, what]}")  # noqa: S311
        fault = self._scripted(request)
        if fault is None:
            struck = self.storm and FAULTS[what] and dice.random() < self.rates.get(what, 0)
            fault = dice.choice(FAULTS[what]) if struck else Fault.PASS
        self.counts[what, fault] += 1
        return fault, dice

    def _scripted(self, request: Request) -> Fault | None:
        for place, (matches, fault) in enumerate(self._script):
            if matches(request):
                del self._script[place]
                return fault
        return None

    def told(self) -> str:
        """What it did, for people."""
        struck: Counter[Fault] = Counter()
        for (_, fault), number in self.counts.items():
            struck[fault] += number
        return ", ".join(f"{struck[fault]} {fault}" for fault in Fault if fault is not Fault.PASS and struck[fault])
