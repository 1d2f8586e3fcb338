"""Pieces of a board that are kept from one entry to the next: what shows the same need not be rendered anew.

A piece is known by what it is made of. What a viewer may see is part of that: no piece shows another viewer's figures."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from flask import current_app
from flask_babel import get_locale
from htmx_flask import request
from markupsafe import Markup

from companion.live.frames import Frame
from companion.web.pages import installation
from companion.web.table.board import Board
from companion.web.table.pieces import Same


def piece(name: str, board: Board, public_id: str) -> Markup:
    """A part of a board, made anew only where something that it is made of is another than it was: after the turn was
    passed on no row is, and after a harvest one row, one tab and one line. A template of that name makes it, and has
    `kept` for what it consists of in its turn."""
    where, found = (public_id, get_locale().language, request.script_root), installation()

    def kept(shown: Hashable, macro: Callable[..., str], *arguments: object) -> Markup:
        """What a macro makes of its arguments, made anew only where what it shows was not shown before. `shown` has to
        name everything it shows, beside the language and the addresses."""
        return Markup(found.rows.get((where, shown), 0, lambda: Frame(0, macro(*arguments))).html)  # noqa: S704 - escaped

    def made() -> Frame:
        template = current_app.jinja_env.get_template(f"parts/{name}.html")
        return Frame(0, template.render(board=board, public_id=public_id, kept=kept))

    return Markup(found.pieces.get((where, name, _MADE_OF[name](board)), 0, made).html)  # noqa: S704 - escaped


def _purses(board: Board) -> Hashable:
    table = board.table
    who = board.seat, bool(board.seats), board.visible
    return who, table.phase, table.named, table.fields, Same(table.game), Same(table.players)


def _purses_in_turn(board: Board) -> Hashable:
    return board.now, board.table.left, _purses(board)


def _newest(board: Board) -> Hashable:
    return tuple(board.told(entry) for entry in board.newest)


_MADE_OF: dict[str, Callable[[Board], Hashable]] = {
    "rows": _purses, "seats": _purses_in_turn, "market": _purses_in_turn, "latest": _newest, "news": _newest,
}  # fmt: skip
