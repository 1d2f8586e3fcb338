"""Pages that belong to no table: start, rules, installing, health, figures."""

from flask import Flask

from companion.web.site import health, home, install, metrics, robots, rules


def init_app(app: Flask) -> None:
    """Register the pages."""
    for page in (health, home, install, metrics, robots, rules):
        page.init_app(app)
