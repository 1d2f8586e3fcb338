"""The application factory: the only place that wires the parts together."""

from __future__ import annotations

from flask import Flask
from htmx_flask import Htmx
from werkzeug.middleware.proxy_fix import ProxyFix

from companion import assets, i18n, security
from companion.live.bell import Bell
from companion.live.frames import Frames
from companion.live.sources import Source
from companion.rules.editions import Editions
from companion.service import Service
from companion.settings import Settings
from companion.store import migrate
from companion.store.engine import Database
from companion.web import (
    delivery,
    entry,
    errors,
    export,
    health,
    home,
    install,
    invite,
    join,
    live,
    log,
    pages,
    quick,
    result,
    rules,
    sheets,
    table,
    tables,
)  # fmt: skip
from companion.web.forms import quick_form


def create_app(settings: Settings) -> Flask:
    """The app for these settings: rule sets checked, database migrated, pages registered.

    EditionError when a rule set is broken, SQLAlchemyError when the database does not answer.
    """
    app = Flask("companion", template_folder=str(assets.folder("templates")), static_folder=None)
    app.secret_key = settings.secret_key
    editions = Editions(settings.editions)
    editions.all()
    database = Database(settings.database_url)
    migrate.upgrade(database)
    bell = Bell()
    database.close()  # no open connection may cross the fork of a worker
    app.extensions["companion"] = pages.Installation(
        settings=settings,
        editions=editions,
        quick_form=quick_form(editions),
        service=Service(database, editions, bell.ring),
        bell=bell,
        frames=Frames(),
        source=Source(database.engine.url, bell.ring),
        answers=database.answers,
        close=database.close,
    )
    if settings.public_url:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1, x_prefix=1)  # type: ignore[method-assign]
    Htmx(app)
    i18n.init_app(app)
    security.init_app(app)
    at_a_table = (live, table, sheets, log, result, invite, export, entry)
    for part in at_a_table:
        security.throttle_strangers(part.bp)
    for part in (pages, delivery, errors, health, home, install, quick, rules, tables, join, *at_a_table):
        part.init_app(app)
    return app
