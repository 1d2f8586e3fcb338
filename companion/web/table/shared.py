"""The result for somebody who was sent its link: the page, what a messenger shows beside the link, and its picture.

A messenger that looks at a link has no language of its own: the link carries that of the phone which made it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec

from flask import Blueprint, Flask, Response, abort, make_response, render_template, request, url_for
from flask_babel import force_locale, format_date, get_locale, gettext

from companion.rules.playing.ledger import Ledger
from companion.rules.playing.seating import Rights
from companion.rules.playing.state import Phase
from companion.rules.seats import BySeat
from companion.text.victory import victory, winners
from companion.web import access, languages
from companion.web.pages import Picture, installation, outside
from companion.web.table.board import Board
from companion.web.table.viewing import EXPLAINED, View

bp = Blueprint("shared", __name__)


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.register_blueprint(bp)


@dataclass(frozen=True)
class Preview:
    """What a messenger shows beside the link: title, sentence, all scores in one line, the addresses of the page and of the
    picture, if there is one, and the language."""

    title: str
    said: str
    scores: str
    address: str
    picture: str
    language: str


@bp.get("/r/<key>")
def page(key: str) -> str:
    """The result: to read, and the way to nothing else."""
    here = access.by_result_key(key)
    with access.service().long_work.in_line(here.table.id):
        with force_locale(_language()):
            preview = _preview(key, _board(here.ledger))
        board = _board(here.ledger)  # another one: a board keeps the words of its language
        return render_template(
            "shared.html", view=View("result", None), board=board, outside=True, preview=preview, **EXPLAINED
        )


@bp.get("/r/<key>.png")
def picture(key: str) -> Response:
    """The result as a picture; 409 before the end, 404 where the extra that draws it is not installed."""
    here = access.by_result_key(key)
    if not _draws():
        abort(404)
    board = _board(here.ledger)
    if board.phase is not Phase.FINISHED:
        return Response(gettext("The picture comes with the end of the game."), 409, mimetype="text/plain")
    with force_locale(_language()):
        kind = (here.table.id, str(get_locale()))
        # What has been looked at is drawn: an entry that comes now may have hidden the purses again.
        found = installation().pictures.get(kind, board.ledger.version, partial(_drawn, board))
    answer = make_response(found.png)
    answer.mimetype = "image/png"
    answer.set_etag(f"{found.version}-{kind[1]}")
    answer.cache_control.private = answer.cache_control.no_cache = True  # the link may be withdrawn
    answer.make_conditional(request)
    return answer


def _language() -> str:
    asked = request.args.get("lang", "")
    return asked if asked in languages.LANGUAGES else str(get_locale())


def _board(ledger: Ledger) -> Board:
    """The board as somebody without a seat sees it."""
    return Board(ledger, Rights(), None)


def _preview(key: str, board: Board) -> Preview:
    link = {"key": key, "lang": get_locale()}
    address, game = outside(url_for("shared.page", **link)), board.table.game.edition.name
    # No figure before the end: purses may be hidden.
    players = board.words.every([board.words.player(seat) for seat in board.table.seats])
    title, said, scores, drawn = f"{game}: {gettext('Scores so far')}", players, "", ""
    if board.phase is Phase.FINISHED:
        title, said, scores = winners(board.words, board.result), victory(board.words, board.result), board.as_text
        drawn = outside(url_for("shared.picture", **link, v=board.ledger.version)) if _draws() else ""
    return Preview(title, said, scores, address, drawn, str(get_locale()))


@cache
def _draws() -> bool:
    """Whether what the extra `picture` installs is there."""
    return all(find_spec(name) for name in ("PIL", "fontTools", "weblate_fonts"))


def _drawn(board: Board) -> Picture:
    from companion.formats.picture.fonts import drawable
    from companion.formats.picture.result import ResultPicture, Row

    result, edition = board.result, board.table.game.edition
    names = BySeat(drawable(name).text for name in board.table.names)
    words = languages.words(edition, names)  # a name that no font can draw is told by its number
    rows = [
        Row(
            seat,
            drawable(board.marks[seat]).text or str(seat),
            names[seat] or words.player(seat),
            (score.parts.base, score.parts.interest, score.parts.buildings, score.parts.bonus),
        )
        for seat, score in sorted(result.scores.items(), key=lambda each: each[1].rank)
    ]
    parts = [gettext("Talers"), gettext("Interest"), gettext("Buildings"), gettext("Bonus")]
    drawn = ResultPicture(
        title=winners(words, result),
        why=victory(words, result),
        game=edition.name,
        day=format_date(board.ledger.entries[-1].at, "medium"),
        site=gettext("High Bohn companion"),
        rows=rows,
        parts=parts if edition.buildings else [],
        beans=list(board.table.game.beans),
    )
    return Picture(board.ledger.version, installation().aside(drawn.png))
