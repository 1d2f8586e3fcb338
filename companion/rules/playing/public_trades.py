"""Objections to trades about what everybody at the table can see: cards, prices, limits, whose moment it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from companion.rules.editions import beans
from companion.rules.playing import events as ev
from companion.rules.playing.harvest import field_price, may_mix, stew_meter
from companion.rules.playing.state import Phase, Table
from companion.rules.refusals import Reason, Refusal
from companion.rules.scoring.score import POTS
from companion.rules.seats import Seat


def objections(table: Table, event: ev.Trade) -> Iterator[Refusal]:
    """Everything public against the trade, the gravest first."""
    if event.seat in table.left and not isinstance(event, ev.Corrected | ev.Recounted):
        yield Refusal(Reason.PLAYER_LEFT, {"seat": event.seat})
    yield from _objections(table, event)


def _objections(table: Table, event: ev.Trade) -> Iterator[Refusal]:
    match event:
        case ev.Harvested():
            return _harvested(table, event)
        case ev.StewHarvested():
            return _stew(table, event)
        case ev.Levied():
            return _levied(table, event)
        case ev.Shared():
            return _shared(table, event)
        case ev.Bought():
            return _bought(table, event)
        case ev.FieldBought():
            return _field(table, event)
        case ev.Removed():
            return _removed(table, event)
        case ev.Corrected():
            return _corrected(table, event)
        case ev.Recounted(seat, what, count):
            return _counted(table, seat, what, count)
        case _:
            assert_never(event)


def _harvest_time(table: Table) -> Iterator[Refusal]:
    """In the last buying round the harvest is over (4.34); a mid-game round stops nobody from harvesting."""
    if table.phase is Phase.BUYING and table.ended:
        yield Refusal(Reason.HARVEST_OVER)


def _harvested(table: Table, event: ev.Harvested) -> Iterator[Refusal]:
    bean = table.game.beans.get(event.bean)
    if bean is None:
        yield _no_bean(table, event.bean)
        return
    number = event.talers if event.cards is None else event.cards
    more = number - event.soy - bean.cards
    if more > 0:
        facts = {"bean": bean.id, "number": number, "cards": bean.cards}
        mixes = may_mix(table.game, table.player(event.seat).buildings, bean.id)
        yield Refusal(Reason.MORE_THAN_CARDS, facts | {"soy": event.soy + more} if mixes else facts)
        return
    yield from _harvest_time(table)


def _stew(table: Table, event: ev.StewHarvested) -> Iterator[Refusal]:
    stew = stew_meter(table.game, table.player(event.seat).buildings)
    if stew is None:
        yield Refusal(Reason.NO_STEW, {"needs": needs(table, "stew")})
        return
    number = event.talers if event.cards is None else event.cards
    if number > len(table.game.beans):
        yield Refusal(Reason.STEW_TOO_LARGE, {"number": number, "types": len(table.game.beans)})
        return
    if event.levy:
        if event.to is None or event.to != table.owner_of("levy") or event.to == event.seat:
            yield Refusal(Reason.NO_LEVY, {"needs": needs(table, "levy")})
        elif event.levy > event.talers:
            yield Refusal(Reason.NOTHING_TO_CLAIM, {"seat": event.seat})
    yield from _harvest_time(table)


def _levied(table: Table, event: ev.Levied) -> Iterator[Refusal]:
    """Only the owner, of another's stew, on demand (000:L97); the harvester still has that Taler in the pot."""
    if table.owner_of("levy") != event.seat or event.seat == event.harvester:
        yield Refusal(Reason.NO_LEVY, {"needs": needs(table, "levy")})
    elif not _open(table, "stew", event.harvester):
        yield Refusal(Reason.NOTHING_TO_CLAIM, {"seat": event.harvester})


def _shared(table: Table, event: ev.Shared) -> Iterator[Refusal]:
    """Each Blue harvest worth at least one, once, if its owner asks (000:L79)."""
    if not needs(table, "share"):
        yield Refusal(Reason.NO_SUCH_CARD)
    elif table.owner_of("share") != event.seat:
        yield Refusal(Reason.NO_SHARE, {"needs": needs(table, "share")})
    elif not _open(table, event.bean, event.harvester):
        yield Refusal(Reason.NOTHING_TO_CLAIM, {"seat": event.harvester})


