"""The Procfile as platforms use it: dependencies installed, the app not, and the database somewhere else."""

from __future__ import annotations

import os
import re
import subprocess
import urllib.request
from pathlib import Path

from tests.places import new_checkout, new_environment
from tests.serving import environment, free_port, running
from tests.store.conftest import url

__all__ = ["url"]


def test_a_checkout_serves_by_the_procfile_alone(tmp_path: Path, url: str) -> None:
    """Nothing but the database is written to: what such hosts keep for longer is not the folder of a process."""
    home, checkout = new_environment(tmp_path / "env"), new_checkout(tmp_path / "checkout")
    assert not list(checkout.rglob("*.mo"))
    lines = dict(re.findall(r"^(\w+): (.+)$", (checkout / "Procfile").read_text(), re.MULTILINE))
    assert list(lines) == ["release", "web"]
    port = free_port()
    settings = {
        "PATH": f"{home / 'bin'}:{os.environ['PATH']}",
        "PORT": str(port),
        "DATABASE_URL": url.replace("postgresql+psycopg:", "postgres:"),
        "SECRET_KEY": "a key of the host, the same for all",
        "HOME": "/nowhere",
    }
    released = subprocess.run(
        lines["release"].split(), cwd=checkout, env=environment(**settings), capture_output=True, text=True, check=False, timeout=240
    )  # fmt: skip
    assert (released.returncode, released.stdout) == (0, "The database is up to date.\n"), released.stderr
    with running(lines["web"].split(), port, cwd=checkout, **settings) as server:
        assert ("Data folder" in server.greeting) == url.startswith("sqlite")
        wanted = urllib.request.Request(server.url, headers={"Accept-Language": "de"})  # noqa: S310
        with urllib.request.urlopen(wanted, timeout=60) as answer:  # noqa: S310
            assert answer.headers["Content-Language"] == "de"
            assert "Neuer Tisch" in answer.read().decode()
