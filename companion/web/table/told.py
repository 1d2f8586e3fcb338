"""What a board tells in words: the log, what no longer fits in it, and the options in force."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from itertools import islice
from typing import get_args

from companion.rules.playing.arranging import chosen
from companion.rules.playing.cards import contradictions
from companion.rules.playing.events import Attendance, Changeable, Started, TurnPassed
from companion.rules.playing.fold import Entry
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.state import Table
from companion.rules.seats import Seat
from companion.text import options
from companion.text.entries import Teller
from companion.text.lines import Line, line
from companion.text.words import Words, capital
from companion.web import languages
from companion.web.table.pieces import Same

_BEFORE: tuple[type, ...] = (Started, *get_args(Attendance))
_UNTOLD = (*_BEFORE, TurnPassed)


class Told:
    """The words of a table for one viewer, who holds these seats and sees the purses of those."""

    ledger: Ledger
    table: Table
    seats: frozenset[Seat]
    visible: frozenset[Seat]

    @cached_property
    def words(self) -> Words:
        """The words of this edition for these players."""
        return languages.words(self.table.game.edition, self.table.names)

    @cached_property
    def teller(self) -> Teller:
        """Entries as sentences."""
        return Teller.of(self.ledger, self.words, self.seen)

    def seen(self, seat: Seat) -> bool:
        """Whether this viewer sees a seat's purse and total."""
        return seat in self.visible

    @property
    def newest(self) -> list[Entry]:
        """The newest entries, the last one first; without whose turn it was, which the board says itself."""
        told = (entry for entry in self.ledger.entries[:-30:-1] if not isinstance(entry.event, _UNTOLD))
        return list(islice(told, 8))

    @cached_property
    def _telling(self) -> tuple[Hashable, ...]:
        # Whatever is entered later, an entry keeps the names of its moment; the sign of a player goes by those of now.
        return Same(self.table.game.edition), tuple(self.table.names), self.visible

    def told(self, entry: Entry) -> tuple[Hashable, ...]:
        """Everything that the row of an entry is made of. Not its number: by that another one may come, if it is not stored."""
        return Same(entry), self._telling

    def row_of(self, entry: Entry) -> Line:
        """An entry as a row."""
        return line(self.teller, entry)

    def line(self, seq: int) -> Line:
        """An entry as a row."""
        return line(self.teller, self.ledger.entries[seq - 1])

    @property
    def begun(self) -> bool:
        """Whether anything has been entered, or only people sat down."""
        return any(not isinstance(entry.event, _BEFORE) for entry in self.ledger.entries)

    def said(self, seq: int) -> str:
        """An entry as a sentence."""
        return self.teller.sentence(self.ledger.entries[seq - 1])

    @cached_property
    def misfits(self) -> dict[int, str]:
        """Why entries no longer fit, by their numbers, until somebody settles it."""
        found = self.ledger.misfits(self.visible)
        return {seq: capital(self.words.sentence(refusal)) for seq, refusal in found.items()}

    def changeable(self, entry: Entry) -> bool:
        """Whether another entry can be put in its place."""
        return entry.seq not in self.ledger.gone and isinstance(entry.event, Changeable)

    def instead_of(self, seq: int) -> int | None:
        """The number of the entry that counts in the place of one that was changed; None of any other."""
        first = self.ledger.places.get(seq, seq)
        return self._stand_ins.get(first) if seq in self.ledger.gone else None

    @cached_property
    def _stand_ins(self) -> dict[int, int]:
        """By the number of the entry that was there first."""
        return {first: seq for seq, first in self.ledger.places.items() if seq not in self.ledger.gone}

    @property
    def options(self) -> list[str]:
        """What the table is played by, each option in a few words."""
        return options.in_force(self.words, self.ledger.editions, chosen(self.table))

    @property
    def as_text(self) -> str:
        """The result as a text to be sent to others; a name that runs from right to left takes no total along. While
        purses are hidden it is the names as they sit: not even their order tells who leads."""
        said = [self.words.player(seat) for seat in self.table.seats]
        if not self.table.concealed:
            rows = sorted(self.table.result.scores.items(), key=lambda row: row[1].rank)
            said = [f"{row.rank}. {self.words.player(seat)} {row.parts.total}" for seat, row in rows]
        return f"{self.table.game.edition.name}: {', '.join(said)}"

    @property
    def contradictions(self) -> list[str]:
        """What does not add up at the end: with hidden purses it could not be told before."""
        return [] if self.table.concealed else [capital(self.words.sentence(it)) for it in contradictions(self.table)]
