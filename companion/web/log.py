"""The log: every entry, with Undo."""

from __future__ import annotations

from flask import Blueprint, Flask, render_template

from companion.rules.fold import reversed_entries
from companion.web import access, looking

bp = Blueprint("log", __name__)
_PAGE = 100  # entries at a time


def init_app(app: Flask) -> None:
    """Register the page."""
    app.register_blueprint(bp)


@bp.get("/t/<code>/log")
def page(code: str) -> str:
    """The newest entries first; those of or for one player alone with `of`, older ones with `before`."""
    shown = looking.board(access.to_read(code))
    of, before = looking.number("of"), looking.number("before")
    wanted = [
        entry
        for entry in reversed(shown.ledger.entries)
        if (before is None or entry.seq < before) and (of is None or of in (entry.by, getattr(entry.event, "seat", 0)))
    ]
    return render_template(
        "log.html",
        code=code,
        board=shown,
        of=of,
        entries=wanted[:_PAGE],
        older=wanted[_PAGE - 1].seq if len(wanted) > _PAGE else None,
        gone=reversed_entries(shown.ledger.entries),
    )
