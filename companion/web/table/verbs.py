"""The verbs of a table: which fields each takes, and the command it becomes. Shape only; the rules decide the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.rules.playing import commands as cmd
from companion.rules.scoring.score import POTS
from companion.rules.seats import Seat
from companion.text.graphemes import fits
from companion.web.table.fields import WHOLE, Fields, MalformedError


def _harvest(seat: Seat, fields: Fields) -> cmd.Command:
    cards, talers = fields.some("cards", "talers")
    return cmd.Harvest(seat, fields.text("bean", 40), cards, talers, fields.maybe("soy") or 0)


def _stew(seat: Seat, fields: Fields) -> cmd.Command:
    cards, talers = fields.some("cards", "talers")
    return cmd.Stew(seat, cards, talers, fields.flag("levy"))


def _buy(seat: Seat, fields: Fields) -> cmd.Command:
    cards = []
    for value in filter(None, fields.values.getlist("card")):  # a type of which nothing was chosen is sent empty
        bean, dash, price = value.strip().rpartition("-")
        if not dash or not WHOLE.fullmatch(price):
            raise MalformedError("card")
        cards.append((bean, int(price)))
    if not cards:
        raise MalformedError("card")
    return cmd.Buy(seat, tuple(cards))


def _field(seat: Seat, fields: Fields) -> cmd.Command:
    names = [name for name in fields.values if name.startswith("pay-") and fields.maybe(name)]
    pay = [(name.removeprefix("pay-"), fields.number(name)) for name in names]
    if not pay:
        raise MalformedError("pay")
    return cmd.BuyField(seat, tuple(pay))


def _share(seat: Seat, fields: Fields) -> cmd.Command:
    """The 4-Jail's Taler of a harvest; with `what=stew` the 3-Distillery's of a stew that was booked without it."""
    harvester = fields.seat("harvester")
    return cmd.Levy(seat, harvester) if fields.values.get("what") == "stew" else cmd.Share(seat, harvester)


def _correct(seat: Seat, fields: Fields) -> cmd.Command:
    return cmd.Correct(seat, _what(fields), fields.signed("change"), fields.sentence("reason"))


def _recount(seat: Seat, fields: Fields) -> cmd.Command:
    return cmd.Recount(seat, _what(fields), fields.number("count"))


def _what(fields: Fields) -> str:
    """What is counted: a pot that is named as a field, else a bean."""
    return next((pot for pot in POTS if pot in fields.values), None) or fields.text("bean", 40)


def _turn(seat: Seat, fields: Fields) -> cmd.Command:
    return cmd.Turn(seat, fields.maybe_seat("to"), fields.maybe_seat("from"), fields.maybe("count"))


def _undo(seat: Seat, fields: Fields) -> cmd.Command:
    entries = fields.values.getlist("entry")
    if not entries or not all(WHOLE.fullmatch(entry.strip()) for entry in entries):
        raise MalformedError("entry")
    return cmd.Undo(seat, tuple(int(entry) for entry in entries))


def _set_up(seat: Seat, fields: Fields) -> cmd.Command:
    """Options that are missing or empty stay as they are."""
    order = [part.strip() for value in fields.values.getlist("order") for part in value.split(",") if part.strip()]
    if not all(WHOLE.fullmatch(part) for part in order):
        raise MalformedError("order")
    return cmd.SetUp(
        seat,
        start=fields.maybe_seat("start"),
        order=tuple(Seat(int(part)) for part in order) or None,
        edition=fields.option("edition"),
        cognac=fields.choice("cognac"),
        base=fields.option("base"),
        tie_break=fields.option("tie_break"),
        hidden=fields.choice("hidden"),
    )


def _change(seat: Seat, fields: Fields) -> cmd.Command:
    """The verb and its fields that are to stand in the place of an entry."""
    make = VERBS.get(fields.text("verb", 40))
    made = make(seat, fields) if make and make is not _change and make is not _undo else None
    if not isinstance(made, cmd.Changed):
        raise MalformedError("verb")
    return cmd.Change(seat, fields.number("entry"), made)


def _rename(seat: Seat, fields: Fields) -> cmd.Command:
    name = fields.text("name")
    if not fits(name):
        raise MalformedError("name")
    return cmd.Rename(seat, name)


VERBS: Mapping[str, Callable[[Seat, Fields], cmd.Command]] = {
    "harvest": _harvest,
    "stew": _stew,
    "buy": _buy,
    "remove": lambda seat, fields: cmd.Remove(seat, fields.text("building", 40)),
    "field": _field,
    "share": _share,
    "correct": _correct,
    "recount": _recount,
    "turn": _turn,
    "deck": lambda seat, fields: cmd.Deck(seat, fields.maybe("count")),
    "round": lambda seat, _: cmd.OpenRound(seat),
    "pass": lambda seat, fields: cmd.Pass(seat, fields.flag("all"), fields.option("phase") or ""),
    "leave": lambda seat, _: cmd.Leave(seat),
    "return": lambda seat, _: cmd.Return(seat),
    "hand": lambda seat, fields: cmd.Hand(seat, fields.number("cards")),
    "undo": _undo,
    "finish": lambda seat, _: cmd.Finish(seat),
    "reopen": lambda seat, _: cmd.Reopen(seat),
    "rename": _rename,
    "setup": _set_up,
    "change": _change,
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
    seat = fields.seat("seat")
    override = fields.sentence("reason") if fields.flag("override") else ""
    if fields.flag("override") and not override:
        raise MalformedError("reason")
    return Wish(make(seat, fields), command_id, override)
