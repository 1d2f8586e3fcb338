"""No page with names is kept by a search engine."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.phones import Phone


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/", True), ("/score", True), ("/rules/high-bohn", True), ("/score?players-0-name=Ana", False), ("/tables", False),
        ("/t/{t}", False), ("/t/{t}/log", False), ("/t/{t}/state.json", False), ("/t/{t}/export.csv", False), ("/t/ZZZZZZZZ", False),
        ("{join}", False), ("{watch}", False), ("{result}", False), ("/nothing", False), ("/t/{t}/live", False),
    ],
)  # fmt: skip
def test_what_search_engines_may_keep(app: Flask, path: str, kept: bool) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    links = {"t": phone.table, "join": phone.join_path, "watch": phone.watch_path, "result": phone.result_path}
    with phone.client.get(path.format(**links)) as answer:
        assert ("X-Robots-Tag" not in answer.headers) == kept
        if not kept:
            assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"


def test_robots_txt_names_the_tables_under_the_path_of_the_app(app: Flask) -> None:
    client = app.test_client()
    lines = client.get("/robots.txt", environ_overrides={"SCRIPT_NAME": "/beans"}).text.splitlines()
    assert lines[0] == "User-agent: *"
    assert "Disallow: /beans/t/" in lines
