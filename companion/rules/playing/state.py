"""A table as its log makes it: purses, market, turn, pile, phase. Seats count from 1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from companion.rules.editions.edition import Game
from companion.rules.playing.market import Market
from companion.rules.scoring.score import Holdings, Result, score
from companion.rules.seats import FIRST, BySeat, Seat


class Phase(StrEnum):
    """Where the game is."""

    PLAY = "play"
    FINAL_HARVEST = "final-harvest"
    BUYING = "buying"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class BuyingRound:
    """A buying round: the seat that is to decide, and the one that may still add to a purchase just made."""

    next: Seat
    just: Seat | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """Something an owner may still claim of a harvest: `what` is a bean or "stew"."""

    what: str
    harvester: Seat
    talers: int
    old: bool = False  # made in an earlier turn: gone with the next


@dataclass(frozen=True)
class Table:
    """One table after so many entries. Seats count from 1."""

    game: Game
    players: BySeat[Holdings]
    hidden: bool = False
    start: Seat = FIRST  # the seat of the start player
    order: tuple[Seat, ...] = ()  # the seats clockwise; empty while they sit in the order of their numbers
    left: frozenset[Seat] = frozenset()  # seats whose players went home
    turn: Seat = FIRST
    turns: int = 0  # that are over
    passes: int = 0  # of the draw pile
    phase: Phase = Phase.PLAY
    ended: bool = False  # the last turn has been played: what remains is the last harvest and the last buying round
    complete: bool = False  # those have been played, too
    fields: frozenset[Seat] = frozenset()  # seats that bought a third field
    named: frozenset[str] = frozenset()  # types the 2-Distillery took away
    removing: Seat | None = None  # the seat that has just bought it and may name a type
    round: BuyingRound | None = None
    done: frozenset[Seat] = frozenset()  # seats with nothing left to harvest
    passed: frozenset[Seat] = (
        frozenset()
    )  # seats that passed since the last purchase or the beginning of the last round
    claims: tuple[Open, ...] = ()
    claimed: frozenset[tuple[str, Seat]] = frozenset()  # (what, harvester) of the claims met in this turn
    mixed: Mapping[Seat, Mapping[str, int]] = field(default_factory=dict)  # by seat and bean: Talers that may be Soy
    next_table: str = ""  # the table at which the same people play on
    # Whether a device (by its fingerprint) holds a seat, as far as the log tells: old logs know of few sittings.
    seating: Mapping[tuple[str, Seat], bool] = field(default_factory=dict)

    @property
    def concealed(self) -> bool:
        """Whether purses are hidden now: at the end everybody sees everything."""
        return self.hidden and self.phase is not Phase.FINISHED

    def but(self, **changes: Any) -> Table:
        """The same with some fields changed. An entry of a log takes several, and `dataclasses.replace`, which asks each
        field, half the time of a fold."""
        assert changes.keys() <= Table.__dataclass_fields__.keys()
        other = object.__new__(Table)
        fields = vars(other)
        fields.update(vars(self))
        for name in _WORKED_OUT:
            fields.pop(name, None)
        fields.update(changes)
        return other

    @cached_property
    def public(self) -> Table:
        """The table as everybody sees it: the same with every purse empty."""
        return self.but(players=BySeat(player.open for player in self.players), mixed={})

    def player(self, seat: Seat) -> Holdings:
        """The player at a seat; IndexError when there is none."""
        return self.players[seat]

    @cached_property
    def market(self) -> Market:
        """What is left to buy."""
        return Market(self.game, BySeat(player.buildings for player in self.players), self.named)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, also of players who went home."""
        return self.players.seats

    @cached_property
    def names(self) -> BySeat[str]:
        """The players' names."""
        return BySeat(player.name for player in self.players)

    @property
    def playing(self) -> frozenset[Seat]:
        """The seats whose players are there."""
        return frozenset(self.seats) - self.left

    @cached_property
    def clockwise(self) -> tuple[Seat, ...]:
        """All seats clockwise, the start player's first."""
        order = self.order or self.seats
        first = order.index(self.start)
        return order[first:] + order[:first]

    @property
    def next_seats(self) -> tuple[Seat, ...]:
        """Who plays the next game, the one after this start player first: without who went home, if that is enough."""
        here = tuple(seat for seat in self.clockwise[1:] + self.clockwise[:1] if seat not in self.left)
        everybody = self.clockwise[1:] + self.clockwise[:1]
        return here if len(here) in self.game.edition.players else everybody

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat that many places clockwise, those passed over whose players went home."""
        ring = [each for each in self.clockwise if each not in self.left or each == seat]
        return ring[(ring.index(seat) + steps) % len(ring)]

    @cached_property
    def result(self) -> Result:
        """The scores as they would be now."""
        return score(self.game, self.players, self.clockwise)

    def owner_of(self, effect: str) -> Seat | None:
        """The seat that owns the card with this effect ("share", "levy", "removes"), if any."""
        for seat, player in self.players.items():
            if any(getattr(card, effect) for card in self.game.cards(player.buildings)):
                return seat
        return None


_WORKED_OUT = tuple(name for name, value in vars(Table).items() if isinstance(value, cached_property))
