"""The log: a line for each thing, which a program can take apart, and no key in any."""

from __future__ import annotations

import io
import logging
import re

import pytest

from companion.logs import Formatter, facts

FIELD = re.compile(r'([a-z_]+)=("(?:[^"\\]|\\.)*"|[^\s"=\\]+)(?: |$)')


def line(message: str, error: Exception | None = None, **known: object) -> str:
    """What stands in the log for a message."""
    heard = io.StringIO()
    handler = logging.StreamHandler(heard)
    handler.setFormatter(Formatter())
    logger = logging.Logger("companion.somewhere")
    logger.addHandler(handler)
    logger.warning(message, extra=facts(**known), exc_info=error)
    [told] = heard.getvalue().splitlines()
    return told


def fields(told: str) -> dict[str, str]:
    """A line of the log, taken apart."""
    assert FIELD.sub("", told) == ""
    return dict(FIELD.findall(told))


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Error handling request /j/SECRET?x=1", "Error handling request /j/...?x=1"),
        ("Error handling request GET /%6a/SECRET", "Error handling request GET /j/..."),
        (
            "Invalid request from ip=192.0.2.7: Invalid HTTP Header: 'Cookie SECRET'",
            "Invalid request from ip=192.0.2.7: ...",
        ),
        (
            "Invalid request from ip=2001:db8::1: Invalid request line: 'SECRET'",
            "Invalid request from ip=2001:db8::1: ...",
        ),
    ],
)
def test_keys_and_what_was_no_request_stay_out_of_it(message: str, told: str) -> None:
    assert fields(line(message))["message"] == f'"{told}"'


def test_a_line_is_one_line_whatever_it_tells() -> None:
    told = fields(line("two\nlines\u2028or three", status=503, said='a "quoted" = word'))
    assert told["message"] == r'"two\nlines\u2028or three"'
    assert (told["status"], told["said"]) == ("503", r'"a \"quoted\" = word"')
    assert (told["level"], told["logger"]) == ("warning", "companion.somewhere")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", told["time"])


def test_an_error_says_what_and_where_and_no_key() -> None:
    try:
        raise ValueError("no seat at /j/SECRET\n[SQL: SELECT 1]")
    except ValueError as error:
        told = fields(line("GET /j/<key> failed", error))
    assert told["error"] == '"ValueError: no seat at /j/..."'
    assert re.fullmatch(r"\S+test_logs\.py:\d+", told["at"])
