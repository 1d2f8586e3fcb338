"""The start page: the ways in."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, redirect, render_template, request, session
from werkzeug.wrappers import Response

from companion.i18n import LANGUAGES
from companion.web.access import mine, service
from companion.web.pages import editions

bp = Blueprint("home", __name__)
_RECENT = 8  # tables of this device that are listed


def init_app(app: Flask) -> None:
    """Register the start page."""
    app.register_blueprint(bp)


@bp.get("/")
def page() -> str:
    """The start page."""
    tables = [(row, service().ledger(row.id).table.names) for row in mine()[:_RECENT]]
    return render_template("home.html", editions=editions().all(), tables=tables)


@bp.post("/language")
def language() -> Response:
    """Keep the language this device wants, and lead back to the page it was chosen on."""
    wanted = request.form.get("language")
    if wanted not in LANGUAGES:
        abort(422)
    session["language"] = wanted
    session.permanent = True
    back = request.form.get("next", "")
    ours = back.startswith("/") and not back.startswith(("//", "/\\"))  # never to another host
    return redirect(back.rstrip("?") if ours else "/", 303)
