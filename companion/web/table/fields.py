"""The fields of one request to a verb: texts and numbers of the right shape, or `MalformedError` naming the field."""

from __future__ import annotations

import re
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from companion.rules.names import clean
from companion.rules.seats import Seat
from companion.text.graphemes import shortened

LONGEST = 120  # characters of a sentence as people see them
_STORED = 290  # and as a computer counts them: the log holds 300
WHOLE = re.compile(r"[0-9]{1,9}")
_SIGNED = re.compile(r"[+-]?[0-9]{1,9}")


class MalformedError(ValueError):
    """A field that is missing or has no shape the verb knows: `field` names it."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


@dataclass(frozen=True)
class Fields:
    """The fields of one request."""

    values: MultiDict[str, str]

    def text(self, name: str, most: int = 300) -> str:
        """A text that is there and no longer than that."""
        value = self.values.get(name, "").strip()
        if not value or len(value) > most:
            raise MalformedError(name)
        return value

    def sentence(self, name: str) -> str:
        """What somebody wrote: without signs that nobody sees or that turn a line round, none cut in two; maybe empty."""
        return shortened(clean(self.values.get(name, "")[:2_000]), LONGEST, _STORED)

    def number(self, name: str) -> int:
        """A whole number in ASCII digits."""
        return self._number(name, WHOLE)

    def signed(self, name: str) -> int:
        """A whole number that may have a sign."""
        return self._number(name, _SIGNED)

    def maybe(self, name: str) -> int | None:
        """A whole number, or None when the field is missing or empty."""
        return self.number(name) if self.values.get(name, "").strip() else None

    def seat(self, name: str) -> Seat:
        """A seat."""
        return Seat(self.number(name))

    def maybe_seat(self, name: str) -> Seat | None:
        """A seat, or None when the field is missing or empty."""
        return self.seat(name) if self.values.get(name, "").strip() else None

    def flag(self, name: str) -> bool:
        """1 for yes; missing, empty or 0 for no."""
        value = self.values.get(name, "").strip()
        if value not in ("", "0", "1"):
            raise MalformedError(name)
        return value == "1"

    def option(self, name: str) -> str | None:
        """A text of any length an option may have, or None when the field is missing or empty."""
        return self.text(name, 80) if self.values.get(name, "").strip() else None

    def choice(self, name: str) -> bool | None:
        """1 for yes, 0 for no; None when the field is missing or empty."""
        return self.flag(name) if self.values.get(name, "").strip() else None

    def either(self, one: str, other: str) -> tuple[int | None, int | None]:
        """Exactly one of two numbers."""
        first, second = self.maybe(one), self.maybe(other)
        if (first is None) == (second is None):
            raise MalformedError(one)
        return first, second

    def _number(self, name: str, shape: re.Pattern[str]) -> int:
        value = self.values.get(name, "").strip()
        if not shape.fullmatch(value):
            raise MalformedError(name)
        return int(value)

    def some(self, one: str, other: str) -> tuple[int | None, int | None]:
        """Exactly one of two numbers, and not 0: nothing happened that could be entered."""
        first, second = self.either(one, other)
        if not (first or second):
            raise MalformedError(one if second is None else other)
        return first, second
