"""Addresses that leave a page: for other phones, and back to where somebody came from."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from flask import request, url_for
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException

from companion import address
from companion.settings import Settings


def outside(settings: Settings, path: str) -> str:
    """The address of one of our paths (as `url_for` makes it) for other phones.

    The public address if one is set; else the host this browser uses, if it is one of ours; else the address on the
    network. What a browser says is never taken on trust.
    """
    if settings.public_url:
        public = urlsplit(settings.public_url)
        return f"{public.scheme}://{public.netloc}{path}"
    host = urlsplit(request.host_url)
    name = (host.hostname or "").rstrip(".")
    if name in settings.hosts or address.is_on_network(name):
        return f"{request.scheme}://{request.host}{path}"
    return (settings.address or address.url("", int(request.environ.get("SERVER_PORT") or 80))) + path


def own_page(wanted: str) -> str:
    """The address of a page of ours that a form names, made anew; that of the start page for anything else.

    The one rule for every address a redirect takes from a request: `wanted` is a path of this app with its query, and
    what no page of ours answers is not followed.
    """
    path, _, query = wanted.partition("?")
    if path.startswith("//"):  # a browser takes what follows for a host
        return url_for("home.page")
    adapter = request_ctx.url_adapter
    assert adapter is not None
    try:
        adapter.match(path, method="GET")
    except HTTPException:
        return url_for("home.page")
    query = quote(query, safe="=&%+-_.~")
    return request.script_root + quote(path) + (f"?{query}" if query else "")
