"""What a request to a table looks at: which page, through which seat; and the rendering all who look alike share."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import render_template
from flask_babel import get_locale
from htmx_flask import request

from companion.live.frames import Frame
from companion.rules.playing.history import history
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.seating import Rights
from companion.rules.playing.state import Phase
from companion.rules.seats import Seat
from companion.text.scores import tie, tie_source, why
from companion.text.victory import facts, victory, winners
from companion.web import access
from companion.web.access import Access, AtTable
from companion.web.pages import installation
from companion.web.table.board import Board
from companion.web.table.chart import chart
from companion.web.table.kept import piece

# What a template needs to explain a score and how it came about.
EXPLAINED: dict[str, Any] = {
    "why": why, "tie": tie, "tie_source": tie_source, "victory": victory, "winners": winners, "facts": facts,
    "chart": chart, "history": history, "piece": piece,
}  # fmt: skip
_PAGES = {"": "parts/board.html", "result": "parts/ranking.html", "watch": "parts/watching.html"}


@dataclass(frozen=True)
class View:
    """A page of a table ("", "result" or "watch") and the seat it was asked to look through, if one was."""

    page: str
    seat: Seat | None

    @property
    def query(self) -> str:
        """The view as fields of an address; the page's script builds the same."""
        return urlencode({name: value for name, value in (("page", self.page), ("seat", self.seat)) if value})


def view(page: str | None = None) -> View:
    """The view a request asks for; of a page that is no other one, its own."""
    asked = request.args.get("page", "") if page is None else page
    seat = number("seat")
    return View(asked if asked in _PAGES else "", None if seat is None else Seat(seat))


def asks_for_part() -> bool:
    """Whether the page's own script asks, which needs no whole page. A proxy may drop the header by which htmx says so."""
    return bool(request.htmx) or "part" in request.values


def number(name: str) -> int | None:
    """A whole number of the address, or None."""
    asked = request.args.get(name, "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else None


def board(here: Access, seen: View | None = None) -> Board:
    """The table as this device sees it."""
    return _board(here, seen or view(), here.ledger)


def _board(here: AtTable, seen: View, ledger: Ledger) -> Board:
    # A large screen is nobody's: it shows what a watcher sees, also on a device that holds a seat.
    rights = Rights() if seen.page == "watch" else here.rights
    return Board(ledger, rights, seen.seat, _last_own(here, seen, ledger))


def early(here: AtTable, seen: View, ledger: Ledger) -> Frame | None:
    """The live part of a page with an entry that is not stored yet, and kept nowhere: made while the disk is at it. None
    where it has to wait for others or for the database, or fails, which is told when it is made again."""
    if seen.page == "result" or ledger.table.phase is Phase.FINISHED:
        return None
    with suppress(Exception):
        return _frame(_template(here, seen), here, seen, ledger)
    return None


def _template(here: AtTable, seen: View) -> str:
    return _PAGES[seen.page] if here.seats or seen.page else _PAGES["watch"]


def alike(here: AtTable, seen: View) -> Hashable:
    """What those have in common who are shown the same, beside the entry that Undo means to them."""
    return _template(here, seen), seen, here.table.id, here.rights, get_locale().language, request.script_root


def frame(here: AtTable, seen: View, ledger: Ledger, made_early: Frame | None = None, kind: Hashable = None) -> Frame:
    """The live part of a page, of that ledger or a newer one, rendered once for all who look alike. The rights are those
    of the ledger. Whoever asks again and again brings what `alike` says."""
    template, kind = _template(here, seen), kind or alike(here, seen)
    while True:
        made = partial(_made, template, here, seen, ledger, made_early)
        own = _last_own(here, seen, ledger)
        found = installation().frames.get((kind, own), ledger.version, made)
        if found.version == ledger.version:
            return found
        # Made for somebody else, of an entry that came meanwhile: this device may have one to undo among them.
        newer = access.service().ledger(here.table.id, found.version)
        if newer.attended > ledger.version:  # others have these rights by now: has this device?
            return _frame(template, here, seen, ledger)
        ledger = newer
        if _last_own(here, seen, ledger) == own:
            return found


def _frame(template: str, here: AtTable, seen: View, ledger: Ledger) -> Frame:
    shown = _board(here, seen, ledger)
    public_id, ended = here.table.public_id, shown.table.phase is Phase.FINISHED
    grouped = seen.page == "result" and ended and access.service().groups.of_table(here.table.id) is not None
    whole = seen.page == "result" or ended  # what it shows goes through the whole log
    with access.service().long_work.in_line(here.table.id) if whole else nullcontext():
        html = render_template(
            template, public_id=public_id, board=shown, view=seen, shared=True, grouped=grouped, **EXPLAINED
        )
    return Frame(ledger.version, html, ledger.attended)


def _made(template: str, here: AtTable, seen: View, ledger: Ledger, made_early: Frame | None) -> Frame:
    if made_early is not None and made_early.version == ledger.version:
        return made_early
    return _frame(template, here, seen, ledger)


def _last_own(here: AtTable, seen: View, ledger: Ledger) -> int | None:
    """The entry that Undo means on this device, on the page that has the button: other pages are the same for more."""
    return ledger.last_of.get(access.known_device()) if here.seats and not seen.page else None
