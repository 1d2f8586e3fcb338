"""Finds the pages and the static files, and gives the static files an address that changes with their content.

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
def version() -> str:
    """Twelve hex digits that change with any static file: browsers may keep an address for ever that carries them."""
    top = folder("static")
    digest = hashlib.sha256()
    for path in sorted(path for path in top.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(top)}\n".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def drawn_beans() -> frozenset[str]:
    """The beans we have a picture of; an edition of one's own may bring others."""
    return frozenset(re.findall(r'<symbol id="([a-z0-9_]+)"', (folder("static") / "beans.svg").read_text("utf-8")))


@cache
def light_colours() -> dict[str, str]:
    """The colours of the light theme by their names: the tokens of `app.css` (`paper`, `p1`), and the fills of the parts
    of a score (`c1`) and of the figures in them (`k1`)."""
    tokens = (folder("static") / "app.css").read_text("utf-8").split(":root {", 1)[1].split("}", 1)[0]
    fills = re.findall(r"([^{}]+)\{ fill: (#[0-9a-f]+)", (folder("static") / "result.css").read_text("utf-8"))
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]+)", tokens))
    return found | {name: colour for names, colour in fills for name in re.findall(r"\.([ck]\d)\b", names)}
