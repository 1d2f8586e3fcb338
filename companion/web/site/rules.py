"""The rules page: an overview card of one edition, its buildings and all meters, each figure with its source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, Flask, abort, render_template, request
from flask_babel import gettext
from werkzeug.exceptions import HTTPException

from companion.rules.editions.beans import Meter
from companion.rules.editions.edition import Base, Edition, Fields
from companion.rules.playing.seating import Rights
from companion.rules.playing.unreadable import UnreadableTableError
from companion.text.words import Words
from companion.web import access, languages
from companion.web.pages import editions, tie_break_names
from companion.web.site import rulings
from companion.web.table.board import Board

bp = Blueprint("rules", __name__)


@dataclass(frozen=True)
class MeterRow:
    """A meter under the name of the cards that make it, as cards needed for 1, 2, 3 ... Talers."""

    name: str
    source: str
    note: str
    meter: Meter

    @property
    def most(self) -> int:
        """The most Talers this meter pays."""
        return self.meter.steps[-1][1]

    def cells(self, most: int) -> list[int | None]:
        """Cards needed for each number of Talers up to `most`, None where no step pays that."""
        cards = {talers: count for count, talers in self.meter.steps}
        return [cards.get(talers) for talers in range(1, most + 1)]


def init_app(app: Flask) -> None:
    """Register the page."""
    app.register_blueprint(bp)


@bp.get("/rules/<edition>")
def page(edition: str) -> str:
    """The overview of one edition; 404 for a rule set this installation does not have."""
    found = editions().get(edition)
    if found is None:
        abort(404)
    words = languages.words(found, ())
    public_id = request.args.get("table") if re.fullmatch("[A-Z]{5,16}", request.args.get("table", "")) else None
    return render_template(
        "rules.html",
        edition=found,
        table=public_id,
        here=_here(found, public_id),
        editions=editions().all(),
        words=words,
        tie_breaks=tie_break_names(),
        meters={bean: list(_meters(found, bean, words)) for bean in found.beans},
        stews=list(_stews(found, words)),
        absent=lambda bean: _absent(found, bean),
        field_groups=_field_groups,
        rulings=rulings.topics(editions().ours(found.id), words),
        sources=list(_sources(found, words)),
    )


def _here(edition: Edition, public_id: str | None) -> Board | None:
    """The table somebody came from, as everybody sees it, if it is played by this edition and they may look at it."""
    if public_id is None:
        return None
    try:
        shown = Board(access.to_read(public_id).ledger, Rights(), None)
    except (HTTPException, UnreadableTableError):
        return None
    return shown if shown.table.game.edition == edition else None


@dataclass(frozen=True)
class FieldGroup:
    """Player counts that begin alike: with the same fields and cards."""

    players: str
    fields: Fields


def _field_groups(base: Base) -> list[FieldGroup]:
    groups: dict[Fields, list[int]] = {}
    for count, fields in sorted(base.fields.items()):
        groups.setdefault(fields, []).append(count)
    return [FieldGroup(_counts(counts), fields) for fields, counts in groups.items()]


def _counts(counts: Sequence[int]) -> str:
    """3–5 for a run of player counts, otherwise each."""
    if len(counts) > 1 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]}–{counts[-1]}"
    return ", ".join(str(count) for count in counts)


def _absent(edition: Edition, bean: str) -> str:
    """When a bean stays in the box, in words; empty for a bean that is always in play."""
    said = []
    for absence in edition.absences.get(bean, ()):
        if absence.cognac is False:
            said.append(gettext("Cognac variant only"))
        elif absence.players and absence.base:
            base = _base(edition, absence.base)
            said.append(
                gettext(
                    "not with %(players)s players and the base game by %(base)s",
                    players=_counts(absence.players),
                    base=base,
                )
            )
        elif absence.base:
            said.append(gettext("not with the base game by %(base)s", base=_base(edition, absence.base)))
        elif absence.players:
            said.append(gettext("not with %(players)s players", players=_counts(absence.players)))
        if said and absence.note:
            said[-1] += f" ({gettext(absence.note)})"
    return ", ".join(said)


def _base(edition: Edition, base: str) -> str:
    return gettext(edition.bases[base].name) if base in edition.bases else base


def _sources(edition: Edition, words: Words) -> Iterator[tuple[str, str]]:
    """What a figure is about and where it stands, row by row of the edition file."""
    for seats in edition.seats.values():
        yield gettext("%(count)s players", count=seats.count), seats.source
    for base in edition.bases.values():
        yield gettext("fields, %(base)s", base=gettext(base.name)), base.source
    for bonus in edition.bonus.values():
        yield gettext("bonus for %(count)s buildings", count=bonus.buildings), bonus.source
    for bean in edition.beans.values():
        yield words.bean(bean.id), bean.source
        for absence in edition.absences.get(bean.id, ()):
            yield gettext("%(bean)s out of play", bean=words.bean(bean.id)), absence.source
    for building in edition.buildings.values():
        for card in building.cards.values():
            yield words.card(card.bean, card.price), card.source
    yield gettext("tie-break"), edition.tie_break.source
    for base in edition.bases.values():
        if base.tie_break:
            yield gettext("tie-break, %(base)s", base=gettext(base.name)), base.tie_break.source
    if edition.buying_round:
        yield gettext("buying round at the end"), edition.buying_round.source


def _meters(edition: Edition, bean: str, words: Words) -> Iterator[MeterRow]:
    row = edition.beans[bean]
    yield from _with_lift(edition, words, MeterRow(gettext("printed"), row.source, row.note, row.meter))
    building = edition.buildings.get(bean)
    for card in building.cards.values() if building else ():
        if card.meter:
            own = MeterRow(words.card(bean, card.price), card.source, card.note, card.meter)
            yield from _with_lift(edition, words, own)


def _stews(edition: Edition, words: Words) -> Iterator[MeterRow]:
    for bean, building in edition.buildings.items():
        for card in building.cards.values():
            if card.stew:
                own = MeterRow(words.card(bean, card.price), card.source, card.note, card.stew)
                yield from _with_lift(edition, words, own)


def _with_lift(edition: Edition, words: Words, row: MeterRow) -> Iterator[MeterRow]:
    """The meter, and what the 4-Farm makes of it where that changes anything (000:L66)."""
    yield row
    for bean, building in edition.buildings.items():
        for card in building.cards.values():
            if card.lift and (lifted := row.meter.lifted(*card.lift)) != row.meter:
                yield MeterRow(f"+ {words.card(bean, card.price)}", card.source, "", lifted)
