"""The final score of a table: parts, total, rank, tie-break. Every score shown anywhere comes from `score`.

cash + pots = base; interest on the base once, rounded down (000:L60, 4.1-4.5); purchase prices (000:L83);
bonus by the number of buildings (000:L84-88)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.rules.editions.buildings import Card
from companion.rules.editions.edition import Bonus, Game, Ruling
from companion.rules.seats import BySeat, Seat

POTS = ("unsorted", "stew", "distillery")  # counts of a player that are of no bean


@dataclass(frozen=True)
class Holdings:
    """What one player has at the end, Talers as counts.

    `talers` by bean; `unsorted` of unknown bean; `stew` under the Saloon; `distillery` under the
    Distillery; `buildings` bean to price; `hand_cards` None when nobody counted.
    """

    name: str
    talers: Mapping[str, int] = field(default_factory=dict)
    unsorted: int = 0
    stew: int = 0
    distillery: int = 0
    buildings: Mapping[str, int] = field(default_factory=dict)
    hand_cards: int | None = None

    @property
    def cash(self) -> int:
        """Talers in the purse, pots apart."""
        return sum(self.talers.values()) + self.unsorted

    @cached_property
    def open(self) -> Holdings:
        """What lies open of it: the same with an empty purse and empty pots."""
        return Holdings(self.name, buildings=self.buildings, hand_cards=self.hand_cards)

    def without(self, what: str) -> Holdings:
        """The same but for the Talers of a bean, or of one of `POTS`."""
        match what:
            case "unsorted":
                return replace(self, unsorted=0)
            case "stew":
                return replace(self, stew=0)
            case "distillery":
                return replace(self, distillery=0)
        return replace(self, talers={bean: count for bean, count in self.talers.items() if bean != what})

    def count(self, what: str) -> int:
        """The Talers of a bean, or of one of `POTS`."""
        found: int = getattr(self, what) if what in POTS else self.talers.get(what, 0)
        return found


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one player's score in Talers, and the cards and rows they come from."""

    cash: int
    stew: int
    distillery: int
    interest: int
    buildings: int
    bonus: int
    cards: tuple[Card, ...]
    interest_card: Card | None
    bonus_row: Bonus | None

    @property
    def base(self) -> int:
        """The Talers that earn interest: cash and both pots (000:L71, L97)."""
        return self.cash + self.stew + self.distillery

    @property
    def total(self) -> int:
        """The final score."""
        return self.base + self.interest + self.buildings + self.bonus


@dataclass(frozen=True, slots=True)
class Score:
    """One player's parts with their place: `rank` as in sports (1, 1, 3); several winners share."""

    name: str
    parts: Parts
    hand_cards: int | None
    rank: int
    winner: bool


@dataclass(frozen=True, slots=True)
class Tie:
    """The seats with the highest total. `winners` are who the tie-break leaves; `uncounted`
    are those whose hand cards it would have needed."""

    seats: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    uncounted: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The scores by seat, the rule that breaks ties, and the tie for the win if there was one.

    `ruling` is where that rule comes from, None when the table chose it.
    """

    scores: BySeat[Score]
    tie_break: str
    tie: Tie | None
    ruling: Ruling | None


def parts(game: Game, player: Holdings) -> Parts:
    """The parts of one player's score. KeyError when a building is not in play."""
    cards = tuple(game.cards(player.buildings))
    base = player.cash + player.stew + player.distillery
    # One card pays it; where a house edition has more of that kind, the one that pays most.
    lender = min((card for card in cards if card.interest), key=lambda card: card.interest or 0, default=None)
    bonus = game.bonus(len(cards))
    return Parts(
        cash=player.cash,
        stew=player.stew,
        distillery=player.distillery,
        interest=base // lender.interest if lender and lender.interest else 0,
        buildings=sum(card.price for card in cards),
        bonus=bonus.talers if bonus else 0,
        cards=cards,
        interest_card=lender,
        bonus_row=bonus,
    )


def score(game: Game, players: Iterable[Holdings], clockwise: Sequence[Seat] | None = None) -> Result:
    """Score a table, the players in the order of their seats. `clockwise` are the seats from the start player on, by which
    one tie-break goes; without it they sit in that order."""
    players = BySeat(players)
    all_parts = BySeat(parts(game, player) for player in players)
    totals = BySeat(part.total for part in all_parts)
    order = players.seats if clockwise is None else clockwise
    keys = [(total, _tie_key(game, players, totals, seat, order)) for seat, total in totals.items()]
    best = max(keys)
    scores = BySeat(
        Score(player.name, part, player.hand_cards, 1 + sum(other > key for other in keys), key == best)
        for player, part, key in zip(players, all_parts, keys, strict=True)
    )
    return Result(scores, game.tie_break, _tie(game, players, scores), game.tie_ruling)


def _tie_key(game: Game, players: BySeat[Holdings], totals: BySeat[int], seat: Seat, clockwise: Sequence[Seat]) -> int:
    """What orders players of equal total: more is better, all equal where nothing decides."""
    if game.tie_break == "clockwise":  # furthest from the start player (A2016)
        return clockwise.index(seat)
    if game.tie_break == "hand-cards":  # most cards in hand (002:L35); useless unless every tied hand was counted
        hands = [players[other].hand_cards for other, total in totals.items() if total == totals[seat]]
        own = players[seat].hand_cards
        return own if own is not None and None not in hands else 0
    return 0


def _tie(game: Game, players: BySeat[Holdings], scores: BySeat[Score]) -> Tie | None:
    top = max(score.parts.total for score in scores)
    seats = tuple(seat for seat, score in scores.items() if score.parts.total == top)
    if len(seats) == 1:
        return None
    uncounted = (
        tuple(seat for seat in seats if players[seat].hand_cards is None) if game.tie_break == "hand-cards" else ()
    )
    return Tie(seats, tuple(seat for seat in seats if scores[seat].winner), uncounted)
