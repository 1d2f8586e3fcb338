"""Making a table: one screen for names, rule set and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from flask import Blueprint, Flask, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.demo import open_table as open_demo
from companion.formats import table_file
from companion.rules.editions.installed import DEFAULT
from companion.rules.refusals import Problem, Reason, Refusal
from companion.text.graphemes import LONGEST_NAME, fits
from companion.text.words import capital
from companion.web import access, languages, throttle
from companion.web.pages import bases, editions, tie_break_names
from companion.web.site.listed import listed_groups
from companion.web.throttle import makes_a_table

bp = Blueprint("tables", __name__)
_GROUPS = 3  # of this device that are offered


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.register_blueprint(bp)


@bp.get("/tables")
def page() -> Response:
    """The form for a new table, with the names this device used last."""
    return _page(list(session.get("names", [])), {})


@bp.post("/tables")
@makes_a_table
def create() -> Response:
    """Make the table; 409 with a sentence when names or options do not fit the rule set."""
    form = request.form
    names = [name for name in form.getlist("name") if name.strip()]
    edition = editions().get(form.get("edition", DEFAULT))
    if edition is None:
        facts = {"edition": form.get("edition"), "known": list(editions().ids)}
        return _page(form.getlist("name"), form, Refusal(Reason.UNKNOWN_EDITION, facts))
    too_long = next((name for name in names if not fits(name.strip())), None)
    if too_long is not None:
        refusal = Refusal(Reason.NAME_LONG, {"name": too_long.strip()[:60], "most": LONGEST_NAME})
        return _page(form.getlist("name"), form, refusal)
    made = access.service().open_table(
        edition,
        names,
        access.device(),
        cognac=_ticked("cognac"),
        base=form.get("base", ""),
        tie_break=form.get("tie_break", ""),
        command_id=form.get("command_id", "")[:64],
        hidden=_ticked("hidden"),
    )
    if isinstance(made, Refusal):
        # A form that was gone back to and changed: sent once more it has an id of its own, and makes a table of its own.
        used = ("command_id",) if made.reason is Reason.COMMAND_ID_REUSED else ()
        return _page(form.getlist("name"), {key: form[key] for key in form if key not in used}, made)
    session["names"] = names
    return redirect(url_for("table.page", public_id=made.public_id), 303)


@bp.post("/tables/open")
@makes_a_table
def open_downloaded() -> Response:
    """Open a downloaded table ("Download everything") as a table of its own; 422 with a sentence for any other file."""
    throttle.count_fold()  # whatever becomes of it
    upload = request.files.get("table")
    found = table_file.read(upload.read() if upload else b"")
    found = found if isinstance(found, Problem) else table_file.long_name(found) or found
    if isinstance(found, Problem):
        return _page(list(session.get("names", [])), {}, found.refusal, 422, found.where)
    made = access.service().open_log(found, access.device())
    if isinstance(made, Refusal):
        return _page(list(session.get("names", [])), {}, made, 422)
    return redirect(url_for("table.page", public_id=made.public_id), 303)


@bp.post("/demo")
@makes_a_table
def demo() -> Response:
    """A game in progress to play with, for this device alone until it invites others."""
    made = open_demo(access.service(), access.device())
    return redirect(url_for("table.page", public_id=made.public_id, seat=1), 303)


@bp.post("/t/<public_id>/toured")
def toured(public_id: str) -> Response:
    """This device needs no tour any more."""
    access.to_read(public_id)
    session["toured"] = True
    return redirect(url_for("table.page", public_id=public_id), 303)


def _ticked(name: str) -> bool:
    return request.form.get(name, "") not in ("", "0")


def _page(
    names: list[str],
    form: Mapping[str, str],
    refusal: Refusal | None = None,
    status: int = HTTPStatus.CONFLICT,
    where: Sequence[str | int] = (),
) -> Response:
    """The form, with what was wrong with it, or with a file and where in that."""
    chosen = form.get("edition", DEFAULT)
    words = languages.words(editions().get(chosen), [name for name in names if name.strip()])
    said = words.sentence(refusal) if refusal else ""
    if where and refusal and "entry" not in refusal.facts:  # else it names its place itself
        said = f"{words.place(where)}: {said}"
    about = refusal.facts.get("name") if refusal else None
    wrong = [place for place, name in enumerate(names) if about and name.strip()[:60] == about]
    page = render_template(
        "new.html",
        names=[*names, *[""] * editions().most_players][: editions().most_players],
        form=form,
        chosen=chosen,
        editions=editions().all(),
        bases=bases(editions().all()),
        same_usual_base=len({row.default_base for row in editions().all() if len(row.bases) > 1}) == 1,
        tie_breaks=tie_break_names(),
        said=capital(said),
        wrong=wrong[-1] if wrong else None,  # of two with one name the second
        groups=[] if refusal else [group for group in listed_groups() if group.newest.table][:_GROUPS],
    )
    return make_response(page, status if refusal else HTTPStatus.OK)
