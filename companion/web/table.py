"""The table page, its fragments, and its state as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from typing import Any

from flask import Blueprint, Flask, Response, abort, jsonify, make_response, redirect, render_template, request, url_for
from flask_babel import get_locale, gettext
from werkzeug.wrappers import Response as AnyResponse

from companion import i18n
from companion.explain import tie, why
from companion.rules.fold import reversed_entries
from companion.rules.ledger import Ledger
from companion.rules.refusals import Refusal
from companion.security import throttle_strangers
from companion.tablejson import sees_all, state
from companion.web import access, delivery
from companion.web.access import Access
from companion.web.board import Board
from companion.web.pages import installation, join_address, qr_code
from companion.wording import capital

bp = Blueprint("table", __name__)
_SHEETS = ("stew", "field", "correct", "menu", "hand", "buy", "score", "tour")
TOUR_STEPS = 5
_PAGE = 100  # entries of the log at a time
_EXPLAINED: dict[str, Any] = {"why": why, "tie": tie}  # what the ranking needs


def init_app(app: Flask) -> None:
    """Register the pages of a table."""
    throttle_strangers(bp)
    app.register_blueprint(bp)
    app.jinja_env.globals["tour_steps"] = TOUR_STEPS


def _number(name: str) -> int | None:
    """A whole number of the address, or None."""
    asked = request.args.get(name, "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else None


def _board(here: Access) -> Board:
    seat = _number("seat")
    # A large screen is nobody's: it shows what a watcher sees, also on a device that holds a seat.
    seats = frozenset() if request.args.get("watch") else here.seats
    return Board(access.service().ledger(here.table.id), seats, seat)


@bp.get("/t/<code>")
def page(code: str) -> str:
    """The table: everybody's totals, and one row a bean through the eyes of one player."""
    here = access.to_read(code)
    return render_template("table.html", code=code, here=here, board=_board(here))


@bp.get("/t/<code>/board")
def board(code: str) -> Response:
    """The live part of the table page, or of its result page."""
    here = access.to_read(code)
    shown = _board(here)
    if request.args.get("page") == "result":
        template, more = "parts/ranking.html", _EXPLAINED
    else:
        template, more = "parts/board.html" if shown.seats else "parts/watching.html", {}
    key = (template, here.table.id, *_key(shown))

    def made() -> Response:
        frame = installation().frames.get(
            key, lambda: render_template(template, code=here.table.code, board=shown, shared=True, **more)
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


@bp.get("/t/<code>/bean/<bean>")
def bean(code: str, bean: str) -> str:
    """One bean: harvest it, or buy its building."""
    here = access.to_write(code)
    shown = _board(here)
    if bean not in shown.table.game.beans:
        abort(404)
    return _sheet("bean", code, shown, bean=bean)


@bp.get("/t/<code>/more/<what>")
def more(code: str, what: str) -> str:
    """What is needed less often: stew, field, correction, the end, seats and links."""
    here = access.to_write(code)
    if what not in _SHEETS:
        abort(404)
    step = _number("step") or 1
    return _sheet(what, code, _board(here), step=min(step, TOUR_STEPS))


@bp.get("/t/<code>/sheets")
def sheets(code: str) -> Response:
    """Every sheet through the eyes of one player, by address: a phone keeps them for when there is no network."""
    here = access.to_write(code)
    shown = _board(here)

    def made() -> str:
        seat = shown.seat
        found = {
            url_for("table.bean", code=code, bean=bean, seat=seat): _sheet("bean", code, shown, bean=bean, shared=True)
            for bean in shown.table.game.beans
        }
        for what in _SHEETS:
            address = url_for("table.more", code=code, what=what, seat=seat)
            found[address] = _sheet(what, code, shown, step=1, shared=True)
        return json.dumps(found, ensure_ascii=False)

    frame = installation().frames.get(("sheets", here.table.id, *_key(shown)), made)
    return delivery.packed(frame.plain, frame.gzipped, "application/json")


def _key(shown: Board) -> tuple[Hashable, ...]:
    """What a rendering depends on, besides the table."""
    return shown.ledger.version, shown.seat, shown.seats, str(get_locale())


def _sheet(what: str, code: str, shown: Board, **context: Any) -> str:
    whole = not (request.headers.get("HX-Request") or context.get("shared"))
    return render_template("sheet.html", what=what, code=code, board=shown, whole=whole, **(_EXPLAINED | context))


@bp.get("/t/<code>/invite")
def invite(code: str) -> str:
    """The join link as a QR code and as text."""
    here = access.to_write(code)
    address = join_address(here.table.join_key)
    return render_template("invite.html", code=code, address=address, picture=qr_code(address), here=here)


@bp.get("/t/<code>/log")
def log(code: str) -> str:
    """Every entry, the newest first, each with Undo; of one player alone with `of`, a hundred at a time."""
    here = access.to_read(code)
    shown = _board(here)
    of, before = _number("of"), _number("before")
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


@bp.get("/t/<code>/result")
def result(code: str) -> str:
    """The ranking with every part explained."""
    here = access.to_read(code)
    return render_template("result.html", code=code, here=here, board=_board(here), keeps_typed=True, **_EXPLAINED)


@bp.post("/t/<code>/again")
def again(code: str) -> AnyResponse:
    """Play again: the same seats at a new table, the next player begins."""
    here = access.to_write(code)
    player = here.players[0] if here.players else None
    made = access.service().play_again(here.table, access.device(), by=player)
    if isinstance(made, Refusal):
        message = capital(i18n.words(None).sentence(made))
        return make_response(render_template("refused.html", code=code, message=message), 409)
    return redirect(url_for("table.page", code=made.code), 303)


@bp.post("/t/<code>/links")
def links(code: str) -> AnyResponse:
    """Renew the join and watch links."""
    here = access.to_write(code)
    access.renew_links(here)
    return redirect(url_for("table.invite", code=code), 303)


@bp.post("/t/<code>/delete")
def delete(code: str) -> AnyResponse:
    """Delete the table for good, after the word was typed."""
    here = access.to_write(code)
    if request.form.get("sure", "").strip().upper() != here.table.code:
        message = gettext("Type the code of the table to delete it.")
        return make_response(render_template("refused.html", code=code, message=message), 422)
    access.delete(here)
    return redirect(url_for("home.page"), 303)
