"""Quick score: a page that scores a finished game without tracking it."""

from flask import Flask

from companion.web.quick import page


def init_app(app: Flask) -> None:
    """Register the page."""
    page.init_app(app)
