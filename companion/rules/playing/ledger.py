"""A log and the table it makes, kept together so that one more entry costs one step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import get_args

from companion.rules.editions.installed import Editions
from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing import moments
from companion.rules.playing.arranging import set_up
from companion.rules.playing.counting import effective, places, reversed_entries
from companion.rules.playing.decide import decide
from companion.rules.playing.fold import Entry, apply, fold
from companion.rules.playing.misfits import Misfit, and_last, misfits
from companion.rules.playing.state import Table
from companion.rules.playing.undo import before, change, undo
from companion.rules.playing.unreadable import Unreadable, UnreadableTableError
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import Seat

_ATTENDANCE: tuple[type[ev.Event], ...] = get_args(ev.Attendance)
MOST_ENTRIES = 3_000  # of a game; an evening has a few hundred, and all of them are folded at each undoing
# Who sits down, leaves or renews a link is counted apart. Anybody with the link can do that without end: it must not
# make the log grow for ever, and no more use up the entries by which those who sit there play on.
MOST_ATTENDANCE = 1_000
_NEVER_MEANT = (ev.Started, ev.Undone, *_ATTENDANCE)  # by Undo, which throws nobody out


@dataclass(frozen=True)
class Ledger:
    """The entries of a table in order, the table after the last of them, and what is asked of the log at every entry.

    `gone` are the numbers of the entries that do not count, because they are undone; `last_of` has the newest entry of
    each device that still counts, which is what Undo means there; `attended` is the newest entry that changed who may
    see or enter what at this table, or 0.
    """

    editions: Editions
    entries: tuple[Entry, ...]
    table: Table
    gone: frozenset[int]
    last_of: Mapping[str, int]
    attended: int
    moments: tuple[moments.Moment, ...]  # when names or the edition changed
    unfit: tuple[Misfit, ...] = ()  # entries that no longer fit

    @classmethod
    def of(cls, entries: Iterable[Entry], editions: Editions) -> Ledger:
        """The ledger of a whole log. UnreadableTableError when an entry or its rule set is missing."""
        entries = tuple(entries)
        for number, entry in enumerate(entries, 1):
            if entry.seq != number:
                raise UnreadableTableError(Unreadable.GAP, {"entry": number})
        if not entries:
            raise UnreadableTableError(Unreadable.GAP, {"entry": 1})
        gone = reversed_entries(entries)
        return cls(
            editions,
            entries,
            fold(effective(entries), editions),
            gone,
            {entry.device: entry.seq for entry in entries if _meant(entry) and entry.seq not in gone},
            _attended(entries),
            moments.moments(entries),
            misfits(entries, editions),
        )

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.entries[-1].seq

    @cached_property
    def places(self) -> dict[int, int]:
        """Of each entry that stands in the place of another one, the number of that one."""
        return dict(places(self.entries))

    @cached_property
    def attendance(self) -> int:
        """How many entries say who came to the table or left it, and not how the game went."""
        return sum(isinstance(entry.event, _ATTENDANCE) for entry in self.entries)

    def at(self, version: int) -> Ledger:
        """The ledger as it was at an earlier version."""
        return self if version == self.version else Ledger.of(self.entries[:version], self.editions)

    def before(self, seq: int) -> Table:
        """The table as it was in the place of an entry, with what counts by now."""
        return before(effective(self.entries), seq, self.editions)

    def misfits(self, seen: Collection[Seat] | None = None) -> dict[int, Refusal]:
        """The entries that no longer fit, and why, as far as who sees these purses (None: all of them) may know."""
        told = ((misfit.seq, misfit.told(seen)) for misfit in self.unfit)
        return {seq: refusal for seq, refusal in told if refusal is not None}

    def decide(
        self, command: cmd.Command, override: str = "", seen: Collection[Seat] | None = None
    ) -> ev.Event | Refusal:
        """What the command becomes as the next entry, or why not; of a change the entry that takes the other's place.

        `seen` are the seats whose purses the one who enters sees (None: whoever that is has been asked already).
        """
        made = self.enter(command, override, seen)
        return made if isinstance(made, Refusal) else made[-1]

    def enter(
        self, command: cmd.Command, override: str = "", seen: Collection[Seat] | None = None
    ) -> tuple[ev.Event, ...] | Refusal:
        """The next entries that the command becomes, more than one only of a change, or why not."""
        full = self.version >= MOST_ENTRIES and self.version - self.attendance >= MOST_ENTRIES
        if full and not isinstance(command, cmd.Finish):
            return Refusal(Reason.LOG_FULL, {"most": MOST_ENTRIES})
        if command.seat not in self.table.seats:
            return Refusal(Reason.UNKNOWN_SEAT, {"number": command.seat, "most": len(self.table.players)})
        if isinstance(command, cmd.Change):
            return change(self.entries, command, self.editions, override, seen)
        made: ev.Event | Refusal
        match command:
            case cmd.Undo():
                made = undo(self.entries, command.entries, self.editions, seen)
            case cmd.SetUp():
                made = set_up(self.table, command, self.editions, override)
            case _:
                made = decide(self.table, command, override, seen)
        return made if isinstance(made, Refusal) else (made,)

    def plus(self, entry: Entry) -> Ledger:
        """The ledger with the next entry. What changes which entries count, or from where, folds the log anew."""
        entries = (*self.entries, entry)
        before = self.entries[-1].event
        anew = isinstance(entry.event, ev.Undone | ev.SetUp) or (isinstance(before, ev.Undone) and before.instead)
        unfit = and_last(self.unfit, self.entries, self.table, entry) if self.unfit and not anew else ()
        if anew or unfit is None or entry.seq != len(entries):
            return Ledger.of(entries, self.editions)
        last_of = {**self.last_of, entry.device: entry.seq} if _meant(entry) else self.last_of
        attended = entry.seq if isinstance(entry.event, _ATTENDANCE) else self.attended
        named = moments.plus(self.moments, entry)
        table = apply(self.table, entry.event)
        return Ledger(self.editions, entries, table, self.gone, last_of, attended, named, unfit)


def _meant(entry: Entry) -> bool:
    return bool(entry.device) and not isinstance(entry.event, _NEVER_MEANT)


def _attended(entries: Iterable[Entry]) -> int:
    found = {0}
    for entry in entries:
        undone = entry.event.entries if isinstance(entry.event, ev.Undone) else ()
        showing = isinstance(entry.event, ev.SetUp) and any(option == "hidden" for option, *_ in entry.event.changes)
        if showing or isinstance(entry.event, _ATTENDANCE) or not found.isdisjoint(undone):
            found.add(entry.seq)
    return max(found)
