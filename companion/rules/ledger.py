"""A log and the table it makes, kept together so that one more entry costs one step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules import commands as cmd
from companion.rules import events as ev
from companion.rules.decide import decide, undo
from companion.rules.editions import Editions
from companion.rules.fold import Entry, apply, fold
from companion.rules.refusals import Reason, Refusal
from companion.rules.state import Table


@dataclass(frozen=True)
class Ledger:
    """The entries of a table in order, and the table after the last of them."""

    editions: Editions
    entries: tuple[Entry, ...]
    table: Table

    @classmethod
    def of(cls, entries: Iterable[Entry], editions: Editions) -> Ledger:
        """The ledger of a whole log. LookupError when its rule set is not installed."""
        entries = tuple(entries)
        return cls(editions, entries, fold(entries, editions))

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.entries[-1].seq

    def decide(self, command: cmd.Command, override: str = "") -> ev.Event | Refusal:
        """What the command becomes as the next entry, or why not."""
        if not 1 <= command.seat <= len(self.table.players):
            return Refusal(Reason.UNKNOWN_SEAT, {"number": command.seat, "most": len(self.table.players)})
        if isinstance(command, cmd.Undo):
            return undo(self.entries, command.entries, self.editions)
        return decide(self.table, command, override)

    def plus(self, entry: Entry) -> Ledger:
        """The ledger with one more entry. An undoing folds the log anew, anything else is one step."""
        entries = (*self.entries, entry)
        if isinstance(entry.event, ev.Undone):
            return Ledger.of(entries, self.editions)
        return Ledger(self.editions, entries, apply(self.table, entry.event))
