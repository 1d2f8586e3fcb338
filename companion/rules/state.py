"""A table as its log makes it: purses, market, turn, pile, phase. Seats count from 1."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from companion.rules.edition import Game
from companion.rules.market import Market
from companion.rules.score import Holdings


class Phase(StrEnum):
    """Where the game is."""

    PLAY = "play"
    FINAL_HARVEST = "final-harvest"
    BUYING = "buying"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class BuyingRound:
    """A buying round: who is to decide, how many passed in a row, and who may still add to a purchase just made."""

    next: int
    passes: int = 0
    just: int | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """Something an owner may still claim of a harvest: `what` is a bean or "stew"."""

    what: str
    harvester: int
    talers: int
    old: bool = False  # made in an earlier turn: gone with the next


@dataclass(frozen=True)
class Table:
    """One table after so many entries. Seats count from 1."""

    game: Game
    players: tuple[Holdings, ...]
    hidden: bool = False
    turn: int = 1
    passes: int = 0  # of the draw pile
    phase: Phase = Phase.PLAY
    fields: frozenset[int] = frozenset()  # seats that bought a third field
    named: frozenset[str] = frozenset()  # types the 2-Distillery took away
    removing: int | None = None  # the seat that has just bought it and may name a type
    round: BuyingRound | None = None
    done: frozenset[int] = frozenset()  # seats with nothing left to harvest
    claims: tuple[Open, ...] = ()
    next_code: str = ""  # the table at which the same people play on

    def player(self, seat: int) -> Holdings:
        """The player at a seat; IndexError when there is none."""
        if not 1 <= seat <= len(self.players):
            raise IndexError(seat)
        return self.players[seat - 1]

    @cached_property
    def market(self) -> Market:
        """What is left to buy."""
        return Market(self.game, [player.buildings for player in self.players], self.named)

    @property
    def names(self) -> list[str]:
        """The names in seating order."""
        return [player.name for player in self.players]

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat that many places clockwise."""
        return (seat - 1 + steps) % len(self.players) + 1

    def owner_of(self, effect: str) -> int | None:
        """The seat that owns the card with this effect ("share", "levy", "removes"), if any."""
        for seat, player in enumerate(self.players, 1):
            if any(getattr(card, effect) for card in self.game.cards(player.buildings)):
                return seat
        return None
