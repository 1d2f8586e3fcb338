"""Who may own which building card: one per type and player, and how many owners a type may have.

The only place that knows an ownership limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from companion.rules.editions.buildings import PRICES
from companion.rules.editions.edition import Game
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import BySeat, Seat

Owned = Mapping[str, int]  # bean to price: what one player owns


class Standing(StrEnum):
    """What one building card is to one player."""

    MINE = "mine"
    SOLD = "sold"  # another player owns it
    GONE = "gone"  # left the game: the type has all its owners, or the 2-Distillery named it
    BARRED = "barred"  # still for sale, but this player owns another card of the type
    OPEN = "open"


@dataclass(frozen=True)
class Market:
    """The building cards of a game in progress: what each seat owns, and the types that were named away."""

    game: Game
    owned: BySeat[Owned]
    named: frozenset[str] = frozenset()

    @cached_property
    def _owners(self) -> Mapping[str, Mapping[int, Seat]]:
        # Where two players claim one card, the first seat keeps it; `conflicts` reports the other.
        owners: dict[str, dict[int, Seat]] = {bean: {} for bean in self.game.buildings}
        for seat, buildings in self.owned.items():
            for bean, price in buildings.items():
                if bean in owners:
                    owners[bean].setdefault(price, seat)
        return owners

    def owner(self, bean: str, price: int) -> Seat | None:
        """The seat that owns the card, if any."""
        return self._owners[bean].get(price)

    def owners(self, bean: str) -> list[Seat]:
        """The seats that own a card of this type, in seating order."""
        return [seat for seat, buildings in self.owned.items() if bean in buildings]

    def removed(self, bean: str) -> bool:
        """Whether the unsold cards of this type have left the game.

        They leave at once when the type has all the owners this player count allows (000:L50-52), or when
        the owner of the 2-Distillery named the type (000:L96).
        """
        return bean in self.named or len(self.owners(bean)) >= self.game.owners

    def for_sale(self, bean: str) -> list[int]:
        """The prices of this type that somebody can still buy, ascending."""
        return [] if self.removed(bean) else [price for price in PRICES if self.owner(bean, price) is None]

    def standing(self, seat: Seat, bean: str, price: int) -> Standing:
        """What the card is to the player at that seat."""
        owner = self.owner(bean, price)
        if owner == seat:
            return Standing.MINE
        if owner is not None:
            return Standing.SOLD
        if self.removed(bean):
            return Standing.GONE
        return Standing.BARRED if bean in self.owned[seat] else Standing.OPEN

    def refuse(self, seat: Seat, bean: str, price: int) -> Refusal | None:
        """Why this seat cannot have the card as things stand, or None. Talers are not looked at."""
        facts: dict[str, object] = {"bean": bean, "price": price}
        standing = self.standing(seat, bean, price)
        if standing is Standing.SOLD:
            return Refusal(Reason.ALREADY_SOLD, facts | {"seat": self.owner(bean, price)})
        if bean in self.owned[seat]:  # also when the rest has left: no agreement gives a player two of a type
            return Refusal(Reason.ONE_PER_TYPE, facts | {"owned": self.owned[seat][bean]})
        if standing is Standing.OPEN:
            return None
        owners = self.owners(bean)
        if len(owners) < self.game.owners:
            return Refusal(Reason.REMOVED, facts)
        # Also when the type was named: a sheet, which does not tell of that, is refused for the owners alone.
        limit = {"limit": self.game.owners, "players": self.game.players, "seats": owners}
        return Refusal(Reason.OWNER_LIMIT, facts | limit)

    def conflicts(self) -> list[tuple[Seat, str, Refusal]]:
        """(seat, bean, refusal) for every holding that cannot stand beside those of earlier seats."""
        found = []
        before = Market(self.game, BySeat({} for _ in self.owned))
        for seat, buildings in self.owned.items():
            for bean, price in buildings.items():
                refusal = before.refuse(seat, bean, price) if bean in self.game.buildings else None
                if refusal:
                    found.append((seat, bean, refusal))
            before = Market(self.game, before.owned.replaced(seat, buildings))
        return found
