"""What the games of a group say together: who is who in them, the last evening, everybody's figures, head to head.

Only finished games count, and every figure is made of what their ledgers say. Names are matched as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import get_args

from companion.rules import names
from companion.rules.playing.events import Attendance, Continued, Event
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.state import Phase
from companion.rules.seats import BySeat

PAUSE = timedelta(hours=6)  # between two games of one evening at most
LAST = 6  # results that are drawn as a line
_NOT_PLAYING: tuple[type[Event], ...] = (*get_args(Attendance), Continued)


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: when it was played, and by seat the names, totals, places and whether somebody won."""

    began: datetime
    ended: datetime
    names: BySeat[str]
    totals: BySeat[int]
    ranks: BySeat[int]
    won: BySeat[bool]


@dataclass(frozen=True, slots=True)
class Figures:
    """What somebody's games come to. `person` is a key of `Group.people`, `results` are all totals, the oldest first."""

    person: str
    wins: int
    results: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many games."""
        return len(self.results)

    @property
    def points(self) -> int:
        """All points together."""
        return sum(self.results)

    @property
    def tenths(self) -> int:
        """Ten times the average, rounded to a whole number, halves up."""
        return (20 * self.points + self.games) // (2 * self.games)

    @property
    def best(self) -> int:
        """The best total."""
        return max(self.results)

    @property
    def last(self) -> tuple[int, ...]:
        """The last totals."""
        return self.results[-LAST:]


def played(ledger: Ledger) -> Game | None:
    """The game of a table; None while it goes on."""
    table = ledger.table
    if table.phase is not Phase.FINISHED:
        return None
    at = [entry.at for entry in ledger.entries if entry.at and not isinstance(entry.event, _NOT_PLAYING)]
    scores = table.result.scores
    return Game(
        at[0],
        at[-1],
        table.names,
        BySeat(score.parts.total for score in scores),
        BySeat(score.rank for score in scores),
        BySeat(score.winner for score in scores),
    )


class Group:
    """The finished games of a group, the oldest first. `meant` has the person meant by a name (`names.key`), where that
    is another one."""

    def __init__(self, games: Sequence[Game], meant: Mapping[str, str]) -> None:
        self.games = games
        self.meant = meant

    def seats(self, players: BySeat[str]) -> BySeat[str]:
        """The person at each seat. Where one would sit twice, everybody there goes by the name they played under."""
        own = BySeat(names.key(name) for name in players)
        found = BySeat(names.key(self.meant.get(name, name)) for name in own)
        return found if len(set(found)) == len(found) else own

    @cached_property
    def players(self) -> tuple[BySeat[str], ...]:
        """Of each game the person at each seat."""
        return tuple(self.seats(game.names) for game in self.games)

    @cached_property
    def people(self) -> dict[str, str]:
        """Everybody's name as it is shown, in the order they joined: the one given here, else as last played under."""
        found: dict[str, str] = {}
        for game, players in zip(self.games, self.players, strict=True):
            found |= zip(players, self.shown(game.names), strict=True)
        return found

    @cached_property
    def given(self) -> dict[str, str]:
        """The names given to people here."""
        return {names.key(person): person for person in self.meant.values()}

    def shown(self, players: BySeat[str]) -> BySeat[str]:
        """What the players of a game are called here."""
        return BySeat(self.given.get(person, name) for person, name in zip(self.seats(players), players, strict=True))

    @property
    def others(self) -> list[tuple[str, str, str]]:
        """The names that mean somebody called otherwise: such a name, the person, and what that one is called."""
        found = [(name, names.key(whom), whom) for name, whom in self.meant.items()]
        return sorted(each for each in found if each[0] != each[1])

    @cached_property
    def evening(self) -> range:
        """The numbers (from 0) of the games of the last evening: those after the last long pause."""
        first = len(self.games)
        while first and (first == len(self.games) or self.games[first].began - self.games[first - 1].ended <= PAUSE):
            first -= 1
        return range(first, len(self.games))

    def figures(self, numbers: Iterable[int] | None = None) -> list[Figures]:
        """What these games (all, if none are named) come to for everybody who played in one: who won most first, then
        by points."""
        wins: dict[str, int] = {}
        results: dict[str, list[int]] = {}
        for number in range(len(self.games)) if numbers is None else numbers:
            game = self.games[number]
            for person, total, won in zip(self.players[number], game.totals, game.won, strict=True):
                wins[person] = wins.get(person, 0) + won
                results.setdefault(person, []).append(total)
        found = [Figures(person, wins[person], tuple(results[person])) for person in results]
        return sorted(found, key=lambda figures: (-figures.wins, -figures.points))

    @cached_property
    def ahead(self) -> dict[tuple[str, str], int]:
        """How often the first of two finished ahead of the second, for each two who met in a game."""
        found: dict[tuple[str, str], int] = {}
        for game, players in zip(self.games, self.players, strict=True):
            for one, rank in zip(players, game.ranks, strict=True):
                for other, place in zip(players, game.ranks, strict=True):
                    if one != other:
                        found[one, other] = found.get((one, other), 0) + (rank < place)
        return found

    def result(self, number: int, person: str) -> tuple[int, bool] | None:
        """Somebody's total in a game, and whether that won it; None for who did not play."""
        if person not in self.players[number]:
            return None
        seat = self.players[number].seat_of(person)
        return self.games[number].totals[seat], self.games[number].won[seat]

    def renamed(self, person: str, name: str) -> dict[str, str]:
        """Whom the names mean once somebody is called otherwise. With the name of somebody else the two are one."""
        found = {each: name if names.key(whom) == person else whom for each, whom in self.meant.items()}
        if person not in found:
            found[person] = name
        return found

    def apart(self, person: str) -> dict[str, str]:
        """Whom the names mean once those that mean somebody mean themselves again."""
        return {each: whom for each, whom in self.meant.items() if names.key(whom) != person}

    def met(self, one: str, other: str) -> bool:
        """Whether two played in the same game, and so are not one."""
        return (one, other) in self.ahead
