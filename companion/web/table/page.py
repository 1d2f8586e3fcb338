"""The table page, its live part, and its state as JSON."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Flask, Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.formats.table_json import state
from companion.web import access, delivery
from companion.web.access import Access
from companion.web.table import viewing

bp = Blueprint("table", __name__)


def init_app(app: Flask) -> None:
    """Register the pages of a table."""
    app.register_blueprint(bp)


@bp.get("/t/<public_id>")
def page(public_id: str) -> str | WerkzeugResponse:
    """The table: everybody's totals, and one row a bean through the eyes of one player. It has one address, by which
    phones also keep what waits: another spelling leads there."""
    here = access.to_read(public_id)
    if public_id != here.table.public_id:
        return redirect(url_for("table.page", public_id=here.table.public_id, seat=viewing.number("seat")))
    seen = viewing.view("")
    board = viewing.board(here, seen)
    return render_template("table.html", public_id=public_id, here=here, view=seen, board=board, **viewing.EXPLAINED)


@bp.get("/t/<public_id>/board")
def board(public_id: str) -> Response:
    """The live part of the table page, its result page or the watch view."""
    here = access.to_read(public_id)
    seen = viewing.view()

    def made() -> Response:
        frame = viewing.frame(here, seen, here.ledger)
        return delivery.packed(frame.plain, frame.gzipped, "text/html")

    return _cached(here, made)


@bp.get("/t/<public_id>/state.json")
def state_json(public_id: str) -> Response:
    """The folded state for this viewer."""
    here = access.to_read(public_id)
    return _cached(here, lambda: jsonify(state(here.ledger, here.rights)))


def _cached(here: Access, make: Callable[[], Response]) -> Response:
    """The answer with the version as its ETag, or 304 for who has it.

    Where purses are hidden it depends on who asks: who sits down sees more of the same version, or lets others see less.
    """
    ledger = here.ledger
    tag = str(ledger.version)
    if ledger.table.concealed:
        seen = here.rights.sees(ledger.table)
        tag += "".join(f".{seat}" for seat in sorted(here.seats)) + "".join(f"-{seat}" for seat in sorted(seen))
    answer = make_response("", 304) if request.if_none_match.contains(tag) else make()
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
