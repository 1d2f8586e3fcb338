"""What a request says of itself, as far as it can be believed: nothing a client may invent decides an address.

Forwarded headers count when `COMPANION_PROXIES` says how many proxies add to them, and then only what those added. The
path under which the app lies comes from the public address, if there is one."""

from __future__ import annotations

import ipaddress
import logging
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, abort, make_response, request
from flask_babel import gettext
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import Map

from companion.settings import Settings, SettingsError

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_LABEL = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
_HOST = re.compile(rf"(?:(?P<name>{_LABEL}(?:\.{_LABEL})*\.?)|\[(?P<v6>[0-9A-Fa-f:.]+)\])(?::(?P<port>[0-9]{{1,5}}))?")
_PREFIX = re.compile(r"(?:/[\w.~-]+)*", re.ASCII)
_LONGEST_PREFIX = 200  # characters; what is rendered is kept by it
_BAD = "companion.bad_host"
_logger = logging.getLogger(__name__)


def init_app(app: Flask, settings: Settings) -> None:
    """Put this in front of the app. Called when all pages are registered: SettingsError when one of them lies where the
    public address says that the app does."""
    front = Front(app.wsgi_app, settings)
    if front.prefix and _first(front.prefix) in _own_names(app.url_map):
        raise SettingsError(f"the public address cannot end in {front.prefix}: this app has a page of that name")
    app.wsgi_app = front  # type: ignore[method-assign]
    app.before_request_funcs.setdefault(None, []).insert(0, _refuse_bad_host)


def is_host(text: str) -> bool:
    """Whether a text is a host as the header of that name has it: a name or an address, perhaps with a port."""
    found = _HOST.fullmatch(text)
    if found is None or len(text) > 260 or not 0 < int(found["port"] or 80) < 65536:
        return False
    return found["v6"] is None or _is_address(found["v6"])


class Front:
    """Makes the environment of a request true before the app sees it."""

    def __init__(self, app: WSGIApplication, settings: Settings) -> None:
        public = urlsplit(settings.public_url)
        self.prefix = public.path
        self._public, self._scheme = bool(settings.public_url), public.scheme
        self._proxies = settings.proxies
        self._app = app
        self._proxied = ProxyFix(
            self._settled, x_for=self._proxies, x_proto=self._proxies, x_host=self._proxies, x_prefix=self._proxies
        )
        self._told: set[str] = set()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The app's answer."""
        if not self._proxies:
            self._expect(not environ.get("HTTP_X_FORWARDED_FOR"), "requests come through a proxy (X-Forwarded-For): set COMPANION_PROXIES to how many there are")  # fmt: skip
            return self._settled(environ, start_response)
        came_from = str(environ.get("HTTP_X_FORWARDED_FOR", ""))
        if environ.get("PATH_INFO") != "/healthz":
            self._expect(came_from.count(",") + bool(came_from) >= self._proxies, f"COMPANION_PROXIES is {self._proxies}, but the header X-Forwarded-For of a request lacks: all phones count as one address")  # fmt: skip
        if "HTTP_X_FORWARDED_PROTO" not in environ and self._scheme:
            environ["wsgi.url_scheme"] = self._scheme
        return self._proxied(environ, start_response)

    def _settled(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["wsgi.url_scheme"] not in ("http", "https"):
            environ["wsgi.url_scheme"] = "http"
        if self._public:
            prefix = self.prefix
        else:
            given = str(environ.get("SCRIPT_NAME", "")).rstrip("/")
            prefix = given if len(given) <= _LONGEST_PREFIX and _PREFIX.fullmatch(given) else ""
        environ["SCRIPT_NAME"] = prefix
        path = str(environ.get("PATH_INFO", ""))
        if path == prefix or path.startswith(prefix + "/"):  # the proxy left it there
            environ["PATH_INFO"] = path.removeprefix(prefix) or "/"
        host = environ.get("HTTP_HOST")
        if host is not None and not is_host(host):
            environ["HTTP_HOST"], environ[_BAD] = "localhost", True
        return self._app(environ, start_response)

    def _expect(self, holds: bool, line: str) -> None:
        """Say once what a proxy seems to be told wrongly."""
        if not holds and line not in self._told:
            self._told.add(line)
            _logger.warning(line)


def _refuse_bad_host() -> None:
    if request.environ.get(_BAD):
        message = gettext("The header Host of this request names no host. Open the page by its usual address.")
        abort(make_response(message, 400, {"Content-Type": "text/plain; charset=utf-8"}))


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _first(path: str) -> str:
    return path.split("/")[1] if path.count("/") else ""


def _own_names(pages: Map) -> set[str]:
    return {_first(rule.rule) for rule in pages.iter_rules()}
