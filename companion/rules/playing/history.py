"""How a game went: everybody's total after each entry that counts, and what stood out. Seats count from 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.rules.editions.installed import Editions
from companion.rules.playing import events as ev
from companion.rules.playing.counting import effective
from companion.rules.playing.fold import Entry, apply, start
from companion.rules.playing.harvest import meter
from companion.rules.playing.state import Table
from companion.rules.scoring.score import parts
from companion.rules.seats import BySeat, Seat


@dataclass(frozen=True)
class Moment:
    """The table after an entry: what each player would have scored then."""

    entry: Entry
    table: Table
    totals: BySeat[int]


@dataclass(frozen=True)
class Lead:
    """The longest time somebody was ahead of all others, without a break: by how many points at most, from which moment
    to which, over how many turns, and for how many seconds by the clock of the server."""

    seat: Seat
    most: int
    turns: int
    seconds: int
    first: int
    last: int


@dataclass(frozen=True)
class History:
    """A game from its first entry to now."""

    moments: Sequence[Moment]
    harvests: Mapping[Seat, int] = field(default_factory=dict)  # how often each seat harvested
    earned: Mapping[tuple[Seat, str, int], int] = field(
        default_factory=dict
    )  # Talers by (seat, bean, price) of a building

    @property
    def piles(self) -> list[int]:
        """After which moments the draw pile had run out."""
        return [at for at, moment in enumerate(self.moments) if isinstance(moment.entry.event, ev.DeckExhausted)]

    @property
    def turns(self) -> list[tuple[Seat, BySeat[int]]]:
        """For each turn whose it was, and everybody's total at its end; the last one as it stands."""
        last = len(self.moments) - 1
        ends = [at for at in range(last) if isinstance(self.moments[at + 1].entry.event, ev.TurnPassed)]
        return [(self.moments[at].table.turn, self.moments[at].totals) for at in (*ends, last)]

    @property
    def best_harvest(self) -> ev.Harvested | None:
        """The harvest that paid most; of several the one that took fewer cards, then the first."""
        found = [moment.entry.event for moment in self.moments if isinstance(moment.entry.event, ev.Harvested)]
        paid = [event for event in found if event.talers]
        return max(paid, key=lambda event: (event.talers, -(event.cards or 99)), default=None)

    @property
    def best_building(self) -> tuple[Seat, str, int, int] | None:
        """The building that brought its owner most: seat, bean, price, and the Talers there would not be without it."""
        best = max(self.earned, key=lambda card: self.earned[card], default=None)
        return (*best, self.earned[best]) if best and self.earned[best] > 0 else None

    @property
    def busiest(self) -> tuple[Seat, int] | None:
        """Who harvested most often, and how often; None where two did."""
        most = max(self.harvests.values(), default=0)
        seats = [seat for seat, count in self.harvests.items() if count == most]
        return (seats[0], most) if most > 1 and len(seats) == 1 else None

    @property
    def longest_lead(self) -> Lead | None:
        """Who was ahead of everybody for the longest stretch of entries."""
        return max(self._leads(), key=lambda lead: (lead.last - lead.first, lead.most), default=None)

    def _leads(self) -> Iterator[Lead]:
        leaders = [_ahead(moment.totals) for moment in self.moments]
        first = 0
        for at, leader in enumerate([*leaders[1:], None], 1):
            if leader == leaders[first] and at < len(leaders):
                continue
            seat = leaders[first]
            if seat is not None and at - 1 > first:
                yield self._lead(seat, first, at - 1)
            first = at

    def _lead(self, seat: Seat, first: int, last: int) -> Lead:
        stretch = self.moments[first : last + 1]
        most = max(moment.totals[seat] - sorted(moment.totals)[-2] for moment in stretch)
        turns = sum(isinstance(moment.entry.event, ev.TurnPassed) for moment in stretch)
        return Lead(seat, most, turns, _seconds(stretch[0].entry.at, stretch[-1].entry.at), first, last)


def history(log: Sequence[Entry], editions: Editions) -> History:
    """How a whole log went, undone entries left out. UnreadableTableError as for `fold`."""
    entries = effective(log)
    first, *rest = entries
    table = start(entries, editions)
    moments = [Moment(first, table, _totals(table))]
    harvests: Counter[Seat] = Counter()
    earned: Counter[tuple[Seat, str, int]] = Counter()
    for entry in rest:
        if isinstance(entry.event, ev.Harvested | ev.StewHarvested):
            harvests[entry.event.seat] += 1
        earned.update(_earned(table, entry.event))
        changed = apply(table, entry.event)
        totals = moments[-1].totals if changed.players == table.players else _totals(changed)
        table = changed
        moments.append(Moment(entry, table, totals))
    for seat, player in table.players.items():
        final = parts(table.game, player)
        if final.interest_card and final.interest:
            earned[seat, final.interest_card.bean, final.interest_card.price] += final.interest
    return History(moments, dict(harvests), dict(earned))


def _totals(table: Table) -> BySeat[int]:
    return BySeat(parts(table.game, player).total for player in table.players)


def _ahead(totals: BySeat[int]) -> Seat | None:
    """The seat that is alone in front, if one is."""
    most = max(totals)
    leaders = [seat for seat, total in totals.items() if total == most]
    return leaders[0] if len(leaders) == 1 else None


def _seconds(since: Any, until: Any) -> int:
    """The time between two entries; 0 where they have none, as in a log that was typed."""
    return max(0, int((until - since).total_seconds())) if since and until else 0


def _earned(table: Table, event: ev.Event) -> dict[tuple[Seat, str, int], int]:
    """What each building contributed to an entry: a harvest without it would have paid so much less."""
    match event:
        case ev.Harvested(seat, bean, int() as cards, _):
            return {card: gain for card, gain in _gains(table, seat, bean, cards) if gain > 0}
        case ev.StewHarvested(seat, _, talers, levy, to):
            earned = _by(table, seat, "stew", talers - levy)
            return {**earned, **_by(table, to, "levy", levy)} if to else earned
        case ev.Shared(seat, _, _):
            return _by(table, seat, "share", 1)
        case ev.Levied(seat, harvester, talers):
            lost = dict.fromkeys(_by(table, harvester, "stew", talers), -talers)
            return {**lost, **_by(table, seat, "levy", talers)}
        case _:
            return {}


def _gains(table: Table, seat: Seat, bean: str, cards: int) -> Iterator[tuple[tuple[Seat, str, int], int]]:
    owned = table.player(seat).buildings
    paid = meter(table.game, bean, owned).talers(cards)
    for own, price in owned.items():
        without = {other: cost for other, cost in owned.items() if other != own}
        yield (seat, own, price), paid - meter(table.game, bean, without).talers(cards)


def _by(table: Table, seat: Seat, effect: str, talers: int) -> dict[tuple[Seat, str, int], int]:
    """Talers that came by the card with this effect."""
    cards = table.game.cards(table.player(seat).buildings)
    return {(seat, card.bean, card.price): talers for card in cards if getattr(card, effect)}
