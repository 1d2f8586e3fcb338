"""Error pages: what happened and the way on, as a page or as JSON."""

from __future__ import annotations

from http import HTTPStatus

from flask import Flask, Response, jsonify, make_response, render_template, request, session
from flask_babel import gettext
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import Forbidden, Gone, HTTPException, ServiceUnavailable

from companion.groups import NoGroupError
from companion.long_work import QueueFullError
from companion.rules.playing.unreadable import Unreadable, UnreadableTableError
from companion.service import DatabaseUnavailableError
from companion.text import unreadable
from companion.web import throttle
from companion.web.access import NoTableError
from companion.web.throttle import TooManyTablesError, TooMuchWorkError
from companion.writing import NoSeatError

_SOON, _LATER = 2, 10  # seconds after which a phone may try again: what passes by itself, and what somebody has to mend


class TooManyListenersError(ServiceUnavailable):
    """No more phones can listen to this table now: they ask now and then instead."""


class _BusyError(ServiceUnavailable):
    """Others have so much long work for the server that this did not get its turn."""


class _NoGroupPageError(NoTableError):
    """There is no group behind this link."""


def init_app(app: Flask) -> None:
    """Answer every HTTP error in our own words."""
    app.register_error_handler(HTTPException, _answer)
    app.register_error_handler(UnreadableTableError, _unreadable)
    app.register_error_handler(DatabaseUnavailableError, _unavailable)
    app.register_error_handler(QueueFullError, lambda _: _answer(_BusyError(retry_after=_SOON)))
    app.register_error_handler(NoGroupError, lambda _: _answer(_NoGroupPageError()))
    app.register_error_handler(NoSeatError, lambda _: _answer(Forbidden()))


def _answer(error: HTTPException) -> Response:
    if error.code == HTTPStatus.FORBIDDEN or isinstance(error, NoTableError):
        error = throttle.count_wrong(error)
    status = error.code or 500
    code, message = _words(status)
    match error:
        case CSRFError():
            code, message = "csrf", _csrf()
        case _NoGroupPageError():
            message = gettext("There is no such group. Perhaps it was deleted, or the link was renewed.")
        case NoTableError():
            message = gettext("There is no such table. Perhaps its address was mistyped, or the link was renewed.")
        case TooManyTablesError():
            message = gettext("Too many new tables. Wait a little.")
        case TooMuchWorkError():
            message = gettext("Too much at once. Wait a little.")
        case _BusyError():
            code, message = "busy", gettext("The server is busy. Try again in a moment: nothing is entered twice.")
        case TooManyListenersError():
            code, message = "too-many-listeners", gettext("Too many phones listen already. Ask for the board instead.")
    asks = status == HTTPStatus.FORBIDDEN or isinstance(error, NoTableError)
    if wants_json():
        answer = jsonify(error=code, message=message, facts={})
    else:
        answer = make_response(render_template("error.html", status=status, message=message, ask_code=asks))
    answer.status_code = status
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            answer.headers[name] = value
    return answer


def _csrf() -> str:
    if "csrf_token" in session:
        return str(gettext("This page was open for too long or in another browser. Reload it and try again."))
    return str(
        gettext(
            "The form came without its cookie. Allow cookies for this page; a proxy has to pass on the header Cookie."
        )
    )


def _unreadable(error: UnreadableTableError) -> Response:
    """The page of a table that cannot be read here, which is nobody's fault at the table: 503 until it can be again."""
    if error.reason is Unreadable.DELETED:
        return _answer(Gone())
    what, remedy = unreadable.sentences(error, gettext)
    if wants_json():
        facts = {"reason": str(error.reason)} | error.facts
        answer = jsonify(error="unreadable-table", message=f"{what} {remedy}", facts=facts)
    else:
        answer = make_response(render_template("unreadable.html", what=what, remedy=remedy))
    answer.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    return answer


def _unavailable(error: DatabaseUnavailableError) -> Response:
    """Nothing can be read or stored for a moment. Why stands once in the log of the server, not in every answer."""
    return _answer(ServiceUnavailable(retry_after=_SOON if error.passing else _LATER))


def refusal_page(public_id: str, message: str, status: int = HTTPStatus.CONFLICT) -> Response:
    """The page that says why nothing was done at a table, with the way back to it."""
    return make_response(render_template("refused.html", public_id=public_id, message=message), status)


def wants_json() -> bool:
    """Whether the client asked for JSON rather than a page."""
    return request.accept_mimetypes.best_match(("text/html", "application/json")) == "application/json"


def _words(status: int) -> tuple[str, str]:
    known = {
        400: ("bad-request", gettext("This request cannot be understood.")),
        403: ("no-seat", gettext("You have no seat at this table. Type its code, or scan the code on another phone.")),
        410: ("deleted", gettext("This table was deleted.")),
        422: ("malformed", gettext("Something in this form is missing or has the wrong shape.")),
        429: ("too-many", gettext("Too many wrong codes. Wait a minute.")),
        404: ("not-found", gettext("There is no such page.")),
        405: ("method-not-allowed", gettext("This address does not work that way.")),
        503: (
            "unavailable",
            gettext("The tables cannot be reached just now. Wait a moment and try again: nothing is entered twice."),
        ),
        413: ("too-large", gettext("That is more than a score sheet can hold.")),
    }
    server = (
        "server-error",
        gettext("Something broke on our side. What you entered on the page before is still there: go back."),
    )
    return known.get(status, server if status >= 500 else ("bad-request", known[400][1]))
