"""Plays commands at a table in memory: the log, and what became of each command."""

from __future__ import annotations

from companion.rules import commands as cmd
from companion.rules.decide import begin
from companion.rules.editions import Editions
from companion.rules.events import Event, Started
from companion.rules.fold import Entry
from companion.rules.ledger import Ledger
from companion.rules.refusals import Refusal
from companion.rules.state import Table

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

    def tried(self, command: cmd.Command, override: str = "") -> Event | Refusal:
        """Decide a command and book it unless it is refused."""
        made = self.ledger.decide(command, override)
        if not isinstance(made, Refusal):
            self.ledger = self.ledger.plus(Entry(self.ledger.version + 1, made, override=override))
        return made

    def did(self, *commands: cmd.Command) -> Log:
        """Book commands that must not be refused."""
        for command in commands:
            made = self.tried(command)
            assert not isinstance(made, Refusal), (command, made)
        return self

    @property
    def table(self) -> Table:
        """The table now."""
        return self.ledger.table


def rich(log: Log, seat: int, **talers: int) -> Log:
    """Give a seat Talers by bean."""
    return log.did(*(cmd.Harvest(seat, bean, talers=count) for bean, count in talers.items()))


def bought(log: Log, seat: int, **cards: int) -> Log:
    """Let a seat buy cards by bean and price, with the Talers it takes."""
    return rich(log, seat, **cards).did(cmd.Buy(seat, tuple(cards.items())))
