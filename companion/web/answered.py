"""Requests that were answered: counted, and told in the log, where the installation asks for that. Nothing else is done
for them: without either no request costs anything."""

from __future__ import annotations

import logging
import time

from flask import Flask, Response, g, request

from companion.logs import facts
from companion.metrics import Metrics

_logger = logging.getLogger(__name__)


def init_app(app: Flask, metrics: Metrics | None, *, told: bool) -> None:
    """Count requests if there are metrics, tell of them if they are to be told. Called after all other parts."""
    if metrics is not None:
        app.after_request(lambda answer: _count(metrics, answer))
    if told:
        app.before_request_funcs.setdefault(None, []).insert(0, _begin)
        app.after_request(_tell)


def _count(metrics: Metrics, answer: Response) -> Response:
    metrics.request(request.method if request.url_rule else "", request.endpoint or "", answer.status_code)
    return answer


def _begin() -> None:
    g.began = time.perf_counter()


def _tell(answer: Response) -> Response:
    told = {"method": request.method, "page": request.url_rule or "none", "status": answer.status_code}
    if request.view_args and "verb" in request.view_args:
        told["verb"] = request.view_args["verb"]
    told["ms"] = round((time.perf_counter() - g.began) * 1000)
    _logger.info("answered", extra=facts(**told))
    return answer
