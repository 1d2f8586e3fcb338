"""Runs `companion` with a clock that can be set while it runs: the file named first holds the seconds it is ahead.

A quarter of an hour of housekeeping lasts a twentieth of a second, and a day of it one second."""

from __future__ import annotations

import datetime
import sys
import time
from pathlib import Path
from typing import Any

AHEAD = Path(sys.argv[1])
REAL, REAL_TIME = datetime.datetime, time.time


class _Kind(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, REAL)


class Set(REAL, metaclass=_Kind):
    """Moments by the clock that can be set."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Any:
        """Now, by that clock."""
        return REAL.fromtimestamp(time.time(), tz)


def main() -> int:
    """Set the clocks, then run the command."""
    time.time = lambda: REAL_TIME() + float(AHEAD.read_text())  # type: ignore[assignment]
    datetime.datetime = Set  # type: ignore[misc]
    from companion.store import expiry

    expiry.TICK, expiry.GRACE_TICKS = 0.05, 20
    from companion.cli import main as companion

    return companion(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
