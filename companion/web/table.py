"""The table page, its live part, and its state as JSON."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Flask, Response, jsonify, make_response, render_template, request

from companion.rules.ledger import Ledger
from companion.tablejson import sees_all, state
from companion.web import access, delivery, looking
from companion.web.access import Access
from companion.web.pages import installation

bp = Blueprint("table", __name__)


def init_app(app: Flask) -> None:
    """Register the pages of a table."""
    app.register_blueprint(bp)


@bp.get("/t/<code>")
def page(code: str) -> str:
    """The table: everybody's totals, and one row a bean through the eyes of one player."""
    here = access.to_read(code)
    return render_template("table.html", code=code, here=here, board=looking.board(here))


@bp.get("/t/<code>/board")
def board(code: str) -> Response:
    """The live part of the table page, or of its result page."""
    here = access.to_read(code)
    shown = looking.board(here)
    if request.args.get("page") == "result":
        template, more = "parts/ranking.html", looking.EXPLAINED
    else:
        template, more = "parts/board.html" if shown.seats else "parts/watching.html", {}

    def made() -> Response:
        frame = installation().frames.get(
            (template, *looking.key(here, shown)),
            lambda: render_template(template, code=here.table.code, board=shown, shared=True, **more),
        )
        return delivery.packed(frame.plain, frame.gzipped, "text/html")

    return _cached(shown.ledger, here, made)


@bp.get("/t/<code>/state.json")
def state_json(code: str) -> Response:
    """The folded state for this viewer."""
    here = access.to_read(code)
    ledger = access.service().ledger(here.table.id)
    return _cached(ledger, here, lambda: jsonify(state(ledger, here.seats)))


def _cached(ledger: Ledger, here: Access, make: Callable[[], Response]) -> Response:
    """The answer with the version as its ETag, or 304 for who has it.

    Where purses are hidden the seats belong to it: who sits down sees more of the same version.
    """
    tag = str(ledger.version)
    if not sees_all(ledger.table, ()):
        tag += "".join(f".{seat}" for seat in sorted(here.seats))
    answer = make_response("", 304) if request.if_none_match.contains(tag) else make()
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
