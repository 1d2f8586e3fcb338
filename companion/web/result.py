"""The result of a table: ranking, every part explained, and the next game."""

from __future__ import annotations

from flask import Blueprint, Flask, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion import i18n
from companion.rules.refusals import Refusal
from companion.web import access, looking
from companion.web.errors import refusal_page
from companion.wording import capital

bp = Blueprint("result", __name__)


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.register_blueprint(bp)


@bp.get("/t/<code>/result")
def page(code: str) -> str:
    """The ranking with every part explained; live while the game goes on."""
    here = access.to_read(code)
    return render_template("result.html", code=code, board=looking.board(here), keeps_typed=True, **looking.EXPLAINED)


@bp.post("/t/<code>/again")
def again(code: str) -> Response:
    """Play again: the same seats at a new table, the next player begins. 409 before the end."""
    here = access.to_write(code)
    player = here.players[0] if here.players else None
    made = access.service().play_again(here.table, access.device(), by=player)
    if isinstance(made, Refusal):
        return refusal_page(code, capital(i18n.words(None).sentence(made)))
    return redirect(url_for("table.page", code=made.code), 303)
