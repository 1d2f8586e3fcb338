"""What every page shares: static files, their addresses, and the helpers of the templates."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import qrcode
from flask import Blueprint, Flask, Response, abort, current_app, request, send_from_directory, url_for
from flask_babel import format_date, get_locale, gettext
from markupsafe import Markup
from qrcode.image.svg import SvgPathImage
from wtforms import Form

from companion import assets
from companion.live.frames import Frame, Frames
from companion.live.listener import Listener
from companion.live.listeners import Listeners
from companion.live.notifier import Notifier
from companion.metrics import Metrics
from companion.rules.editions.edition import Base, Edition
from companion.rules.editions.installed import Editions
from companion.service import DatabaseUnavailableError, Service
from companion.settings import Settings
from companion.text.graphemes import shortened
from companion.text.options import TIE_BREAKS
from companion.text.words import isolated, numbered
from companion.web import addresses, delivery

bp = Blueprint("pages", __name__)


@dataclass(frozen=True)
class Picture:
    """A picture of one version of a table, as a file."""

    version: int
    png: bytes


@dataclass(frozen=True)
class Installation:
    """What `create_app` hands to the pages."""

    settings: Settings
    editions: Editions
    quick_form: type[Form]
    service: Service
    notifier: Notifier
    frames: Frames[Frame]
    rows: Frames[Frame]  # of boards, which are alike in most of these
    pieces: Frames[Frame]  # of boards, larger than a row; what is made of rows is not kept among them
    pictures: Frames[Picture]
    aside: Callable[[Callable[[], object]], Any]  # for what takes long and can be done in a thread of its own
    listener: Listener
    listeners: Listeners
    trouble: Callable[[], DatabaseUnavailableError | None]  # why nothing can be stored just now
    close: Callable[[], None]
    settle: Callable[[], None]  # when the server has stopped
    metrics: Metrics | None  # None: nobody asks for them


def installation() -> Installation:
    """The installation behind the current request."""
    found: Installation = current_app.extensions["companion"]
    return found


_FOR_EVER = 31_536_000
_ADDRESSES = 8_192  # remembered; a board has about forty


def init_app(app: Flask) -> None:
    """Register static files and template helpers."""
    app.register_blueprint(bp)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["static"] = static
    app.jinja_env.globals["url_for"] = address
    app.jinja_env.globals["shell_version"] = assets.version()
    app.jinja_env.globals["new_command_id"] = lambda: secrets.token_urlsafe(16)
    app.jinja_env.globals["drawn_beans"] = assets.drawn_beans()
    app.jinja_env.filters["day"] = lambda moment: format_date(moment, "medium")
    app.jinja_env.filters["signed"] = lambda number: f"{number:+d}".replace("-", "−")
    app.jinja_env.filters["numbered"] = numbered
    app.jinja_env.filters["isolated"] = isolated
    app.jinja_env.filters["shortened"] = shortened
    app.jinja_env.filters["bdi"] = lambda name: Markup("<bdi>{}</bdi>").format(name)
    app.after_request(_not_stored)


@bp.get("/static/<version>/<path:name>")
def static_file(version: str, name: str) -> Response:
    """A file of ours. The address names the version of all of them, so it may be kept for ever.

    404 for any other version: a page from before an upgrade must not keep new files as old ones.
    """
    if version != assets.version():
        abort(404)
    answer = delivery.static_file(name) or send_from_directory(assets.folder("static"), name)
    answer.cache_control.no_cache = None
    answer.cache_control.max_age = _FOR_EVER
    answer.cache_control.public = answer.cache_control.immutable = True
    return answer


def static(name: str) -> str:
    """The address of a static file. Scripts name each other by what follows the version."""
    return _static(request.script_root, assets.version(), name)


@lru_cache(maxsize=_ADDRESSES)
def _static(_root: str, version: str, name: str) -> str:
    return url_for("pages.static_file", version=version, name=name)


def address(endpoint: str, **values: object) -> str:
    """`url_for` for templates: what has been asked before under the same path is not made again."""
    return _address(request.script_root, endpoint, tuple(values.items()))


@lru_cache(maxsize=_ADDRESSES)
def _address(_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    return url_for(endpoint, **dict(values))


def _not_stored(response: Response) -> Response:
    # Pages carry a form token and the newest figures: a shared or forgotten cache must not hand them out.
    response.headers.setdefault("Cache-Control", "no-store, private")
    if response.mimetype == "text/html":
        response.headers.setdefault("Content-Language", get_locale().language)
    return response


def editions() -> Editions:
    """The rule sets of this installation."""
    return installation().editions


def bases(found: Iterable[Edition]) -> list[Base]:
    """The base games of these rule sets, each once, by the name that the first of them gives it."""
    each: dict[str, Base] = {}
    for edition in found:
        for base in edition.bases.values():
            each.setdefault(base.id, base)
    return list(each.values())


def settings() -> Settings:
    """The settings of this installation."""
    return installation().settings


def outside(path: str) -> str:
    """The address of one of our paths for other phones."""
    return addresses.outside(settings(), path)


def qr_code(text: str) -> Markup:
    """The text as a QR code in SVG, dark on light in every theme."""
    code = qrcode.QRCode(border=2, image_factory=SvgPathImage)
    code.add_data(text)
    return Markup(code.make_image().to_string(encoding="unicode"))  # noqa: S704 - made of squares alone


def tie_break_names() -> dict[str, str]:
    """The tie-breaks in words, in the order they are offered."""
    return {tie_break: gettext(words) for tie_break, words in TIE_BREAKS.items()}
