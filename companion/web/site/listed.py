"""The tables of this device as the start page lists them: who plays, how it stands or ended, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from companion.groups import GroupRow
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.state import Phase, Table
from companion.rules.playing.unreadable import UnreadableTableError
from companion.rules.seats import BySeat
from companion.web import access, languages
from companion.web.access import Access, mine, my_groups
from companion.web.table.initials import marks

_RECENT = 8


@dataclass(frozen=True)
class Listed:
    """One table of the list. Without a `table` it cannot be read here, which keeps nobody from the others."""

    public_id: str
    used_at: datetime
    table: Table | None

    @property
    def running(self) -> bool:
        """Whether the game goes on."""
        return self.table is not None and self.table.phase is not Phase.FINISHED

    @property
    def marks(self) -> BySeat[str]:
        """The players' signs in seating order."""
        return marks(self.table.names if self.table else ())

    @property
    def names(self) -> str:
        """The players in one line."""
        if self.table is None:
            return ""
        return ", ".join(map(languages.words(None, self.table.names).player, self.table.seats))

    @property
    def state(self) -> str:
        """Whose turn it is, or who has won."""
        if self.table is None:
            return ""
        words = languages.words(self.table.game.edition, self.table.names)
        if self.running:
            return words.gettext("%(name)s’s turn") % {"name": words.player(self.table.turn)}
        scores = self.table.result.scores
        winners = [seat for seat, score in scores.items() if score.winner]
        said = words.ngettext("%(names)s won with %(total)s", "%(names)s won with %(total)s", len(winners))
        return said % {
            "names": words.every([words.player(seat) for seat in winners]),
            "total": scores[winners[0]].parts.total,
        }


@dataclass(frozen=True)
class ListedGroup:
    """A group of the list: how many games it has, and who played the last of them."""

    row: GroupRow
    games: int
    last: Ledger | None

    @property
    def newest(self) -> Listed:
        """The last game."""
        return Listed("", self.row.made_at, self.last.table if self.last else None)

    @property
    def names(self) -> str:
        """The players of the last game in one line."""
        return self.newest.names

    @property
    def next_game(self) -> str:
        """What the next game is, and who begins it; of a game that goes on whose turn it is."""
        table = self.newest.table
        if table is None:
            return ""
        words = languages.words(table.game.edition, table.names)
        starts = words.gettext("%(name)s begins") % {"name": words.player(table.next_seats[0])}
        return f"{table.game.edition.name} · {self.newest.state if self.newest.running else starts}"


def listed_groups() -> list[ListedGroup]:
    """The groups this device used last."""
    return [ListedGroup(*each) for each in my_groups()[:_RECENT]]


def listed() -> list[Listed]:
    """The tables this device used last, those that go on first."""
    found = [
        Listed(row.public_id, row.used_at, _table(here)) for row in mine()[:_RECENT] if (here := access.at(row)).seats
    ]
    return sorted(found, key=lambda table: not table.running)


def _table(here: Access) -> Table | None:
    try:
        return here.ledger.table
    except UnreadableTableError:
        return None
