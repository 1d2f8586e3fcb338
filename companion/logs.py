"""The log: one line for each thing that happened, as key=value, for people and for programs.

Nothing in it opens a table: addresses of pages are shortened, and what could not be read as a request is left out."""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import unquote

LEVELS = ("warning", "info")  # what is wrong; and each start, stop and request
_UNREAD = re.compile(r"^(Invalid request from ip=\S+).*", re.DOTALL)
_KEYS = re.compile(r"/([jwrgt])/[\w.%-]+")
_PLAIN = re.compile(r'[^\s"=\\]+')


class Formatter(logging.Formatter):
    """Writes a record as one line. What a record has as `facts` stands behind its message, field by field."""

    def format(self, record: logging.LogRecord) -> str:
        """`time` (UTC), `level`, `logger` and `message`; of an error and its
        cause the kind, and where it came by, innermost first."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields: dict[str, object] = {"time": moment, "level": record.levelname.lower(), "logger": record.name}
        fields["message"] = without_keys(record.getMessage())
        fields |= getattr(record, "facts", {})
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            fields |= {"error": _said(error), "at": _came_by(error)}
            cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
            if cause is not None:
                fields |= {"cause": _said(cause), "cause_at": _came_by(cause)}
        return " ".join(f"{name}={_quoted(str(value))}" for name, value in fields.items())


def _said(error: BaseException) -> str:
    said = str(error).strip().splitlines()
    return f"{type(error).__name__}: {without_keys(said[0])}" if said else type(error).__name__


def _came_by(error: BaseException) -> str:
    frames = reversed(traceback.extract_tb(error.__traceback__))
    return " ".join(f"{frame.filename}:{frame.lineno}" for frame in frames)


def without_keys(message: str) -> str:
    """A message with the addresses of tables shortened, and without what could not be read as a request."""
    return _KEYS.sub(r"/\1/...", unquote(_UNREAD.sub(r"\1 ...", message)))


def handler() -> logging.Handler:
    """What writes such lines to standard error."""
    made = logging.StreamHandler(sys.stderr)
    made.setFormatter(Formatter())
    return made


def set_up(level: str) -> None:
    """Write our own log, and the warnings of the libraries, to standard error; `level` is one of LEVELS."""
    logging.basicConfig(handlers=[handler()], level=logging.WARNING)
    logging.getLogger("companion").setLevel(level.upper())


def facts(**known: object) -> Mapping[str, object]:
    """Fields of a line, to be given to a logger as `extra`."""
    return {"facts": known}


def _quoted(value: str) -> str:
    if _PLAIN.fullmatch(value) and value.isprintable():
        return value
    return json.dumps(value, ensure_ascii=not value.isprintable())
