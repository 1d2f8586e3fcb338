"""The application factory: the only place that wires the parts together."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from flask import Flask, request
from flask.templating import Environment
from htmx_flask import Htmx

from companion import assets
from companion.housekeeping import Housekeeper
from companion.live.frames import Frame, Frames
from companion.live.listener import Listener
from companion.live.listeners import Listeners
from companion.live.notifier import Notifier
from companion.metrics import Metrics
from companion.rules.editions.installed import Editions
from companion.service import Service
from companion.settings import Settings, SettingsError
from companion.store import keys, migrate
from companion.store.engine import Database
from companion.store.sqlite import Aside, here
from companion.store.unavailable import DatabaseUnavailableError
from companion.web import (
    answered,
    delivery,
    errors,
    group,
    languages,
    limits,
    pages,
    proxies,
    quick,
    security,
    site,
    table,
    throttle,
)
from companion.web.quick.forms import quick_form

_PICTURES = 40  # kept in memory, of 80 kB each
_ROWS = 8_000  # of boards, about 1 kB each: as many as 200 tables with five players show
_PIECES = 2_000  # up to 9 kB each, 23 kB with the longest names


class _Templates(Environment):
    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What every template knows, as a plain dict: Jinja looks through all of it at each import, and copies it at each
        include, for which its own chain of dicts takes ten times as long."""
        return {**self.globals, **(d or {})}


class _Companion(Flask):
    jinja_environment = _Templates

    def log_exception(self, exc_info: Any) -> None:
        """Log which page failed, without its address: that may be a key to a table."""
        self.logger.error("%s %s failed", request.method, request.url_rule or "(no page)", exc_info=exc_info)


def prepare(settings: Settings, aside: Aside = here) -> tuple[Database, Editions]:
    """The database, migrated and known to be of this secret key, and the rule sets, checked.

    EditionError when a rule set is broken, SettingsError when a setting cannot work, DatabaseUnavailableError when the
    database cannot be used.
    """
    editions = Editions(settings.editions)
    editions.all()
    database = Database(settings.database_url, aside=aside)
    try:
        database.hold()
        database.examine()
        migrate.upgrade(database)
        keys.check(database, settings.secret_key)
    except (SettingsError, DatabaseUnavailableError):
        database.close()
        raise
    return database, editions


def create_app(settings: Settings, aside: Aside = here) -> Flask:
    """The app for these settings, its pages registered. Errors as `prepare` has them.

    `aside` is how a server whose connections share a thread waits for the disk.
    """
    app = _Companion("companion", template_folder=str(assets.folder("templates")), static_folder=None)
    app.secret_key = settings.secret_key
    database, editions = prepare(settings, aside)
    notifier, listeners = Notifier(), Listeners(settings.most_streams)
    frames: Frames[Frame] = Frames()
    metrics = _metrics(listeners, frames) if settings.metrics_token else None
    database.observe = metrics.transaction if metrics else None
    database.close()  # no open connection may cross the fork of a worker
    service = Service(database, editions, notifier.notify)
    app.extensions["companion"] = pages.Installation(
        settings=settings,
        editions=editions,
        quick_form=quick_form(editions),
        service=service,
        notifier=notifier,
        frames=frames,
        rows=Frames(_ROWS),
        pieces=Frames(_PIECES),
        pictures=Frames(_PICTURES),
        aside=aside,
        listener=Listener(database, notifier),
        listeners=listeners,
        trouble=database.trouble,
        close=database.close,
        settle=database.settle,
        metrics=metrics,
    )
    app.before_request(Housekeeper(service).start)
    Htmx(app)
    for part in (languages, security, throttle, pages, delivery, errors, site, quick, table, group):
        part.init_app(app)
    limits.init_app(app)
    proxies.init_app(app, settings)
    answered.init_app(app, metrics, told=settings.log_level == "info")
    return app


def _metrics(listeners: Listeners, frames: Frames[Frame]) -> Metrics:
    return Metrics(streams=lambda: listeners.count, renderings=lambda: frames.made)
