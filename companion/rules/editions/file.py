"""Turns the data of an edition file into an `Edition`, checking every row."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.rules.editions.beans import Bean
from companion.rules.editions.buildings import MOMENTS, PRICES, Building, Card
from companion.rules.editions.edition import (
    MOST_PLAYERS,
    TIE_BREAKS,
    Absence,
    Base,
    Bonus,
    Edition,
    Fields,
    Ruling,
    Seats,
)
from companion.rules.editions.rows import EditionError, Row
from companion.rules.scoring.score import POTS

_OF_ONE_CARD = ("share", "levy", "removes", "joins")  # with a second one nobody could tell whose is meant


def build(edition: str, data: Mapping[str, Any]) -> Edition:
    """The edition from the data of its file, every row checked. EditionError names the first bad row."""
    top = Row(data, f"{edition}.toml")
    beans, absences = _beans(top)
    seats = {row.number("count", 2, MOST_PLAYERS): row for row in top.rows("players", "count")}
    built = Edition(
        id=edition,
        name=top.text("name"),
        publisher=top.text("publisher"),
        source=top.text("source"),
        tie_break=_tie_break(top.row("tie_break")),
        buying_round=_buying_round(top.row("buying_round")) if "buying_round" in data else None,
        seats={count: _seats(count, row) for count, row in sorted(seats.items())},
        bases={base.id: base for base in (_base(row, tuple(seats)) for row in top.rows("bases", "id"))},
        bonus={row.buildings: row for row in (_bonus(row) for row in top.rows("bonus", "buildings", optional=True))},
        beans=beans,
        absences=absences,
        buildings=_buildings(top, beans),
    )
    top.done()
    if not built.seats or not built.bases:
        raise EditionError(f"{edition}.toml: needs at least one row of players and one of bases")
    if built.buildings and any(row.owners is None for row in built.seats.values()):
        raise EditionError(f"{edition}.toml: players: owners: is missing")
    return built


def _tie_break(row: Row) -> Ruling:
    ruling = Ruling(row.text("default"), row.text("source"), row.text("note", ""))
    if ruling.value not in TIE_BREAKS:
        raise row.fail("default", f"must be one of {', '.join(TIE_BREAKS)}")
    row.done()
    return ruling


def _buying_round(row: Row) -> Ruling:
    ruling = Ruling("final", row.text("source"), row.text("note", ""))
    row.done()
    return ruling


def _seats(count: int, row: Row) -> Seats:
    owners = row.number("owners", 1, 4, None)
    seats = Seats(count, owners, row.number("deck", 1, 9), row.text("source"), row.text("note", ""))
    row.done()
    return seats


def _base(row: Row, counts: tuple[int, ...]) -> Base:
    fields: dict[int, Fields] = {}
    for entry in row.rows("fields"):
        figures = Fields(
            start=entry.number("start", 1, 4),
            price=entry.number("price", 1, 9, None),
            note=entry.text("note", ""),
            hand=entry.list_of("hand", 1, 12, (5,)),
            reveal=entry.number("reveal", 1, 9, 2),
            draw=entry.number("draw", 1, 9, 3),
        )
        for count in entry.numbers("players"):
            if count in fields:
                raise entry.fail("players", f"{count} players stand in two rows")
            fields[count] = figures
        entry.done()
    if missing := set(counts) - fields.keys():
        raise row.fail("fields", f"says nothing about {min(missing)} players")
    tie_break = _tie_break(row.row("tie_break")) if "tie_break" in row.data else None
    base = Base(row.text("id"), row.text("name"), fields, row.text("source"), row.text("note", ""), tie_break)
    row.done()
    return base


def _bonus(row: Row) -> Bonus:
    bonus = Bonus(row.number("buildings", 1, 20), row.number("talers", 0, 50), row.text("source"), row.text("note", ""))
    row.done()
    return bonus


def _beans(top: Row) -> tuple[dict[str, Bean], dict[str, tuple[Absence, ...]]]:
    beans: dict[str, Bean] = {}
    absences: dict[str, tuple[Absence, ...]] = {}
    for row in top.rows("beans", "id"):
        bean = row.text("id")
        cards = row.number("cards", 1, 99)
        meter = row.meter("meter", cards, required=True)
        assert meter is not None
        if bean in POTS:
            raise row.fail("id", f"{bean!r} is no bean: Talers that are of none are counted by that name")
        if not re.fullmatch("[a-z0-9_]+", bean):
            raise row.fail("id", "may have small letters, digits and _ only")
        beans[bean] = Bean(bean, row.text("name"), cards, meter, row.text("source"), row.text("note", ""))
        if rows := tuple(_absence(entry) for entry in row.rows("out", optional=True)):
            absences[bean] = rows
        row.done()
    # The commonest bean first, as the number on each card suggests; those of a variant after all others.
    variant = {bean for bean, rows in absences.items() if any(row.cognac is False for row in rows)}
    return dict(sorted(beans.items(), key=lambda item: (item[0] in variant, -item[1].cards))), absences


def _absence(row: Row) -> Absence:
    base = row.text("base", None) if "base" in row.data else None
    players, cognac = row.numbers("players", None), row.flag("cognac", None)
    absence = Absence(row.text("source"), row.text("note", ""), players, base, cognac)
    row.done()
    return absence


def _buildings(top: Row, beans: Mapping[str, Bean]) -> dict[str, Building]:
    buildings: dict[str, Building] = {}
    for row in top.rows("buildings", "bean", optional=True):
        bean = row.text("bean")
        if bean not in beans:
            raise row.fail("bean", "is not a bean of this edition")
        cards = {
            card.price: card for card in (_card(entry, beans[bean], beans) for entry in row.rows("cards", "price"))
        }
        if tuple(sorted(cards)) != PRICES:
            raise row.fail("cards", "must be one card at each price from 1 to 4")
        buildings[bean] = Building(bean, row.text("name"), cards, row.text("source"))
        row.done()
    _told_apart(top, [card for building in buildings.values() for card in building.cards.values()])
    return {bean: buildings[bean] for bean in beans if bean in buildings}


def _told_apart(top: Row, cards: Sequence[Card]) -> None:
    """Refuse a second card with an effect that only one card of a rule set may have."""
    for effect in _OF_ONE_CARD:
        having = [card for card in cards if getattr(card, effect)]
        for card in having[1:]:
            row = Row({}, f"{top.where}: buildings {card.bean}: cards {card.price}")
            raise row.fail(effect, f"{having[0].bean}-{having[0].price} has it already, and no second card may")


def _card(row: Row, bean: Bean, beans: Collection[str]) -> Card:
    price = row.number("price", PRICES[0], PRICES[-1])
    lift = None
    if "lift" in row.data:
        entry = row.row("lift")
        lift = (entry.number("from", 1, 20), entry.number("to", 1, 20))
        if lift[1] <= lift[0]:
            raise entry.fail("to", "must be more than from")
        entry.done()
    card = Card(
        bean=bean.id,
        price=price,
        ability=row.text("ability", "") if price == PRICES[0] else row.text("ability"),
        source=row.text("source"),
        note=row.text("note", ""),
        meter=row.meter("meter", bean.cards),
        stew=row.meter("stew", 20),
        lift=lift,
        interest=row.number("interest", 1, 99, None),
        field_price=row.number("field_price", 0, 9, None),
        extra_field=row.text("extra_field", ""),
        joins=row.number("joins", 1, 99, None) or 0,
        levy=row.number("levy", 1, 1, None) or 0,
        share=bool(row.flag("share")),
        removes=bool(row.flag("removes")),
        moment=row.text("moment", ""),
    )
    row.done()
    if card.extra_field not in ("", "any", *beans):
        raise row.fail("extra_field", "must be any, or a bean of this edition")
    if card.moment not in ("", *MOMENTS):
        raise row.fail("moment", f"must be one of {', '.join(MOMENTS)}")
    if card.stew and card.levy:
        raise row.fail("levy", "cannot stand beside stew: Talers of one kind alone lie under a card")
    return card
