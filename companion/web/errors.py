"""Error pages: what happened and the way on, as a page or as JSON."""

from __future__ import annotations

from http import HTTPStatus

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_babel import gettext
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from companion.web.access import NoTableError


def init_app(app: Flask) -> None:
    """Answer every HTTP error in our own words."""
    app.register_error_handler(HTTPException, _answer)


def _answer(error: HTTPException) -> Response:
    status = error.code or 500
    if isinstance(error, CSRFError):
        code, message = (
            "csrf",
            gettext("This page was open for too long or in another browser. Reload it and try again."),
        )
    else:
        code, message = _words(status)
        if isinstance(error, NoTableError):
            message = gettext("There is no such table. Perhaps the code was misheard, or the link was renewed.")
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


def refusal_page(code: str, message: str, status: int = HTTPStatus.CONFLICT) -> Response:
    """The page that says why nothing was done at a table, with the way back to it."""
    return make_response(render_template("refused.html", code=code, message=message), status)


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
        413: ("too-large", gettext("That is more than a score sheet can hold.")),
    }
    server = (
        "server-error",
        gettext("Something broke on our side. What you entered on the page before is still there: go back."),
    )
    return known.get(status, server if status >= 500 else ("bad-request", known[400][1]))
