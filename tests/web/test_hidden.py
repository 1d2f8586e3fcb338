"""Hidden purses over HTTP: two tables that differ in one look the same to everybody who may not see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask, render_template

from companion.app import create_app
from companion.rules.playing.seating import Rights
from companion.settings import load
from companion.web import throttle
from companion.web.access import AtTable
from companion.web.table import viewing
from companion.web.table.board import Board
from tests.long import long_run
from tests.rules.tables import Log
from tests.rules.twins import BEN, Twins, difference
from tests.web.pairs import Pairs
from tests.web.phones import Phone

PARTS = 40 if long_run() else 1


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """An app of each test's own, at which strangers may knock as often as they like."""
    made = create_app(load({}, data=tmp_path))
    throttle.of(made).enabled = False
    yield made
    made.extensions["companion"].close()


@pytest.mark.parametrize("part", range(PARTS))
def test_every_address_looks_the_same_at_two_tables_that_differ_in_a_hidden_purse(
    app: Flask, part: int, tell: Callable[[str], None]
) -> None:
    looks = 0
    pairs = Pairs(app, part)
    for step, _ in enumerate(pairs.play(90)):
        if step % 50 == 49:
            purses = [log.table.player(BEN) for log in pairs.both]
            assert purses[0] != purses[1]
            looks += pairs.look(pairs.rng)
    looks += pairs.knock()
    assert pairs.commands > 90
    tell(f"hidden purses: {pairs.commands} commands over HTTP and {looks} addresses answered alike")


@pytest.mark.parametrize("part", range(PARTS))
def test_every_board_looks_the_same_at_two_tables_that_differ_in_a_hidden_purse(app: Flask, part: int) -> None:
    for seed in range(4 * part, 4 * part + 4):
        twins = Twins(seed)
        with app.test_request_context():
            for step, _ in enumerate(twins.play(80)):
                if step % 40 == 39:
                    for viewer in [*twins.viewers, Rights(frozenset(), frozenset({1, 2}))]:
                        left, right = (boards(log, viewer) for log in twins.both)
                        assert left == right, twins.history(difference(left, right))


def boards(log: Log, viewer: Rights) -> list[str]:
    """The live part of each page, through one's own eyes and through Ben's."""
    return [
        render_template(
            template, public_id="CODE", board=board, view=viewing.View("", None), shared=True, **viewing.EXPLAINED
        )
        for board in (Board(log.ledger, viewer, seat) for seat in (None, BEN))
        for template in ("parts/board.html", "parts/watching.html", "parts/ranking.html")
    ]


