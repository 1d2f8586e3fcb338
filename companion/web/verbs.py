"""The verbs of a table: which fields each takes, and the command it becomes. Shape only; the rules decide the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.rules import commands as cmd
from companion.web.lengths import fits

_WHOLE = re.compile(r"[0-9]{1,9}")
_SIGNED = re.compile(r"[+-]?[0-9]{1,9}")
_POTS = ("stew", "distillery", "unsorted")


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

    def number(self, name: str) -> int:
        """A whole number in ASCII digits."""
        return self._number(name, _WHOLE)

    def signed(self, name: str) -> int:
        """A whole number that may have a sign."""
        return self._number(name, _SIGNED)

    def maybe(self, name: str) -> int | None:
        """A whole number, or None when the field is missing or empty."""
        return self.number(name) if self.values.get(name, "").strip() else None

    def flag(self, name: str) -> bool:
        """1 for yes; missing, empty or 0 for no."""
        value = self.values.get(name, "").strip()
        if value not in ("", "0", "1"):
            raise MalformedError(name)
        return value == "1"

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


def _harvest(seat: int, fields: Fields) -> cmd.Command:
    cards, talers = fields.some("cards", "talers")
    return cmd.Harvest(seat, fields.text("bean", 40), cards, talers)


def _stew(seat: int, fields: Fields) -> cmd.Command:
    cards, talers = fields.some("cards", "talers")
    return cmd.Stew(seat, cards, talers, fields.flag("levy"))


def _buy(seat: int, fields: Fields) -> cmd.Command:
    cards = []
    for value in fields.values.getlist("card"):
        bean, dash, price = value.strip().rpartition("-")
        if not dash or not _WHOLE.fullmatch(price):
            raise MalformedError("card")
        cards.append((bean, int(price)))
    if not cards:
        raise MalformedError("card")
    return cmd.Buy(seat, tuple(cards))


def _field(seat: int, fields: Fields) -> cmd.Command:
    names = [name for name in fields.values if name.startswith("pay-") and fields.maybe(name)]
    pay = [(name.removeprefix("pay-"), fields.number(name)) for name in names]
    if not pay:
        raise MalformedError("pay")
    return cmd.BuyField(seat, tuple(pay))


def _share(seat: int, fields: Fields) -> cmd.Command:
    """The 4-Jail's Taler of a harvest; with `what=stew` the 3-Distillery's of a stew that was booked without it."""
    harvester = fields.number("harvester")
    return cmd.Levy(seat, harvester) if fields.values.get("what") == "stew" else cmd.Share(seat, harvester)


def _correct(seat: int, fields: Fields) -> cmd.Command:
    what = next((pot for pot in _POTS if pot in fields.values), None) or fields.text("bean", 40)
    return cmd.Correct(seat, what, fields.signed("change"), fields.values.get("reason", "")[:300])


def _turn(seat: int, fields: Fields) -> cmd.Command:
    return cmd.Turn(seat, fields.maybe("to"), fields.maybe("from"))


def _undo(seat: int, fields: Fields) -> cmd.Command:
    entries = fields.values.getlist("entry")
    if not entries or not all(_WHOLE.fullmatch(entry.strip()) for entry in entries):
        raise MalformedError("entry")
    return cmd.Undo(seat, tuple(int(entry) for entry in entries))


def _rename(seat: int, fields: Fields) -> cmd.Command:
    name = fields.text("name")
    if not fits(name):
        raise MalformedError("name")
    return cmd.Rename(seat, name)


VERBS: Mapping[str, Callable[[int, Fields], cmd.Command]] = {
    "harvest": _harvest,
    "stew": _stew,
    "buy": _buy,
    "remove": lambda seat, fields: cmd.Remove(seat, fields.text("building", 40)),
    "field": _field,
    "share": _share,
    "correct": _correct,
    "turn": _turn,
    "deck": lambda seat, fields: cmd.Deck(seat, fields.maybe("count")),
    "round": lambda seat, _: cmd.OpenRound(seat),
    "pass": lambda seat, _: cmd.Pass(seat),
    "hand": lambda seat, fields: cmd.Hand(seat, fields.number("cards")),
    "undo": _undo,
    "finish": lambda seat, _: cmd.Finish(seat),
    "reopen": lambda seat, _: cmd.Reopen(seat),
    "rename": _rename,
}


@dataclass(frozen=True)
class Wish:
    """A request understood: the command, its id, and the reason given for overriding the rules, if one was."""

    command: Any
    command_id: str
    override: str


def wish(verb: str, values: MultiDict[str, str]) -> Wish:
    """What a request to a verb asks for. KeyError for an unknown verb, MalformedError naming the first bad field."""
    make = VERBS[verb]
    fields = Fields(values)
    command_id = fields.text("command_id", 64)
    seat = fields.number("seat")
    override = fields.text("reason") if fields.flag("override") else ""
    return Wish(make(seat, fields), command_id, override)
