"""A row of the board in one sentence, for those who hear the page instead of seeing it."""

from __future__ import annotations

from flask import Flask

from companion.rules.playing.market import Standing
from companion.rules.seats import FIRST
from companion.text.words import capital
from companion.web.table.board import Board
from companion.web.table.pieces import Cell


def row(board: Board, bean: str) -> str:
    """The bean, the Talers of it, who else has some, and the four cards of its building from the cheapest up."""
    words, _ = board.words, board.words.gettext
    count = board.player.talers.get(bean, 0)
    talers = words.ngettext("%(num)s Taler", "%(num)s Talers", count) % {"num": count}
    said = [f"{words.bean(bean)}: {talers if board.seen(board.seat) else _('hidden until the end')}"]
    others = [f"{words.player(other.seat)} {other.talers}" for other in board.others(bean) if other.talers]
    if others:
        said.append(", ".join(others))
    if bean in board.table.game.buildings:
        cards = ", ".join(f"{cell.card.price} {card(board, cell)}" for cell in board.cells(bean))
        said.append(f"{capital(words.building(bean))}: {cards}")
    return ". ".join(said)


def card(board: Board, cell: Cell) -> str:
    """How a building card stands, in words."""
    _ = board.words.gettext
    match cell.standing:
        case Standing.MINE:
            return _("owned")
        case Standing.SOLD:
            return _("sold to %(name)s") % {"name": board.words.player(cell.owner or FIRST)}
        case Standing.GONE:
            return _("left the game")
        case Standing.BARRED:
            return _("for sale to others")
        case Standing.OPEN:
            return _("can be bought") if board.can_buy(cell) else _("for sale")


def init_app(app: Flask) -> None:
    """Let templates ask for a row's sentence: `board|row_label(bean)`."""
    app.jinja_env.filters["row_label"] = row
