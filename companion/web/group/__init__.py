"""A group: the evening's standings, all games, and what they come to."""

from flask import Flask

from companion.web.group import changing, page


def init_app(app: Flask) -> None:
    """Register the pages."""
    for part in (page, changing):
        part.init_app(app)
