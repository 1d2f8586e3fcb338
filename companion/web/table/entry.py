"""`POST /t/<public_id>/<verb>`: one entry. JSON for programs, a fragment for htmx, a redirect for a plain form."""

from __future__ import annotations

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
    url_for,
)
from flask_babel import gettext, ngettext
from htmx_flask import request
from werkzeug.wrappers import Response as AnyResponse

from companion.live.frames import Frame
from companion.rules.playing.events import HandCounted
from companion.rules.playing.fold import Entry
from companion.rules.playing.ledger import Ledger
from companion.rules.refusals import AGREEABLE, PRIVATE, Reason, Refusal
from companion.text.entries import Teller
from companion.text.graphemes import LONGEST_NAME
from companion.text.words import capital
from companion.web import access, languages, throttle
from companion.web.access import AtTable
from companion.web.errors import wants_json
from companion.web.pages import installation
from companion.web.table import viewing
from companion.web.table.fields import MalformedError
from companion.web.table.verbs import VERBS, wish
from companion.writing import Done, Refused

bp = Blueprint("entry", __name__)
_OWN = ("csrf_token", "command_id", "override", "reason")  # fields every form brings anew


@dataclass(frozen=True)
class WayOut:
    """A refused entry that can be made after all: its verb and fields, and what the button says, or that it asks for a
    reason."""

    verb: str
    fields: list[tuple[str, str]]
    label: str = ""
    asks_reason: bool = False


def init_app(app: Flask) -> None:
    """Register the verbs."""
    app.register_blueprint(bp)


@bp.get("/t/<public_id>/<verb>")
def back(public_id: str, verb: str) -> AnyResponse:
    """The address a refusal was shown at, opened again: nothing is entered, the table is there."""
    if verb not in VERBS:
        abort(404)
    access.to_read(public_id)
    return redirect(url_for("table.page", public_id=public_id), 303)


@bp.post("/t/<public_id>/<verb>")
def enter(public_id: str, verb: str) -> AnyResponse:
    """Enter something at a table: 409 when the rules refuse, 422 when a field is malformed."""
    if verb not in VERBS:
        abort(404)
    tables = access.service()
    try:
        asked = wish(verb, request.form)
    except MalformedError as error:
        ledger = access.to_write(public_id).ledger
        return _refused(public_id, 422, "malformed", _missing(error.field), {"field": error.field}, ledger)
    row = access.place(public_id)
    if tables.long_work.is_long(row.id, asked.command):
        throttle.count_fold()
    made_early: list[Frame | None] = []

    def meanwhile(done: Done) -> None:
        made_early.append(viewing.early(AtTable(row, done.rights), viewing.view(), done.ledger))

    result = tables.enter(
        row.id,
        access.known_device(),
        asked.command,
        asked.command_id,
        override=asked.override,
        meanwhile=meanwhile if viewing.asks_for_part() and not wants_json() else None,
    )
    _count(verb, result)
    if isinstance(result, Done):
        return _done(AtTable(row, result.rights), result, next(iter(made_early), None))
    ledger, refusal = result.ledger, result.refusal
    if refusal.reason in PRIVATE and asked.command.seat not in result.rights.sees(ledger.table):
        refusal = Refusal(Reason.HIDDEN_PURSE, {"seat": asked.command.seat})
    status = 422 if refusal.reason is Reason.UNKNOWN_SEAT else 409
    teller = _teller(result)
    message = teller.words.sentence(refusal)
    needed = refusal.facts.get("entries")
    if isinstance(needed, list):
        message = f"{message}: {teller.listed(needed)}"
    way_out = _way_out(refusal, verb) if status == HTTPStatus.CONFLICT else None
    facts, settled = dict(refusal.facts), refusal.settled
    return _refused(public_id, status, str(refusal.reason), message, facts, ledger, way_out, settled=settled)


def _teller(result: Done | Refused) -> Teller:
    """Entries as sentences for the device that sent this."""
    table = result.ledger.table
    words = languages.words(table.game.edition, table.names)
    return Teller.of(result.ledger, words, result.rights.sees(table).__contains__)


