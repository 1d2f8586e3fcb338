"""Measuring over HTTP, from outside: the server as the README starts it, and beside it the bare app on the same settings.

Both are asked in turn, a little at a time, on connections that are kept; medians are compared. What else the machine does
meanwhile falls on both alike."""

from __future__ import annotations

import itertools
import re
import selectors
import socket
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from tests.serving import Server, free_port, running, serving

PATIENCE = 120.0  # seconds for one answer; nothing here says that it takes long, only what it takes beside another
TRIES = 6
IDLE = 0.5  # seconds, a quarter of what gunicorn keeps a connection for
ROOT = Path(__file__).parents[2]
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
_IDS = itertools.count(1)


@contextmanager
def bare(folder: Path) -> Iterator[Server]:
    """The bare app until the block ends; it keeps what it stores in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    with running([sys.executable, "-m", "tests.bench.bare", port, folder], port, cwd=ROOT) as server:
        yield server


@contextmanager
def both(folder: Path, **env: str) -> Iterator[tuple[Server, Server]]:
    """Our server and the bare app."""
    with serving(folder / "data", COMPANION_PROXIES="1", **env) as ours, bare(folder / "bare") as other:
        yield ours, other


class Wire:
    """A connection that is kept, with one request under way at most. AssertionError for an answer that is an error."""

    def __init__(self, server: Server) -> None:
        self._port = server.port
        self.end = self._connected()

    def __del__(self) -> None:
        self.end.close()

    def _connected(self) -> socket.socket:
        end = socket.create_connection(("127.0.0.1", self._port), timeout=PATIENCE)
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._come, self._used = b"", time.monotonic()
        return end

    def send(self, request: bytes) -> None:
        """Begin to ask; on a new connection after a while, as the server keeps none that says nothing."""
        if time.monotonic() - self._used > IDLE:
            self.end.close()
            self.end = self._connected()
        self._come = b""
        self.end.sendall(request)

    def answered(self) -> bytes | None:
        """The whole answer, head and body, once it has come; until then what there is of it is taken in."""
        more = self.end.recv(1 << 18)
        assert more, self._come
        self._come += more
        head = self._come.find(b"\r\n\r\n")
        if head < 0:
            return None
        length = _LENGTH.search(self._come, 0, head)
        if len(self._come) < head + 4 + (int(length[1]) if length else 0):
            return None
        assert self._come.startswith((b"HTTP/1.1 2", b"HTTP/1.1 3")), self._come[:2000]
        self._used = time.monotonic()
        return self._come

    def ask(self, request: bytes) -> bytes:
        """The whole answer to a request."""
        self.send(request)
        while (found := self.answered()) is None:
            pass
        return found


Ask = tuple[Wire, Callable[[], bytes]]  # a connection, and the next request on it


def answers(asking: Sequence[Ask], each: int) -> list[float]:
    """Seconds until each answer, when all connections ask at once, and again as soon as they are answered, so many times
    each."""
    begun: dict[Wire, float] = {}
    left = dict.fromkeys((wire for wire, _ in asking), each)
    requests = dict(asking)
    took: list[float] = []

    def go(wire: Wire) -> None:
        request = requests[wire]()
        left[wire] -= 1
        begun[wire] = time.perf_counter()
        wire.send(request)

    with selectors.DefaultSelector() as waiting:
        for wire in left:
            go(wire)
            waiting.register(wire.end, selectors.EVENT_READ, wire)
        while waiting.get_map():
            ready = waiting.select(PATIENCE)
            assert ready, "no answer"
            for key, _ in ready:
                wire = key.data
                if wire.answered() is None:
                    continue
                took.append(time.perf_counter() - begun[wire])
                waiting.unregister(wire.end)
                if left[wire]:
                    go(wire)
                    waiting.register(wire.end, selectors.EVENT_READ, wire)
    return took


@dataclass(frozen=True)
class Compared:
    """What two took, in seconds, measured in turn."""

    ours: list[float]
    other: list[float]

    @property
    def ratio(self) -> float:
        """How many times as long ours took, as medians."""
        return statistics.median(self.ours) / statistics.median(self.other)

    def __str__(self) -> str:
        return f"{told(self.ours)}, beside {told(self.other)}: {self.ratio:.2f} x"


def told(seconds: Sequence[float]) -> str:
    """Median and 99th percentile, in words."""
    return f"{statistics.median(seconds) * 1e3:.2f} ms (p99 {p99(seconds) * 1e3:.1f})"


def p99(seconds: Sequence[float]) -> float:
    """The 99th percentile, the longest of few."""
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * 0.99))]


def in_turn(rounds: int, ours: Callable[[], float], other: Callable[[], float]) -> Compared:
    """What both take, one after the other, so many times. A first round is not counted: everything is new then."""
    taken = [(ours(), other()) for _ in range(rounds + 1)][1:]
    return Compared([pair[0] for pair in taken], [pair[1] for pair in taken])


def within(bound: float, rounds: int, ours: Callable[[], float], other: Callable[[], float]) -> Compared:
    """The same, measured anew while ours takes more than `bound` times as long: who else uses the machine may be in the
    way of one side for a while, but not each time."""
    for _ in range(TRIES):
        found = in_turn(rounds, ours, other)
        if found.ratio < bound:
            break
    return found


def seconds(work: Callable[[], object]) -> float:
    """What something takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


