"""Languages. English is the source and, so far, the only one."""

from __future__ import annotations

from flask import Flask
from flask_babel import Babel, get_locale

LANGUAGES = ("en",)


def init_app(app: Flask) -> None:
    """Make gettext work in pages."""
    Babel(app, default_locale=LANGUAGES[0], locale_selector=lambda: LANGUAGES[0])
    app.jinja_env.globals["get_locale"] = get_locale
