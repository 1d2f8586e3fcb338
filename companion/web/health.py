"""`/healthz` for whatever watches the installation."""

from __future__ import annotations

from flask import Blueprint, Flask, Response

from companion.web.pages import installation

bp = Blueprint("health", __name__)


def init_app(app: Flask) -> None:
    """Register the health check."""
    app.register_blueprint(bp)


@bp.get("/healthz")
def healthz() -> Response:
    """200 when the database answers, 503 when it does not."""
    well = installation().answers()
    return Response("ok\n" if well else "the database does not answer\n", 200 if well else 503, mimetype="text/plain")
