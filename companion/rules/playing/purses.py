"""Objections about purses: what the figures of a harvest, payment or correction have against it.

At a table with hidden purses they may be heard by who sees the purse, and by nobody else: also the figures of a harvest
that was entered long ago are known to them alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from companion.rules.editions.beans import Meter
from companion.rules.playing import events as ev
from companion.rules.playing.harvest import meter, stew_meter
from companion.rules.playing.public_trades import needs
from companion.rules.playing.state import Table
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import Seat


def objections(table: Table, event: ev.Event) -> Iterator[Refusal]:
    """What the purses the event changes have against it: too few Talers, or a harvest that pays something else now."""
    if isinstance(event, ev.Trade):
        yield from _objections(table, event)


def _objections(table: Table, event: ev.Trade) -> Iterator[Refusal]:
    match event:
        case ev.Harvested(seat, bean, cards, talers):
            yield from _paid(meter(table.game, bean, table.player(seat).buildings), cards, talers, {"bean": bean})
            yield from _mixed(table, event) if event.soy else ()
        case ev.StewHarvested(seat, cards, talers):
            stew = stew_meter(table.game, table.player(seat).buildings)
            yield from _paid(stew, cards, talers, {}) if stew else ()
        case ev.Levied(_, harvester, talers):
            if not table.concealed and table.player(harvester).stew < talers:
                yield Refusal(Reason.NEGATIVE_PURSE, {"number": table.player(harvester).stew})
        case ev.Bought(seat, bought):
            yield from _pays(table, seat, bought)
        case ev.FieldBought(seat, pay):
            yield from _pays(table, seat, pay)
        case ev.Corrected(seat, what, change):
            has = table.player(seat).count(what)
            if has + change < 0:
                yield Refusal(Reason.NEGATIVE_PURSE, {"number": has})
        case ev.Removed() | ev.Shared() | ev.Recounted():
            pass  # takes no Talers out of a purse
        case _:
            assert_never(event)


def _pays(table: Table, seat: Seat, pay: tuple[tuple[str, int], ...]) -> Iterator[Refusal]:
    wanted: Counter[str] = Counter()
    for bean, count in pay:
        wanted[bean] += count
    for bean, count in wanted.items():
        has = table.player(seat).count(bean)
        if count < 1 or has < count:
            facts = {"bean": bean, "price": count, "has": has, "missing": count - has}
            yield Refusal(Reason.NOT_ENOUGH_TALERS, facts)


def _paid(pays: Meter, cards: int | None, talers: int, facts: dict[str, object]) -> Iterator[Refusal]:
    """What a meter has against the Talers of a harvest: for so many cards it pays just so many, and never more than on
    its last step."""
    if cards is not None and pays.talers(cards) != talers:
        yield Refusal(Reason.METER_CHANGED, facts | {"number": talers, "pays": pays.talers(cards)})
    if cards is None and talers > pays.most:
        yield Refusal(Reason.PAYS_LESS, facts | {"number": talers, "most": pays.most})


def _mixed(table: Table, event: ev.Harvested) -> Iterator[Refusal]:
    """A field that Soy was added to: only with the 2-Farm, to a bean of 14 cards or more, never as its first card
    (000:L64, CARD)."""
    joining = table.game.joining
    if joining is None:
        yield Refusal(Reason.NO_SUCH_CARD)
    elif event.bean == joining.bean or (event.cards is not None and event.soy >= event.cards):
        yield Refusal(Reason.ALL_SOY)
    elif table.game.beans[event.bean].cards < joining.joins:
        yield Refusal(Reason.NO_MIXED_FIELD, {"needs": needs(table, "joins"), "number": joining.joins})
    if joining is not None and joining not in table.game.cards(table.player(event.seat).buildings):
        yield Refusal(Reason.NO_MIXING, {"needs": needs(table, "joins")})
