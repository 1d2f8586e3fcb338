"""A proxy between phones and the server that does to requests what bad networks do."""

from __future__ import annotations

import asyncio
import socket
import time
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random
from threading import Event, Thread

from tests.faults import wire
from tests.faults.weather import Fault, Kind, Weather, kind
from tests.faults.wire import Answer, Request

SIGN_IN = "/captive/sign-in"
_PAGE = "<!doctype html><title>Welcome</title><h1>Welcome to our network</h1><form method=post><button>Go on</button></form>"
_OWN = {
    Fault.SIGN_IN: wire.answer(302, "", Location=SIGN_IN),
    Fault.UNAUTHORIZED: wire.answer(401, _PAGE, WWW_Authenticate="Portal"),
    Fault.FORBIDDEN: wire.answer(403, _PAGE),
    Fault.TOO_LARGE: wire.answer(413, "too large"),
    Fault.TOO_MANY: wire.answer(429, "too many"),
    Fault.TOO_MANY_WAIT: wire.answer(429, "too many", Retry_After="1"),
    Fault.SERVER_ERROR: wire.answer(500, "broken"),
    Fault.BAD_GATEWAY: wire.answer(502, "bad gateway"),
    Fault.UNAVAILABLE: wire.answer(503, "later", Retry_After="1"),
    Fault.STRANGER: wire.answer(200, _PAGE),
}


@dataclass(frozen=True)
class Exchange:
    """One entry on its way: what was asked, what befell it, and the server's own statuses (none: it never saw it)."""

    request: Request
    fault: Fault
    at: float  # monotonic, when the server had answered or was not asked
    statuses: tuple[int, ...]


