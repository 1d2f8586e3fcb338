"""May this happen at this table now? Yields every objection to an event, the gravest first.

Used when an entry is made, and again when an earlier one is undone: what then no longer may have happened
depends on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.rules import beans, names
from companion.rules import events as ev
from companion.rules.harvest import field_price, meter, stew_meter
from companion.rules.refusals import AGREEABLE, Reason, Refusal
from companion.rules.state import Phase, Table

_ALWAYS = (ev.Reopened, ev.Renamed, ev.HandCounted, ev.Continued, ev.Seated)


def refuse(table: Table, event: ev.Event, override: str = "") -> Refusal | None:
    """The first objection that stands: with an override only those that no agreement can lift."""
    for refusal in objections(table, event):
        if not (override and refusal.reason in AGREEABLE):
            return refusal
    return None


def objections(table: Table, event: ev.Event) -> Iterator[Refusal]:
    """Everything against the event, as far as it can be told."""
    for name in ("seat", "harvester", "to"):
        seat = getattr(event, name, None)
        if seat is not None and not 1 <= seat <= len(table.players):
            yield Refusal(Reason.UNKNOWN_SEAT, {"number": seat, "most": len(table.players)})
            return
    if table.phase is Phase.FINISHED and not isinstance(event, _ALWAYS):
        yield Refusal(Reason.GAME_FINISHED)
        return
    yield from _CHECKS.get(type(event), _course)(table, event)


def _harvest_time(table: Table) -> Iterator[Refusal]:
    """In the last buying round the harvest is over (4.34); a mid-game round stops nobody from harvesting."""
    if table.phase is Phase.BUYING and table.passes >= table.game.deck:
        yield Refusal(Reason.HARVEST_OVER)


def _harvested(table: Table, event: ev.Harvested) -> Iterator[Refusal]:
    bean = table.game.beans.get(event.bean)
    if bean is None:
        yield _no_bean(table, event.bean)
        return
    if event.cards is not None:
        lying = sum(player.talers.get(bean.id, 0) for player in table.players)
        if event.cards + lying > bean.cards:
            facts = {"bean": bean.id, "number": event.cards + lying, "cards": bean.cards, "lying": lying}
            yield Refusal(Reason.MORE_THAN_CARDS, facts)
            return
        pays = meter(table.game, bean.id, table.player(event.seat).buildings).talers(event.cards)
        if pays != event.talers:
            yield Refusal(Reason.METER_CHANGED, {"bean": bean.id, "number": event.talers, "pays": pays})
    yield from _enough_cards(table, {bean.id: event.talers})
    yield from _harvest_time(table)


def _stew(table: Table, event: ev.StewHarvested) -> Iterator[Refusal]:
    stew = stew_meter(table.game, table.player(event.seat).buildings)
    if stew is None:
        yield Refusal(Reason.NO_STEW, {"needs": _needs(table, "stew")})
        return
    if event.cards is not None:
        if event.cards > len(table.game.beans):
            yield Refusal(Reason.STEW_TOO_LARGE, {"number": event.cards, "types": len(table.game.beans)})
            return
        if stew.talers(event.cards) != event.talers:
            yield Refusal(Reason.METER_CHANGED, {"number": event.talers, "pays": stew.talers(event.cards)})
    elif event.talers > len(table.game.beans):
        yield Refusal(Reason.STEW_TOO_LARGE, {"number": event.talers, "types": len(table.game.beans)})
    if event.levy:
        if event.to is None or event.to != table.owner_of("levy") or event.to == event.seat:
            yield Refusal(Reason.NO_LEVY, {"needs": _needs(table, "levy")})
        elif event.levy > event.talers:
            yield Refusal(Reason.NOTHING_TO_CLAIM, {"seat": event.seat})
    yield from _enough_cards(table, {}, event.talers)
    yield from _harvest_time(table)


def _levied(table: Table, event: ev.Levied) -> Iterator[Refusal]:
    """Only the owner, of another's stew, on demand (000:L97); the harvester still has that Taler in the pot."""
    if table.owner_of("levy") != event.seat or event.seat == event.harvester:
        yield Refusal(Reason.NO_LEVY, {"needs": _needs(table, "levy")})
        return
    if table.player(event.harvester).stew < event.talers:
        yield Refusal(Reason.NEGATIVE_PURSE, {"number": table.player(event.harvester).stew})
    if not _open(table, "stew", event.harvester):
        yield Refusal(Reason.NOTHING_TO_CLAIM, {"seat": event.harvester})


