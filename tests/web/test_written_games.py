"""The games written out by hand, over HTTP: the whole table after every entry, the result page, the downloads, the
command line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.cli import main
from tests import written_games
from tests.web.forms import results
from tests.web.phones import Phone
from tests.written_games import PARTS, Book, Row, Written, told


def enter(phone: Phone, row: Row) -> None:
    """Enter a line of the game; the rules allow or refuse it as written."""
    if row.refused:
        assert phone.refused(row.verb, row.seat, **row.fields)["error"] == row.refused, row
    else:
        assert phone.did(row.verb, row.seat, **row.fields) == row.number, row


def scored(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """What the command line prints."""
    assert main(arguments) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def headline(page: str) -> str:
    """Who has won, as the result page says on top."""
    found = re.search(r"<h1>(.*?)<span", page, re.DOTALL)
    assert found
    return unescape(found[1])


def bought(game: Written) -> Iterator[tuple[str, str]]:
    """Who buys which cards, by the names that buildings have in this edition."""
    for row in game.rows:
        if row.verb == "buy" and not row.refused:
            cards = [f"{price}-{game.buildings[bean]}" for bean, price in (card.split("-") for card in row.cards)]
            yield game.names[row.seat - 1], " and ".join([", ".join(cards[:-1]), cards[-1]] if cards[1:] else cards)


@pytest.mark.parametrize("game", written_games.ALL, ids=lambda game: game.id)
def test_a_written_game_over_http(
    app: Flask, game: Written, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    phone = Phone(app).open(*game.names, edition=game.edition, **game.options)
    book, states = Book(game), {}
    assert told(game, phone.state) == book.state()
    for row in game.rows:
        enter(phone, row)
        book.enter(row)
        states[row.number] = book.state()
        assert told(game, phone.state) == states[row.number], row

    for name, player in zip(game.names, phone.state["players"], strict=True):
        assert player["score"] == game.parts(name), name
    page = phone.client.get(f"/t/{phone.table}/result").text
    shown = {row.pop("name"): row for row in results(page)}
    assert shown == {
        name: game.parts(name) | {"winner": False} for name in game.names
    }  # that stands on top of the page
    assert headline(page) == f"{' and '.join(game.winners)} {'wins' if len(game.winners) == 1 else 'win'}"
    assert game.why in unescape(page)
    log = unescape(phone.client.get(f"/t/{phone.table}/log").text)
    for name, sentence in bought(game):
        assert f"{name} buys {sentence}" in log

    export = tmp_path / "table.json"
    export.write_bytes(phone.client.get(f"/t/{phone.table}/export.json").data)
    sheet = scored(capsys, "score", "--json", str(export))
    assert {row.pop("name"): row for row in sheet["players"]} == {name: game.parts(name) for name in game.names}
    assert sheet["tie_break"] == game.setting["tie_break"]
    for number, state in states.items():
        assert told(game, scored(capsys, "replay", str(export), "--at", str(number))) == state, number


@pytest.mark.parametrize("game", written_games.ALL, ids=lambda game: game.id)
def test_the_parts_of_a_written_game_add_up(game: Written) -> None:
    *_, total, _ = PARTS
    for name, parts in game.end.items():
        assert game.parts(name)[total] == sum(parts[: PARTS.index(total)]), name
