"""Joining: by link, by spoken code, or to watch. Opening a link changes nothing; sitting down is a tap."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from companion.security import throttle_wrong_codes
from companion.web import access
from companion.web.board import Board

bp = Blueprint("join", __name__)


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.register_blueprint(bp)


@bp.post("/join")
@throttle_wrong_codes
def by_code() -> Response:
    """A code that somebody spoke across the table leads to the join page. Wrong codes are throttled."""
    row = access.spoken(request.form.get("code", "")[:40])
    if row is None:
        access.device()  # from now on its typos are its own
        message = gettext("There is no table with this code.")
        return make_response(render_template("error.html", status=404, message=message, ask_code=True), 404)
    return redirect(url_for("join.page", key=row.join_key), 303)


@bp.get("/j/<key>")
def page(key: str) -> str:
    """The seats of a table, to choose one's own."""
    row = access.by_join_key(key)
    table = access.service().ledger(row.id).table
    return render_template("join.html", row=row, table=table, seating=access.seating(row))


@bp.post("/j/<key>")
def sit(key: str) -> Response:
    """Sit down; several seats when one phone is passed round. A seat somebody lost is taken again the same way."""
    row = access.by_join_key(key)
    names = access.service().ledger(row.id).table.names
    given = request.form.getlist("seat")
    seats = [int(seat) for seat in given if seat.isascii() and seat.isdigit() and len(seat) < 3]
    if not seats or len(seats) != len(given) or not all(1 <= seat <= len(names) for seat in seats):
        abort(422)
    access.sit_down(row, seats)
    flash(gettext("You are %(names)s.", names=", ".join(names[seat - 1] for seat in seats)), "booked")
    return redirect(url_for("table.page", code=row.code), 303)


@bp.get("/w/<key>")
def watch(key: str) -> str:
    """Watch a table, read only, in large type."""
    row = access.watch(key)
    ledger = access.service().ledger(row.id)
    return render_template("watch.html", row=row, board=Board(ledger, frozenset(), None))
