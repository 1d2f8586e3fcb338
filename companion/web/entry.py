"""`POST /t/<code>/<verb>`: one entry. JSON for programs, a fragment for htmx, a redirect for a plain form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    flash,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from companion import i18n
from companion.rules.events import HandCounted, Passed, TurnPassed
from companion.rules.fold import Entry
from companion.rules.ledger import Ledger
from companion.rules.refusals import AGREEABLE, Reason, Refusal
from companion.service import Done, Refused
from companion.tablejson import sees, sees_all
from companion.telling import Teller
from companion.web import access
from companion.web.errors import wants_json
from companion.web.lengths import LONGEST_NAME
from companion.web.verbs import VERBS, MalformedError, wish
from companion.wording import N_, capital

bp = Blueprint("entry", __name__)
# Refusals whose figures would show, or add up to, the purse of somebody who hides it.
_TELL_A_PURSE: Mapping[Reason, str] = {
    Reason.NOT_ENOUGH_TALERS: N_("there are not enough Talers for this"),
    Reason.NEGATIVE_PURSE: N_("there are not enough Talers for this"),
    Reason.MORE_THAN_CARDS: N_("there are not that many cards of this bean"),
    Reason.MORE_THAN_ALL_CARDS: N_("there are not that many cards in the game"),
}
_OWN = ("csrf_token", "command_id", "override", "reason")  # fields every form brings anew


@dataclass(frozen=True)
class WayOut:
    """A refused entry that can be made after all: its verb and fields, and whether it asks for a reason."""

    verb: str
    fields: list[tuple[str, str]]
    asks_reason: bool = False


def init_app(app: Flask) -> None:
    """Register the verbs."""
    app.register_blueprint(bp)


@bp.get("/t/<code>/<verb>")
def back(code: str, verb: str) -> AnyResponse:
    """The address a refusal was shown at, opened again: nothing is entered, the table is there."""
    if verb not in VERBS:
        abort(404)
    return redirect(url_for("table.page", code=code), 303)


@bp.post("/t/<code>/<verb>")
def enter(code: str, verb: str) -> AnyResponse:
    """Enter something at a table: 409 when the rules refuse, 422 when a field is malformed."""
    if verb not in VERBS:
        abort(404)
    here = access.to_write(code)
    tables = access.service()
    try:
        asked = wish(verb, request.form)
    except MalformedError as error:
        message = _missing(error.field)
        return _refused(code, 422, "malformed", message, {"field": error.field}, tables.ledger(here.table.id))
    result = tables.handle(
        here.table.id, asked.command, asked.command_id, by=here.enters_as(asked.command.seat), override=asked.override
    )
    ledger = result.ledger
    words = i18n.words(ledger.table.game.edition, ledger.table.names)
    teller = Teller(words, lambda seat: sees(ledger.table, here.seats, seat), ledger.entries)
    if isinstance(result, Refused):
        status = 422 if result.refusal.reason is Reason.UNKNOWN_SEAT else 409
        message, facts = words.sentence(result.refusal), dict(result.refusal.facts)
        if result.refusal.reason in _TELL_A_PURSE and not sees_all(ledger.table, here.seats):
            message, facts = gettext(_TELL_A_PURSE[result.refusal.reason]), {}
        if result.refusal.reason is Reason.DEPENDED_ON:
            message = f"{message}: {_sentences(result.refusal, teller, ledger)}"
        way_out = _way_out(result.refusal, verb) if status == HTTPStatus.CONFLICT else None
        return _refused(code, status, str(result.refusal.reason), message, facts, ledger, way_out)
    return _done(code, result, teller)


def _missing(field: str) -> str:
    """What a person reads when a field is missing or malformed; programs find its name in the facts."""
    said: str
    match field:
        case "reason":
            said = gettext("Say why, in a few words.")
        case "name":
            said = gettext("Type a name of at most %(most)s letters.", most=LONGEST_NAME)
        case "card":
            said = gettext("Choose at least one building.")
        case "pay":
            said = gettext("Choose the Talers to pay with.")
        case "cards" | "talers" | "change" | "count":
            said = gettext("Type a whole number, in digits only.")
        case _:
            said = gettext("This form does not fit the table any more. Go back and reload the page.")
    return said


def _done(code: str, result: Done, teller: Teller) -> AnyResponse:
    if wants_json():
        return jsonify(version=result.version, entries=[_entry(result.entry)])
    said = teller.sentence(result.entry)
    if request.headers.get("HX-Request"):
        return make_response(render_template("parts/booked.html", said=said, entry=result.entry))
    flash(said, "booked")
    if isinstance(result.entry.event, HandCounted):  # asked for by the result, to part those who are equal
        return redirect(url_for("result.page", code=code), 303)
    # Who passes the turn on looks at the next player, not for ever at the one looked at before.
    view = None if isinstance(result.entry.event, TurnPassed | Passed) else request.form.get("view") or None
    return redirect(url_for("table.page", code=code, seat=view), 303)


def _entry(entry: Entry) -> dict[str, object]:
    return {"entry": entry.seq, "kind": entry.event.kind, "by": entry.by, "at": entry.at.isoformat()}


def _sentences(refusal: Refusal, teller: Teller, ledger: Ledger) -> str:
    """The entries a refusal names, each as a sentence."""
    named = refusal.facts.get("entries")
    return "; ".join(teller.sentence(ledger.entries[seq - 1]) for seq in named) if isinstance(named, list) else ""


def _way_out(refusal: Refusal, verb: str) -> WayOut | None:
    """A form that enters the same after all: with a reason where a table may agree, together with what depends on it."""
    sent = [(name, value) for name, value in request.form.items(multi=True) if name not in _OWN]
    if refusal.reason in AGREEABLE:
        return WayOut(verb, sent, asks_reason=True)
    together = refusal.facts.get("together")
    if isinstance(together, list):
        return WayOut(verb, [pair for pair in sent if pair[0] != "entry"] + [("entry", str(seq)) for seq in together])
    return None


def _refused(
    code: str,
    status: int,
    error: str,
    message: str,
    facts: dict[str, object],
    ledger: Ledger,
    way_out: WayOut | None = None,
) -> AnyResponse:
    message = capital(message)
    shown = {
        "code": code,
        "message": message,
        "way_out": way_out,
        "verb": request.view_args and request.view_args["verb"],
    }
    if wants_json():
        answer: Response = jsonify(error=error, message=message, facts=facts, version=ledger.version)
    elif request.headers.get("HX-Request"):
        answer = make_response(render_template("parts/refused.html", **shown))
    else:
        answer = make_response(render_template("refused.html", **shown))
    answer.status_code = status
    return answer
