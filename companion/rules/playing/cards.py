"""Physical sanity: no more Talers can lie on a table than there are bean cards, of each bean and in all.

A Taler of a bean of 14 or more cards may be a Soy card that lay on its field with the 2-Farm (000:L64, 4.24): it is then
no card of that bean, and a card of Soy less.

An entry at a table with hidden purses is checked only against the purses that the one who enters it sees. Counting all
of them would tell Ana, by harvesting ever smaller fields that she undoes again, how many Blue Talers the others have.
What does not add up is therefore found at the end, when everybody sees everything: `contradictions` lists it beside the
result. For the same reason an entry that is looked at again, because an earlier one is undone, is not counted against
the cards at all: that would tell as well."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from companion.rules.editions.edition import Game
from companion.rules.playing import events as ev
from companion.rules.playing.harvest import may_mix
from companion.rules.playing.state import Table
from companion.rules.refusals import Reason, Refusal
from companion.rules.scoring.score import POTS, Holdings
from companion.rules.seats import BySeat, Seat


@dataclass(frozen=True)
class Lying:
    """The Talers in some purses. `mixed` holds for each of them, by bean, how many may be Soy cards at most."""

    game: Game
    purses: Sequence[Holdings]
    mixed: Sequence[Mapping[str, int]]

    def least(self, bean: str) -> int:
        """How many cards of a bean lie in these purses at least."""
        pairs = zip(self.purses, self.mixed, strict=True)
        own = sum(max(0, purse.talers.get(bean, 0) - mixed.get(bean, 0)) for purse, mixed in pairs)
        joining = self.game.joining
        return own + self._replaced() if joining and joining.bean == bean else own

    def _replaced(self) -> int:
        """The Soy cards that must lie among Talers of other beans, as there are not so many cards of these."""
        counts = (
            sum(purse.talers.get(bean, 0) for purse in self.purses) - row.cards for bean, row in self.game.beans.items()
        )
        return sum(max(0, count) for count in counts)

    @property
    def everything(self) -> int:
        """All Talers of these purses and their pots."""
        return sum(purse.cash + purse.stew + purse.distillery for purse in self.purses)


def too_many(table: Table, event: ev.Event, counted: Collection[Seat]) -> Iterator[Refusal]:
    """Whether the event makes more Talers than there are cards, of its bean or in all, with those of these seats."""
    more = _added(event)
    if more is None:
        return
    purses = {seat: table.player(seat) for seat in counted}
    if isinstance(event, ev.Recounted) and event.seat in purses:  # counts instead of what was thought to lie there
        purses[event.seat] = purses[event.seat].without(event.what)
    lying = Lying(table.game, [*purses.values()], [table.mixed.get(seat, {}) for seat in purses])
    joining = table.game.joining
    for bean, count in ((more.bean, more.cards), (joining and joining.bean, more.soy)):
        if not bean or bean not in table.game.beans or (not count and bean != more.bean):
            continue  # of no bean; of one that is not in play any more something else is said
        cards, least = table.game.beans[bean].cards, lying.least(bean)
        if count + least > cards:
            facts = {"bean": bean, "number": count, "cards": cards, "lying": least}
            mixes = isinstance(event, ev.Harvested) and may_mix(table.game, table.player(event.seat).buildings, bean)
            yield Refusal(Reason.MORE_THAN_LEFT, facts | {"soy": more.soy + count + least - cards} if mixes else facts)
    everything = lying.everything + more.talers
    if everything > table.game.talers:
        yield Refusal(Reason.MORE_THAN_ALL_CARDS, {"number": everything, "cards": table.game.talers})


def contradictions(table: Table) -> list[Refusal]:
    """What cannot lie on this table."""
    return impossible(table.game, table.players, [table.mixed.get(seat, {}) for seat in table.seats])


def impossible(game: Game, players: BySeat[Holdings], mixed: Sequence[Mapping[str, int]]) -> list[Refusal]:
    """What cannot lie on a table: more Talers than there are cards, of a bean or in all."""
    lying = Lying(game, [*players], mixed)
    found = []
    for bean in game.beans.values():
        count = lying.least(bean.id)
        if count > bean.cards:
            talers = {seat: player.talers[bean.id] for seat, player in players.items() if player.talers.get(bean.id)}
            facts = {"bean": bean.id, "number": count, "cards": bean.cards, "talers": talers}
            found.append(Refusal(Reason.MORE_TOGETHER, facts))
    if lying.everything > game.talers:
        found.append(Refusal(Reason.MORE_THAN_ALL_CARDS, {"number": lying.everything, "cards": game.talers}))
    return found


def perhaps_mixed(game: Game, player: Holdings, agreed: Collection[Reason] = ()) -> Mapping[str, int]:
    """How many Talers of each bean may be Soy cards, of a player whose harvests are not known.

    `agreed` are rules that did not hold for that player: that it takes the 2-Farm, or a bean of 14 cards.
    """
    joining = game.joining
    if joining is None or (joining not in game.cards(player.buildings) and Reason.NO_MIXING not in agreed):
        return {}
    least = 0 if Reason.NO_MIXED_FIELD in agreed else joining.joins
    fit = [bean for bean, row in game.beans.items() if bean != joining.bean and row.cards >= least]
    return {bean: count for bean, count in player.talers.items() if bean in fit}


@dataclass(frozen=True, slots=True)
class _Added:
    """What an event brings out of the game's cards: of which bean how many, Soy beside them, and Talers in all."""

    bean: str | None
    cards: int
    talers: int
    soy: int = 0


def _added(event: ev.Event) -> _Added | None:
    if not isinstance(event, ev.Trade):
        return None
    match event:
        case ev.Harvested(_, bean, cards, talers, soy):
            number = talers if cards is None else cards
            return _Added(bean, max(0, number - soy), talers, soy)
        case ev.StewHarvested(_, _, talers):
            return _Added(None, 0, talers)
        case ev.Shared(_, _, bean):
            return _Added(bean, 1, 1)
        case ev.Corrected(_, what, change):
            return _Added(None if what in POTS else what, change, change) if change > 0 else None
        case ev.Recounted(_, what, count):
            return _Added(None if what in POTS else what, count, count)
        case ev.Levied() | ev.Bought() | ev.Removed() | ev.FieldBought():
            return None
        case _:
            assert_never(event)