class Phone:
    """A phone with its cookie, on a connection that is kept. Each comes from an address of its own: limits that count by
    address are not what is measured here."""

    def __init__(self, server: Server) -> None:
        self.server, self.wire = server, Wire(server)
        self.code, self.cookie, self.tapped = "", "", next(_IDS)
        self._from = ".".join(str(part) for part in (10, *self.tapped.to_bytes(3, "big")))
        page = self.get("/").decode(errors="replace")
        self.token = re.search(r'csrf-token" content="([^"]+)"', page)[1]  # type: ignore[index]

    def request(self, line: str, body: str = "", **headers: str) -> bytes:
        """A request of this phone, as its browser sends it."""
        head = [f"{line} HTTP/1.1", "Host: localhost", f"X-Forwarded-For: {self._from}", f"Cookie: {self.cookie}"]
        head += ["Accept-Language: en", *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items())]
        if body:
            head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        return ("\r\n".join(head) + "\r\n\r\n" + body).encode()

    def ask(self, line: str, body: str = "", **headers: str) -> bytes:
        """The answer to a request, whose cookie is kept."""
        answer = self.wire.ask(self.request(line, body, **headers))
        for name, value in re.findall(rb"Set-Cookie: (\w+)=([^;\r]*)", answer):
            self.cookie = f"{name.decode()}={value.decode()}"
        return answer

    def get(self, path: str) -> bytes:
        """A page."""
        return self.ask(f"GET {path}")

    def open(self) -> Phone:
        """Make a table for four."""
        names = [("name", name) for name in ("Ana", "Ben", "Cleo", "Dan")]
        answer = self.ask("POST /tables", urlencode([("csrf_token", self.token), *names]))
        self.code = re.search(rb"Location: \S*/t/(\w+)", answer)[1].decode()  # type: ignore[index]
        return self

    def watchers(self, many: int) -> list[Phone]:
        """Phones that watch this one's table."""
        link = re.search(rb'href="(/w/[\w-]+)"', self.get(f"/t/{self.code}/invite"))[1].decode()  # type: ignore[index]
        found = [Phone(self.server) for _ in range(many)]
        for phone in found:
            phone.get(link)
            phone.code = self.code
        return found

    def tap(self) -> bytes:
        """The request of a tap, as the page's script sends it: the answer has the new board."""
        fields = {"command_id": f"tap-{next(_IDS)}", "seat": "1", "part": "1", "csrf_token": self.token}
        asked = {"HX-Request": "true", "Accept-Encoding": "gzip, deflate", "Accept": "*/*"}
        return self.request(f"POST /t/{self.code}/turn?", urlencode(fields), **asked)

    def post(self) -> bytes:
        """The request of a tap by a program, which is answered in JSON."""
        fields = {"command_id": f"tap-{next(_IDS)}", "seat": "1", "csrf_token": self.token}
        return self.request(f"POST /t/{self.code}/turn", urlencode(fields), Accept="application/json")

    def listen(self, query: str = "") -> bytes:
        """The request of the stream of its table."""
        return self.request(f"GET /t/{self.code}/live{query}")


def request(line: str, body: bytes = b"") -> bytes:
    """A request of the bare app."""
    return f"{line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def until_all(ends: Sequence[socket.socket], sign: bytes) -> dict[socket.socket, bytes]:
    """What came down each connection until each has brought this sign, and the blank line after it."""
    heard = dict.fromkeys(ends, b"")
    with selectors.DefaultSelector() as waiting:
        for end in ends:
            waiting.register(end, selectors.EVENT_READ)
        while waiting.get_map():
            ready = waiting.select(PATIENCE)
            assert ready, f"{len(waiting.get_map())} of {len(ends)} heard nothing"
            for key, _ in ready:
                end: socket.socket = key.fileobj  # type: ignore[assignment]
                more = end.recv(1 << 18)
                assert more, heard[end]
                heard[end] += more
                at = heard[end].find(sign)
                if at >= 0 and heard[end].find(b"\n\n", at) >= 0:
                    waiting.unregister(end)
    return heard


def listening(host: Phone, many: int) -> list[Phone]:
    """Phones that watch this one's table: each listens, and has its board."""
    phones = host.watchers(many)
    for phone in phones:
        phone.wire.send(phone.listen())
    until_all(ends_of(phones), b"event: board\n")
    return phones


def ends_of(phones: Sequence[Phone]) -> list[socket.socket]:
    """The connections of phones."""
    return [phone.wire.end for phone in phones]


def until_told(wire: Wire, request: bytes, ends: Sequence[socket.socket]) -> float:
    """Seconds from a request until each of these streams has brought a board more; by then the request is answered, too."""
    begun = time.perf_counter()
    wire.send(request)
    until_all(ends, b"event: board\n")
    took = time.perf_counter() - begun
    while wire.answered() is None:
        pass
    return took


def worker_of(server: Server) -> int:
    """The process that answers."""
    main = server.process.pid
    return int(Path(f"/proc/{main}/task/{main}/children").read_text().split()[0])


def memory_of(server: Server) -> int:
    """Bytes of memory that the process which answers has for itself."""
    told = Path(f"/proc/{worker_of(server)}/smaps_rollup").read_text()
    return sum(int(kilobytes) for kilobytes in re.findall(r"Private_(?:Clean|Dirty): +(\d+)", told)) * 1024
