"""Fixtures everybody uses: the rule sets, an app on a database of its own, and a client of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app import create_app
from companion.rules.edition import Game
from companion.rules.editions import Editions
from companion.settings import load
from companion.translations.catalogs import compile_all

_EDITIONS = Editions()
compile_all()  # a checkout may have newer catalogs than its last build


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
    yield made
    made.extensions["companion"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without cookies."""
    return app.test_client()


_FIGURES: list[str] = []


@pytest.fixture
def tell() -> Callable[[str], None]:
    """Print a measured figure at the end of the run."""
    return _FIGURES.append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures."""
    for line in _FIGURES:
        terminalreporter.write_line(f"bench: {line}")
