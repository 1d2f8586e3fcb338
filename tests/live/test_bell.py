"""The bell: wakes who waits for a table, nobody else, and a ring that gets lost is only a delay."""

from __future__ import annotations

import threading
import time

from companion.live import stream
from companion.live.bell import Bell
from companion.live.frames import Frames


def test_a_ring_wakes_who_waits_for_that_table() -> None:
    bell, heard = Bell(), []
    waiting = threading.Thread(target=lambda: heard.append(bell.wait(1, 4, 20)))
    waiting.start()
    bell.ring(2, 9)
    bell.ring(1, 5)
    waiting.join(5)
    assert heard == [5]


def test_a_ring_before_one_waits_is_not_missed() -> None:
    bell = Bell()
    bell.ring(1, 7)
    start = time.monotonic()
    assert bell.wait(1, 6, 20) == 7
    assert time.monotonic() - start < 1
    bell.ring(1, 3)  # rings of two threads may come in the other order
    assert bell.wait(1, 6, 0) == 7


def test_nothing_new_ends_with_what_is_known() -> None:
    assert Bell().wait(1, 4, 0.01) == 4


def test_a_lost_ring_is_a_delay_and_no_error() -> None:
    versions = iter([3, 3, 8])
    events = stream.events(_Deaf(), 1, lambda: next(versions))
    assert "data: 3" in next(events)
    assert next(events).startswith("event: beat")
    assert next(events) == "id: 8\nevent: version\ndata: 8\n\n"


class _Deaf(Bell):
    def wait(self, table_id: int, seen: int, seconds: float) -> int:
        """Hears nothing, as if the ring came from another process."""
        return seen


def test_a_stream_ends_so_that_access_is_checked_again() -> None:
    assert len(list(stream.events(_Deaf(), 1, lambda: 1))) == stream.LONGEST + 1


def test_a_board_is_rendered_once_per_key() -> None:
    frames, made = Frames(), []
    for _ in range(3):
        assert frames.get((1, 2), lambda: made.append(1) or "board").plain == b"board"  # type: ignore[func-returns-value]
    assert made == [1]
    assert frames.get((1, 3), lambda: "next").plain == b"next"
