"""Fixtures everybody uses: the rule sets, an app on a database of its own, and a client of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from companion.app import create_app
from companion.rules.editions.edition import Game
from companion.rules.editions.installed import Editions
from companion.settings import load
from companion.translations.catalogs import compile_all
from companion.web import throttle
from tests.alone import room
from tests.browser.chromium import CHROMIUM

SYSTEMS = (
    "tests/browser/",
    "tests/faults/",
    "tests/bench/",
    "tests/test_serve.py",
    "tests/test_worker.py",
)
_EDITIONS = Editions()
compile_all()  # a checkout may have newer catalogs than its last build
# Servers are started by the hundred: each would compile the app anew where the environment asks to keep nothing of it.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
settings.register_profile("ours", deadline=None)  # how long one example takes says more about the machine than the code
settings.load_profile("ours")


@pytest.fixture(scope="session")
def editions() -> Editions:
    """The rule sets that come with the app."""
    return _EDITIONS


def game(edition: str, players: int, **options: object) -> Game:
    """A game that must exist."""
    found = _EDITIONS.get(edition)
    assert found is not None
    made = found.game(players, **options)  # type: ignore[arg-type]
    assert isinstance(made, Game), made
    return made


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app with a data folder of its own."""
    made = create_app(load({}, data=Path(tmp_path_factory.mktemp("data"))))
    made.testing = True
    throttle.of(made).enabled = False  # all tests come from one address
    yield made
    made.extensions["companion"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without cookies."""
    return app.test_client()


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Print a measured figure at the end of the run; it travels with the report of the test, whichever worker ran it."""
    return lambda line: request.node.user_properties.append(("bench", line))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures, and in one line whether the browser tests ran."""
    told = [told for group in terminalreporter.stats.values() for told in group]
    reports = sorted((one for one in told if isinstance(one, pytest.TestReport)), key=lambda report: report.nodeid)
    for report in reports:
        for name, line in report.user_properties:
            if (report.when, name) == ("call", "bench"):
                terminalreporter.write_line(f"bench: {line}")
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.write_line(f"needed a second try: {report.nodeid}")
    if any(report.nodeid.startswith("tests/browser/") for report in reports):
        terminalreporter.write_line(
            f"browser tests: {CHROMIUM or 'skipped, no chromium found (set CHROMIUM to name one)'}"
        )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests that measure first, so that the workers stop for each other once and not now and then, and then those
    that take long, so that none of them is left over at the end.

    Tests of whole systems, with browsers, killed servers and real sockets, get a second try: the machine can let them
    down. The summary names each that needed it; one that breaks each time still fails."""
    items.sort(key=lambda item: (item.get_closest_marker("alone") is None, not item.nodeid.startswith("tests/faults/")))
    for item in items:
        if item.nodeid.startswith(SYSTEMS):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Keep the other workers still while a test measures. The time limit of a test begins when it may run."""
    if not hasattr(item.config, "workerinput"):
        return (yield)
    of_all_workers = Path(item.config.getoption("basetemp")).parent
    with room(of_all_workers, alone=item.get_closest_marker("alone") is not None):
        return (yield)
