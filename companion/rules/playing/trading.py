"""What trades make of a table: purses, pots, buildings, fields, and what may be claimed of a harvest.

Part of the fold: it trusts its events, which were checked when they were made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never

from companion.rules.playing import events as ev
from companion.rules.playing.state import BuyingRound, Open, Table
from companion.rules.scoring.score import POTS
from companion.rules.seats import Seat


def traded(table: Table, event: ev.Trade) -> Table:
    """The table after a trade."""
    match event:
        case ev.Harvested() | ev.StewHarvested() | ev.Levied() | ev.Shared():
            return _harvested(table, event)
        case ev.Bought(seat, cards):
            return _bought(table, seat, cards)
        case ev.Removed(_, building):
            return table.but(named=table.named | {building}, removing=None)
        case ev.FieldBought(seat, pay):
            for what, count in pay:
                table = _count(table, seat, what, -count)
            return table.but(fields=table.fields | {seat})
        case ev.Corrected(seat, what, change):
            return _count(table, seat, what, change)
        case ev.Recounted(seat, what, count):
            return _count(table, seat, what, count - table.player(seat).count(what))
        case _:
            assert_never(event)


def _harvested(table: Table, event: ev.Harvested | ev.StewHarvested | ev.Levied | ev.Shared) -> Table:
    """Harvests, and what the owner of a 4-Jail or 3-Distillery gets of those of others."""
    match event:
        case ev.Harvested(seat, bean, _, talers, soy):
            table = _add(table, seat, {bean: talers})
            table = _mixed(table, seat, bean, min(soy, talers)) if soy else table
            return _claimable(table, bean, seat, talers)
        case ev.StewHarvested(seat, _, talers, levy, to):
            table = _pot(table, seat, "stew", talers - levy)
            if not to:
                return _claimable(table, "stew", seat, talers)
            return _pot(table, to, "distillery", levy).but(claimed=table.claimed | {("stew", seat)})
        case ev.Levied(seat, harvester, talers):
            # A hidden pot that was corrected meanwhile may hold less; the demand of what all saw harvested stands.
            table = _pot(_pot(table, harvester, "stew", -talers), seat, "distillery", talers)
            return _claimed(table, "stew", harvester)
        case ev.Shared(seat, harvester, bean):
            return _claimed(_add(table, seat, {bean: 1}), bean, harvester)
        case _:
            assert_never(event)


def _bought(table: Table, seat: Seat, cards: tuple[tuple[str, int], ...]) -> Table:
    table = _add(table, seat, {bean: -price for bean, price in cards})
    table = with_player(table, seat, buildings={**table.player(seat).buildings, **dict(cards)})
    removing = seat if any(card.removes for card in table.game.cards(dict(cards))) else table.removing
    table = table.but(removing=removing, passed=frozenset())
    return table.but(round=BuyingRound(table.after(seat), just=seat)) if table.round else table


def _add(table: Table, seat: Seat, change: Mapping[str, int]) -> Table:
    talers = dict(table.player(seat).talers)
    for bean, count in change.items():
        talers[bean] = max(0, talers.get(bean, 0) + count)  # less than nothing cannot lie there, whatever was changed
    return with_player(table, seat, talers={bean: count for bean, count in talers.items() if count})


def _count(table: Table, seat: Seat, what: str, change: int) -> Table:
    """A count of a seat changed: of a bean, or of one of `POTS`."""
    return _pot(table, seat, what, change) if what in POTS else _add(table, seat, {what: change})


def _mixed(table: Table, seat: Seat, bean: str, talers: int) -> Table:
    """So many more Talers of that bean may be Soy cards: they lay on its field with the 2-Farm (000:L64, 4.24)."""
    own = table.mixed.get(seat, {})
    return table.but(mixed={**table.mixed, seat: {**own, bean: own.get(bean, 0) + talers}})


def _pot(table: Table, seat: Seat, pot: str, change: int) -> Table:
    return with_player(table, seat, **{pot: max(0, getattr(table.player(seat), pot) + change)})


def with_player(table: Table, seat: Seat, **changes: Any) -> Table:
    """The table with something about one player changed."""
    return table.but(players=table.players.replaced(seat, replace(table.players[seat], **changes)))


def _claimable(table: Table, what: str, harvester: Seat, talers: int) -> Table:
    """Remember a harvest of which the owner of a 4-Jail or 3-Distillery may claim a Taler."""
    effect = "levy" if what == "stew" else "share"
    owner = table.owner_of(effect)
    if owner is None or talers < 1 or (what == "stew" and owner == harvester):
        return table
    if what != "stew" and not any(
        card.share and card.bean == what for card in table.game.cards(table.player(owner).buildings)
    ):
        return table
    return table.but(claims=(*table.claims, Open(what, harvester, talers)))


def _claimed(table: Table, what: str, harvester: Seat) -> Table:
    """The newest harvest of that kind by that seat is not open any more: its Taler has been claimed."""
    claims = list(table.claims)
    for claim in reversed(claims):
        if (claim.what, claim.harvester) == (what, harvester):
            claims.remove(claim)
            break
    return table.but(claims=tuple(claims), claimed=table.claimed | {(what, harvester)})
