"""The result of a table: ranking, every part explained, and the next game."""

from __future__ import annotations

from flask import Blueprint, Flask, redirect, render_template, url_for
from flask_babel import get_locale
from werkzeug.wrappers import Response

from companion.rules.refusals import Refusal
from companion.text.words import capital
from companion.web import access, languages
from companion.web.errors import refusal_page
from companion.web.pages import outside
from companion.web.table import viewing
from companion.web.throttle import plays_on

bp = Blueprint("result", __name__)


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.register_blueprint(bp)


@bp.get("/t/<public_id>/result")
def page(public_id: str) -> str:
    """The ranking with every part explained; live while the game goes on."""
    here, tables = access.to_read(public_id), access.service()
    seen = viewing.view("result")
    with tables.long_work.in_line(here.table.id):
        return render_template(
            "result.html",
            public_id=public_id,
            view=seen,
            board=viewing.board(here, seen),
            keeps_typed=True,
            grouped=tables.groups.of_table(here.table.id) is not None,
            # To be had by who sits at the table alone: it goes on showing the result to whoever is given it.
            link=outside(url_for("shared.page", key=here.table.result_key, lang=get_locale())) if here.seats else "",
            **viewing.EXPLAINED,
        )


@bp.post("/t/<public_id>/again")
@plays_on
def again(public_id: str) -> Response:
    """Play again: the same seats at a new table, the next player begins. 409 before the end."""
    made = access.service().play_again(access.place(public_id).id, access.known_device())
    if isinstance(made, Refusal):
        return refusal_page(public_id, capital(languages.words(None).sentence(made)))
    return redirect(url_for("table.page", public_id=made.public_id), 303)
