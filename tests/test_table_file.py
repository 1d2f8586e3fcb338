"""A downloaded table read again: every field at its limits, and just beyond them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from companion.formats.table_file import as_json, read
from companion.rules.playing import commands as cmd
from companion.rules.playing.ledger import MOST_ENTRIES
from companion.rules.refusals import Problem, Reason
from tests.rules.tables import Log

HARVEST, CORRECTION = 1, 2  # their places in the log below


def file() -> Any:
    """A table with a harvest and a correction, as it is downloaded."""
    log = Log(3).did(cmd.Harvest(1, "blue", cards=6), cmd.Correct(2, "red", 3, "miscounted"))
    return json.loads(json.dumps(as_json(log.ledger)))


def outcome(data: Any) -> str:
    """What becomes of it: empty for a table, else the place that is wrong."""
    found = read(json.dumps(data).encode())
    return "/".join(map(str, found.where)) if isinstance(found, Problem) else ""


ENTRY: list[tuple[str, list[Any], list[Any]]] = [  # a field of an entry, what may stand there, and what may not
    ("by", [None, 0, 1, 9], [-1, 10, True, "1", 1.0]),
    ("v", [1, 2], [0, 3, -1, True, "1", None]),
    ("kind", ["harvested"], ["Harvested", "", None, 7, ["harvested"]]),
    ("override", ["", "x" * 300], ["x" * 301, None, 7, "a\nb", "a\0b", "a\x1fb", "\ud800", "\udfff"]),
    ("entry", [2], [1, 3, "2", None]),
    ("at", [None, "yesterday", "", 7, "2026-01-01T12:00:00"], []),
    ("data", [], [None, [], {}, "x"]),
]
FIELD: list[tuple[int, str, list[Any], list[Any]]] = [  # the same of the data of an event
    (HARVEST, "cards", [None, 0, 6, 1_000_000], [-1, 1_000_001, True, "6", 6.0]),
    (HARVEST, "talers", [0, 1_000_000], [-1, 1_000_001, None, False]),
    (HARVEST, "soy", [0, 3], [-1, None]),
    (HARVEST, "bean", ["x" * 300], ["x" * 301, None, 3, "b\x07"]),
    (HARVEST, "colour", [], ["blue"]),
    (CORRECTION, "change", [-1_000_000, 0, 1_000_000], [-1_000_001, 1_000_001, None, "1"]),
    (CORRECTION, "reason", ["", "x" * 300], ["x" * 301, None]),
    (CORRECTION, "was", [None, 0, 5], [-1, "5"]),
]


@pytest.mark.parametrize(("field", "good", "bad"), ENTRY, ids=lambda part: part if isinstance(part, str) else "")
def test_a_field_of_an_entry(field: str, good: list[Any], bad: list[Any]) -> None:
    for values, expected in ((good, ""), (bad, "log/2")):
        for value in values:
            data = file()
            data["log"][HARVEST][field] = value
            assert outcome(data) == expected, value


@pytest.mark.parametrize(
    ("entry", "field", "good", "bad"), FIELD, ids=lambda part: part if isinstance(part, str) else ""
)
def test_a_field_of_what_happened(entry: int, field: str, good: list[Any], bad: list[Any]) -> None:
    for values, expected in ((good, ""), (bad, f"log/{entry + 1}")):
        for value in values:
            data = file()
            data["log"][entry]["data"][field] = value
            assert outcome(data) == expected, value


@pytest.mark.parametrize("field", ["seat", "bean", "talers"])
def test_what_an_event_cannot_do_without_must_be_there(field: str) -> None:
    data = file()
    del data["log"][HARVEST]["data"][field]
    assert outcome(data) == "log/2"


def test_what_an_event_can_do_without_may_be_left_out() -> None:
    data = file()
    del data["log"][HARVEST]["data"]["soy"]
    for field in ("by", "at", "override"):
        del data["log"][HARVEST][field]
    assert outcome(data) == ""


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"format": "other"}, "format"),
        ({"version": 2}, "version"),
        ({"log": []}, "log"),
        ({"log": {}}, "log"),
        ({"log": [None]}, "log/1"),
        ({"log": [None] * (MOST_ENTRIES + 1_000)}, "log/1"),
        ({"log": [None] * (MOST_ENTRIES + 1_001)}, "log"),
        ({"state": None, "sheet": None}, ""),
    ],
)
def test_a_file_of_another_kind_or_length(change: dict[str, Any], where: str) -> None:
    assert outcome(file() | change) == where


def test_what_is_written_is_read_again_as_it_was() -> None:
    log = Log(3).did(cmd.Harvest(1, "blue", cards=6), cmd.SetUp(1, start=2, order=(1, 3, 2)), cmd.Undo(1, (2,)))
    found = read(json.dumps(as_json(log.ledger)).encode())
    assert not isinstance(found, Problem)
    assert [(entry.seq, entry.event, entry.by, entry.at) for entry in found] == [
        (entry.seq, entry.event, entry.by, None) for entry in log.entries
    ]


NOW = datetime.now(UTC)
MOMENTS: list[tuple[str, datetime | None]] = [
    ("2026-01-01T12:00:00+02:00", datetime(2026, 1, 1, 10, tzinfo=UTC)),
    ("2026-01-01T12:00:00", datetime(2026, 1, 1, 12, tzinfo=UTC)),  # nobody said where: then as our own
    ("2000-01-01T00:00:01+00:00", datetime(2000, 1, 1, 0, 0, 1, tzinfo=UTC)),
    ("1999-12-31T23:59:59+00:00", None),
    ((NOW + timedelta(days=1)).isoformat(), NOW + timedelta(days=1)),  # a clock that is wrong by a day
    ((NOW + timedelta(days=3)).isoformat(), None),
    ("0001-01-01T00:00:00+14:00", None),
]


@pytest.mark.parametrize(("text", "moment"), MOMENTS, ids=range(len(MOMENTS)))
def test_moments_are_told_by_one_clock_and_left_out_where_they_cannot_be(text: str, moment: datetime | None) -> None:
    data = file()
    data["log"][HARVEST]["at"] = text
    found = read(json.dumps(data).encode())
    assert not isinstance(found, Problem)
    assert found[HARVEST].at == moment
    assert found[HARVEST].at is None or found[HARVEST].at.tzinfo is UTC


@pytest.mark.parametrize("raw", [b"", b"{", b"7", b"[]", b'"x"', b"null"])
def test_what_is_no_table_at_all(raw: bytes) -> None:
    found = read(raw)
    assert isinstance(found, Problem)
    assert found.refusal.reason in (Reason.NOT_JSON, Reason.NOT_OBJECT)
