"""Proxies in front of the server, set up as README says: what it shows is taken from there, and only places change."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.places import ROOT
from tests.serving import free_port

PATIENCE = 120  # seconds for anything to happen


@dataclass(frozen=True)
class Proxy:
    """A running proxy: the port for https, what to trust, and how to make it read its configuration again."""

    port: int
    certificate: Path
    process: subprocess.Popen[bytes]
    again: list[str]

    @property
    def trust(self) -> ssl.SSLContext:
        """For clients that check its certificate."""
        return ssl.create_default_context(cafile=self.certificate)

    def reload(self) -> None:
        """Read the configuration again, and wait until what was started for the old one is not asked any more."""
        before = self._children()
        subprocess.run(self.again, check=True, capture_output=True, timeout=PATIENCE)
        if before:  # nginx: the command does not wait
            until(lambda: bool(set(self._children()) - set(before)))

    def _children(self) -> list[str]:
        return Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()


def until(holds: Callable[[], bool]) -> None:
    """Wait for something."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def program(name: str) -> str | None:
    """Where a proxy is installed; not everybody has a path to the programs of the system."""
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")


def shown(language: str) -> str:
    """The one block of README in a language."""
    [block] = re.findall(
        rf"^```{language}\n(.+?)^```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    return str(block)


def moved(text: str, **places: str) -> str:
    """A configuration with other places: each that is named here has to stand in it."""
    for old, new in places.items():
        assert old in text
        text = text.replace(old, new)
    return text


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine, signed by itself, and its key."""
    made, key = folder / "certificate.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"]
    subprocess.run([*command, "-keyout", key, "-out", made], check=True, capture_output=True, timeout=PATIENCE)
    return made, key


@contextmanager
def nginx(folder: Path, upstream: int) -> Iterator[Proxy]:
    """nginx as README sets it up."""
    port, (made, key) = free_port(), certificate(folder)
    site = moved(
        shown("nginx"),
        **{
            "listen 443": f"listen 127.0.0.1:{port}",
            "server_name example.org": "server_name localhost",
            "/etc/letsencrypt/live/example.org/fullchain.pem": str(made),
            "/etc/letsencrypt/live/example.org/privkey.pem": str(key),
            "127.0.0.1:8000": f"127.0.0.1:{upstream}",
        },
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    aside = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    user = "user root;" if os.getuid() == 0 else ""
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; {user} pid {folder}/pid; error_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{aside}{site}}}\n"
    )
    command = [program("nginx") or "", "-p", str(folder), "-c", str(config), "-e", "stderr"]
    with _running(command, folder, port) as process:
        yield Proxy(port, made, process, [*command, "-s", "reload"])


@contextmanager
def caddy(folder: Path, upstream: int) -> Iterator[Proxy]:
    """Caddy as README sets it up. Nobody signs a certificate for this machine: it is given one."""
    port, admin, (made, key) = free_port(), free_port(), certificate(folder)
    site = moved(
        shown("caddyfile"),
        **{
            "example.org {": f"https://localhost:{port} {{\n  tls {made} {key}",
            "127.0.0.1:8000": f"127.0.0.1:{upstream}",
        },
    )
    config = folder / "Caddyfile"
    options = f"admin 127.0.0.1:{admin}\nauto_https disable_redirects"
    config.write_text(f"{{\n{options}\n}}\n{site}")
    command = [program("caddy") or "", "run", "--config", str(config)]
    with _running(command, folder, port) as process:
        yield Proxy(port, made, process, [command[0], "reload", "--force", "--config", str(config)])


@contextmanager
def _running(command: list[str], folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    home = {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}  # Caddy's
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | home)
    try:
        until(lambda: process.poll() is not None or _answers(port))
        assert process.poll() is None, f"{command} ended"
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False
