"""The page of a group, and the start of its next game."""

from __future__ import annotations

from flask import (
    Blueprint,
    Flask,
    Response,
    flash,
    get_flashed_messages,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import get_locale, gettext
from werkzeug.wrappers import Response as Redirect

from companion import assets, groups
from companion.rules.refusals import Refusal
from companion.web import access
from companion.web.group.shown import Shown
from companion.web.pages import outside
from companion.web.throttle import plays_on

bp = Blueprint("group", __name__)


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.register_blueprint(bp)


@bp.get("/g/<key>")
def page(key: str) -> Response:
    """Standings, all games and everybody's figures. With the key to play, the forms and the ways to tables, too.

    304 when nothing of it has changed since the page that a script holds.
    """
    tag = _tag(key)
    if request.if_none_match.contains(tag):
        return Response(status=304)
    answer = make_response(shown(key, tag=tag))
    answer.set_etag(tag)
    return answer


def _tag(key: str) -> str:
    return f"{assets.version()}-{get_locale()}-{access.service().groups.stamp(key, access.known_device())}"


def shown(key: str, problem: str = "", tag: str = "") -> str:
    """The page, with what was wrong with a form; `tag` is what it is known by, if that has been asked already."""
    tag = tag or _tag(key)  # first: what happens meanwhile is then news
    seen = access.group(key)
    address = {link: outside(url_for("group.page", key=getattr(seen.row, f"{link}_key"))) for link in ("play", "look")}
    # What is said once is left for a page that people load, or come to from a form.
    said = [] if "If-None-Match" in request.headers else get_flashed_messages()
    return render_template(
        "group.html",
        key=key,
        shown=Shown(seen),
        most=groups.MOST,
        address=address,
        problem=problem,
        flashed=said,
        tag=tag,
    )


@bp.post("/g/<key>/next")
@plays_on
def begin(key: str) -> Redirect:
    """The next game, with the same people: the one after the last start player begins. A device without a seat enters
    for everybody there. While the last game goes on, it is that one."""
    service = access.service()
    last = service.groups.last_table(key)
    made = service.play_again(last, access.device(), key)
    if isinstance(made, Refusal):
        made = access.by_number(last)
    if access.at(made).seats:
        return redirect(url_for("table.page", public_id=made.public_id), 303)
    flash(gettext("The next game has begun."))
    return redirect(url_for("group.page", key=key), 303)


@bp.get("/t/<public_id>/group")
def of_table(public_id: str) -> Redirect:
    """From a table to its group; without one, back to the result."""
    found = access.service().groups.of_table(access.to_write(public_id).table.id)
    if found is None:
        return redirect(url_for("result.page", public_id=public_id), 303)
    return redirect(url_for("group.page", key=found.play_key), 303)
