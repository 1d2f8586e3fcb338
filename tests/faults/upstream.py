"""A server for the proxy's own tests: it notes what it is asked, and its streams say what they are told to say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread

TEXT = b"0123456789"  # its answer to everything
LIVE = "/t/x/live"


@dataclass
class Upstream:
    """What it was asked (path and body), and the events that wait for its stream; b"" ends one."""

    asked: list[tuple[str, bytes]] = field(default_factory=list)
    events: Queue[bytes] = field(default_factory=Queue)
    port: int = 0


@contextmanager
def upstream() -> Iterator[Upstream]:
    """A running one."""
    made = Upstream()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            made.asked.append((self.path, body))
            if self.path == LIVE:
                self._stream()
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(TEXT)))
            self.end_headers()
            self.wfile.write(TEXT)

        do_GET = do_POST  # noqa: N815 - the library's name

        def _stream(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            while event := made.events.get(timeout=240):
                self.wfile.write(b"%x\r\n%s\r\n" % (len(event), event))
            self.close_connection = True

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        made.port = server.server_port
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield made
        for _ in made.asked:
            made.events.put(b"")
        server.shutdown()
        thread.join()
