"""One switch for the long forms of the suite: `LONG_RUN=1 pytest tests/faults`."""

from __future__ import annotations

import os


def long_run() -> bool:
    """Whether the long forms were asked for, by `LONG_RUN=1` in the environment.

    Tests that draw samples or drive something at random (a bad network, a killed server) then do it for minutes rather
    than seconds. Without it they keep to what fits into an ordinary run.
    """
    return os.environ.get("LONG_RUN", "") not in ("", "0")
