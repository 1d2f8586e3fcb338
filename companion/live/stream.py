"""Server-Sent Events of one table for one phone: the version whenever it changes, and a heartbeat."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.live.bell import Bell

HEARTBEAT = 15.0  # seconds; a phone that hears nothing for twice as long knows that its connection is dead
LONGEST = 40  # heartbeats; then the phone connects anew and its right to listen is checked again


def events(bell: Bell, table_id: int, current: Callable[[], int]) -> Iterator[str]:
    """Text of the stream. `current` reads the true version, also when a ring was lost or came from another process."""
    version = current()
    yield f"retry: 2000\nid: {version}\nevent: version\ndata: {version}\n\n"
    for _ in range(LONGEST):
        heard = bell.wait(table_id, version, HEARTBEAT)
        newest = max(heard, current()) if heard == version else heard
        if newest > version:
            version = newest
            yield f"id: {version}\nevent: version\ndata: {version}\n\n"
        else:
            yield "event: beat\ndata: \n\n"
