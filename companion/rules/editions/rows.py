"""Reads rows of a TOML file of the rules: typed, complete, and naming the row when something is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from companion.rules.editions.beans import Meter
from companion.rules.editions.edition import MOST_PLAYERS


class EditionError(ValueError):
    """An edition file, or the ledger of rules, that cannot be used; the message names file, row and field."""


class Row:
    """One table of a TOML file. Every key must be asked for: `done` refuses the rest as misspelt."""

    def __init__(self, data: object, where: str) -> None:
        if not isinstance(data, Mapping):
            raise EditionError(f"{where}: must be a table")
        self.data: Mapping[str, Any] = data
        self.where = where
        self._asked: set[str] = set()

    def fail(self, key: str, what: str) -> EditionError:
        """The error for one key of this row."""
        return EditionError(f"{self.where}: {key}: {what}")

    def _get(self, key: str, kind: type, what: str, default: Any) -> Any:
        self._asked.add(key)
        value = self.data.get(key, default)
        if value is None and default is None and key in self.data:
            raise self.fail(key, f"must be {what}")
        if value is ...:
            raise self.fail(key, "is missing")
        if value is not None and (not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)):
            raise self.fail(key, f"must be {what}")
        return value

    def text(self, key: str, default: Any = ...) -> str:
        """A text; required and not empty unless there is a default."""
        value: str = self._get(key, str, "a text", default)
        if default is ... and not value.strip():
            raise self.fail(key, "must not be empty")
        return value

    def flag(self, key: str, default: bool | None = False) -> bool | None:
        """True or false."""
        value: bool | None = self._get(key, bool, "true or false", default)
        return value

    def number(self, key: str, low: int, high: int, default: Any = ...) -> Any:
        """A whole number within both bounds."""
        value = self._get(key, int, f"a whole number from {low} to {high}", default)
        if value is not None and not low <= value <= high:
            raise self.fail(key, f"must be a whole number from {low} to {high}")
        return value

    def numbers(self, key: str, default: Any = ...) -> Any:
        """A list of player counts."""
        value = self._get(key, list, "a list of player counts", default)
        if value is not None and not (value and all(type(n) is int and 2 <= n <= MOST_PLAYERS for n in value)):
            raise self.fail(key, "must be a list of player counts")
        return None if value is None else tuple(value)

    def list_of(self, key: str, low: int, high: int, default: tuple[int, ...]) -> tuple[int, ...]:
        """A list of whole numbers within both bounds, not empty."""
        what = f"a list of whole numbers from {low} to {high}"
        value = self._get(key, list, what, None)
        if value is None:
            return default
        if not value or not all(type(number) is int and low <= number <= high for number in value):
            raise self.fail(key, f"must be {what}")
        return tuple(value)

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of texts, none of them empty; required unless there is a default."""
        value = self._get(key, list, "a list of texts", ... if default is None else None)
        if value is None and default is not None:
            return default
        if not value or not all(isinstance(text, str) and text.strip() for text in value):
            raise self.fail(key, "must be a list of texts")
        return tuple(value)

    def meter(self, key: str, cards: int, required: bool = False) -> Meter | None:
        """A meter `{cards = Talers}`: both rise, no step pays more Talers than it has cards, or needs more than `cards`."""
        value = self._get(key, dict, "a meter {cards = Talers}", ... if required else None)
        if value is None:
            return None
        if not all(re.fullmatch("[1-9][0-9]?", count) for count in value):
            raise self.fail(key, "steps must be numbers of cards, from 1 to 99")
        steps = tuple((int(count), talers) for count, talers in value.items())
        last = (0, 0)
        for step in steps:
            if type(step[1]) is not int or not (step[0] > last[0] and step[1] > last[1]):
                raise self.fail(key, "cards and Talers must both rise from step to step")
            if step[1] > step[0] or step[0] > cards:
                raise self.fail(key, f"{step[0]} cards for {step[1]} Talers cannot be")
            last = step
        if not steps:
            raise self.fail(key, "has no step")
        return Meter(steps)

    def row(self, key: str) -> Row:
        """A table inside this row."""
        return Row(self._get(key, dict, "a table", ...), f"{self.where}: {key}")

    def rows(self, key: str, name: str = "", optional: bool = False) -> Iterator[Row]:
        """The tables of a list, each called by its `name` field in messages, and none twice."""
        found: set[str] = set()
        for position, data in enumerate(self._get(key, list, "a list of tables", [] if optional else ...), 1):
            named = isinstance(data, Mapping) and name in data
            label = str(data[name]) if named else f"row {position}"
            row = Row(data, f"{self.where}: {key} {label}")
            if named and label in found:
                raise row.fail(name, "stands twice")
            found.add(label)
            yield row

    def done(self) -> None:
        """Refuse keys nobody asked for."""
        for key in self.data.keys() - self._asked:
            raise self.fail(key, "is not a field of this row")
