"""Sheets: small pages that open from below on the table page, each a full page on its own, too."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Flask, Response, abort, render_template, request, url_for

from companion.web import access, delivery, looking
from companion.web.board import Board
from companion.web.pages import installation

bp = Blueprint("sheets", __name__)
_SHEETS = ("stew", "field", "correct", "menu", "hand", "buy", "score", "pass", "tour")
TOUR_STEPS = 5


def init_app(app: Flask) -> None:
    """Register the sheets."""
    app.register_blueprint(bp)
    app.jinja_env.globals["tour_steps"] = TOUR_STEPS


@bp.get("/t/<code>/bean/<bean>")
def bean(code: str, bean: str) -> str:
    """One bean: harvest it, or buy its building."""
    shown = looking.board(access.to_write(code))
    if bean not in shown.table.game.beans:
        abort(404)
    return _sheet("bean", code, shown, bean=bean)


@bp.get("/t/<code>/more/<what>")
def more(code: str, what: str) -> str:
    """What is needed less often: stew, field, correction, the score explained, the tour, the menu."""
    here = access.to_write(code)
    if what not in _SHEETS:
        abort(404)
    return _sheet(what, code, looking.board(here), step=min(looking.number("step") or 1, TOUR_STEPS))


@bp.get("/t/<code>/sheets")
def every(code: str) -> Response:
    """Every sheet through the eyes of one player, by address: a phone keeps them for when there is no network."""
    here = access.to_write(code)
    shown = looking.board(here)

    def made() -> str:
        seat = shown.seat
        found = {
            url_for("sheets.bean", code=code, bean=bean, seat=seat): _sheet("bean", code, shown, bean=bean, shared=True)
            for bean in shown.table.game.beans
        }
        for what in _SHEETS:
            address = url_for("sheets.more", code=code, what=what, seat=seat)
            found[address] = _sheet(what, code, shown, step=1, shared=True)
        return json.dumps(found, ensure_ascii=False)

    frame = installation().frames.get(("sheets", *looking.key(here, shown)), made)
    return delivery.packed(frame.plain, frame.gzipped, "application/json")


def _sheet(what: str, code: str, shown: Board, **context: Any) -> str:
    whole = not (request.headers.get("HX-Request") or context.get("shared"))
    return render_template(
        "sheet.html", what=what, code=code, board=shown, whole=whole, **(looking.EXPLAINED | context)
    )
