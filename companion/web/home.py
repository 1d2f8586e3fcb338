"""The start page: the ways in."""

from __future__ import annotations

from flask import Blueprint, Flask, render_template

from companion.web.access import mine
from companion.web.pages import editions

bp = Blueprint("home", __name__)


def init_app(app: Flask) -> None:
    """Register the start page."""
    app.register_blueprint(bp)


@bp.get("/")
def page() -> str:
    """The start page."""
    return render_template("home.html", editions=editions().all(), mine=mine())
