"""`companion serve`: gunicorn with settings that suit tables full of phones, and an address to scan."""

from __future__ import annotations

import io
import os
import secrets
import socket
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import qrcode
from flask import Flask
from gunicorn.app.base import BaseApplication
from sqlalchemy.exc import SQLAlchemyError

from companion import address
from companion.app import create_app
from companion.demo import open_table
from companion.settings import SettingsError, load

# One process: SQLite has one writer, and a ring reaches every phone of the process. Phones hold a thread
# each while they listen, so there are hundreds. The control socket would write to the home folder.
GUNICORN: dict[str, Any] = {
    "workers": 1,
    "worker_class": "gthread",
    "threads": 400,
    "graceful_timeout": 2,
    "timeout": 60,
    "keepalive": 30,
    "limit_request_line": 8190,
    "control_socket_disable": True,
    "loglevel": "warning",
}


class Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn around an app that is ready, on a socket that is bound already."""

    def __init__(self, app: Flask, listener: socket.socket, greeting: str) -> None:
        self.app = app
        self.listener = listener
        self.greeting = greeting
        super().__init__()

    def load_config(self) -> None:
        """Gunicorn's hook: our settings instead of its command line."""
        for name, value in GUNICORN.items():
            self.cfg.set(name, value)
        self.cfg.set("bind", f"fd://{self.listener.fileno()}")
        self.cfg.set("when_ready", lambda _arbiter: print(self.greeting, flush=True))

    def load(self) -> Flask:
        """Gunicorn's hook: the application."""
        return self.app


def serve(options: Namespace) -> int:
    """Serve until interrupted. Returns 1, after one line on standard error, when that cannot be done."""
    return _serve(options, os.environ, options.data)


def demo(options: Namespace) -> int:
    """Serve a game in progress from a folder that is gone afterwards; the address printed leads to its seats."""
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as folder:
        return _serve(options, kept, Path(folder), _demo_path)


def _demo_path(app: Flask) -> str:
    parts = app.extensions["companion"]
    row = open_table(parts.service, secrets.token_urlsafe(16))  # a device nobody has: everybody joins by the link
    parts.close()  # no open connection may cross the fork of a worker
    return f"/j/{row.join_key}"


def _serve(
    options: Namespace, environ: Mapping[str, str], data: Path | None, path: Callable[[Flask], str] = lambda _: ""
) -> int:
    """`path` is what the address in the greeting leads to, once the app is there."""
    try:
        settings = load(environ, data=data, public_url=options.public_url)
        listener = _listen(options.host, options.port)
        app = create_app(settings)
    except SettingsError as error:
        return _refuse(str(error))
    except SQLAlchemyError as error:
        return _refuse(f"the database cannot be used: {str(error).splitlines()[0]}")
    base = settings.public_url or address.url(options.host, options.port)
    Server(app, listener, _greeting(base + path(app), str(settings.data))).run()
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """A bound socket. SettingsError when the port is taken or the host is not one of this computer's."""
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, place = sorted(found, key=lambda entry: entry[0] != socket.AF_INET)[0]
        listener = socket.create_server(place[:2], family=family, backlog=512)
    except OSError as error:
        cause = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
        raise SettingsError(f"cannot listen on {host or 'this computer'}, port {port}: {cause}") from None
    listener.set_inheritable(True)
    return listener


def _greeting(base: str, data: str) -> str:
    lines = [f"The High Bohn companion is at {base}", f"Data folder: {data}", "Ctrl-C stops it.", ""]
    code = qrcode.QRCode(border=2)
    code.add_data(base)
    picture = io.StringIO()
    code.print_ascii(out=picture, invert=True)  # light on dark, as terminals mostly are
    text = "\n".join([*lines, picture.getvalue()])
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:  # a terminal without block characters still shows the address
        return "\n".join(lines)
    return text


def _refuse(line: str) -> int:
    print(f"companion: {line}", file=sys.stderr)
    return 1