def _shared(table: Table, event: ev.Shared) -> Iterator[Refusal]:
    """Each Blue harvest worth at least one, once, if its owner asks (000:L79)."""
    yield from _enough_cards(table, {event.bean: 1})
    if table.owner_of("share") != event.seat:
        yield Refusal(Reason.NO_SHARE, {"needs": _needs(table, "share")})
    elif not _open(table, event.bean, event.harvester):
        yield Refusal(Reason.NOTHING_TO_CLAIM, {"seat": event.harvester})


def _bought(table: Table, event: ev.Bought) -> Iterator[Refusal]:
    types = [bean for bean, _ in event.cards]
    if not types or len(set(types)) < len(types):
        yield Refusal(Reason.CARDS_TWICE)
        return
    player = table.player(event.seat)
    for bean, price in event.cards:
        if bean not in table.game.buildings:
            yield _no_building(table, bean)
            return
        if price not in table.game.buildings[bean].cards:
            yield Refusal(Reason.NOT_A_PRICE, {"given": str(price)})
            return
        refusal = table.market.refuse(event.seat - 1, bean, price)
        if refusal:
            yield refusal
        if player.talers.get(bean, 0) < price:
            has = player.talers.get(bean, 0)
            yield Refusal(Reason.NOT_ENOUGH_TALERS, {"bean": bean, "price": price, "has": has, "missing": price - has})
    if table.phase is Phase.FINAL_HARVEST:
        yield Refusal(Reason.HARVEST_FIRST)
    elif table.round and event.seat not in (table.round.next, table.round.just):
        yield Refusal(Reason.NOT_YOUR_MOMENT, {"seat": table.round.next})


def _field(table: Table, event: ev.FieldBought) -> Iterator[Refusal]:
    player = table.player(event.seat)
    if event.seat in table.fields:
        yield Refusal(Reason.FIELD_OWNED)
        return
    unknown = next((bean for bean, _ in event.pay if bean not in table.game.beans), None)
    if unknown is not None:
        yield _no_bean(table, unknown)
        return
    price = field_price(table.game, player.buildings)
    chosen = sum(count for _, count in event.pay)
    # The price comes before the purse: at a hidden table the order would tell what lies in it.
    if price is None:
        yield Refusal(Reason.FIELD_NOT_FOR_SALE)
    elif chosen != price:
        yield Refusal(Reason.WRONG_FIELD_PRICE, {"price": price, "number": chosen})
    for bean, count in event.pay:
        has = player.talers.get(bean, 0)
        if count < 1 or has < count:
            yield Refusal(Reason.NOT_ENOUGH_TALERS, {"bean": bean, "price": count, "has": has, "missing": count - has})
            return


def _removed(table: Table, event: ev.Removed) -> Iterator[Refusal]:
    if event.building not in table.game.buildings:
        yield _no_building(table, event.building)
    elif table.removing != event.seat:
        yield Refusal(Reason.NOT_REMOVING, {"needs": _needs(table, "removes")})


def _corrected(table: Table, event: ev.Corrected) -> Iterator[Refusal]:
    if not event.change:
        yield Refusal(Reason.NO_CHANGE)
    if not event.reason:
        yield Refusal(Reason.REASON_MISSING)
    player = table.player(event.seat)
    if event.what in ("unsorted", "stew", "distillery"):
        has = getattr(player, event.what)
        if event.change > 0 and event.what != "unsorted" and not _has_pot(table, event.seat, event.what):
            needs = _needs(table, "levy" if event.what == "distillery" else "stew")
            yield Refusal(Reason.POT_WITHOUT_BUILDING, {"pot": event.what, "needs": needs})
        yield from _enough_cards(table, {}, event.change)
    elif event.what in table.game.beans:
        has = player.talers.get(event.what, 0)
        yield from _enough_cards(table, {event.what: event.change})
    else:
        yield _no_bean(table, event.what)
        return
    if has + event.change < 0:
        yield Refusal(Reason.NEGATIVE_PURSE, {"number": has})


