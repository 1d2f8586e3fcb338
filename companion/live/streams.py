"""Server-Sent Events of one table for one phone: each new board, and a heartbeat.

Counted in time, never in events: a stream in a busy game lives as long as one in a quiet game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from companion.live.frames import Frame
from companion.live.notifier import Notifier
from companion.long_work import QueueFullError
from companion.rules.playing.unreadable import UnreadableTableError
from companion.store.unavailable import DatabaseUnavailableError

HEARTBEAT = 15.0  # seconds; a phone that hears nothing for twice as long knows that its connection is dead
LONGEST = 600.0  # seconds; then the phone connects anew and its right to listen is checked again
_AWAY = 2.0  # seconds until the database is asked again when it could not be used
_BEAT = b"event: beat\ndata: \n\n"
RENEW = b"event: renew\ndata: \n\n"  # connect anew, and have it checked again who you are


def events(
    notifier: Notifier,
    table_id: int,
    *,
    since: int,
    current: Callable[[], int],
    board: Callable[[int], Frame],
    attended: int,
    longest: float = LONGEST,
    heartbeat: float = HEARTBEAT,
) -> Iterator[bytes]:
    """The stream for a phone that shows version `since` already.

    `current` reads the true version: a notification may have been lost, or never been sent by another process.
    `board` gives the frame of at least that version. The stream asks the phone to connect anew (`renew`) when it has
    lived long enough, and when there is an entry newer than `attended` that changed who is at the table: the phone may
    see more or less then.
    """
    opened = time.monotonic()
    frame = board(current())
    version = frame.version
    if frame.attended <= attended:
        yield b"retry: 1000\n" + (frame.event if version > since else _version(version))
    known, patience = version, heartbeat
    while frame.attended <= attended and time.monotonic() - opened < longest:
        heard = notifier.wait(table_id, known, patience)
        try:
            if heard == known:
                heard = current()
            frame = board(heard) if heard > version else frame
        except (DatabaseUnavailableError, QueueFullError):  # told already; the phone hears a little later
            known, patience = max(known, heard), min(heartbeat, _AWAY)
            yield _BEAT
            continue
        except UnreadableTableError:  # the phone connects anew, and is told why
            break
        patience = heartbeat
        if frame.version < heard:  # somebody told of an entry that there is not
            notifier.correct(table_id, heard, frame.version)
        known = frame.version
        if frame.version <= version:
            yield _BEAT
            continue
        version = frame.version
        if frame.attended <= attended:
            yield frame.event
    yield RENEW


def _version(version: int) -> bytes:
    return f"id: {version}\nevent: version\ndata: {version}\n\n".encode()