class Proxy:
    """Listens on a port for each phone, in a thread of its own. Each connection carries one request, so that a browser
    does not itself send again what was dropped; nothing is compressed, so that half an answer is half a text."""

    def __init__(self, upstream: int, weather: Weather, *phones: str) -> None:
        """`upstream` is the port of the server, `phones` are names by which the drivers know theirs."""
        self.upstream = upstream
        self.weather = weather
        self.ports = dict.fromkeys(phones, 0)
        self.exchanges: list[Exchange] = []
        self.under_way = Counter[str]()  # entries of each phone that have come and are not answered yet
        self.streams = 0  # that are open
        self.broken: list[Exception] = []  # what went wrong in here
        self._serving: set[asyncio.Task[None]] = set()
        self._harmed: set[StreamWriter] = set()
        self._stop = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop

    def url(self, phone: str) -> str:
        """Where a phone finds it."""
        return f"http://127.0.0.1:{self.ports[phone]}"

    def calm(self) -> None:
        """No more faults but scripted ones. Streams under a fault are cut, so that nobody waits for what is gone."""
        self.weather.storm = False
        self._loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        for writer in self._harmed:
            writer.transport.abort()

    @contextmanager
    def running(self) -> Iterator[Proxy]:
        """Serve until the block ends."""
        ready = Event()
        thread = Thread(target=self._run, args=(ready,), name="proxy")
        thread.start()
        try:
            assert ready.wait(120)
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._stop.set)
            thread.join(120)
        assert not thread.is_alive()
        assert self.broken == []

    def _run(self, ready: Event) -> None:
        with asyncio.Runner() as runner:
            self._loop = runner.get_loop()
            runner.run(self._serve(ready))

    async def _serve(self, ready: Event) -> None:
        listening = []
        for phone in self.ports:
            listener = socket.create_server(("127.0.0.1", 0))
            listener.setblocking(False)
            self.ports[phone] = listener.getsockname()[1]
            listening.append(asyncio.create_task(self._listen(phone, listener)))
        ready.set()
        await self._stop.wait()
        for port in self.ports.values():
            with suppress(ConnectionError):  # another phone was first
                socket.create_connection(("127.0.0.1", port)).close()  # so that each listener sees that it is over
        await asyncio.wait(listening)
        for connection in self._serving:
            connection.cancel()
        if self._serving:
            await asyncio.wait(self._serving)

    async def _listen(self, phone: str, listener: socket.socket) -> None:
        """Serve whoever connects. Neither closing an `asyncio.start_server` nor cancelling does: a connection that is
        accepted at that very moment would stay open for ever."""
        with listener:
            while True:
                connection, _ = await self._loop.sock_accept(listener)
                if self._stop.is_set():
                    connection.close()
                    return
                task = asyncio.create_task(self._connected(phone, connection))
                self._serving.add(task)
                task.add_done_callback(self._serving.discard)

    async def _connected(self, phone: str, connection: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=connection, limit=2**22)
        try:
            request = await wire.read_request(reader, phone)
            fault, dice = self.weather.choose(request)
            if kind(request) is Kind.STREAM and fault not in _OWN:
                await _first(self._stream(request, fault, dice, writer), reader.read())
            else:
                await self._once(request, fault, dice, writer)
        except asyncio.CancelledError:
            writer.transport.abort()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the phone or the server has gone
        except Exception as error:  # told when the proxy stops
            self.broken.append(error)
        finally:
            await _closed(writer)

    async def _once(self, request: Request, fault: Fault, dice: Random, writer: StreamWriter) -> None:
        """One request that has one answer."""
        verb = kind(request) is Kind.VERB
        self.under_way[request.phone] += verb
        statuses: list[int] = []
        try:
            answer = await self._answer(request, fault, dice, statuses)
        finally:
            self.under_way[request.phone] -= verb
            if verb:
                self.exchanges.append(Exchange(request, fault, time.monotonic(), tuple(statuses)))
        if answer is not None:
            writer.write(answer.raw()[: -max(1, len(answer.body) // 2)] if fault is Fault.CUT_ANSWER else answer.raw())
            await writer.drain()

    async def _answer(self, request: Request, fault: Fault, dice: Random, statuses: list[int]) -> Answer | None:
        """What the phone hears, or None for nothing. The server's statuses are added to the list."""
        if fault in _OWN:
            return _OWN[fault]
        if request.path == SIGN_IN:
            return wire.answer(200, _PAGE)
        if fault is Fault.DROP_REQUEST:
            return None
        if fault is Fault.DELAY_REQUEST:
            await asyncio.sleep(dice.uniform(0.1, 3))
        asked = [self._ask(request, statuses) for _ in range(2 if fault is Fault.DUPLICATE else 1)]
        answer = (await asyncio.gather(*asked))[-1]
        if fault is Fault.DROP_ANSWER:
            return None
        if fault is Fault.DELAY_ANSWER:
            await asyncio.sleep(dice.uniform(0.1, 3))
        if fault is Fault.SHORT_ANSWER:
            return Answer(answer.head, answer.body[: len(answer.body) // 2])
        return answer

    async def _ask(self, request: Request, statuses: list[int]) -> Answer:
        """The server's answer; 502 when it is not there."""
        try:
            reader, writer = await self._sent(request)
            try:
                head = await wire.read_head(reader)
                answer = Answer(head, await wire.read_body(reader, head))
            finally:
                writer.close()
        except (ConnectionError, asyncio.IncompleteReadError):
            return _OWN[Fault.BAD_GATEWAY]
        statuses.append(answer.status)
        return answer

    async def _sent(self, request: Request) -> tuple[StreamReader, StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.upstream, limit=2**22)
        writer.write(request.head.without("accept-encoding").raw() + request.body)
        return reader, writer

    async def _stream(self, request: Request, fault: Fault, dice: Random, phone: StreamWriter) -> None:
        """A stream, passed on byte by byte as it comes."""
        reader, writer = await self._sent(request)
        self.streams += 1
        if fault is not Fault.PASS:
            self._harmed.add(phone)
        try:
            phone.write((await wire.read_head(reader)).raw())
            pause = (lambda: asyncio.sleep(dice.uniform(0.2, 2))) if fault is Fault.STREAM_DELAY else None
            whole = _pump(reader, phone, pause)
            if fault not in (Fault.STREAM_CUT, Fault.STREAM_SILENT):
                return await whole
            with suppress(TimeoutError):
                await asyncio.wait_for(whole, dice.uniform(0, 3))
            if fault is Fault.STREAM_SILENT:
                await self._stop.wait()
            phone.transport.abort()
        finally:
            self.streams -= 1
            self._harmed.discard(phone)
            writer.close()


async def _closed(writer: StreamWriter) -> None:
    """Close a connection once everything is on its way, at once when that is cancelled."""
    writer.close()
    try:
        await writer.wait_closed()
    except ConnectionError:
        pass  # it broke by itself
    except asyncio.CancelledError:
        writer.transport.abort()


async def _pump(reader: StreamReader, writer: StreamWriter, pause: Callable[[], Awaitable[None]] | None) -> None:
    while some := await reader.read(2**16):
        if pause:
            await pause()
        writer.write(some)
        await writer.drain()


async def _first(*waiting: Awaitable[object]) -> None:
    """Until one of them is done; the others are given up."""
    tasks = [asyncio.ensure_future(one) for one in waiting]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
