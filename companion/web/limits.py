"""How much a request may bring, known before anything is done with it: bytes, fields, code points, and no NUL.

Werkzeug's own limits do not apply to urlencoded forms, and Python's text functions are quadratic in places."""

from __future__ import annotations

import io
from collections.abc import Iterable
from http import HTTPStatus
from itertools import chain
from typing import IO, Any

from flask import Flask, abort, request
from htmx_flask.requests import HtmxAwareRequest
from werkzeug.exceptions import BadRequest, HTTPException, RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from companion.rules.scoring.reading import LARGEST as LARGEST_SHEET

LARGEST_FORM = 32_000  # bytes; a filled-in quick score for seven has about ten thousand
MOST_FIELDS = 1_000  # of a form, or of an address
LONGEST_VALUE = 8_000  # code points of one field; what is kept is far shorter
LONGEST_ADDRESS = 8_190  # bytes
LONGEST_LIST = 1_000  # code points of a header that is a list: to read it takes longer with each item
_LISTS = (
    "HTTP_ACCEPT", "HTTP_ACCEPT_CHARSET", "HTTP_ACCEPT_ENCODING", "HTTP_ACCEPT_LANGUAGE", "HTTP_CACHE_CONTROL",
    "HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH", "HTTP_RANGE", "HTTP_IF_RANGE",
)  # fmt: skip
_PARTS_AT_ONCE = 100_000  # bytes of a form in parts; Werkzeug looks at up to 64 kB of it at a time
_TAKES_FILES = ("quick.submit", "tables.open_downloaded")


def init_app(app: Flask) -> None:
    """Bound every request to this app."""
    app.request_class = BoundedRequest
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_FORM, MAX_FORM_MEMORY_SIZE=_PARTS_AT_ONCE, MAX_FORM_PARTS=MOST_FIELDS)
    app.before_request_funcs.setdefault(None, []).insert(0, _bound)


class _BoundedForms(FormDataParser):
    def parse(self, stream: IO[bytes], mimetype: str, *args: Any, **kwargs: Any) -> Any:
        if mimetype == "application/x-www-form-urlencoded":
            raw = stream.read(LARGEST_FORM + 1)
            if len(raw) > LARGEST_FORM or raw.count(b"&") >= MOST_FIELDS:
                raise RequestEntityTooLarge
            stream = io.BytesIO(raw)
        rest, form, files = super().parse(stream, mimetype, *args, **kwargs)
        texts = list(chain.from_iterable(form.items(multi=True)))
        if sum(map(len, texts)) > LARGEST_FORM:
            raise RequestEntityTooLarge
        _check(texts)
        return rest, form, files


class BoundedRequest(HtmxAwareRequest):  # type: ignore[misc]
    """A request whose form, body and headers are bounded."""

    form_data_parser_class = _BoundedForms

    def __init__(self, environ: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        for name in _LISTS:
            if len(environ.get(name, "")) > LONGEST_LIST:
                del environ[name]
        if len(environ.get("HTTP_COOKIE", "")) > LONGEST_ADDRESS:
            del environ["HTTP_COOKIE"]
        super().__init__(environ, *args, **kwargs)

    def _get_stream_for_parsing(self) -> IO[bytes]:
        return _Arriving(super()._get_stream_for_parsing())  # type: ignore[return-value]

    def _get_file_stream(self, *_: Any, **__: Any) -> IO[bytes]:
        return io.BytesIO()  # what is sent as a file is small enough to be kept in memory

    def get_data(self, *args: Any, **kwargs: Any) -> Any:
        """The body as bytes, or text."""
        try:
            return super().get_data(*args, **kwargs)
        except Exception as error:
            raise _unreadable(error) from error


class _Arriving:
    """A body that may never arrive, or not be what its headers say."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        """Some of it, as much as `size` says."""
        try:
            return self._stream.read(size)
        except Exception as error:
            raise _unreadable(error) from error


def _unreadable(error: Exception) -> HTTPException:
    if isinstance(error, HTTPException):
        return error
    return BadRequest()


def _bound() -> None:
    if request.endpoint in _TAKES_FILES:
        request.max_content_length = LARGEST_SHEET + LARGEST_FORM
    if len(request.query_string) > LONGEST_ADDRESS or request.query_string.count(b"&") >= MOST_FIELDS:
        abort(HTTPStatus.REQUEST_URI_TOO_LONG)
    if "\0" in request.path:
        abort(HTTPStatus.NOT_FOUND)


def _check(texts: Iterable[str]) -> None:
    for text in texts:
        if len(text) > LONGEST_VALUE:
            raise RequestEntityTooLarge
        if "\0" in text:  # PostgreSQL stores none
            raise BadRequest
