"""What changes a group: its name, who is who, its links, forgetting and deleting it. Only with the key to play."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Flask, abort, flash, make_response, redirect, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from companion.groups import LINKS, SamePlayerError
from companion.rules.names import clean, is_long
from companion.text.graphemes import LONGEST_NAME, fits
from companion.web import access
from companion.web.group.page import shown

bp = Blueprint("group_changing", __name__)


def init_app(app: Flask) -> None:
    """Register the forms."""
    app.register_blueprint(bp)


@bp.post("/g/<key>/name")
def name(key: str) -> Response:
    """Name the group; without a name it is called by its evening again."""
    given = request.form.get("name", "")
    if clean(given) != "" and not _fits(given):
        return _wrong(key, _short())
    access.service().groups.rename(key, given)
    return _back(key)


@bp.post("/g/<key>/people")
def people(key: str) -> Response:
    """Rename a person (`name`), make one with another (`same`), or take the names apart again (`apart`)."""
    person, given = request.form.get("person", ""), request.form.get("name", "") or request.form.get("same", "")
    if "apart" in request.form:
        access.service().groups.take_apart(key, person)
        return _back(key)
    if not (clean(given) and _fits(given)):
        return _wrong(key, _short())
    try:
        access.service().groups.name_person(key, person, given)
    except SamePlayerError:
        return _wrong(key, gettext("These two played in one game: they cannot be one person."), HTTPStatus.CONFLICT)
    return _back(key)


@bp.post("/g/<key>/links")
def links(key: str) -> Response:
    """Renew links: those named (`link`: play or look), else both."""
    which = request.form.getlist("link") or LINKS
    if not set(which).issubset(LINKS):
        abort(422)
    return _back(access.service().groups.renew(key, which).play_key)


@bp.post("/g/<key>/forget")
def forget(key: str) -> Response:
    """Leave the group out of the lists of this device. Its seats at the tables stay."""
    access.forget_groups([access.to_change(key).row.id])
    flash(gettext("This device has forgotten the group."))
    return redirect(url_for("home.page"), 303)


@bp.post("/g/<key>/delete")
def delete(key: str) -> Response:
    """Delete the group for good, after a box was ticked. The tables stay."""
    if "sure" not in request.form:
        access.to_change(key)
        return _wrong(key, gettext("Tick the box to delete the group."))
    access.service().groups.delete(key)
    flash(gettext("The group is deleted. Its tables are still there."))
    return redirect(url_for("home.page"), 303)


def _fits(given: str) -> bool:
    return not is_long(given) and fits(clean(given))


def _short() -> str:
    return str(gettext("Type a name of at most %(most)s letters.", most=LONGEST_NAME))


def _wrong(key: str, problem: str, status: int = HTTPStatus.UNPROCESSABLE_ENTITY) -> Response:
    access.to_change(key)
    return make_response(shown(key, problem), status)


def _back(key: str) -> Response:
    return redirect(url_for("group.page", key=key), 303)
