"""A downloaded table ("Download everything") and its log, written and read again.

Reading checks the shape of every entry before anything is made of it: strangers may have written the file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import MISSING, fields
from datetime import UTC, datetime, timedelta
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.formats.table_json import sheet, state
from companion.rules.editions.edition import MOST_PLAYERS
from companion.rules.playing.events import Event, Renamed, Started
from companion.rules.playing.fold import Entry
from companion.rules.playing.ledger import MOST_ATTENDANCE, MOST_ENTRIES, Ledger
from companion.rules.playing.seating import Rights
from companion.rules.playing.stored import KINDS, decode, encode
from companion.rules.refusals import Problem, Reason, Refusal
from companion.rules.scoring.reading import loads
from companion.rules.scoring.sheet import TABLE_FORMAT
from companion.rules.seats import KEEPER
from companion.text.graphemes import LONGEST_NAME, fits

VERSION = 1
EVERYTHING = Rights(frozenset({KEEPER}))  # given only to who sees every purse
_LONGEST = 300  # characters of a text
_UNSTORABLE = re.compile("[\0-\x1f\ud800-\udfff]")  # control characters, and halves of characters
_SINCE = datetime(2000, 1, 1, tzinfo=UTC)  # when there was no such app
_LARGEST = 1_000_000  # no number at a table comes near


def as_json(ledger: Ledger) -> dict[str, Any]:
    """Everything there is to know about a table: its score sheet, its state, its log."""
    return {
        "format": TABLE_FORMAT,
        "version": VERSION,
        "sheet": sheet(ledger).to_json(),
        "state": state(ledger, EVERYTHING),
        "log": [
            {
                "entry": entry.seq,
                "kind": entry.event.kind,
                "v": entry.event.v,
                "by": entry.by,
                "at": entry.at.isoformat() if entry.at else None,
                "override": entry.override,
                "data": encode(entry.event),
            }
            for entry in ledger.entries
        ],
    }


def read(raw: bytes) -> tuple[Entry, ...] | Problem:
    """The entries of a downloaded table, or the first thing wrong with the file."""
    data = loads(raw)
    if isinstance(data, Problem):
        return data
    if not isinstance(data, dict):
        return Problem((), Refusal(Reason.NOT_OBJECT))
    if data.get("format") != TABLE_FORMAT:
        return Problem(("format",), Refusal(Reason.WRONG_FORMAT, {"expected": TABLE_FORMAT}))
    if data.get("version") != VERSION:
        return Problem(("version",), Refusal(Reason.WRONG_VERSION, {"expected": VERSION}))
    log = data.get("log")
    if not isinstance(log, list) or not 0 < len(log) <= MOST_ENTRIES + MOST_ATTENDANCE:
        return Problem(("log",), Refusal(Reason.NOT_LIST))
    entries = [_entry(seq, row) for seq, row in enumerate(log, 1)]
    wrong = next((str(seq) for seq, entry in enumerate(entries, 1) if entry is None), None)
    if wrong is not None:
        return Problem(("log", wrong), Refusal(Reason.NOT_AN_ENTRY, {"entry": wrong}))
    return tuple(entry for entry in entries if entry is not None)


def long_name(entries: Sequence[Entry]) -> Problem | None:
    """The first name of a log that is longer than one may be given here, with its row and field. Only who makes a new
    table of a log asks: what was stored before there was this limit can be read all the same."""
    for entry in entries:
        for field, name in _names(entry.event):
            if not fits(name):
                refusal = Refusal(Reason.NAME_LONG, {"name": name, "most": LONGEST_NAME})
                return Problem(("log", str(entry.seq), "data", field), refusal)
    return None


def _names(event: Event) -> list[tuple[str, str]]:
    """The names an event gives, each with its field."""
    match event:
        case Started():
            return [("names", name) for name in event.names]
        case Renamed(_, name, was):
            return [("name", name), ("was", was)]
        case _:
            return []


def _entry(seq: int, row: Any) -> Entry | None:
    """An entry of the log, or None for what is none that this version can read."""
    if not isinstance(row, dict) or row.get("entry") != seq:
        return None
    kind: Any
    v: Any
    kind, v, data = row.get("kind"), row.get("v"), row.get("data")
    override, by = row.get("override", ""), row.get("by")
    event = KINDS.get(kind) if isinstance(kind, str) else None
    if event is None or not _fits(v, int) or not 0 < v <= event.v or not isinstance(data, dict):
        return None
    hints = _hints(kind)
    needed = {name for name, (_, optional) in hints.items() if not optional}
    if not needed <= data.keys() <= hints.keys():
        return None
    if not all(_fits(data[name], hints[name][0]) and (name == "change" or _counts(data[name])) for name in data):
        return None
    if not _fits(override, str) or not (by is None or (_fits(by, int) and 0 <= by <= MOST_PLAYERS)):
        return None
    return Entry(seq, decode(kind, v, data), by, _moment(row.get("at")), override)


@cache
def _hints(kind: str) -> dict[str, tuple[Any, bool]]:
    """The type of each field of a kind of event, and whether it may be missing."""
    event = KINDS[kind]
    types = get_type_hints(event)
    return {field.name: (types[field.name], field.default is not MISSING) for field in fields(event)}


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value from JSON is of a type that events have."""
    hint = getattr(hint, "__supertype__", hint)  # a seat is a number like others
    if hint is Any:
        return any(_fits(value, each) for each in (bool, int, str, tuple[int, ...]))
    if hint is int:
        return type(value) is int and abs(value) <= _LARGEST
    if hint is str:
        return isinstance(value, str) and len(value) <= _LONGEST and not _UNSTORABLE.search(value)
    if get_origin(hint) in (Union, UnionType):
        return any(_fits(value, each) for each in get_args(hint))
    if get_origin(hint) is tuple:
        return _fits_all(value, get_args(hint))
    return type(value) is (type(None) if hint is type(None) else hint)


def _counts(value: Any) -> bool:
    """Whether no number in a value is below 0: only a correction may be."""
    if isinstance(value, list):
        return all(_counts(item) for item in value)
    return not isinstance(value, int) or value >= 0


def _fits_all(value: Any, hints: tuple[Any, ...]) -> bool:
    if not isinstance(value, list) or len(value) > MOST_ENTRIES:
        return False
    if hints[-1:] == (...,):
        return all(_fits(item, hints[0]) for item in value)
    return len(value) == len(hints) and all(_fits(item, hint) for item, hint in zip(value, hints, strict=True))


def _moment(text: Any) -> datetime | None:
    """When an entry was made; None where nobody can tell."""
    try:
        found = datetime.fromisoformat(text)
        found = found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (TypeError, ValueError, OverflowError):
        return None
    return found if _SINCE < found < datetime.now(UTC) + timedelta(days=2) else None
