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
    """200 when something could be stored just now, 503 with the reason when not."""
    trouble = installation().trouble()
    if trouble is None:
        return Response("ok\n", mimetype="text/plain")
    return Response(f"nothing can be stored: the database {trouble.cause}\n", 503, mimetype="text/plain")
