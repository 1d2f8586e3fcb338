"""Joining: by link, by spoken code, or to watch. Opening a link changes nothing; sitting down is a tap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Flask, abort, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from companion.rules.playing.seating import Rights
from companion.rules.refusals import Reason
from companion.rules.seats import Seat
from companion.text.words import capital
from companion.web import access, languages, throttle
from companion.web.access import Access
from companion.web.errors import refusal_page
from companion.web.pages import outside, qr_code
from companion.web.table.board import Board
from companion.web.table.viewing import EXPLAINED, View

bp = Blueprint("join", __name__)


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.register_blueprint(bp)


@bp.post("/join")
def by_code() -> Response:
    """A code that somebody spoke across the table leads to its seats. Wrong codes are throttled."""
    throttle.check_codes()
    row = access.by_spoken_code(request.form.get("code", "")[:40])
    if row is None:
        access.device()  # from now on its typos are its own
        throttle.count_wrong_code()
        message = gettext("No table has this code now. The newest stands under Invite, on any phone at the table.")
        return make_response(render_template("error.html", status=404, message=message, ask_code=True), 404)
    return redirect(url_for("join.seats", public_id=row.public_id), 303)


@bp.get("/j/<key>")
def page(key: str) -> str:
    """The seats of a table, to choose one's own."""
    return _seats(access.by_join_key(key))


@bp.get("/t/<public_id>/seats")
def seats(public_id: str) -> str:
    """The same for whoever is at the table already, or has typed its code."""
    return _seats(access.to_sit(public_id))


def _seats(here: Access) -> str:
    board = Board(here.ledger, Rights(), None)
    return render_template("join.html", table=board.table, options=board.options, here=here, marks=board.marks)


@bp.post("/j/<key>")
def sit(key: str) -> Response:
    """Sit down; several seats when one phone is passed round. A seat somebody lost is taken again the same way."""
    return _sit(access.by_join_key(key), lambda row: row.join_key == key)


@bp.post("/t/<public_id>/seats")
def sit_here(public_id: str) -> Response:
    """The same without the link."""
    return _sit(access.to_sit(public_id), access.typed_code)


def _sit(here: Access, invited: Callable[[Any], bool]) -> Response:
    table = here.ledger.table
    words = languages.words(table.game.edition, table.names)
    given = request.form.getlist("seat")
    seats = [Seat(int(seat)) for seat in given if seat.isascii() and seat.isdigit() and len(seat) < 3]
    keep = {"0": False, "1": True, "": None}.get(request.form.get("keep", ""), ...)
    if not seats or len(seats) != len(given) or not all(seat in table.seats for seat in seats) or keep is ...:
        abort(422)
    refusal = access.service().sit(here.table.id, access.device(), seats, keep=keep, invited=invited)
    if refusal is not None and refusal.reason is not Reason.SEAT_HELD:
        return refusal_page(here.table.public_id, capital(words.sentence(refusal)))
    if refusal is not None:  # it holds another seat: whether it moves or is passed round is not for us to guess
        held, chosen = (words.every([words.player(seat) for seat in each]) for each in (here.rights.players, seats))
        shown = {"held": held, "chosen": chosen, "said": capital(words.sentence(refusal))}
        return make_response(render_template("move.html", public_id=here.table.public_id, seats=seats, **shown), 409)
    access.forget_code(here.table)
    return redirect(url_for("table.page", public_id=here.table.public_id), 303)


@bp.get("/w/<key>")
def watch(key: str) -> str:
    """Watch a table, read only, in large type."""
    here = access.watch(key)
    access.device()  # each screen has a share of the streams of its own
    board = Board(here.ledger, Rights(), None)
    # Only a device that could invite anyway shows the way in: who has the link to watch learns nothing that gives a seat.
    invites = here.seats and not board.table.next_table
    link = outside(url_for("join.page", key=here.table.join_key)) if invites else ""
    seen = View("watch", None)
    return render_template(
        "watch.html", row=here.table, view=seen, board=board, invitation=link and qr_code(link), **EXPLAINED
    )


@bp.get("/w/<key>/next")
def follow(key: str) -> Response:
    """Leads a screen on to the game these people play next; back to this one while there is none."""
    here = access.watch(key)
    found = access.successor(here) or here.table
    return redirect(url_for("join.watch", key=found.watch_key), 303)
