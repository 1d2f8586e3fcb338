"""Whatever is sent to whatever address: no server error, nothing entered by what is refused, no endless or late answer."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from sqlalchemy import func, select

from companion.app import create_app
from companion.settings import load
from companion.store.schema import entries
from companion.web import throttle
from tests.long import long_run
from tests.store.conftest import url
from tests.web.fuzz import Fuzzer

__all__ = ["url"]
REQUESTS = 30_000 if long_run() else 250
LARGEST = 300_000  # bytes
LONGEST = 2.0  # seconds of this process


@pytest.mark.timeout(7_200 if long_run() else 300)
def test_made_up_requests_break_nothing(url: str, tmp_path: Path, tell: Callable[[str], None]) -> None:
    app = create_app(load({"DATABASE_URL": url}, data=tmp_path))
    throttle.of(app).enabled = False
    database = app.extensions["companion"].service.database
    fuzzer = Fuzzer(app, 9)
    statuses: Counter[int] = Counter()
    largest, longest = 0, 0.0

    def stored() -> int:
        with database.read() as connection:
            found: int = connection.execute(select(func.count()).select_from(entries)).scalar_one()
            return found

    for number in range(REQUESTS):
        if number % 250 == 249:
            fuzzer.begin()
        client, made = fuzzer.request()
        before, start = stored(), time.process_time()
        path = quote(made.path) + (f"?{made.query}" if made.query else "")
        with client.open(path, method=made.method, headers=made.headers, **made.body) as answer:
            size = 0 if answer.mimetype == "text/event-stream" else len(answer.data)
            took = time.process_time() - start
            assert answer.status_code < 500, (answer.status_code, made)
            assert size <= LARGEST, (size, made)
            assert took <= LONGEST, (took, made)
            if answer.status_code >= 400 or made.method != "POST":
                assert stored() <= before, (answer.status_code, made)
        statuses[answer.status_code] += 1
        largest, longest = max(largest, size), max(longest, took)
    assert {200, 303, 400, 403, 404, 409, 422} <= set(statuses)
    tell(
        f"{REQUESTS} made-up requests on {url.split(':', maxsplit=1)[0]}: {dict(sorted(statuses.items()))},"
        f" largest answer {largest / 1000:.0f} kB, longest {longest:.2f} s"
    )
    app.extensions["companion"].close()
