"""Quick score: type the final counts of a finished game, see the result and why.

The whole state lies in the address: it survives a reload, and a link shows the result to everybody."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.formats import report
from companion.rules.scoring.sheet import Sheet, Unsound, parse_bytes
from companion.rules.seats import BySeat, position_of
from companion.text.scores import tie, why
from companion.web import languages
from companion.web.pages import editions, installation, tie_break_names
from companion.web.quick.draft import Draft
from companion.web.security import csrf

bp = Blueprint("quick", __name__)
LONGEST_ADDRESS = 7_500  # servers and proxies commonly refuse request lines over 8,000 bytes


def init_app(app: Flask) -> None:
    """Register the page."""
    app.register_blueprint(bp)


@bp.get("/score")
def page() -> Response:
    """The page as the address describes it."""
    return _page(_draft(request.args))


@bp.post("/score")
@csrf.exempt  # type: ignore[untyped-decorator]
def submit() -> AnyResponse:
    """Score what was sent: a form leads to the address of its result, a JSON sheet is answered in JSON.

    Nothing is stored and nothing depends on who asks, so there is no token to check.
    """
    if request.is_json:
        return _scored(request.get_data())
    upload = request.files.get("sheet")
    if upload:
        return _opened(upload.read())
    draft = _draft(request.form)
    if isinstance(draft.sheet, Unsound) or not _fits(draft):
        return _page(draft, 422 if isinstance(draft.sheet, Unsound) else 200)
    return redirect(_address(draft) + "#result", 303)


@bp.post("/score/live")
@csrf.exempt  # type: ignore[untyped-decorator]
def live() -> Response:
    """The form and the result for what is typed so far; the browser's address follows."""
    draft = _draft(request.form)
    answer = make_response(_render("parts/quick.html", draft))
    if _fits(draft):
        answer.headers["HX-Replace-Url"] = _address(draft)
    return answer


@bp.get("/score/sheet.json")
def sheet() -> Response:
    """The score sheet of what the address describes, as a file."""
    draft = _draft(request.args)
    if isinstance(draft.sheet, Unsound):
        return _page(draft, 422)
    answer = jsonify(draft.sheet.to_json())
    answer.headers["Content-Disposition"] = 'attachment; filename="high-bohn-score-sheet.json"'
    return answer


def _draft(values: MultiDict[str, str]) -> Draft:
    return Draft(installation().quick_form(values), editions())


def _page(draft: Draft, status: int = 200) -> Response:
    return make_response(_render("quick.html", draft), status)


def _render(template: str, draft: Draft, **context: object) -> str:
    return render_template(
        template, draft=draft, editions=editions().all(), tie_breaks=tie_break_names(), why=why, tie=tie, **context
    )


def _address(draft: Draft) -> str:
    return f"{url_for('quick.page')}?{urlencode(draft.query())}"


def _fits(draft: Draft) -> bool:
    return len(_address(draft)) <= LONGEST_ADDRESS


def _scored(raw: bytes) -> Response:
    found = parse_bytes(raw, editions())
    if isinstance(found, Sheet):
        return jsonify(report.as_json(found))
    words = languages.words(found.edition, found.names)
    problems = [
        {
            "error": str(problem.refusal.reason),
            "where": list(problem.where),
            "message": f"{words.place(problem.where)}: {words.sentence(problem.refusal)}",
            "facts": dict(problem.refusal.facts),
        }
        for problem in found.problems
    ]
    answer = jsonify(problems[0] | {"problems": problems})
    answer.status_code = 422
    return answer


def _opened(raw: bytes) -> AnyResponse:
    """Open a sheet in the form: a sound one moves to its address, anything else is said above a blank form."""
    found = parse_bytes(raw, editions())
    if isinstance(found, Sheet):
        draft = _draft(_as_form(found))
        return redirect(_address(draft) + "#result", 303) if _fits(draft) else _page(draft)
    words = languages.words(found.edition, found.names)
    said = [f"{words.place(problem.where)}: {words.sentence(problem.refusal)}" for problem in found.problems]
    return make_response(_render("quick.html", _draft(MultiDict()), refused=said), 422)


def _as_form(sheet: Sheet) -> MultiDict[str, str]:
    pairs = [
        ("edition", sheet.game.edition.id),
        ("count", str(len(sheet.players))),
        ("base", sheet.game.base),
        ("tie_break", sheet.game.tie_break),
    ]
    if sheet.agreed:
        pairs.append(("agreed", json.dumps([each.to_json() for each in sheet.agreed], ensure_ascii=False)))
    if sheet.game.cognac:
        pairs.append(("cognac", "y"))
    for seat, player in BySeat(sheet.players).items():
        start = f"players-{position_of(seat)}"
        pairs += [(f"{start}-name", player.name), (f"{start}-unsorted", str(player.unsorted or ""))]
        pairs += [(f"{start}-talers-{bean}", str(count)) for bean, count in player.talers.items()]
        pairs += [(f"{start}-buildings-{bean}", str(price)) for bean, price in player.buildings.items()]
        pairs += [(f"{start}-stew", str(player.stew or "")), (f"{start}-distillery", str(player.distillery or ""))]
        pairs.append((f"{start}-hand_cards", "" if player.hand_cards is None else str(player.hand_cards)))
    return MultiDict(pairs)
