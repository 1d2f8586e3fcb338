"""Boards that differ in one thing alone are shown apart, in whichever order they are asked for: what is kept of one is
never given for the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from flask import Flask

from companion.app import create_app
from companion.live.frames import Frames
from companion.rules.playing.events import HandCounted
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.seating import Rights
from companion.rules.playing.state import Phase
from companion.rules.seats import KEEPER, BySeat, Seat
from companion.settings import load
from companion.web.table.board import Board
from companion.web.table.kept import piece
from tests.rules.tables import Log, bought, rich

ANA, BEN = Seat(1), Seat(2)
KEEPS = Rights(frozenset({KEEPER}))
PIECES = ("rows", "seats", "market", "latest", "news")


@dataclass(frozen=True)
class Look:
    """A table as somebody sees it: by which rights, through which seat, in which language, and under which path."""

    ledger: Ledger
    rights: Rights = KEEPS
    seat: Seat = ANA
    public_id: str = "AAAAAA"
    language: str = "en"
    path: str = ""

    def shown(self, app: Flask, name: str) -> str:
        """A piece of its board, with what the app has kept."""
        told = {"Accept-Language": self.language}
        with app.test_request_context(base_url=f"http://localhost{self.path}", headers=told):
            return piece(name, Board(self.ledger, self.rights, self.seat), self.public_id)

    def after(self, **changes: Any) -> Look:
        """The same with a table of which that alone is another."""
        return replace(self, ledger=replace(self.ledger, table=self.ledger.table.but(**changes)))

    def called(self, *names: str) -> Look:
        """The same with other names."""
        players = self.ledger.table.players
        return self.after(players=BySeat(replace(it, name=name) for it, name in zip(players, names, strict=True)))

    def having(self, seat: Seat, **holdings: Any) -> Look:
        """The same with another purse, or other buildings, of one player."""
        players = self.ledger.table.players
        return self.after(players=players.replaced(seat, replace(players[seat], **holdings)))


def looks() -> Iterator[tuple[str, str, Look, Look]]:
    """What differs, the pieces that show it, and the two looks."""
    log = rich(bought(Log(3), BEN, red=2), ANA, blue=4, red=3)
    log = rich(bought(log, ANA, soy=1), BEN, blue=2)
    open_, hidden = Look(log.ledger), Look(rich(rich(Log(3, hidden=True), ANA, blue=4), BEN, red=3).ledger)
    yield "the table", "rows seats", open_, replace(open_, public_id="BBBBBB")
    yield "the language", " ".join(PIECES), open_, replace(open_, language="de")
    yield "the path", " ".join(PIECES), open_, replace(open_, path="/beans")
    yield "the seat looked through", "rows seats market", open_, replace(open_, seat=BEN)
    yield "that nobody looks", "rows market", open_, replace(open_, rights=Rights())
    finished = open_.after(phase=Phase.FINISHED)
    yield "that nobody looks at the end", "rows market", finished, replace(finished, rights=Rights())
    for seat in (ANA, BEN):
        one, other = (replace(hidden, seat=seat, rights=Rights(frozenset({mine}))) for mine in (ANA, BEN))
        yield f"the purses seen, through {seat}", " ".join(PIECES), one, other
    yield "the phase", "rows market", open_, open_.after(phase=Phase.FINAL_HARVEST)
    yield "types named away", "rows market", open_, open_.after(named=frozenset({"blue"}))
    yield "third fields", "rows", open_, open_.after(fields=frozenset({ANA}))
    yield "who is on turn", "seats market", open_, open_.after(turn=BEN)
    yield "who has gone home", "seats market", open_, open_.after(left=frozenset({BEN}))
    yield "names", " ".join(PIECES), open_, open_.called("Zoë", "Ben", "Cleo")
    yield "the Talers of who is looked at", "rows seats market", open_, open_.having(ANA, talers={"blue": 3, "red": 3})
    yield "the Talers of another", "rows seats market", open_, open_.having(BEN, talers={"blue": 1, "red": 3})
    yield "buildings", "rows seats market", open_, open_.having(ANA, buildings={"soy": 2})
    yield "buildings of another", "rows seats market", open_, open_.having(BEN, buildings={"red": 3})
    yield "pots", "rows seats market", open_, open_.having(ANA, stew=2)
    yield "the game", "rows seats market", open_, open_.after(game=Log(3, edition="bohnanza").table.game)
    yield (
        "the rule set",
        "rows market latest news",
        open_,
        open_.after(game=Log(3, edition="high-bohn-2000").table.game),
    )
    two, three = (Look(Log(3).booked(HandCounted(ANA, cards)).ledger) for cards in (2, 3))
    yield "an entry of the same number", "latest news", two, three


CASES = [(what, name, *both) for what, names, *both in looks() for name in names.split()]


@pytest.fixture(scope="module")
def kept_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app of this test's own: what it keeps is exchanged."""
    made = create_app(load({}, data=tmp_path_factory.mktemp("kept")))
    yield made
    made.extensions["companion"].close()


def forget(app: Flask, *what: str) -> None:
    """Keep nothing of these any more."""
    app.extensions["companion"] = replace(app.extensions["companion"], **{each: Frames() for each in what})


@pytest.mark.parametrize(("what", "name", "one", "other"), CASES, ids=[f"{what}-{name}" for what, name, *_ in CASES])
def test_what_differs_in_one_thing_is_not_given_for_the_other(
    kept_app: Flask, what: str, name: str, one: Look, other: Look
) -> None:
    anew = {}
    for look in (one, other):
        forget(kept_app, "pieces", "rows")
        anew[id(look)] = look.shown(kept_app, name)
    assert len(set(anew.values())) == 2, what
    for between in ([], ["pieces"]):  # with what was kept of a whole piece, and of what that consists of alone
        for both in ((one, other), (other, one)):
            forget(kept_app, "pieces", "rows")
            for look in both:
                forget(kept_app, *between)
                assert look.shown(kept_app, name) == anew[id(look)], what


def test_neither_pieces_nor_rows_of_one_board_are_given_for_each_other(kept_app: Flask) -> None:
    look = Look(rich(Log(3), ANA, blue=4).ledger)
    forget(kept_app, "pieces", "rows")
    shown = [look.shown(kept_app, name) for name in PIECES]
    assert len(set(shown)) == len(PIECES)
    for bean in look.ledger.table.game.edition.beans.values():  # of most of them everybody has none
        assert (f"<b>{bean.name}</b>" in shown[0]) == (bean.id in look.ledger.table.game.beans)
