"""`/t/<public_id>/live`: the stream a phone listens to."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, request, stream_with_context

from companion.live.listeners import AGAIN
from companion.live.streams import events
from companion.web import access
from companion.web.access import AtTable
from companion.web.errors import TooManyListenersError
from companion.web.pages import installation
from companion.web.table import viewing

bp = Blueprint("live", __name__)


def init_app(app: Flask) -> None:
    """Register the stream."""
    app.register_blueprint(bp)


@bp.get("/t/<public_id>/live")
def stream(public_id: str) -> Response:
    """Server-Sent Events with each new version of the table and its board; 503 when there are too many already.

    No database connection is held while it waits.
    """
    tables, seen = access.service(), viewing.view()
    found = access.to_read(public_id)
    # Whatever changes the rights later is an entry, with which the stream ends. The ledger is not held until then.
    here, attended = AtTable(found.table, found.rights), found.ledger.attended
    kind = viewing.alike(here, seen)
    installation().listener.start()
    if request.method == "HEAD":  # it has no body that would end
        return Response(mimetype="text/event-stream")
    who = access.known_device() or str(request.remote_addr)
    listeners = installation().listeners
    if not listeners.admit(who, here.table.id):
        raise TooManyListenersError(retry_after=AGAIN)
    told = events(
        installation().notifier,
        here.table.id,
        since=_since(),
        current=lambda: tables.ledger(here.table.id).version,
        board=lambda version: viewing.frame(here, seen, tables.ledger(here.table.id, version), kind=kind),
        attended=attended,
    )
    answer = Response(stream_with_context(told), mimetype="text/event-stream")
    answer.call_on_close(lambda: listeners.dismiss(who, here.table.id))
    answer.headers["Cache-Control"] = "no-store, no-transform"
    answer.headers["X-Accel-Buffering"] = "no"  # proxies hold streams back otherwise
    return answer


def _since() -> int:
    """The version the phone shows: what the stream told it last when it connects again, else what its page says."""
    last = request.headers.get("Last-Event-ID", "")
    return int(last) if last.isascii() and last.isdigit() and len(last) < 10 else viewing.number("since") or 0
