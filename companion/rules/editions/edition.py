"""A rule set as its file states it, and the game it becomes for one table.

An `Edition` holds every row with its source. A `Game` is the edition for a player count and the chosen
options: it is what harvests, the market and the score are computed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.rules.editions.beans import Bean
from companion.rules.editions.buildings import Building, Card
from companion.rules.refusals import Reason, Refusal

TIE_BREAKS = ("hand-cards", "clockwise", "shared")
MOST_PLAYERS = 9  # that any rule set may be for


@dataclass(frozen=True, slots=True)
class Absence:
    """When a bean stays in the box: every condition that is given must hold."""

    source: str
    note: str = ""
    players: tuple[int, ...] | None = None
    base: str | None = None
    cognac: bool | None = None

    def holds(self, players: int, cognac: bool, base: str) -> bool:
        """Whether the bean is out of play at such a table."""
        return (
            (self.players is None or players in self.players)
            and (self.base is None or base == self.base)
            and (self.cognac is None or cognac == self.cognac)
        )


@dataclass(frozen=True, slots=True)
class Seats:
    """What depends on the number of players: owners a building type may have, deck passes to the end."""

    count: int
    owners: int | None
    deck: int
    source: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Fields:
    """Bean fields at the start and the price of one more in Talers (None: never for sale); cards in hand at the start
    (of the start player, the next and so on, all others as the last), turned over in phase 2 and drawn in phase 4."""

    start: int
    price: int | None
    note: str = ""
    hand: tuple[int, ...] = (5,)
    reveal: int = 2
    draw: int = 3


@dataclass(frozen=True, slots=True)
class Ruling:
    """A rule that is a choice rather than a figure, with its source."""

    value: str
    source: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Base:
    """The base game under an expansion: it decides about fields, and about ties if it prints how."""

    id: str
    name: str
    fields: Mapping[int, Fields]
    source: str
    note: str = ""
    tie_break: Ruling | None = None


@dataclass(frozen=True, slots=True)
class Bonus:
    """Talers at the end for owning that many buildings."""

    buildings: int
    talers: int
    source: str
    note: str = ""


@dataclass(frozen=True)
class Edition:
    """One published rule set, every row with its source."""

    id: str
    name: str
    publisher: str
    source: str
    tie_break: Ruling
    buying_round: Ruling | None
    seats: Mapping[int, Seats]
    bases: Mapping[str, Base]
    bonus: Mapping[int, Bonus]
    beans: Mapping[str, Bean]
    absences: Mapping[str, Sequence[Absence]]
    buildings: Mapping[str, Building]

    @property
    def players(self) -> tuple[int, ...]:
        """The player counts this edition is made for, ascending."""
        return tuple(self.seats)

    @property
    def default_base(self) -> str:
        """The base game that is assumed unless a table says otherwise."""
        return next(iter(self.bases))

    @cached_property
    def has_cognac(self) -> bool:
        """Whether the Cognac variant can be chosen (000:L92-98)."""
        return any(absence.cognac is False for rows in self.absences.values() for absence in rows)

    def usual_tie_break(self, base: str) -> Ruling:
        """How ties are decided with that base game, unless a table chooses otherwise: as the base game prints it, if
        this edition prints nothing itself (4.30)."""
        return self.bases[base].tie_break or self.tie_break

    def game(
        self, players: int, *, cognac: bool = False, base: str | None = None, tie_break: str | None = None
    ) -> Game | Refusal:
        """The game for one table, or the refusal of the first option this edition does not have."""
        if players not in self.seats:
            facts = {"players": players, "least": self.players[0], "most": self.players[-1], "edition": self.id}
            return Refusal(Reason.PLAYER_COUNT, facts)
        if cognac and not self.has_cognac:
            return Refusal(Reason.NO_COGNAC, {"edition": self.id})
        base = self.default_base if base is None else base
        if base not in self.bases:
            return Refusal(Reason.UNKNOWN_BASE, {"base": base, "known": list(self.bases)})
        tie_break = self.usual_tie_break(base).value if tie_break is None else tie_break
        if tie_break not in TIE_BREAKS:
            return Refusal(Reason.UNKNOWN_TIE_BREAK, {"tie_break": tie_break, "known": list(TIE_BREAKS)})
        return Game(self, players, cognac, base, tie_break)


@dataclass(frozen=True)
class Game:
    """An edition at one table: player count and options are settled."""

    edition: Edition
    players: int
    cognac: bool
    base: str
    tie_break: str

    @cached_property
    def beans(self) -> Mapping[str, Bean]:
        """The beans in play, in the order of the edition."""
        return {
            bean: row
            for bean, row in self.edition.beans.items()
            if not any(
                absence.holds(self.players, self.cognac, self.base) for absence in self.edition.absences.get(bean, ())
            )
        }

    @cached_property
    def buildings(self) -> Mapping[str, Building]:
        """The building types in play: those whose bean is."""
        return {bean: building for bean, building in self.edition.buildings.items() if bean in self.beans}

    @property
    def tie_ruling(self) -> Ruling | None:
        """Where the tie-break in use comes from; None when the table chose another than the usual ones."""
        usual = (self.edition.usual_tie_break(self.base), self.edition.tie_break)
        return next((ruling for ruling in usual if ruling.value == self.tie_break), None)

    @property
    def owners(self) -> int:
        """How many players may own a building type (000:L50-52)."""
        return self.edition.seats[self.players].owners or 0

    @property
    def deck(self) -> int:
        """How many times the draw pile runs out until the game ends (000:L81)."""
        return self.edition.seats[self.players].deck

    @property
    def fields(self) -> Fields:
        """Fields at the start and the price of one more."""
        return self.edition.bases[self.base].fields[self.players]

    @cached_property
    def talers(self) -> int:
        """All bean cards in play: no more Talers than these can lie on the table."""
        return sum(bean.cards for bean in self.beans.values())

    @cached_property
    def joining(self) -> Card | None:
        """The card whose owner may add beans of its type to fields of others, if the game has one: the 2-Farm
        (000:L64)."""
        cards = (card for building in self.buildings.values() for card in building.cards.values())
        return next((card for card in cards if card.joins), None)

    def card(self, bean: str, price: int) -> Card:
        """The building card of that bean and price; KeyError when it is not in play."""
        return self.buildings[bean].cards[price]

    def cards(self, owned: Mapping[str, int]) -> list[Card]:
        """The cards behind `owned` (bean to price), in the order of the edition; those not in play left out."""
        return [
            self.card(bean, owned[bean]) for bean in self.buildings if owned.get(bean) in self.buildings[bean].cards
        ]

    def bonus(self, buildings: int) -> Bonus | None:
        """The bonus row for owning that many buildings, if there is one (000:L84-88)."""
        return self.edition.bonus.get(buildings)
