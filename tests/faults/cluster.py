"""A PostgreSQL of the tests' own, in a folder of its own, to be stopped, killed and frozen."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.serving import free_port


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, if it is installed."""
    known = shutil.which("initdb")
    if known:
        return Path(known).resolve().parent
    return max((path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")), default=None)


class Cluster:
    """Its processes belong to the user `postgres` where we are root: it refuses to run as that."""

    def __init__(self, folder: Path, bin_folder: Path) -> None:
        self.port = free_port()
        self._bin = bin_folder
        self._data = folder / "cluster"
        self._user = "postgres" if os.getuid() == 0 else None
        self._main: subprocess.Popen[bytes] | None = None
        folder.chmod(0o755)
        self._data.mkdir()
        if self._user:
            shutil.chown(self._data, self._user)
        self._run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "--no-sync")

    @property
    def url(self) -> str:
        """The address of its database."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it, and wait until it lets us in."""
        # A killed process loses nothing that the system has taken: only a power cut needs fsync.
        options = {"fsync": "off", "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "port": self.port}
        command = [self._bin / "postgres", "-D", self._data]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        log = (self._data.parent / "cluster.log").open("ab")
        with log:
            self._main = subprocess.Popen(
                [str(part) for part in command],
                stdout=log,
                stderr=log,
                user=self._user,
                start_new_session=True,
                cwd="/",
            )
        deadline = time.monotonic() + 300
        while not self._answers():
            assert self._main.poll() is None, (self._data.parent / "cluster.log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def stop(self, *, kill: bool = False) -> None:
        """Shut it down, or kill all of its processes at once as a power cut would."""
        if self._main is None:
            return
        if kill:
            for pid in self._processes():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        else:
            self._main.send_signal(signal.SIGINT)  # which is its fast way to stop
        self._main.wait(120)
        self._main = None

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Stand still: what is sent to it is taken, and never answered."""
        pids = self._processes()
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=10).close()
        except psycopg.OperationalError:
            return False
        return True

    def _processes(self) -> list[int]:
        assert self._main is not None
        children = Path(f"/proc/{self._main.pid}/task/{self._main.pid}/children").read_text().split()
        return [self._main.pid, *map(int, children)]

    def _run(self, name: str, *arguments: object) -> None:
        command = [str(self._bin / name), *map(str, arguments)]
        subprocess.run(command, check=True, capture_output=True, user=self._user, timeout=120, cwd="/")
