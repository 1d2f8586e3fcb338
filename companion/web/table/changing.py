"""Changing an entry: the sheet it was made with, filled in; what is sent takes its place in the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from flask import Blueprint, Flask, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.rules.editions.beans import Meter
from companion.rules.playing import events as ev
from companion.rules.playing.fold import Entry
from companion.rules.playing.harvest import may_mix, meter, stew_meter
from companion.rules.playing.state import Table
from companion.rules.seats import FIRST, Seat
from companion.web import access
from companion.web.table import viewing
from companion.web.table.board import Board

bp = Blueprint("changing", __name__)
Pairs = list[tuple[str, str]]


def init_app(app: Flask) -> None:
    """Register the page."""
    app.register_blueprint(bp)


@bp.get("/t/<public_id>/change/<int:number>")
def page(public_id: str, number: int) -> str | Response:
    """The form for an entry; back to the log for one that cannot be changed, or is not there."""
    shown = viewing.board(access.to_write(public_id))
    if not 1 <= number <= shown.ledger.version:
        abort(404)
    entry = shown.ledger.entries[number - 1]
    if not shown.changeable(entry):
        return redirect(url_for("log.page", public_id=public_id), 303)
    return render_template("changing.html", public_id=public_id, board=shown, entry=entry, old=Old.of(shown, entry))


@dataclass(frozen=True)
class Old:
    """An entry as a form has it: its verb and fields, and the table as it was before it."""

    verb: str
    fields: Pairs
    seat: Seat
    table: Table

    @classmethod
    def of(cls, shown: Board, entry: Entry) -> Old:
        """The form an entry was made with. TypeError for one that cannot be changed."""
        if not isinstance(entry.event, ev.Changeable):
            raise TypeError(entry.event)
        seat: Seat = getattr(entry.event, "seat", FIRST)
        verb, fields = form(entry.event)
        return cls(verb, fields, seat, shown.ledger.before(entry.seq))

    def value(self, name: str) -> str:
        """What a field says; empty without it."""
        return next((value for field, value in self.fields if field == name), "")

    def without(self, *names: str) -> Pairs:
        """The fields but for those that are asked for anew."""
        return [pair for pair in self.fields if pair[0] not in names]

    @property
    def meter(self) -> Meter | None:
        """What a harvest paid by then, of a harvest or stew."""
        owned = self.table.player(self.seat).buildings
        if self.verb == "stew":
            return stew_meter(self.table.game, owned)
        return (
            meter(self.table.game, self.value("bean"), owned) if self.value("bean") in self.table.game.beans else None
        )

    @property
    def mixes(self) -> bool:
        """Whether Soy may have lain on that field."""
        bean, owned = self.value("bean"), self.table.player(self.seat).buildings
        return bean in self.table.game.beans and may_mix(self.table.game, owned, bean)


def form(event: ev.Changeable) -> tuple[str, Pairs]:
    """The verb and fields that make an event of a kind that can be changed."""
    match event:
        case ev.Harvested(_, bean, cards, talers, soy):
            counted = ("talers", str(talers)) if cards is None else ("cards", str(cards))
            return "harvest", [("bean", bean), counted, *([("soy", str(soy))] if soy else [])]
        case ev.StewHarvested(_, cards, talers, levy):
            counted = ("talers", str(talers)) if cards is None else ("cards", str(cards))
            return "stew", [counted, *([("levy", "1")] if levy else [])]
        case ev.Levied(_, harvester):
            return "share", [("what", "stew"), ("harvester", str(harvester))]
        case ev.Shared(_, harvester):
            return "share", [("harvester", str(harvester))]
        case ev.Bought(_, cards):
            return "buy", [("card", f"{bean}-{price}") for bean, price in cards]
        case ev.Removed(_, building):
            return "remove", [("building", building)]
        case ev.FieldBought(_, pay):
            return "field", [(f"pay-{what}", str(count)) for what, count in pay]
        case ev.Corrected() | ev.Recounted() | ev.HandCounted():
            return _count(event)
        case _:
            assert_never(event)


def _count(event: ev.Corrected | ev.Recounted | ev.HandCounted) -> tuple[str, Pairs]:
    match event:
        case ev.Corrected(_, what, change, reason):
            return "correct", [("bean", what), ("change", str(change)), ("reason", reason)]
        case ev.Recounted(_, what, count):
            return "recount", [("bean", what), ("count", str(count))]
        case ev.HandCounted(_, left):
            return "hand", [("cards", str(left))]
        case _:
            assert_never(event)
