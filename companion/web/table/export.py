"""Downloads of a table: everything as JSON, the scores as a spreadsheet. Hidden purses stay hidden until the end."""

from __future__ import annotations

import csv
import io
import unicodedata

from flask import Blueprint, Flask, Response, jsonify, make_response, render_template
from flask_babel import gettext

from companion.formats import bgstats, table_file
from companion.formats.table_json import state
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.state import Phase
from companion.text.words import N_
from companion.web import access
from companion.web.errors import refusal_page

bp = Blueprint("export", __name__)
_COLUMNS = {
    "cash": N_("cash"), "stew": N_("stew"), "distillery": N_("distillery"), "interest": N_("interest"),
    "buildings": N_("buildings"), "bonus": N_("bonus"), "total": N_("total"), "rank": N_("rank"),
}  # fmt: skip
_FORMULA = ("=", "+", "-", "−", "@", "\t", "\r")


def init_app(app: Flask) -> None:
    """Register the downloads."""
    app.register_blueprint(bp)


@bp.get("/t/<public_id>/export.json")
def as_json(public_id: str) -> Response:
    """The score sheet as it stands, the state, and the log; 409 while purses are hidden."""
    ledger = _open(public_id)
    if ledger is None:
        return _later(public_id)
    answer = jsonify(table_file.as_json(ledger))
    return _download(answer, f"{public_id.upper()}.json")


@bp.get("/t/<public_id>/export.csv")
def as_csv(public_id: str) -> Response:
    """The scores, one player a line; 409 while purses are hidden."""
    ledger = _open(public_id)
    if ledger is None:
        return _later(public_id)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([gettext("player"), *(gettext(heading) for heading in _COLUMNS.values())])
    for player in state(ledger, table_file.EVERYTHING)["players"]:
        writer.writerow([_inert(player["name"]), *(player["score"][column] for column in _COLUMNS)])
    answer = Response("\ufeff" + text.getvalue(), mimetype="text/csv")  # the mark tells spreadsheets that it is UTF-8
    return _download(answer, f"{public_id.upper()}.csv")


@bp.get("/t/<public_id>/bgstats")
def play_log(public_id: str) -> Response:
    """The link that hands a finished game to BG Stats on this phone; 409 while it is being played."""
    here = access.to_read(public_id)
    if here.ledger.table.phase is not Phase.FINISHED:
        message = gettext("The game is not finished yet; the play can be logged with the result.")
        return refusal_page(public_id, message)
    link = bgstats.link(here.ledger, here.table.public_id)
    return make_response(render_template("bgstats.html", public_id=public_id, link=link))


def _open(public_id: str) -> Ledger | None:
    """The table, or None while this device may not see every purse."""
    here = access.to_read(public_id)
    return here.ledger if here.rights.sees_all(here.ledger.table) else None


def _download(answer: Response, name: str) -> Response:
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _later(public_id: str) -> Response:
    message = gettext("Purses are hidden until the end; the download comes with the result.")
    return refusal_page(public_id, message)


def _inert(name: str) -> str:
    """A name that a spreadsheet does not take for a formula, of whatever width the sign it begins with."""
    return f"'{name}" if unicodedata.normalize("NFKC", name[:1]).startswith(_FORMULA) else name
