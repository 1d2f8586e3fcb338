"""`companion serve`: gunicorn with settings that suit tables full of phones, and an address to scan."""

from __future__ import annotations

import gc
import io
import os
import secrets
import shutil
import signal
import socket
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import qrcode
from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger

from companion import address, logs
from companion.app import create_app, prepare
from companion.demo import open_table
from companion.service import DatabaseUnavailableError, Service
from companion.settings import Settings, SettingsError, load
from companion.store.engine import Database
from companion.worker import aside, room_for_connections

# One process: SQLite has one writer, and a ring reaches every phone of the process. The control socket would write to
# the home folder. Nothing of a forwarded header is read here: companion/web/proxies.py does that.
GUNICORN: dict[str, Any] = {
    "workers": 1,
    "worker_class": "companion.worker.Worker",
    "graceful_timeout": 3,
    "timeout": 60,
    "forwarder_headers": "",
    "secure_scheme_headers": {},
    "limit_request_line": 8190,
    "control_socket_disable": True,
}


class _Arbiter(Arbiter):  # type: ignore[misc]
    """A terminal that is closed stops the server as Ctrl-C does, unless it was started to outlive it (`nohup`)."""

    def init_signals(self) -> None:
        outlives = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        super().init_signals()
        if outlives:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def handle_hup(self) -> None:
        self.handle_term()


class _Logger(Logger):  # type: ignore[misc]
    """Gunicorn's log in the form of ours."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.error_log.handlers = [logs.handler()]


class Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn on a socket that is bound already. The app is made after the fork: nothing it starts would survive it."""

    def __init__(self, settings: Settings, database: Database, listener: socket.socket, greeting: str) -> None:
        self.room = room_for_connections()
        # Half of them at most may listen: there is always room for requests.
        self.settings = replace(settings, most_streams=min(settings.most_streams, self.room // 2))
        self.database = database
        self.listener = listener
        self.greeting = greeting
        super().__init__()

    def load_config(self) -> None:
        """Gunicorn's hook: our settings instead of its command line."""
        for name, value in GUNICORN.items():
            self.cfg.set(name, value)
        self.cfg.set("worker_connections", self.room)
        self.cfg.set("bind", f"fd://{self.listener.fileno()}")
        self.cfg.set("logger_class", _Logger)
        self.cfg.set("loglevel", self.settings.log_level)
        # The terminal tells every process that it is gone; workers wait for the one that started them to stop them.
        self.cfg.set("post_worker_init", lambda _worker: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.cfg.set("on_exit", lambda _arbiter: self.database.settle())
        self.cfg.set("when_ready", lambda _arbiter: print(self.greeting, flush=True))

    def run(self) -> None:
        """Serve until told to stop; then SystemExit."""
        _Arbiter(self).run()

    def load(self) -> Flask:
        """Gunicorn's hook: the application. What is wrong with the settings is said in one line."""
        try:
            return create_app(self.settings, aside)
        except (SettingsError, DatabaseUnavailableError) as error:
            print(f"companion: {error}", file=sys.stderr)
            sys.exit(Arbiter.APP_LOAD_ERROR)


def serve(options: Namespace) -> int:
    """Serve until interrupted. Returns 1, after one line on standard error, when that cannot be done."""
    return _serve(options, os.environ, options.data)


def demo(options: Namespace) -> int:
    """Serve a game in progress from a folder that is gone afterwards; the address printed leads to its seats."""
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    folder, started = tempfile.mkdtemp(prefix="companion-demo-"), os.getpid()
    try:
        return _serve(options, kept, Path(folder), _demo_path)
    finally:
        if os.getpid() == started:  # workers leave by this way, too, and others may go on without them
            shutil.rmtree(folder, ignore_errors=True)


def _demo_path(service: Service) -> str:
    row = open_table(service, secrets.token_urlsafe(16))  # a device nobody has: everybody joins by the link
    return f"/j/{row.join_key}"


def _serve(
    options: Namespace, environ: Mapping[str, str], data: Path | None, path: Callable[[Service], str] = lambda _: ""
) -> int:
    """`path` is what the address in the greeting leads to, once there is a database."""
    try:
        settings = load(environ, data=data, public_url=options.public_url)
        settings = replace(settings, address=address.url(options.host, options.port))
        logs.set_up(settings.log_level)
        listener = _listen(options.host, options.port)
        database, editions = prepare(settings)
        leads_to = path(Service(database, editions))
        database.close()  # no open connection may cross the fork of a worker
    except SettingsError as error:
        return _refuse(str(error))
    except DatabaseUnavailableError as error:
        return _refuse(str(error))
    base = settings.public_url or settings.address
    greeting = _greeting(base + leads_to, hints(options, settings, leads_to))
    gc.collect()
    gc.freeze()  # nothing of this goes away until the end, which is quicker for it
    Server(settings, database, listener, greeting).run()
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """A bound socket. SettingsError when the port is taken or the host is not one of this computer's."""
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, place = sorted(found, key=lambda entry: entry[0] != socket.AF_INET)[0]
        # Who listens on all IPv6 addresses is meant to be found under the IPv4 ones as well.
        both = family == socket.AF_INET6 and place[0] == "::" and socket.has_dualstack_ipv6()
        listener = socket.create_server(place[:2], family=family, backlog=512, dualstack_ipv6=both)
    except OSError as error:
        cause = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
        raise SettingsError(f"cannot listen on {host or 'this computer'}, port {port}: {cause}") from None
    listener.set_inheritable(True)
    return listener


def hints(options: Namespace, settings: Settings, leads_to: str) -> list[str]:
    """What else to know about where the server is, and where it keeps things."""
    lines = []
    if not settings.public_url:
        if address.is_here_alone(options.host):
            lines.append("Only this computer can reach it: without --host, phones can, too.")
        others = address.own_addresses()[1:] if address.is_everywhere(options.host) else []
        if others:
            lines.append("This computer has other addresses, for phones in those networks:")
            for one in others:
                named = f" ({one.interface})" if one.interface else ""
                lines.append(f"  {one.url(options.port)}{leads_to}{named}")
    if settings.keeps_files or not settings.key_given:
        lines.append(f"Data folder: {settings.data}")
    if not settings.keeps_files and not settings.key_given:
        lines.append("Only the secret key lies there. Set SECRET_KEY, or phones lose their seats when the folder goes.")
    return lines


def _greeting(base: str, hints: Sequence[str]) -> str:
    lines = [f"The High Bohn companion is at {base}", *hints, "Ctrl-C stops it.", ""]
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
