"""`/t/<code>/live`: the stream a phone listens to."""

from __future__ import annotations

from flask import Blueprint, Flask, Response

from companion.live.stream import events
from companion.web import access
from companion.web.pages import installation

bp = Blueprint("live", __name__)


def init_app(app: Flask) -> None:
    """Register the stream."""
    app.register_blueprint(bp)


@bp.get("/t/<code>/live")
def stream(code: str) -> Response:
    """Server-Sent Events with the version of the table. No database connection is held while it waits."""
    here = access.to_read(code)
    tables, bell = installation().service, installation().bell
    installation().source.start()
    answer = Response(
        events(bell, here.table.id, lambda: tables.ledger(here.table.id).version),
        mimetype="text/event-stream",
    )
    answer.headers["Cache-Control"] = "no-store, no-transform"
    answer.headers["X-Accel-Buffering"] = "no"  # proxies hold streams back otherwise
    return answer
