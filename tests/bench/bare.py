"""What the app is measured beside: a Flask app that does next to nothing, on the very settings of `companion serve`.

`python -m tests.bench.bare PORT FOLDER` serves it. POST / is one durable INSERT. GET /live is a stream; POST /push stores
something, too, and then sends the event that PUT /event has set down every stream."""

from __future__ import annotations

import gc
import secrets
import socket
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

from flask import Flask, Response, request
from gevent.queue import SimpleQueue
from gunicorn.app.base import BaseApplication

from companion.serve import GUNICORN
from companion.worker import room_for_connections


def bare_app(folder: Path) -> Flask:
    """The app, with a database as durable as ours: WAL, and the disk has it before the answer goes."""
    app = Flask("bare")
    connection = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("CREATE TABLE IF NOT EXISTS bare (n TEXT)")
    streams: set[SimpleQueue[bytes]] = set()
    event = [b""]

    @app.post("/")
    def insert() -> str:
        connection.execute("INSERT INTO bare VALUES (?)", [secrets.token_hex()])
        return "ok"

    @app.put("/event")
    def set_event() -> str:
        event[0] = request.get_data()
        return "ok"

    @app.post("/push")
    def push() -> str:
        insert()
        for stream in streams:
            stream.put(event[0])
        return "ok"

    @app.get("/live")
    def live() -> Response:
        def events() -> Iterator[bytes]:
            mine: SimpleQueue[bytes] = SimpleQueue()
            streams.add(mine)
            yield b"event: ready\ndata: \n\n"
            while True:
                yield mine.get()

        return Response(events(), mimetype="text/event-stream")

    return app


class _Server(BaseApplication):  # type: ignore[misc]
    def __init__(self, listener: socket.socket, folder: Path) -> None:
        self.listener, self.folder = listener, folder
        super().__init__()

    def load_config(self) -> None:
        for name, value in GUNICORN.items():
            self.cfg.set(name, value)
        self.cfg.set("worker_connections", room_for_connections())
        self.cfg.set("bind", f"fd://{self.listener.fileno()}")
        self.cfg.set("when_ready", lambda _arbiter: print("Ctrl-C stops it.", flush=True))

    def load(self) -> Flask:
        return bare_app(self.folder)


if __name__ == "__main__":
    place = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=512)
    place.set_inheritable(True)
    gc.collect()
    gc.freeze()
    _Server(place, Path(sys.argv[2])).run()
