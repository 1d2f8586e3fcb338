"""What a harvest pays its owner: the bean's meter, changed by the owner's buildings (rules 3.3, 3.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

from companion.rules.editions.beans import Meter
from companion.rules.editions.buildings import Card
from companion.rules.editions.edition import Game


def meter(game: Game, bean: str, owned: Mapping[str, int]) -> Meter:
    """The meter by which the owner of these buildings (bean to price) harvests that bean.

    A card's own meter replaces the printed one (000:L57, L76, L79, L98); then a pay of exactly four is
    lifted to five by the 4-Farm (000:L66). KeyError when the bean is not in play.
    """
    cards = game.cards(owned)
    own = next((card.meter for card in cards if card.bean == bean and card.meter), game.beans[bean].meter)
    return _lifted(own, cards)


def stew_meter(game: Game, owned: Mapping[str, int]) -> Meter | None:
    """The meter for bean stews of the owner of these buildings, or None without a 3- or 4-Saloon (000:L69-71).

    Where a house edition lets another building type plant stews, too, the better meter counts.
    """
    cards = game.cards(owned)
    meters = [card.stew for card in cards if card.stew]
    return _lifted(reduce(Meter.or_better, meters), cards) if meters else None


def _lifted(own: Meter, cards: Iterable[Card]) -> Meter:
    for card in cards:
        if card.lift:
            own = own.lifted(*card.lift)
    return own


def may_mix(game: Game, owned: Mapping[str, int], bean: str) -> bool:
    """Whether the owner of these buildings may have added Soy to a field of that bean: one of 14 cards or more."""
    card = game.joining
    return card is not None and card in game.cards(owned) and card.bean != bean and game.beans[bean].cards >= card.joins


def field_price(game: Game, owned: Mapping[str, int]) -> int | None:
    """Talers for a third field, with a 2-Goldmine fewer (000:L56); None when none is for sale."""
    price = game.fields.price
    if price is None:
        return None
    return min((card.field_price for card in game.cards(owned) if card.field_price is not None), default=price)
