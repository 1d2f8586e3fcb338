"""Sheets: small pages that open from below on the table page, each a full page on its own, too."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Flask, Response, abort, render_template, url_for
from flask_babel import get_locale
from htmx_flask import request

from companion.live.frames import Frame
from companion.web import access, delivery
from companion.web.access import AtTable
from companion.web.pages import installation
from companion.web.table import viewing
from companion.web.table.board import Board
from companion.web.table.setup import choices

bp = Blueprint("sheets", __name__)
SHEETS = ("stew", "field", "correct", "menu", "hand", "buy", "score", "pass", "tour", "setup")
_SPARE = ("stew", "buy", "pass", "menu")  # what one enters with in mid-game; the beans come first
TOUR_STEPS = 5


def init_app(app: Flask) -> None:
    """Register the sheets."""
    app.register_blueprint(bp)
    app.jinja_env.globals["tour_steps"] = TOUR_STEPS


@bp.get("/t/<public_id>/bean/<bean>")
def bean(public_id: str, bean: str) -> str:
    """One bean: harvest it, or buy its building."""
    here = access.to_write(public_id)
    shown = viewing.board(here)
    if bean not in shown.table.game.beans:
        abort(404)
    return _sheet("bean", here, shown, not viewing.asks_for_part(), bean=bean)


@bp.get("/t/<public_id>/more/<what>")
def more(public_id: str, what: str) -> str:
    """What is needed less often: stew, field, correction, the score explained, the tour, the menu."""
    here = access.to_write(public_id)
    if what not in SHEETS:
        abort(404)
    step = min(viewing.number("step") or 1, TOUR_STEPS)
    shown = viewing.board(here)
    return _sheet(
        what, here, shown, not viewing.asks_for_part(), step=step, **(choices(shown) if what == "setup" else {})
    )


@bp.get("/t/<public_id>/sheets")
def every(public_id: str) -> Response:
    """Every sheet for entering something, by address, for one player: a phone keeps them for when there is no network."""
    here = access.to_write(public_id)
    shown = viewing.board(here)

    def made() -> Frame:
        seat = shown.seat
        found = {
            url_for("sheets.bean", public_id=public_id, bean=bean, seat=seat): _sheet(
                "bean", here, shown, False, bean=bean
            )
            for bean in shown.table.game.beans
        }
        for what in _SPARE:
            found[url_for("sheets.more", public_id=public_id, what=what, seat=seat)] = _sheet(
                what, here, shown, False, step=1
            )
        return Frame(shown.ledger.version, json.dumps(found, ensure_ascii=False))

    kind = (
        "sheets",
        here.table.id,
        public_id,
        shown.seat,
        shown.asked,
        here.rights,
        shown.ledger.attended,  # none is given that was made once others had come or gone: these may be others' rights by then
        get_locale().language,
        request.script_root,
    )
    frame = installation().frames.get(kind, shown.ledger.version, made)
    return delivery.packed(frame.plain, frame.gzipped, "application/json")


def _sheet(what: str, here: AtTable, shown: Board, whole: bool, **context: Any) -> str:
    """A sheet, as a page of its own or as the part of one that a dialog shows: that is the same for all who look alike."""
    return render_template(
        "sheet.html",
        what=what,
        public_id=here.table.public_id,
        grouped=what == "menu" and access.service().groups.of_table(here.table.id) is not None,
        board=shown,
        whole=whole,
        shared=not whole,
        **(viewing.EXPLAINED | context),
    )
