"""Plays commands at a table in memory: the log, and what became of each command."""

from __future__ import annotations

from collections.abc import Collection

from companion.rules.editions.installed import Editions
from companion.rules.playing import commands as cmd
from companion.rules.playing.decide import begin
from companion.rules.playing.events import Event, Started
from companion.rules.playing.fold import Entry
from companion.rules.playing.harvest import meter
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.state import Table
from companion.rules.refusals import Refusal

EDITIONS = Editions()
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil")


class Log:
    """A log in memory, begun for so many players."""

    def __init__(self, players: int = 4, edition: str = "high-bohn", **options: object) -> None:
        rule_set = EDITIONS.get(edition)
        assert rule_set is not None
        usual: dict[str, object] = {"cognac": False, "base": "", "tie_break": "", "hidden": False}
        begun = begin(rule_set, NAMES[:players], **(usual | options))  # type: ignore[arg-type]
        assert isinstance(begun, Started), begun
        self.ledger = Ledger.of([Entry(1, begun)], EDITIONS)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log so far."""
        return self.ledger.entries

    def tried(self, command: cmd.Command, override: str = "", seen: Collection[int] | None = None) -> Event | Refusal:
        """Decide a command of somebody who sees these purses, and book it unless it is refused."""
        made = self.ledger.enter(command, override, seen)
        if isinstance(made, Refusal):
            return made
        for event in made:
            agreed = override if event is made[-1] else ""
            self.ledger = self.ledger.plus(Entry(self.ledger.version + 1, event, override=agreed))
        return made[-1]

    def did(self, *commands: cmd.Command) -> Log:
        """Book commands that must not be refused."""
        for command in commands:
            made = self.tried(command)
            assert not isinstance(made, Refusal), (command, made)
        return self

    def booked(self, *events: Event, by: int | None = None, device: str = "") -> Log:
        """Book events as they are, of a device."""
        for event in events:
            self.ledger = self.ledger.plus(Entry(self.ledger.version + 1, event, by, device=device))
        return self

    @property
    def table(self) -> Table:
        """The table now."""
        return self.ledger.table


def rich(log: Log, seat: int, **talers: int) -> Log:
    """Give a seat Talers by bean."""
    for bean, count in talers.items():
        most = meter(log.table.game, bean, log.table.player(seat).buildings).most  # no harvest pays more
        for paid in [most] * (count // most) + [count % most] * (count % most > 0):
            log.did(cmd.Harvest(seat, bean, talers=paid))
    return log


def bought(log: Log, seat: int, **cards: int) -> Log:
    """Let a seat buy cards by bean and price, with the Talers it takes."""
    return rich(log, seat, **cards).did(cmd.Buy(seat, tuple(cards.items())))


def exhausted(log: Log) -> Log:
    """The pile has run out for the last time; the turn under way goes on."""
    return log.did(*(cmd.Deck(1) for _ in range(log.table.game.deck - log.table.passes)))


def ended(log: Log) -> Log:
    """The last turn has been played."""
    return exhausted(log).did(cmd.Turn(log.table.turn))


def finished(log: Log) -> Log:
    """The game is done: nothing grew any more, and nobody bought."""
    ended(log).did(cmd.Pass(1, everybody=True))
    return log.did(cmd.Pass(1, everybody=True)) if log.table.game.buildings else log