def test_the_result_lists_what_does_not_add_up_once_all_is_open(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    ana, ben = Phone(app).join(host.join_path, 1), Phone(app).join(host.join_path, 2)
    ana.did("harvest", 1, bean="garden", talers=3)
    ben.did("harvest", 2, bean="garden", talers=3)
    ben.did("correct", 2, bean="garden", change=1, reason="x")
    said = "Ana 3 + Ben 4 make 7 Garden Talers, more than the 6 cards there are"
    assert said not in ana.client.get(f"/t/{ana.table}/result").text
    ana.did("finish", 1, override="1", reason="it is late")
    assert said in ana.client.get(f"/t/{ana.table}/result").text


def kept_by_one(app: Flask) -> tuple[Phone, Phone, int]:
    """A hidden table whose maker keeps the score for all but Ben, who has a phone of his own and, by the entry whose
    number comes third, three Blue Talers."""
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    ben = Phone(app).join(host.join_path, 2)
    entry = ben.did("harvest", 2, bean="blue", talers=3)
    host.did("harvest", 3, bean="red", talers=3)
    return host, ben, entry


def test_who_keeps_the_score_enters_for_the_seats_that_no_other_phone_holds(app: Flask) -> None:
    host, ben, entry = kept_by_one(app)
    host.did("buy", 3, card="red-3")
    for card in ("blue-3", "blue-4"):
        refusal = host.refused("buy", 2, card=card)
        assert (refusal["error"], refusal["facts"]) == ("hidden-purse", {"seat": 2})
    ben.did("buy", 2, card="blue-3")
    assert host.refused("undo", 2, entry=str(entry))["error"] == "hidden-purse"
    for name in ("export.json", "export.csv"):
        assert host.client.get(f"/t/{host.table}/{name}").status_code == 409
    assert host.refused("buy", 3, card="soy-2")["facts"]["missing"] == 2  # of a purse that is seen all is told


def test_who_keeps_the_score_sees_no_purse_of_a_seat_that_another_phone_holds(app: Flask) -> None:
    host, ben, _ = kept_by_one(app)
    assert [player["talers"] for player in host.state["players"]] == [{}, None, {"red": 3}]
    assert [player["talers"] for player in ben.state["players"]] == [None, {"blue": 3}, None]
    assert "hidden until the end" in host.client.get(f"/t/{host.table}/result").text
    paths = [f"/t/{host.table}/{name}?seat=3" for name in ("state.json", "board")]
    before = [host.client.get(path).headers["ETag"] for path in paths]
    Phone(app).join(host.join_path, 3)
    for path, tag in zip(paths, before, strict=True):
        answer = host.client.get(path, headers={"If-None-Match": tag})
        assert answer.status_code == 200, "who sits down takes the sight of a purse along"


def test_what_is_kept_of_a_purse_is_not_given_to_who_sees_it_no_more(app: Flask) -> None:
    host, _, _ = kept_by_one(app)
    board, sheets = f"/t/{host.table}/board?seat=3", f"/t/{host.table}/sheets?seat=3"
    buys = f"/t/{host.table}/buy"
    assert "The purse of Cleo is hidden" not in host.client.get(sheets).text
    assert buys in host.client.get(sheets).text
    before = host.client.get(board).text
    Phone(app).join(host.join_path, 3)
    assert host.client.get(board).text != before
    assert "The purse of Cleo is hidden" in host.client.get(sheets).text
    assert buys not in host.client.get(sheets).text


def test_a_board_made_by_rights_that_were_read_too_early_is_kept_for_nobody_else(app: Flask) -> None:
    """Somebody sat down between the reading of the rights and of the log: both boards are of the same version."""
    host, _, _ = kept_by_one(app)
    Phone(app).join(host.join_path, 3)
    service = app.extensions["companion"].service
    with app.test_request_context():
        place = service.place(host.table)
        early, now = (AtTable(place, Rights(frozenset({0}), frozenset(others))) for others in ({2}, {2, 3}))
        shown = [viewing.frame(here, viewing.View("", 3), service.ledger(place.id)).html for here in (early, now)]
    assert shown[0] != shown[1]


def pushed(stream: Iterator[bytes]) -> str:
    """The board that a stream tells next."""
    for event in stream:
        _, found, board = event.decode().partition("event: board\n")
        if found:
            return "\n".join(line.removeprefix("data: ") for line in board.strip().split("\n"))
    raise AssertionError("the stream ended")


def test_a_stream_that_is_open_shows_no_purse_of_a_seat_that_was_taken_since(app: Flask) -> None:
    host, _, _ = kept_by_one(app)
    page, seat = f"/t/{host.table}/board?seat=3", 3
    with host.client.get(f"/t/{host.table}/live?seat=3", buffered=False) as answer:
        stream = iter(answer.response)
        assert pushed(stream) == host.client.get(page).text.strip()
        cleo = Phone(app).join(host.join_path, seat)
        cleo.did("harvest", seat, bean="red", talers=2)
        assert [event for event in stream if b"event: beat" not in event] == [b"event: renew\ndata: \n\n"]
    with host.client.get(f"/t/{host.table}/live?seat=3", buffered=False) as answer:  # as the page does then
        shown = pushed(iter(answer.response))
    assert shown == host.client.get(page).text.strip()
    with app.test_request_context():
        ledger = app.extensions["companion"].service.ledger(1)
        assert not Board(ledger, Rights(frozenset({0}), frozenset({2, seat})), seat).seen(seat)
