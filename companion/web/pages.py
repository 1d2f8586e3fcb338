"""What every page shares: static files, their addresses, and the helpers of the templates."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import qrcode
from flask import Blueprint, Flask, Response, current_app, request, send_from_directory, url_for
from flask_babel import format_date, get_locale, gettext
from markupsafe import Markup
from qrcode.image.svg import SvgPathImage
from wtforms import Form

from companion import address, assets
from companion.live.bell import Bell
from companion.live.frames import Frames
from companion.live.sources import Source
from companion.rules.editions import Editions
from companion.service import Service
from companion.settings import Settings
from companion.web import delivery

bp = Blueprint("pages", __name__)


@dataclass(frozen=True)
class Installation:
    """What `create_app` hands to the pages."""

    settings: Settings
    editions: Editions
    quick_form: type[Form]
    service: Service
    bell: Bell
    frames: Frames
    source: Source
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
    app.jinja_env.globals["shell_version"] = assets.version()
    app.jinja_env.globals["command_id"] = lambda: secrets.token_urlsafe(16)
    app.jinja_env.globals["drawn_beans"] = assets.drawn_beans()
    app.jinja_env.filters["day"] = lambda moment: format_date(moment, "medium")
    app.jinja_env.filters["bdi"] = lambda name: Markup("<bdi>{}</bdi>").format(name)
    app.after_request(_not_stored)


@bp.get("/static/<path:name>")
def static_file(name: str) -> Response:
    """A file of ours. The address carries a fingerprint of its content, so it may be kept for ever."""
    answer = delivery.static_file(name) or send_from_directory(assets.folder("static"), name)
    answer.cache_control.no_cache = None
    answer.cache_control.max_age = _FOR_EVER
    answer.cache_control.public = answer.cache_control.immutable = True
    return answer


def static(name: str) -> str:
    """The address of a static file, with its fingerprint."""
    return url_for("pages.static_file", name=name, v=assets.fingerprint(name))


def _not_stored(response: Response) -> Response:
    # Pages carry a form token and the newest figures: a shared or forgotten cache must not hand them out.
    response.headers.setdefault("Cache-Control", "no-store, private")
    if response.mimetype == "text/html":
        response.headers.setdefault("Content-Language", str(get_locale()))
    return response


def editions() -> Editions:
    """The rule sets of this installation."""
    return installation().editions


def settings() -> Settings:
    """The settings of this installation."""
    return installation().settings


def join_address(key: str) -> str:
    """The address of a join link, for other phones.

    The public address if one is set; else the host this browser uses, unless that is this computer itself,
    which no other phone could reach: then the address on the network.
    """
    path = url_for("join.page", key=key)
    if settings().public_url:
        return settings().public_url + path
    host = urlsplit(request.host_url)
    if host.hostname in ("localhost", "127.0.0.1", "::1"):
        return address.url("", host.port or 80) + path
    return request.host_url.rstrip("/") + path


def qr_code(text: str) -> Markup:
    """The text as a QR code in SVG, dark on light in every theme."""
    code = qrcode.QRCode(border=2, image_factory=SvgPathImage)
    code.add_data(text)
    return Markup(code.make_image().to_string(encoding="unicode"))  # noqa: S704 - made of squares alone


def tie_break_names() -> dict[str, str]:
    """The tie-breaks in words, in the order they are offered."""
    return {
        "hand-cards": gettext("most cards in hand"),
        "clockwise": gettext("furthest clockwise from the start player"),
        "shared": gettext("nothing, they share the win"),
    }
