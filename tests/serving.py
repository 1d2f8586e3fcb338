"""Starts the installed `companion` for tests that need the real server."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sysconfig
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

COMPANION = Path(sysconfig.get_path("scripts")) / "companion"
WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


@dataclass(frozen=True)
class Server:
    """A running server: its greeting, its port, and the process."""

    greeting: str
    port: int
    process: subprocess.Popen[str]

    @property
    def url(self) -> str:
        """Its address on this machine."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """kill -9, workers and all: what a power cut does."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(30)

    def interrupt(self) -> float:
        """Press Ctrl-C; seconds until it is gone."""
        start = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(120)
        return time.monotonic() - start


def free_port() -> int:
    """A port nobody listens on. It stays free until the server takes it, also while that is down: no outgoing
    connection is given it, not even one to itself, and no other worker of the run is told of it."""
    while True:
        port = SystemRandom().randrange(11_000, _outgoing()) // WORKERS * WORKERS + WORKER
        try:
            with socket.create_server(("127.0.0.1", port)):
                return port
        except OSError:
            continue


def _outgoing() -> int:
    """The lowest port that outgoing connections are given."""
    with suppress(OSError, ValueError):
        lowest = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
        return lowest if lowest > 12_000 else 32_768
    return 32_768


def environment(**more: str) -> dict[str, str]:
    """The environment without settings of the machine the tests run on."""
    ours = ("COMPANION_", "SECRET_KEY", "DATABASE_URL", "PORT", "HOST")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)} | more


@contextmanager
def serving(
    data: Path, *options: str, command: Path = COMPANION, port: int | None = None, **env: str
) -> Iterator[Server]:
    """`companion serve` until the block ends. The greeting comes once it accepts connections."""
    port = port or free_port()
    with running(
        [command, "serve", "--data", data, "--port", str(port), *options], port, cwd=data.parent, **env
    ) as server:
        yield server


@contextmanager
def running(command: Sequence[object], port: int, *, cwd: Path, **env: str) -> Iterator[Server]:
    """A command that serves on a port, until the block ends."""
    process = subprocess.Popen(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(**env),
        cwd=cwd,
        start_new_session=True,
    )
    try:
        yield Server(_greeting(process), port, process)
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(120)
        for stream in (process.stdout, process.stderr):
            if stream:
                stream.close()


def _greeting(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    assert process.stderr is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith("Ctrl-C"):
            return "".join(lines)
    raise AssertionError(f"the server did not start: {process.stderr.read()}")