def _hand(table: Table, event: ev.HandCounted) -> Iterator[Refusal]:
    if event.cards > table.game.talers:
        yield Refusal(Reason.MORE_THAN_CARDS, {"number": event.cards, "cards": table.game.talers})


def _renamed(table: Table, event: ev.Renamed) -> Iterator[Refusal]:
    if not event.name:
        yield Refusal(Reason.NAME_EMPTY)
    for seat, player in enumerate(table.players, 1):
        if seat != event.seat and names.key(player.name) == names.key(event.name):
            yield Refusal(Reason.NAME_TAKEN, {"name": event.name, "seat": seat})


def _course(table: Table, event: ev.Event) -> Iterator[Refusal]:
    """Turn, pile, rounds, end."""
    final = table.passes >= table.game.deck
    match event:
        case ev.TurnPassed() | ev.DeckExhausted() if final:
            yield Refusal(Reason.PILE_DONE, {"number": table.game.deck})
        case ev.TurnPassed() | ev.DeckExhausted() | ev.RoundOpened() if table.round:
            yield Refusal(Reason.ROUND_OPEN, {"seat": table.round.next})
        case ev.TurnPassed(to) if to == table.turn:
            yield Refusal(Reason.ALREADY_ON_TURN, {"seat": to})
        case ev.RoundOpened() if table.phase is Phase.FINAL_HARVEST and table.game.buildings:
            yield Refusal(Reason.HARVEST_FIRST)
        case ev.RoundOpened() if not table.game.buildings:
            yield Refusal(Reason.NO_BUILDINGS, {"edition": table.game.edition.id})
        case ev.Passed(seat) if table.round and seat not in (table.round.next, table.round.just):
            yield Refusal(Reason.NOT_YOUR_MOMENT, {"seat": table.round.next})
        case ev.Passed() if table.round is None and table.phase is not Phase.FINAL_HARVEST:
            yield Refusal(Reason.NO_ROUND)
        case ev.Finished() if not final:
            yield Refusal(Reason.NOT_AT_END, {"number": table.game.deck})
        case ev.Reopened() if table.phase is not Phase.FINISHED:
            yield Refusal(Reason.NOT_FINISHED)


def _enough_cards(table: Table, more: Mapping[str, int], parked: int = 0) -> Iterator[Refusal]:
    """No more Talers lie on the table than there are bean cards, of each bean and in all."""
    for bean, count in more.items():
        lying = sum(player.talers.get(bean, 0) for player in table.players) + count
        if lying > table.game.beans[bean].cards:
            facts = {"bean": bean, "number": lying, "cards": table.game.beans[bean].cards}
            yield Refusal(Reason.MORE_THAN_CARDS, facts)
    everything = sum(player.cash + player.stew + player.distillery for player in table.players)
    everything += sum(more.values()) + parked
    if everything > table.game.talers:
        yield Refusal(Reason.MORE_THAN_ALL_CARDS, {"number": everything, "cards": table.game.talers})


def _open(table: Table, what: str, harvester: int) -> bool:
    return any((claim.what, claim.harvester) == (what, harvester) for claim in table.claims)


def _has_pot(table: Table, seat: int, pot: str) -> bool:
    return any(card.pot == pot for card in table.game.cards(table.player(seat).buildings))


def _needs(table: Table, effect: str) -> list[str]:
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


_CHECKS: Mapping[type[ev.Event], Callable[[Table, Any], Iterator[Refusal]]] = {
    ev.Harvested: _harvested,
    ev.StewHarvested: _stew,
    ev.Levied: _levied,
    ev.Shared: _shared,
    ev.Bought: _bought,
    ev.FieldBought: _field,
    ev.Removed: _removed,
    ev.Corrected: _corrected,
    ev.HandCounted: _hand,
    ev.Renamed: _renamed,
}
