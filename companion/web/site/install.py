"""What makes the app installable: a manifest in each language, the service worker, and the page it shows offline."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, abort, jsonify, make_response, render_template, url_for
from flask_babel import force_locale, gettext

from companion import assets
from companion.web.languages import LANGUAGES
from companion.web.pages import static

bp = Blueprint("install", __name__)
# What every page of a table is made of.
_SHELL = (
    "app.css", "parts.css", "table.css", "sheet.css", "beans.svg", "signs.svg", "signs-more.svg", "favicon.svg",
    "vendor/htmx-4.0.1.min.js", "app.js", "device.js", "forms.js", "install.js", "awake.js", "typed.js", "waits.js", "table.js", "result.js", "watch.js", "watch.css", "log.css", "result.css", "town.svg",
    "live.js", "sheets.js", "entries.js", "outbox.js", "send.js", "token.js", "meter.js", "tour.js", "dock.js", "share.js", "offline.js",
)  # fmt: skip


def init_app(app: Flask) -> None:
    """Register the addresses."""
    app.register_blueprint(bp)


@bp.get("/manifest-<language>.webmanifest")
def manifest(language: str) -> Response:
    """Name, icons and colours for the home screen, in one language."""
    if language not in LANGUAGES:
        abort(404)
    with force_locale(language):
        answer = jsonify(
            id=url_for("home.page"),
            name=gettext("High Bohn companion"),
            short_name=gettext("High Bohn"),
            description=gettext(
                "Unofficial companion for High Bohn and Bohnanza: Talers, buildings and the final score."
            ),
            lang=language,
            dir="ltr",
            start_url=url_for("home.page"),
            scope=url_for("home.page"),
            display="standalone",
            background_color="#f6eedd",
            theme_color="#8c3b1f",
            icons=[_icon("icons/icon.svg", "any", "image/svg+xml")]
            + [_icon(f"icons/icon-{size}.png", f"{size}x{size}", "image/png") for size in (192, 512)],
        )
    answer.mimetype = "application/manifest+json"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _icon(name: str, sizes: str, kind: str) -> dict[str, str]:
    # The picture keeps clear of the edge, so one file serves as it is and cut to a circle.
    return {"src": static(name), "sizes": sizes, "type": kind, "purpose": "any maskable"}


@bp.get("/sw.js")
def service_worker() -> Response:
    """The service worker, with the addresses of the shell as they are now: a new version replaces the old one."""
    shell = [static(name) for name in _SHELL]
    code = (assets.folder("static") / "sw.js").read_text("utf-8")
    answer = make_response(render_template("parts/sw.txt", shell=shell, code=code))
    answer.mimetype = "text/javascript"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@bp.get("/offline")
def offline() -> str:
    """What an installed app shows while the server cannot be reached: no figures, only what waits to be sent."""
    return render_template("offline.html")
