"""What a stream says: versions and boards, told once each; heartbeats; and when it asks the phone to connect anew."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.live.frames import Frame
from companion.live.notifier import Notifier
from companion.live.streams import events
from companion.long_work import QueueFullError
from companion.rules.playing.unreadable import Unreadable, UnreadableTableError
from companion.store.unavailable import Cause, DatabaseUnavailableError


class Deaf(Notifier):
    """Hears nothing, as if every notification were lost or came from another process."""

    def wait(self, table_id: int, seen: int, seconds: float) -> int:
        """At once, without news."""
        return seen


class Chatty(Notifier):
    """Hears the next version at once."""

    def wait(self, table_id: int, seen: int, seconds: float) -> int:
        """At once, with news."""
        return seen + 1


def stream(
    notifier: Notifier,
    current: Callable[[], int],
    *,
    since: int = 0,
    board: Callable[[int], Frame] = lambda version: Frame(version, "<b>\n</b>"),
    **more: Any,
) -> Iterator[str]:
    """The events as text."""
    told = events(notifier, 1, since=since, current=current, board=board, **{"attended": 0} | more)
    return (part.decode() for part in told)


def test_version_and_board_come_first_and_the_line_breaks_of_the_board_survive() -> None:
    first = next(stream(Deaf(), lambda: 3))
    assert first == "retry: 1000\nid: 3\nevent: version\ndata: 3\n\nevent: board\ndata: <b>\ndata: </b>\n\n"


def test_a_phone_that_shows_the_newest_board_is_not_sent_it_again() -> None:
    assert next(stream(Deaf(), lambda: 3, since=3)) == "retry: 1000\nid: 3\nevent: version\ndata: 3\n\n"
    assert "event: board" in next(stream(Deaf(), lambda: 3, since=2))


def test_a_lost_notification_is_a_delay_and_no_error() -> None:
    versions = iter([3, 3, 8])
    told = stream(Deaf(), lambda: next(versions))
    assert "data: 3" in next(told)
    assert next(told).startswith("event: beat")
    assert next(told).startswith("id: 8\nevent: version\ndata: 8\n\nevent: board\n")


def test_each_version_is_told_once_even_when_the_board_is_newer_than_the_notification() -> None:
    """The board of a busy table may be one entry ahead of what was announced; what was shown is not sent again."""
    seen = []
    told = stream(Chatty(), lambda: 1, board=lambda version: (seen.append(version), Frame(version + 1, ""))[1])
    assert [re.findall("id: [0-9]+", next(told))[0] for _ in range(3)] == ["id: 2", "id: 4", "id: 6"]
    assert seen == [1, 3, 5]


def test_a_stream_is_counted_in_time_and_not_in_events() -> None:
    busy = stream(Chatty(), lambda: 1, longest=30)
    assert all("event: board" in next(busy) for _ in range(5_000))
    start = time.monotonic()
    *_, last = stream(Deaf(), lambda: 1, longest=0.05)
    assert last.startswith("event: renew")
    assert time.monotonic() - start >= 0.05


def sat_down_at(version: int) -> Callable[[int], Frame]:
    """The boards of a table at which somebody sat down with that version."""
    return lambda shown: Frame(shown, "secret", attended=version if shown >= version else 0)


def test_who_sits_has_changed_so_the_phone_is_asked_anew_what_it_may_see() -> None:
    told = stream(Chatty(), lambda: 1, board=sat_down_at(3))
    assert "data: 1" in next(told)
    assert "data: 2" in next(told)
    assert list(told) == ["event: renew\ndata: \n\n"]


def test_nothing_is_told_by_rights_that_were_read_before_somebody_sat_down() -> None:
    assert list(stream(Chatty(), lambda: 5, board=sat_down_at(3), attended=2)) == ["event: renew\ndata: \n\n"]
    told = stream(Chatty(), lambda: 5, board=sat_down_at(3), attended=3)
    assert "data: secret" in next(told)
    assert "id: 6" in next(told)


def test_a_version_that_nobody_entered_keeps_nobody_busy() -> None:
    notifier, made = Notifier(), []
    told = stream(notifier, lambda: 3, board=lambda version: (made.append(version), Frame(3, "3"))[1], heartbeat=0.01)
    assert "id: 3" in next(told)
    notifier.notify(1, 999_999_999)
    assert next(told).startswith("event: beat")
    notifier.notify(1, 2)
    assert [next(told).startswith("event: beat") for _ in range(5)] == [True] * 5
    assert made == [3, 999_999_999]


def test_a_log_that_went_back_in_time_keeps_nobody_busy() -> None:
    versions, made = iter([9, 5, 5, 5, 10]), []
    notifier = Notifier()
    notifier.notify(1, 9)
    told = stream(
        notifier,
        lambda: next(versions),
        board=lambda version: (made.append(version), Frame(version, ""))[1],
        heartbeat=0.01,
    )
    assert "id: 9" in next(told)
    assert [next(told).startswith("event: beat") for _ in range(3)] == [True] * 3
    assert "id: 10" in next(told)
    assert made == [9, 10]


@pytest.mark.parametrize("error", [DatabaseUnavailableError(Cause.AWAY), QueueFullError()])
def test_while_the_database_is_away_the_heart_goes_on_beating(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr("companion.live.streams._AWAY", 0.01)
    notifier, away, asked = Notifier(), [False], []

    def board(version: int) -> Frame:
        asked.append(version)
        if away[0]:
            raise error
        return Frame(version, "")

    told = stream(notifier, lambda: board(5).version, board=board, heartbeat=60)
    assert "id: 5" in next(told)
    notifier.notify(1, 6)
    away[0] = True
    start = time.monotonic()
    assert [next(told).startswith("event: beat") for _ in range(3)] == [True] * 3
    assert time.monotonic() - start > 0.015  # it does not ask without end
    away[0] = False
    notifier.notify(1, 7)
    assert "id: 7" in next(told)


def test_a_table_that_cannot_be_read_any_more_ends_the_stream() -> None:
    def board(version: int) -> Frame:
        if version > 1:
            raise UnreadableTableError(Unreadable.GAP)
        return Frame(version, "")

    told = stream(Chatty(), lambda: 1, board=board)
    assert "id: 1" in next(told)
    assert list(told) == ["event: renew\ndata: \n\n"]
