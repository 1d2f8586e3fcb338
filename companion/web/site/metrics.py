"""`/metrics` for whatever watches the installation; not there unless COMPANION_METRICS_TOKEN is set."""

from __future__ import annotations

import hmac

from flask import Blueprint, Flask, Response, abort, request

from companion.metrics import CONTENT_TYPE_LATEST
from companion.web.pages import installation

bp = Blueprint("metrics", __name__)


def init_app(app: Flask) -> None:
    """Register the figures."""
    app.register_blueprint(bp)


@bp.get("/metrics")
def metrics() -> Response:
    """The figures of this process, for whoever sends `Authorization: Bearer` with the token; 401 for others."""
    found = installation().metrics
    if found is None:
        abort(404)
    given = request.authorization
    token = (given.token if given and given.type == "bearer" else None) or ""
    if not hmac.compare_digest(token.encode(), installation().settings.metrics_token.encode()):
        return Response("Authorization: Bearer is needed\n", 401, {"WWW-Authenticate": "Bearer"}, mimetype="text/plain")
    return Response(found.text(), content_type=CONTENT_TYPE_LATEST)