def _bought(table: Table, event: ev.Bought) -> Iterator[Refusal]:
    types = [bean for bean, _ in event.cards]
    if not types or len(set(types)) < len(types):
        yield Refusal(Reason.CARDS_TWICE)
        return
    for bean, price in event.cards:
        if bean not in table.game.buildings:
            yield _no_building(table, bean)
            return
        if price not in table.game.buildings[bean].cards:
            yield Refusal(Reason.NOT_A_PRICE, {"given": str(price)})
            return
        refusal = table.market.refuse(event.seat, bean, price)
        if refusal:
            yield refusal
    if table.phase is Phase.FINAL_HARVEST:
        yield Refusal(Reason.HARVEST_FIRST)
    elif table.round and event.seat not in (table.round.next, table.round.just):
        yield Refusal(Reason.NOT_YOUR_MOMENT, {"seat": table.round.next})


def _field(table: Table, event: ev.FieldBought) -> Iterator[Refusal]:
    """Any Talers pay that are not parked, also those of unknown bean (A2010, 4.12-4.14)."""
    if event.seat in table.fields:
        yield Refusal(Reason.FIELD_OWNED)
        return
    known = ("unsorted", *table.game.beans)
    unknown = next((bean for bean, _ in event.pay if bean not in known), None)
    if unknown is not None:
        yield _no_bean(table, unknown)
        return
    price = field_price(table.game, table.player(event.seat).buildings)
    chosen = sum(count for _, count in event.pay)
    if price is None:
        yield Refusal(Reason.FIELD_NOT_FOR_SALE)
    elif chosen != price:
        yield Refusal(Reason.WRONG_FIELD_PRICE, {"price": price, "number": chosen})


def _removed(table: Table, event: ev.Removed) -> Iterator[Refusal]:
    if event.building not in table.game.buildings:
        yield _no_building(table, event.building)
    elif not needs(table, "removes"):
        yield Refusal(Reason.NO_SUCH_CARD)
    elif table.removing != event.seat:
        yield Refusal(Reason.NOT_REMOVING, {"needs": needs(table, "removes")})


def _corrected(table: Table, event: ev.Corrected) -> Iterator[Refusal]:
    if event.what not in POTS and event.what not in table.game.beans:
        yield _no_bean(table, event.what)
        return
    if not event.change:
        yield Refusal(Reason.NO_CHANGE)
    if not event.reason:
        yield Refusal(Reason.REASON_MISSING)
    yield from _counted(table, event.seat, event.what, event.change)


def _counted(table: Table, seat: Seat, what: str, count: int) -> Iterator[Refusal]:
    """What cannot lie there whatever somebody counted: Talers in a pot without its building, more than there are cards."""
    if what not in POTS and what not in table.game.beans:
        yield _no_bean(table, what)
        return
    if count > 0 and what in POTS and what != "unsorted" and not _has_pot(table, seat, what):
        effect = "levy" if what == "distillery" else "stew"
        yield Refusal(Reason.POT_WITHOUT_BUILDING, {"pot": what, "needs": needs(table, effect)})
    most = table.game.talers if what in POTS else table.game.beans[what].cards
    if count > most:
        yield Refusal(Reason.MORE_THAN_CARDS, {"number": count, "cards": most})


def _open(table: Table, what: str, harvester: Seat) -> bool:
    return any((claim.what, claim.harvester) == (what, harvester) for claim in table.claims)


def _has_pot(table: Table, seat: Seat, pot: str) -> bool:
    return any(card.pot == pot for card in table.game.cards(table.player(seat).buildings))


def needs(table: Table, effect: str) -> list[str]:
    """The cards of this game that have an effect, as (bean)-(price)."""
    cards = [card for building in table.game.buildings.values() for card in building.cards.values()]
    return [f"{card.bean}-{card.price}" for card in cards if getattr(card, effect)]


def _no_bean(table: Table, bean: str) -> Refusal:
    known = bean in beans.IDS or bean in table.game.edition.beans
    return Refusal(
        Reason.BEAN_NOT_IN_PLAY if known else Reason.UNKNOWN_BEAN, {"bean": bean, "known": list(table.game.beans)}
    )


def _no_building(table: Table, bean: str) -> Refusal:
    if not table.game.buildings:
        return Refusal(Reason.NO_BUILDINGS, {"edition": table.game.edition.id})
    return _no_bean(table, bean)
