"""Pieces of a board that are kept from one entry to the next: what shows the same need not be rendered anew.

A piece is known by what it is made of. What a viewer may see is part of that: no piece shows another viewer's figures."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from flask import render_template
from flask_babel import get_locale
from htmx_flask import request
from markupsafe import Markup

from companion.live.frames import Frame
from companion.web.pages import installation
from companion.web.table.board import Board


@dataclass(frozen=True, slots=True, eq=False)
class Same:
    """Something that never changes, as part of a key: it is compared by being the same, which takes no time."""

    it: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


def kept(shown: Hashable, macro: Callable[..., str], *arguments: object) -> Markup:
    """What a macro makes of its arguments, made anew only where what it shows was not shown before: of a board one entry
    changes a row or two. `shown` has to name everything it shows, beside the language and where the app lies."""
    kind = (shown, get_locale().language, request.script_root)
    return Markup(installation().rows.get(kind, 0, lambda: Frame(0, macro(*arguments))).html)  # noqa: S704 - escaped


def piece(name: str, board: Board, public_id: str) -> Markup:
    """A part of a board, made anew only where something that it is made of is another than it was: after the turn was
    passed on no row is, and after a harvest no line but the newest. A template of that name makes it."""
    kind = (name, public_id, _MADE_OF[name](board), get_locale().language, request.script_root)

    def made() -> Frame:
        return Frame(0, render_template(f"parts/{name}.html", board=board, public_id=public_id, kept=kept))

    return Markup(installation().pieces.get(kind, 0, made).html)  # noqa: S704 - escaped


def _purses(board: Board) -> Hashable:
    table = board.table
    who = board.seat, bool(board.seats), board.visible
    return who, table.phase, table.named, table.fields, Same(table.game), Same(table.players)


def _purses_in_turn(board: Board) -> Hashable:
    return board.now, board.table.left, _purses(board)


def _latest(board: Board) -> Hashable:
    """An entry never changes, nor what it is told in the place of; the names of its moment do when a renaming is undone."""
    told = tuple(Same(entry) for entry in board.newest)  # by its number another one may come, if it is not stored
    return told, Same(board.ledger.moments), Same(board.table.game), tuple(board.table.names), board.visible


_MADE_OF: dict[str, Callable[[Board], Hashable]] = {
    "rows": _purses, "seats": _purses_in_turn, "market": _purses_in_turn, "latest": _latest, "news": _latest,
}  # fmt: skip
