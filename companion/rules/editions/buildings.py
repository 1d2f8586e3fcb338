"""Building cards. A building is known by the bean whose Talers pay for it, never by its sign:
"Bank", "Farm" and "Goldmine" stand for other beans in the 2000 edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.editions.beans import Meter

PRICES = (1, 2, 3, 4)
# When an ability that is lost if forgotten applies: before the turn of its owner, at its end, or with the purchase.
MOMENTS = ("before-turn", "drawing", "purchase")


@dataclass(frozen=True, slots=True)
class Card:
    """One building card: its price in Talers of `bean`, and what it changes for its owner.

    meter: replaces the owner's meter of `bean`; stew: lets the owner harvest stews by this meter;
    lift: a harvest worth exactly the first pays the second; interest: at the end one Taler per that
    many; field_price: what a third field costs the owner; extra_field: "any" or the only bean it takes;
    joins: beans of this type may be added to fields of beans with at least that many cards;
    levy: Talers to demand of another player's stew; share: claims a Taler of every harvest of `bean`;
    removes: names a type that leaves the game; moment: one of MOMENTS.
    """

    bean: str
    price: int
    ability: str
    source: str
    note: str = ""
    meter: Meter | None = None
    stew: Meter | None = None
    lift: tuple[int, int] | None = None
    interest: int | None = None
    field_price: int | None = None
    extra_field: str = ""
    joins: int = 0
    levy: int = 0
    share: bool = False
    removes: bool = False
    moment: str = ""

    @property
    def pot(self) -> str:
        """The pot that collects Talers under this card: "stew", "distillery" or none (000:L71, L97)."""
        return "stew" if self.stew else "distillery" if self.levy else ""


@dataclass(frozen=True, slots=True)
class Building:
    """One building type: four cards, one at each price (000:L25)."""

    bean: str
    name: str
    cards: Mapping[int, Card]
    source: str
