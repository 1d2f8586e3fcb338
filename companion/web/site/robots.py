"""What search engines may keep: the start page, quick score and the rules. Never a page with names."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, request

bp = Blueprint("robots", __name__)
_PUBLIC = frozenset({"home.page", "quick.page", "rules.page", "robots.page", "pages.static_file"})


def init_app(app: Flask) -> None:
    """Register the page, and mark every other one that is nobody's business."""
    app.register_blueprint(bp)
    app.after_request(_keep_out)


@bp.get("/robots.txt")
def page() -> Response:
    """What a crawler need not ask for; whatever it finds elsewhere says itself that it is not to be kept."""
    closed = "".join(f"Disallow: {request.script_root}{path}\n" for path in ("/t/", "/tables", "/score?"))
    return Response(f"User-agent: *\n{closed}", mimetype="text/plain")


def _keep_out(answer: Response) -> Response:
    if request.endpoint not in _PUBLIC or request.query_string:  # a quick score has its names in the address
        answer.headers["X-Robots-Tag"] = "noindex, nofollow"
    return answer
