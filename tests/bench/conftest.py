"""Benchmarks compare two things in one run and print ratios after the tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

_LINES: list[str] = []


@pytest.fixture
def tell() -> Callable[[str], None]:
    """Print a figure at the end of the run."""
    return _LINES.append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures."""
    for line in _LINES:
        terminalreporter.write_line(f"bench: {line}")
