"""Rendered boards: made once for all who look alike, however many ask, and never older than asked for."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from companion.live.frames import _KEPT, Frame, Frames


def made_of(version: int, made: list[int], wait: Callable[[], object] = lambda: None) -> Callable[[], Frame]:
    """Makes a frame, and notes that it did."""

    def make() -> Frame:
        made.append(version)
        wait()
        return Frame(version, f"board {version}")

    return make


def test_a_board_is_rendered_once_per_kind_and_version() -> None:
    frames, made = Frames(), []  # type: tuple[Frames, list[int]]
    for _ in range(3):
        assert frames.get("ana", 2, made_of(2, made)).plain == b"board 2"
    assert frames.get("ben", 2, made_of(2, made)).plain == b"board 2"
    assert frames.get("ana", 3, made_of(3, made)).plain == b"board 3"
    assert made == [2, 2, 3]
    assert frames.made == 3


def test_whoever_asks_late_gets_the_newest_and_nobody_gets_an_older_one() -> None:
    frames, made = Frames(), []  # type: tuple[Frames, list[int]]
    frames.get("ana", 2, made_of(5, made))  # an entry was made meanwhile
    assert frames.get("ana", 4, made_of(4, made)).version == 5
    assert frames.get("ana", 6, made_of(6, made)).version == 6
    assert made == [5, 6]


def test_twenty_phones_that_ask_at_once_share_one_rendering() -> None:
    frames, made, found = Frames(), [], []  # type: tuple[Frames, list[int], list[Frame]]
    all_here = threading.Barrier(20, timeout=120)

    def pause() -> None:  # long enough for the others to ask, too, were they not made to wait
        time.sleep(0.05)

    def phone() -> None:
        all_here.wait()
        found.append(frames.get("ana", 7, made_of(7, made, pause)))

    phones = [threading.Thread(target=phone) for _ in range(20)]
    for thread in phones:
        thread.start()
    for thread in phones:
        thread.join(120)
    assert made == [7]
    assert len({id(frame) for frame in found}) == 1


def test_two_kinds_are_rendered_side_by_side() -> None:
    frames, both_at_it = Frames(), threading.Barrier(2, timeout=30)  # type: tuple[Frames, threading.Barrier]
    with ThreadPoolExecutor(2) as pool:
        made = pool.map(lambda kind: frames.get(kind, kind, made_of(kind, [], both_at_it.wait)), (1, 2))
        assert [frame.version for frame in made] == [1, 2]


def test_a_rendering_that_fails_keeps_nobody_out() -> None:
    frames = Frames()

    def fails() -> Frame:
        raise RuntimeError

    for _ in range(2):
        try:
            frames.get("ana", 1, fails)
        except RuntimeError:
            continue
        raise AssertionError
    assert frames.get("ana", 1, made_of(1, [])).version == 1


def test_only_the_newest_kinds_are_kept() -> None:
    frames, made = Frames(), []  # type: tuple[Frames, list[int]]
    for kind in range(_KEPT + 1):
        frames.get(kind, 1, made_of(1, made))
    frames.get(_KEPT, 1, made_of(2, made))
    assert 2 not in made
    frames.get(0, 1, made_of(3, made))
    assert 3 in made


def test_of_the_kinds_those_asked_for_last_are_kept() -> None:
    frames, made = Frames(2), []  # type: tuple[Frames, list[int]]
    for kind in ("ana", "ben", "ana", "cleo", "ana", "ben"):
        frames.get(kind, 1, made_of(1, made))
    assert len(made) == 4  # Ben's a second time
    frames.get("ana", 2, made_of(2, made))
    frames.get("dan", 1, made_of(1, made))
    assert [frames.get(kind, 1, made_of(9, made)).version for kind in ("ana", "dan")] == [2, 1]


def test_a_board_travels_packed_as_it_is() -> None:
    frame = Frame(4, "<b>ä</b>\n")
    assert frame.plain == "<b>ä</b>\n".encode()
    assert gzip.decompress(frame.gzipped) == frame.plain
    assert frame.gzipped == Frame(4, "<b>ä</b>\n").gzipped  # whenever it was packed
