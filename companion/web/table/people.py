"""Who is at the table, on which phones, and what they see; leaving a seat, and taking one back from a phone."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from companion.rules.seats import KEEPER, Seat
from companion.web import access, languages

bp = Blueprint("people", __name__)


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.register_blueprint(bp)


@bp.get("/t/<public_id>/people")
def page(public_id: str) -> str:
    """The phones at the table. Who sits where lies open, and so does which phone sees which purse."""
    here = access.to_write(public_id)
    table = here.ledger.table
    phones, words = access.phones(here), languages.words(table.game.edition, table.names)
    taken = {seat for phone in phones for seat in phone.rights.players}
    return render_template(
        "people.html",
        public_id=public_id,
        table=table,
        words=words,
        phones=phones,
        keeper=KEEPER,
        named=lambda seats: words.every([words.player(seat) for seat in seats]),
        free=[seat for seat in table.seats if seat not in taken],
    )


@bp.post("/t/<public_id>/people/leave")
def leave(public_id: str) -> Response:
    """This device leaves a seat (`seat`, repeatable). Whoever has no other way in stands outside then."""
    table = access.place(public_id)
    access.service().leave(table.id, access.known_device(), _seats())
    if access.at(table).seats:
        return redirect(url_for("people.page", public_id=public_id), 303)
    flash(gettext("You have left the table."), "booked")
    return redirect(url_for("home.page"), 303)


@bp.post("/t/<public_id>/people/take-back")
def take_back(public_id: str) -> Response:
    """Take a seat (`seat`, repeatable) back from the phone with the fingerprint `phone`."""
    table = access.place(public_id)
    access.service().take_back(table.id, access.known_device(), request.form.get("phone", ""), _seats())
    return redirect(url_for("people.page", public_id=public_id), 303)


def _seats() -> list[Seat]:
    given = request.form.getlist("seat")
    if not given or not all(seat.isascii() and seat.isdigit() and len(seat) < 3 for seat in given):
        abort(422)
    return [Seat(int(seat)) for seat in given]
