"""The start page: the ways in."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.web import access
from companion.web.addresses import own_page
from companion.web.languages import LANGUAGES
from companion.web.pages import editions
from companion.web.site.listed import listed, listed_groups

bp = Blueprint("home", __name__)


def init_app(app: Flask) -> None:
    """Register the start page."""
    app.register_blueprint(bp)


@bp.get("/")
def page() -> str:
    """The start page."""
    return render_template("home.html", editions=editions().all(), tables=listed(), groups=listed_groups())


@bp.post("/language")
def language() -> Response:
    """Keep the language this device wants, and lead back to the page it was chosen on."""
    wanted = request.form.get("language")
    if wanted not in LANGUAGES:
        abort(422)
    session["language"] = wanted
    session.permanent = True
    return redirect(own_page(request.form.get("next", "")), 303)


@bp.post("/forget")
def forget() -> Response:
    """Leave tables (`table`) and groups (`group`) out of the lists of this device. At a table it leaves its seats."""
    groups = {str(row.id): row.id for row, *_ in access.my_groups()}
    access.forget_groups(groups[each] for each in request.form.getlist("group") if each in groups)
    chosen = {each.upper() for each in request.form.getlist("table")}
    for row in access.mine():
        if row.public_id in chosen:
            access.service().forget(row.id, access.known_device())
    return redirect(url_for("home.page"), 303)
