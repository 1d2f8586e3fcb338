"""How answers travel: compressed where the browser takes it. What is the same for many is compressed once.

Flask-Compress would do this, too, but it changes ETags, and that of a table is its version for other programs."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import rcssmin
import rjsmin
from flask import Flask, Response, request
from werkzeug.security import safe_join

from companion import assets

_TEXT = frozenset(
    {"text/html", "text/css", "text/javascript", "application/json", "application/manifest+json", "image/svg+xml", "text/csv"}
)  # fmt: skip
# Comments are for people; phones pay for every byte.
_MINIFIERS: Mapping[str, Callable[[bytes], bytes]] = {".js": rjsmin.jsmin, ".css": rcssmin.cssmin}
_WORTH_IT = 500  # bytes; below, the header costs what compression saves


def init_app(app: Flask) -> None:
    """Compress every answer that is text, unless it comes compressed or is a stream."""
    app.after_request(_compress)


def takes_gzip() -> bool:
    """Whether whoever asks understands gzip."""
    return request.accept_encodings["gzip"] > 0


def packed(plain: bytes, gzipped: bytes, mimetype: str) -> Response:
    """An answer of which both forms are there already."""
    answer = Response(gzipped if takes_gzip() else plain, mimetype=mimetype)
    if takes_gzip():
        answer.headers["Content-Encoding"] = "gzip"
    answer.vary.add("Accept-Encoding")
    return answer


def static_file(name: str) -> Response | None:
    """A static file that is text, compressed once for all; None when it is none, or not there."""
    kind = mimetypes.guess_type(name)[0] or ""
    path = safe_join(str(assets.folder("static")), name)
    if kind not in _TEXT or path is None or not Path(path).is_file():
        return None
    return packed(*_both(path), kind)


@cache
def _both(path: str) -> tuple[bytes, bytes]:
    plain = Path(path).read_bytes()
    minify = _MINIFIERS.get(Path(path).suffix)
    if minify and ".min." not in path:
        plain = minify(plain)
    return plain, gzip.compress(plain, 9, mtime=0)


def _compress(answer: Response) -> Response:
    if answer.mimetype not in _TEXT or answer.is_streamed or "Content-Encoding" in answer.headers:
        return answer
    answer.vary.add("Accept-Encoding")
    if takes_gzip() and (answer.content_length or 0) > _WORTH_IT:
        answer.set_data(gzip.compress(answer.get_data(), 5, mtime=0))
        answer.headers["Content-Encoding"] = "gzip"
    return answer
