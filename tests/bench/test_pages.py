"""The table page, and a board nobody has asked for yet, beside `/healthz`, which stores something each time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bench.over_http import Phone, seconds, within
from tests.long import long_run
from tests.serving import serving

pytestmark = pytest.mark.alone
Tell = Callable[[str], None]
ROUNDS = 200 if long_run() else 20


def test_a_page_and_a_first_board_beside_the_health_page(tmp_path: Path, tell: Tell) -> None:
    with serving(tmp_path / "data", COMPANION_PROXIES="1") as server:
        phone, looks = Phone(server).open(), Phone(server)
        page = phone.request(f"GET /t/{phone.code}", Accept_Encoding="gzip, deflate")
        board = phone.request(f"GET /t/{phone.code}/board", Accept_Encoding="gzip, deflate")
        health = looks.request("GET /healthz")

        def healthy() -> float:
            return seconds(lambda: looks.wire.ask(health))

        def first_board() -> float:
            phone.wire.ask(phone.post())  # a program's tap renders nothing
            return seconds(lambda: phone.wire.ask(board))

        pages = within(16, ROUNDS, lambda: seconds(lambda: phone.wire.ask(page)), healthy)
        boards = within(8, ROUNDS, first_board, healthy)
    tell(f"the table page beside /healthz: {pages}")
    tell(f"the first rendering of a board beside /healthz: {boards}")
    assert pages.ratio < 16
    assert boards.ratio < 8