def _count(verb: str, result: Done | Refused) -> None:
    metrics = installation().metrics
    if metrics is not None:
        done = "repeated" if isinstance(result, Done) and result.again else "booked"
        metrics.entry(verb, "refused" if isinstance(result, Refused) else done)


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
        case "cards" | "talers" | "change" | "count" | "soy":
            said = gettext("Type a whole number, in digits only.")
        case _:
            said = gettext("This form does not fit the table any more. Go back and reload the page.")
    return said


def _done(here: AtTable, result: Done, made_early: Frame | None) -> AnyResponse:
    if wants_json():
        return jsonify(version=result.version, entries=[_entry(entry) for entry in result.entries])
    said = _teller(result).sentence(result.entry)
    if viewing.asks_for_part():  # all the page needs, in one answer: what became of the tap, and the board after it
        seen = viewing.view()
        frame = viewing.frame(here, seen, result.ledger, made_early)
        said = render_template(
            "parts/booked.html", said=said, entry=result.entry, command_id=request.form["command_id"].strip()
        )
        return make_response(f"{said}\n{frame.html}")
    public_id = here.table.public_id
    flash(said, "booked")
    if isinstance(result.entry.event, HandCounted):  # asked for by the result, to part those who are equal
        return redirect(url_for("result.page", public_id=public_id), 303)
    return _to_table(public_id)


def _to_table(public_id: str) -> AnyResponse:
    """Back to the table, through the same seat; who passes the turn on looks at the next player instead, who changes an
    entry at the log, where those are named that no longer fit."""
    verb = request.view_args and request.view_args["verb"]
    if verb == "change":
        return redirect(url_for("log.page", public_id=public_id), 303)
    view = None if verb in ("turn", "pass") else request.form.get("view") or None
    return redirect(url_for("table.page", public_id=public_id, seat=view), 303)


def _entry(entry: Entry) -> dict[str, object]:
    return {"entry": entry.seq, "kind": entry.event.kind, "by": entry.by, "at": entry.at.isoformat()}


def _way_out(refusal: Refusal, verb: str) -> WayOut | None:
    """A form that enters the same after all: with a reason where a table may agree, together with what depends on it."""
    if refusal.settled:
        return None
    sent = [(name, value) for name, value in request.form.items(multi=True) if name not in _OWN]
    if refusal.reason in AGREEABLE:
        return WayOut(verb, sent, asks_reason=True)
    together = refusal.facts.get("together")
    if isinstance(together, list):
        fields = [pair for pair in sent if pair[0] != "entry"] + [("entry", str(seq)) for seq in together]
        return WayOut(verb, fields, gettext("Undo them together"))
    soy = refusal.facts.get("soy")
    if isinstance(soy, int):
        fields = [pair for pair in sent if pair[0] != "soy"] + [("soy", str(soy))]
        return WayOut(verb, fields, ngettext("%(num)s of them was Soy", "%(num)s of them were Soy", soy))
    return None


def _refused(
    public_id: str,
    status: int,
    error: str,
    message: str,
    facts: dict[str, object],
    ledger: Ledger,
    way_out: WayOut | None = None,
    *,
    settled: bool = False,
) -> AnyResponse:
    """The refusal in the form that was asked for. What is settled needs no page of its own: the table shows it."""
    message = capital(message)
    shown = {
        "public_id": public_id,
        "command_id": request.form.get("command_id", "").strip(),
        "message": message,
        "way_out": way_out,
        "settled": settled,
        "verb": request.view_args and request.view_args["verb"],
    }
    if wants_json():
        answer: Response = jsonify(error=error, message=message, facts=facts, version=ledger.version)
    elif viewing.asks_for_part():
        answer = make_response(render_template("parts/refused.html", **shown))
    elif settled:
        flash(message, "booked")
        return _to_table(public_id)
    else:
        answer = make_response(render_template("refused.html", **shown))
    answer.status_code = status
    return answer
