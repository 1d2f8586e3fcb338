"""One entry until every phone that listens holds the new board, beside a bare app that pushes the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.bench.over_http import Phone, Wire, both, ends_of, request, until_all, until_told, within
from tests.faults.crowd import allow_open_files
from tests.long import long_run

pytestmark = pytest.mark.alone
Tell = Callable[[str], None]
ROUNDS = 60 if long_run() else 10
# Times as long as the bare app. We aim at 3 and 2, and measure 2.8 and 2.1.
BOUNDS = {8: 6.0, 100: 4.0} | ({500: 6.0} if long_run() else {})


@pytest.mark.parametrize("many", BOUNDS)
def test_one_entry_until_all_hold_the_board(many: int, tmp_path: Path, tell: Tell) -> None:
    allow_open_files()
    with both(tmp_path) as (server, other), ExitStack() as stack:
        host = Phone(server).open()
        phones = host.watchers(many)
        bare = [Wire(other) for _ in range(many)]
        for phone in phones:
            phone.wire.send(phone.listen())
        for wire in bare:
            wire.send(request("GET /live"))
        ours, theirs = ends_of(phones), [wire.end for wire in bare]
        for end in ours + theirs:
            stack.enter_context(end)
        board = until_all(ours, b"event: board\n")[ours[0]]
        event = board[board.rindex(b"id: ") : board.rindex(b"\n\n") + 2]
        pusher = Wire(other)
        pusher.ask(request("PUT /event", event))
        until_all(theirs, b"event: ready\n")

        def entry() -> float:
            return until_told(host.wire, host.tap(), ours)

        def push() -> float:
            return until_told(pusher, request("POST /push"), theirs)

        found = within(BOUNDS[many], ROUNDS, entry, push)
    tell(f"one entry until {many} phones hold the board ({len(event)} bytes): {found}")
    assert found.ratio < BOUNDS[many]
