"""The log: every entry turn by turn, with Undo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from flask import Blueprint, Flask, render_template

from companion.rules.playing.events import (
    Event,
    LinksRenewed,
    SatDown,
    Seated,
    SeatLeft,
    Started,
    TurnPassed,
    seats_of,
)
from companion.rules.playing.fold import Entry
from companion.rules.seats import Seat
from companion.text.lines import Line, line
from companion.web import access
from companion.web.table import viewing
from companion.web.table.board import Board

bp = Blueprint("log", __name__)
_PAGE = 100  # entries at a time
_BY_THEMSELVES = {event.kind for event in (Seated, SatDown, SeatLeft)}  # who it is about, and nobody else
_FINAL = {event.kind for event in (Started, LinksRenewed)}  # no undoing takes these back
_SIGNS = {  # of signs.svg, for entries that are about no bean
    "stew-harvested": "pot", "levied": "pot", "field-bought": "field", "corrected": "edit", "renamed": "people",
    "recounted": "edit", "set-up": "book", "player-left": "away", "player-returned": "people", "last-turn-ended": "flag",
    "seated": "people", "sat-down": "people", "seat-left": "people", "seat-taken-back": "people", "links-renewed": "invite", "deck-exhausted": "pile", "round-opened": "round", "passed": "check", "finished": "flag",
    "undone": "undo", "hand-counted": "hand", "removed": "close", "continued": "again", "reopened": "again",
}  # fmt: skip


@dataclass
class Turn:
    """A turn in the log, the newest entry first: whose it was, and the entry by which it began."""

    seat: Seat
    opener: Entry
    shown: bool = False  # whether its opener is among the entries that were asked for
    rows: list[tuple[Entry, Line]] = field(default_factory=list)
    first_of_day: bool = False

    @property
    def at(self) -> datetime:
        """When the turn began."""
        found: datetime = self.opener.at
        return found


def init_app(app: Flask) -> None:
    """Register the page."""
    app.register_blueprint(bp)


@bp.get("/t/<public_id>/log")
def page(public_id: str) -> str:
    """The newest turns first; entries of or for one player alone with `of`, older ones with `before`."""
    shown = viewing.board(access.to_read(public_id))
    of, before = viewing.number("of"), viewing.number("before")
    wanted = [
        entry
        for entry in reversed(shown.ledger.entries)
        if (before is None or entry.seq < before) and (of is None or of in (entry.by, *seats_of(entry.event)))
    ]
    return render_template(
        "log.html",
        public_id=public_id,
        board=shown,
        of=of,
        turns=_turns(shown, wanted[:_PAGE]),
        older=wanted[_PAGE - 1].seq if len(wanted) > _PAGE else None,
        gone=shown.ledger.gone,
        shown={entry.seq for entry in wanted[:_PAGE]},
        signs=_SIGNS,
        by_themselves=_BY_THEMSELVES,
        final=_FINAL,
    )


def _turns(shown: Board, wanted: Iterable[Entry]) -> list[Turn]:
    """The entries by the turn they were made in. A turn that was undone began none."""
    opener: dict[int, Entry] = {}
    now = shown.ledger.entries[0]
    for entry in shown.ledger.entries:
        if isinstance(entry.event, TurnPassed) and entry.seq not in shown.ledger.gone:
            now = entry
        opener[entry.seq] = now
    found: list[Turn] = []
    for entry in wanted:
        began = opener[entry.seq]
        if not found or found[-1].opener is not began:
            found.append(Turn(_whose(shown, began.event), began))
        if entry is began:
            found[-1].shown = True
        else:
            found[-1].rows.append((entry, line(shown.teller, entry)))
    found = [turn for turn in found if turn.rows or turn.shown]
    day = None
    for turn in found:
        turn.first_of_day, day = day != turn.at.date(), turn.at.date()
    return found


def _whose(shown: Board, event: Event) -> Seat:
    return event.to if isinstance(event, TurnPassed) else shown.table.start
