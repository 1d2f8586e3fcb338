"""Inviting others to a table: its links, new ones, and the end of it."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Flask, abort, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from companion.rules.playing.events import LINKS
from companion.text.words import capital
from companion.web import access, languages
from companion.web.errors import refusal_page
from companion.web.pages import outside, qr_code

bp = Blueprint("invite", __name__)


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.register_blueprint(bp)


@bp.get("/t/<public_id>/invite")
def page(public_id: str) -> str:
    """The join link as a QR code and as text, and a code to be spoken. Opening the page keeps that code good."""
    here = access.to_write(public_id)
    address = outside(url_for("join.page", key=here.table.join_key))
    return render_template(
        "invite.html",
        public_id=public_id,
        here=here,
        address=address,
        site=address.rsplit("/j/", 1)[0].split("://", 1)[1],
        picture=qr_code(address),
        spoken=access.service().invite(here.table.id, access.known_device()),
    )


@bp.post("/t/<public_id>/links")
def links(public_id: str) -> Response:
    """Renew links: those named (`link`: join, watch or result), else all of them."""
    table = access.place(public_id)
    which = request.form.getlist("link") or LINKS
    if not set(which).issubset(LINKS):
        abort(422)
    refusal = access.service().renew(table.id, access.known_device(), which)
    if refusal is not None:
        return refusal_page(public_id, capital(languages.words(None, ()).sentence(refusal)))
    if which == ["result"]:
        return redirect(url_for("result.page", public_id=public_id), 303)
    return redirect(url_for("invite.page", public_id=public_id), 303)


@bp.post("/t/<public_id>/delete")
def delete(public_id: str) -> Response:
    """Delete the table for good, after its name was typed."""
    here = access.to_write(public_id)
    if request.form.get("sure", "").strip().upper() != here.table.public_id:
        message = gettext("Type the name of the table to delete it.")
        return refusal_page(public_id, message, HTTPStatus.UNPROCESSABLE_ENTITY)
    access.service().delete(here.table.id, access.known_device())
    return redirect(url_for("home.page"), 303)
