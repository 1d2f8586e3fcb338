"""What the page of a group shows: everybody's colour and sign, the last evening, all games, and the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property

from flask_babel import format_decimal

from companion.groups import Seen
from companion.rules.group import Figures, Group, played
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.state import Phase
from companion.rules.seats import BySeat
from companion.web import languages
from companion.web.table.initials import marks

_COLOURS = 7
_WIDE, _HIGH, _EDGE = 64, 22, 3  # of the line of the last results, in units of the picture
_TONIGHT = timedelta(hours=12)  # an evening is called so until so long after its last entry


@dataclass(frozen=True)
class GameRow:
    """One game of the list. `ledger` is None where it cannot be read; `opens` says whether this device may open it."""

    public_id: str
    at: datetime
    opens: bool
    ledger: Ledger | None
    names: BySeat[str]

    @property
    def over(self) -> bool:
        """Whether it is finished."""
        return self.ledger is not None and self.ledger.table.phase is Phase.FINISHED

    @property
    def title(self) -> str:
        """The name of its rule set."""
        return self.ledger.table.game.edition.name if self.ledger else ""

    @property
    def state(self) -> str:
        """Who has won, or whose turn it is."""
        if self.ledger is None:
            return ""
        table = self.ledger.table
        words = languages.words(table.game.edition, self.names)
        if not self.over:
            return words.gettext("%(name)s’s turn") % {"name": words.player(table.turn)}
        scores = table.result.scores
        winners = [seat for seat, score in scores.items() if score.winner]
        said = words.ngettext("%(names)s won with %(total)s", "%(names)s won with %(total)s", len(winners))
        return said % {
            "names": words.every([words.player(seat) for seat in winners]),
            "total": scores[winners[0]].parts.total,
        }

    @property
    def totals(self) -> list[tuple[str, int | None]]:
        """Names and totals, the best first; no total is told of a game that goes on."""
        if self.ledger is None or not self.over:
            return [(name, None) for name in self.names]
        scores = zip(self.names, self.ledger.table.result.scores, strict=True)
        return [(name, score.parts.total) for name, score in sorted(scores, key=lambda each: each[1].rank)]


class Shown:
    """A group for one device."""

    def __init__(self, seen: Seen) -> None:
        self.row = seen.row
        self.plays = seen.plays
        self.group: Group = seen.group
        self.names = list(self.group.people.values())
        self.order = list(self.group.people)
        self.colours = {person: place % _COLOURS + 1 for place, person in enumerate(self.order)}
        self.marks = dict(zip(self.order, marks(self.names), strict=True))
        self._seen = seen

    @cached_property
    def games(self) -> list[GameRow]:
        """All games, the newest first."""
        found = []
        for table, ledger in self._seen.tables:
            opens = self.plays and table.id in self._seen.held
            game = played(ledger) if ledger else None
            began = ledger.entries[0].at if ledger else None
            at = game.ended if game else began or table.used_at
            named: BySeat[str] = self.group.shown(ledger.table.names) if ledger else BySeat()
            found.append(GameRow(table.public_id, at, opens, ledger, named))
        return found

    @property
    def evening(self) -> list[Figures]:
        """Everybody of the last evening."""
        return self.group.figures(self.group.evening)

    @cached_property
    def figures(self) -> list[Figures]:
        """Everybody of all evenings."""
        return self.group.figures()

    @property
    def began(self) -> datetime:
        """When the last evening began; with no game finished, when the group did."""
        return self.group.games[self.group.evening[0]].began if self.group.games else self.row.made_at

    @property
    def since(self) -> datetime:
        """When the first game began."""
        return self.group.games[0].began

    @property
    def tonight(self) -> bool:
        """Whether the last evening may still go on."""
        return bool(self.group.games) and datetime.now(UTC) - self.group.games[-1].ended < _TONIGHT

    @property
    def most_wins(self) -> int:
        """The most games anybody has won."""
        return max((figures.wins for figures in self.figures), default=0)

    @property
    def newest(self) -> GameRow:
        """The game begun last."""
        return self.games[0]

    @property
    def starts(self) -> str:
        """Who begins the next game."""
        ledger = self.newest.ledger
        return self.newest.names[ledger.table.next_seats[0]] if ledger else ""

    def average(self, figures: Figures) -> str:
        """An average as it is written here."""
        return str(format_decimal(figures.tenths / 10, "0.0"))

    def line(self, last: Sequence[int]) -> list[tuple[int, int]]:
        """Where the line of somebody's last results runs, on the scale of everybody's."""
        every = [total for figures in self.figures for total in figures.last]
        low, high = min(every), max(*every, min(every) + 1)
        step = (_WIDE - 2 * _EDGE) // max(1, len(last) - 1)
        return [
            (_EDGE + step * place, _HIGH - _EDGE - (_HIGH - 2 * _EDGE) * (total - low) // (high - low))
            for place, total in enumerate(last)
        ]
