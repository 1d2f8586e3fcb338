"""Inviting others to a table: its links, new ones, and the end of it."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Flask, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from companion.web import access
from companion.web.errors import refusal_page
from companion.web.pages import join_address, qr_code

bp = Blueprint("invite", __name__)


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.register_blueprint(bp)


@bp.get("/t/<code>/invite")
def page(code: str) -> str:
    """The join link as a QR code and as text."""
    here = access.to_write(code)
    address = join_address(here.table.join_key)
    site = address.rsplit("/j/", 1)[0].split("://", 1)[1]
    return render_template("invite.html", code=code, address=address, site=site, picture=qr_code(address), here=here)


@bp.get("/t/<code>/seats")
def seats(code: str) -> Response:
    """Leads whoever is at the table to the page where seats are chosen."""
    return redirect(url_for("join.page", key=access.to_write(code).table.join_key))


@bp.post("/t/<code>/links")
def links(code: str) -> Response:
    """Renew the join and watch links."""
    here = access.to_write(code)
    access.renew_links(here)
    return redirect(url_for("invite.page", code=code), 303)


@bp.post("/t/<code>/delete")
def delete(code: str) -> Response:
    """Delete the table for good, after its code was typed."""
    here = access.to_write(code)
    if request.form.get("sure", "").strip().upper() != here.table.code:
        message = gettext("Type the code of the table to delete it.")
        return refusal_page(code, message, HTTPStatus.UNPROCESSABLE_ENTITY)
    access.delete(here)
    return redirect(url_for("home.page"), 303)
