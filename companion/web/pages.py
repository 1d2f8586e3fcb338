"""What every page shares: static files, their addresses, and the helpers of the templates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, current_app, send_from_directory, url_for
from flask_babel import gettext
from wtforms import Form

from companion import assets
from companion.rules.editions import Editions
from companion.settings import Settings

bp = Blueprint("pages", __name__)


@dataclass(frozen=True)
class Installation:
    """What `create_app` hands to the pages."""

    settings: Settings
    editions: Editions
    quick_form: type[Form]
    answers: Callable[[], bool]  # whether the database does
    close: Callable[[], None]


def installation() -> Installation:
    """The installation behind the current request."""
    found: Installation = current_app.extensions["companion"]
    return found


_FOR_EVER = 31_536_000


def init_app(app: Flask) -> None:
    """Register static files and template helpers."""
    app.register_blueprint(bp)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["static"] = static
    app.jinja_env.globals["drawn_beans"] = assets.drawn_beans()
    app.after_request(_not_stored)


@bp.get("/static/<path:name>")
def static_file(name: str) -> Response:
    """A file of ours. The address carries a fingerprint of its content, so it may be kept for ever."""
    answer = send_from_directory(assets.folder("static"), name, max_age=_FOR_EVER)
    answer.cache_control.immutable = True
    return answer


def static(name: str) -> str:
    """The address of a static file, with its fingerprint."""
    return url_for("pages.static_file", name=name, v=assets.fingerprint(name))


def _not_stored(response: Response) -> Response:
    # Pages carry a form token and the newest figures: a shared or forgotten cache must not hand them out.
    response.headers.setdefault("Cache-Control", "no-store, private")
    return response


def editions() -> Editions:
    """The rule sets of this installation."""
    return installation().editions


def tie_break_names() -> dict[str, str]:
    """The tie-breaks in words, in the order they are offered."""
    return {
        "hand-cards": gettext("most cards in hand"),
        "clockwise": gettext("furthest clockwise from the start player"),
        "shared": gettext("nothing, they share the win"),
    }
