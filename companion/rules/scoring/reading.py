"""Reads JSON that strangers wrote: typed getters that collect problems instead of raising."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.rules.refusals import Problem, Reason, Refusal

LARGEST = 1_000_000  # bytes; a sheet of seven players needs about three thousand
MOST_PROBLEMS = 100  # that are told of one sheet
_QUOTED = 60  # code points of what somebody wrote that are quoted
_MISSING: Any = object()


class _TwiceError(ValueError):
    """A JSON object that gives a key twice: one of the two values would be lost unseen."""


def loads(raw: bytes) -> object:
    """The JSON in these bytes, or the `Problem` with them as a whole."""
    if len(raw) > LARGEST:
        return Problem((), Refusal(Reason.TOO_LARGE, {"most": LARGEST}))
    try:
        text = raw.decode(json.detect_encoding(raw))
        return json.loads(text, object_pairs_hook=_unique, parse_constant=str, parse_int=_whole)
    except UnicodeDecodeError:
        return Problem((), Refusal(Reason.NOT_UTF8))
    except _TwiceError as error:
        return bounded(Problem((), Refusal(Reason.TWICE, {"field": error.args[0]})))
    except json.JSONDecodeError as error:
        return Problem((), Refusal(Reason.NOT_JSON, {"line": error.lineno, "column": error.colno}))
    except RecursionError:
        return Problem((), Refusal(Reason.TOO_DEEP))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _TwiceError(key)
        found[key] = value
    return found


def _whole(digits: str) -> int | str:
    """The number; one of absurd length stays text, to be refused at its place."""
    return int(digits) if len(digits) <= 40 else digits


def given(value: object) -> str:
    """A value as it stands in the sheet, to be quoted in a sentence."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "[…]"


def bounded(problem: Problem) -> Problem:
    """The problem with what it quotes shortened: whoever wrote a novel need not read it again."""
    facts = {name: _short(fact) for name, fact in problem.refusal.facts.items()}
    return Problem(tuple(_short(step) for step in problem.where), replace(problem.refusal, facts=facts))


def _short(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    value = value if len(value) <= _QUOTED else f"{value[:_QUOTED]}…"
    return value.encode("utf-8", "replace").decode()  # JSON can hold halves of characters, pages cannot


class Reader:
    """One JSON object at a place in a sheet. Getters return None (or the default) after noting a problem."""

    def __init__(self, data: object, where: tuple[str | int, ...], problems: list[Problem]) -> None:
        self.where = where
        self.problems = problems
        self.data: Mapping[str, Any] = data if isinstance(data, Mapping) else {}
        self.is_object = isinstance(data, Mapping)
        if not self.is_object:
            self.note((), Reason.NOT_OBJECT)

    def note(self, where: tuple[str | int, ...], reason: Reason, **facts: object) -> None:
        """Note a problem at a place inside this object, unless there are more already than anybody is told."""
        if len(self.problems) <= MOST_PROBLEMS:
            self.problems.append(Problem((*self.where, *where), Refusal(reason, facts)))

    def only(self, known: Collection[str]) -> None:
        """Note every field that is not known: most often it is a misspelt one, and its figure would be lost."""
        for key in self.data:
            if key not in known:
                self.note((key,), Reason.UNKNOWN_FIELD, field=key, known=list(known))

    def text(self, key: str, default: Any = _MISSING) -> Any:
        """A text."""
        value = self._get(key, default)
        if value is None or isinstance(value, str):
            return value
        self.note((key,), Reason.NOT_TEXT)
        return None

    def flag(self, key: str) -> bool:
        """True or false; false when it is missing."""
        value = self.data.get(key, False)
        if isinstance(value, bool):
            return value
        self.note((key,), Reason.NOT_BOOLEAN)
        return False

    def count(self, key: str, most: int) -> int:
        """A whole number from 0 to `most`; 0 when it is missing or wrong."""
        return self._count((key,), self.data.get(key, 0), most)

    def counts(self, key: str, most: Mapping[str, int]) -> Iterator[tuple[str, int]]:
        """The whole numbers of an object as (name, number); names without a bound are left to the caller."""
        for name, value in self.inside(key).data.items():
            yield name, self._count((key, name), value, most.get(name, 0)) if name in most else -1

    def items(self, key: str, *, optional: bool = False) -> list[Any] | None:
        """A list."""
        value = self._get(key, None if optional else _MISSING)
        if value is None or isinstance(value, list):
            return value
        self.note((key,), Reason.NOT_LIST)
        return None

    def inside(self, key: str) -> Reader:
        """The object under that key, empty when it is missing."""
        return Reader(self.data.get(key, {}), (*self.where, key), self.problems)

    def _get(self, key: str, default: Any) -> Any:
        value = self.data.get(key, default)
        if value is _MISSING or (value is None and default is _MISSING):
            self.note((key,), Reason.MISSING)
            return None
        return value

    def _count(self, where: tuple[str, ...], value: object, most: int) -> int:
        if type(value) is not int:
            self.note(where, Reason.NOT_WHOLE, given=given(value))
        elif value < 0:
            self.note(where, Reason.NEGATIVE, number=value)
        elif value > most:
            self.note(where, Reason.MORE_THAN_CARDS, number=value, cards=most)
        else:
            return value
        return 0
