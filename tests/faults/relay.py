"""Passes bytes on between the server and its database, until it is told to stand still, as a network does that fails."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread


class Relay:
    """One network. What is sent while it stands still is taken, and passed on when it moves again."""

    def __init__(self, to: int) -> None:
        self.port = 0  # once it runs
        self._to = to
        self._moving = asyncio.Event()
        self._moving.set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()

    @contextmanager
    def running(self) -> Iterator[Relay]:
        """Pass on until the block ends."""
        ready = Event()
        thread = Thread(target=lambda: asyncio.run(self._serve(ready)))
        thread.start()
        assert ready.wait(120)
        try:
            yield self
        finally:
            assert self._loop is not None
            self._loop.call_soon_threadsafe(self._stop.set)
            thread.join()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Pass nothing on, and close nothing, until the block ends."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._moving.clear)
        try:
            yield
        finally:
            self._loop.call_soon_threadsafe(self._moving.set)

    async def _serve(self, ready: Event) -> None:
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await self._stop.wait()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    async def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.CancelledError):
            await self._moving.wait()
            there, back = await asyncio.open_connection("127.0.0.1", self._to)
            await asyncio.gather(self._pump(reader, back), self._pump(there, writer))

    async def _pump(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            while some := await reader.read(2**16):
                await self._moving.wait()
                writer.write(some)
                await writer.drain()
        finally:
            writer.close()
