"""The ledger of rules on the rules pages: complete, of that game alone, marked where a rule stands nowhere, folded."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app import create_app
from companion.rules import rulings
from companion.settings import load
from companion.web.languages import LANGUAGES
from tests import truth
from tests.web.phones import Phone

MARKS = {
    "weak": "From a single weak source.",
    "derived": "Derived from other rules.",
    "guess": "Stands nowhere: this app’s own default.",
}


def ledger(page: str) -> str:
    """The section with every rule."""
    return page.partition('id="rulings"')[2].rpartition('<details class="card sources" id="sources">')[0]


def lines(page: str) -> list[str]:
    """The rules of a page, as they are read."""
    found = re.findall(r"<li>(.*?)</li>", unescape(ledger(page)), re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", "", line).split()) for line in found]


@pytest.mark.parametrize("edition", truth.SEATS)
def test_every_rule_of_a_game_stands_on_its_page(client: FlaskClient, edition: str) -> None:
    page = client.get(f"/rules/{edition}").text
    found = lines(page)
    wanted = [rule for rules in rulings.of(edition).values() for rule in rules]
    assert len(found) == len(wanted)
    for rule, line in zip(wanted, found, strict=True):
        assert rule.rule in line
        assert line.endswith(", ".join(rule.sources)), line
        assert [mark for mark in MARKS.values() if mark in line] == [
            mark for confidence, mark in MARKS.items() if confidence == rule.confidence
        ], line


@pytest.mark.parametrize(
    ("edition", "line"),
    [
        ("high-bohn", "2-Goldmine: A third field costs its owner one Taler."),
        ("high-bohn-2000", "3-Farm: A single Garden bean may always be harvested for one Taler"),
        ("high-bohn-2000", "2-Bank, 3-Bank, 4-Bank: At the end each full eight, six or five Talers bring one more."),
    ],
)
def test_cards_are_called_as_that_game_calls_them(client: FlaskClient, edition: str, line: str) -> None:
    assert any(found.startswith(line) for found in lines(client.get(f"/rules/{edition}").text))


def test_the_rules_are_folded(client: FlaskClient) -> None:
    section = ledger(client.get("/rules/high-bohn").text)
    assert len(re.findall("<details(?! open)", section)) == len(rulings.of("high-bohn"))
    assert re.sub("<details.*?</details>", "", section, flags=re.DOTALL).count("<li>") == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_told_in_every_language(app: Flask, language: str) -> None:
    phone = Phone(app)
    phone.post("/language", language=language, next="/")
    for edition in truth.SEATS:
        found = lines(phone.client.get(f"/rules/{edition}").text)
        english = [rule.rule for rules in rulings.of(edition).values() for rule in rules]
        assert len(found) == len(english)
        told = [rule for rule, line in zip(english, found, strict=True) if rule in line]
        assert told == (english if language == "en" else [])


def test_a_rule_set_that_stands_alone_has_no_rules_of_ours(tmp_path: Path) -> None:
    """Nobody knows which of them hold there; one that extends a rule set of ours has those of that one."""
    folder = tmp_path / "editions"
    folder.mkdir()
    head = 'name = "House"\npublisher = "us"\nsource = "kitchen"\n'
    (folder / "house.toml").write_text(f'extends = "bohnanza-rio-grande"\n{head}')
    (folder / "alone.toml").write_text(
        f'{head}tie_break = {{ default = "shared", source = "us" }}\nplayers = [{{ count = 3, deck = 1, source = "us" }}]\n'
        'bases = [{ id = "own", name = "own", source = "us", fields = [{ players = [3], start = 2 }] }]\n'
        'beans = [{ id = "blue", name = "Blue", cards = 9, meter = { 4 = 1 }, source = "us" }]\n'
    )
    made = create_app(load({"COMPANION_EDITIONS": str(folder)}, data=tmp_path / "data"))
    client = made.test_client()
    assert 'id="rulings"' not in client.get("/rules/alone").text
    assert lines(client.get("/rules/house").text) == lines(client.get("/rules/bohnanza-rio-grande").text)
    made.extensions["companion"].close()
