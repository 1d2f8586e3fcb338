"""Bean types and their meters: how many cards bring how many Talers."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meter:
    """Steps of a bean meter as (cards, Talers), fewest cards first."""

    steps: tuple[tuple[int, int], ...]

    def talers(self, cards: int) -> int:
        """Talers for that many cards; past the last step the pay stays the same."""
        reached = bisect_right(self.steps, cards, key=lambda step: step[0])
        return self.steps[reached - 1][1] if reached else 0

    @property
    def most(self) -> int:
        """The Talers that its best step pays: no harvest pays more."""
        return max(talers for _, talers in self.steps)

    def next_step(self, cards: int) -> tuple[int, int] | None:
        """The next (cards, Talers) that pays more than this many cards do, or None at the top."""
        now = self.talers(cards)
        return next((step for step in self.steps if step[1] > now), None)

    def or_better(self, other: Meter) -> Meter:
        """For each number of cards what the better of two meters pays."""
        steps: list[tuple[int, int]] = []
        for cards, _ in sorted({*self.steps, *other.steps}):
            pay = max(self.talers(cards), other.talers(cards))
            if not steps or pay > steps[-1][1]:
                steps.append((cards, pay))
        return Meter(tuple(steps))

    def lifted(self, old: int, new: int) -> Meter:
        """This meter with a pay of exactly `old` Talers raised to `new` (4-Farm: 000:L66)."""
        steps: list[tuple[int, int]] = []
        for cards, talers in self.steps:
            pay = new if talers == old else talers
            if not steps or steps[-1][1] != pay:
                steps.append((cards, pay))
        return Meter(tuple(steps))


# Every bean of the games, whether or not an edition has it: a known bean out of play is no misspelt one.
IDS = frozenset(
    ["coffee", "wax", "cognac", "blue", "fire", "broad", "break", "soy", "blackeyed", "red", "garden", "cocoa"]
)


@dataclass(frozen=True, slots=True)
class Bean:
    """One bean type of an edition: its cards in the box and its printed meter."""

    id: str
    name: str
    cards: int
    meter: Meter
    source: str
    note: str = ""
