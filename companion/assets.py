"""Finds the pages and the static files, and gives each static file an address that changes with its content.

In a checkout they lie beside the package, in an installed wheel inside it."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """The folder `templates` or `static`. FileNotFoundError when the installation is incomplete."""
    for place in (_PACKAGE / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"the {name} folder is missing beside {_PACKAGE}")


@cache
def fingerprint(name: str) -> str:
    """Twelve hex digits of the file's content: browsers may keep an address for ever that carries them."""
    return hashlib.sha256((folder("static") / name).read_bytes()).hexdigest()[:12]


@cache
def version() -> str:
    """Twelve hex digits that change with any static file."""
    files = sorted(path for path in folder("static").rglob("*") if path.is_file())
    return hashlib.sha256(
        "".join(fingerprint(str(path.relative_to(folder("static")))) for path in files).encode()
    ).hexdigest()[:12]


def drawn_beans() -> frozenset[str]:
    """The beans we have a picture of; an edition of one's own may bring others."""
    return frozenset(re.findall(r'<symbol id="([a-z0-9_]+)"', (folder("static") / "beans.svg").read_text("utf-8")))
