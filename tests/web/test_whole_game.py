"""A whole evening over HTTP: four players, Cognac variant, every verb, mistakes undone, a house rule, both buying rounds.

Every figure is worked out by hand beside the entry that makes it."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from companion.app import create_app
from companion.formats.table_json import state
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.seating import Rights
from companion.rules.scoring.score import score
from companion.settings import load
from companion.store import log, tables
from companion.store.engine import Database
from tests.web.forms import results
from tests.web.phones import Phone

ANA, BEN, CLEO, DAN = 1, 2, 3, 4


def test_a_whole_game_and_its_log(tmp_path: Path) -> None:
    app = create_app(load({}, data=tmp_path))
    ana = Phone(app).open("Ana", "Ben", "Cleo", "Dan", cognac="1")
    link = ana.join_path
    ana.join(link, ANA)
    ben, cleo, dan = Phone(app).join(link, BEN), Phone(app).join(link, CLEO), Phone(app).join(link, DAN)

    _first_pile(ana, ben, cleo, dan)
    _second_pile(ana, ben, cleo, dan)
    _third_pile(ana, ben, cleo, dan)
    _the_end(ana, ben, cleo, dan)
    _figures(app, ana)
    _replay(tmp_path, ana)
    app.extensions["companion"].close()


def _first_pile(ana: Phone, ben: Phone, cleo: Phone, dan: Phone) -> None:
    ana.did("harvest", ANA, bean="blue", cards=8)  # Ana: blue 3
    ben.did("harvest", BEN, bean="red", cards=5)  # Ben: red 4
    cleo.did("harvest", CLEO, bean="soy", cards=7)  # Cleo: soy 4
    dan.did("harvest", DAN, bean="garden", cards=3)  # Dan: garden 3
    assert ana.player(ANA)["talers"] == {"blue": 3}
    ana.did("buy", ANA, card="blue-3")  # 3-Jail; blue 0
    ben.did("buy", BEN, card="red-4")  # 4-Tepee; red 0
    cleo.did("buy", CLEO, card="soy-4")  # 4-Farm; soy 0
    dan.did("buy", DAN, card="garden-2")  # 2-Goldmine; garden 1
    for seat in (BEN, CLEO, DAN, ANA):
        assert ana.state["turn"] == (seat + 2) % 4 + 1
        ana.did("turn", ANA)
        assert ana.state["turn"] == seat
    ana.did("harvest", ANA, bean="blue", cards=8)  # 3-Jail pays 4: blue 4
    ben.did("harvest", BEN, bean="break", cards=7)  # break 4
    cleo.did("harvest", CLEO, bean="fire", cards=9)  # fire 4 -> five with the 4-Farm: fire 5
    assert cleo.player(CLEO)["talers"] == {"fire": 5}
    dan.did("field", DAN, **{"pay-garden": "1"})  # a third field for one; garden 0
    assert dan.player(DAN)["third_field"]
    ben.did("buy", BEN, card="break-4")  # 4-Saloon; break 0
    cleo.did("buy", CLEO, card="fire-3")  # 3-Blacksmith; fire 2
    wrong = ana.did("harvest", ANA, bean="soy", cards=6)  # a mistake: it was Cleo's
    assert ana.player(ANA)["talers"] == {"blue": 4, "soy": 3}
    ana.did("undo", ANA, entry=wrong)
    cleo.did("harvest", CLEO, bean="soy", cards=6)  # soy 3
    assert ana.player(ANA)["talers"] == {"blue": 4}
    assert ana.refused("buy", ANA, card="blue-4")["error"] == "one-per-type"
    short = ana.refused("buy", ANA, card="red-2")
    assert short["error"] == "not-enough-talers"
    assert short["facts"] == {"bean": "red", "price": 2, "has": 0, "missing": 2}
    dan.did("harvest", DAN, bean="blackeyed", cards=6)  # blackeyed 4
    dan.did("harvest", DAN, bean="cognac", cards=9)  # cognac 3
    dan.did("buy", DAN, card=["blackeyed-1", "cognac-3"])  # two at once: blackeyed 3, cognac 0
    ana.did("deck", ANA)
    assert ana.state["deck_passes"] == 1


def _second_pile(ana: Phone, ben: Phone, cleo: Phone, dan: Phone) -> None:
    ben.did("stew", BEN, cards=7, levy="1")  # 4-Saloon pays 4, one to Dan: stew 3, distillery 1
    assert (ben.player(BEN)["stew"], dan.player(DAN)["distillery"]) == (3, 1)
    booked = ben.did("stew", BEN, cards=5)  # pays 2: stew 5
    dan.did("share", DAN, harvester=BEN, what="stew")  # claimed afterwards: stew 4, distillery 2
    assert booked == ben.state["version"] - 1
    assert (ben.player(BEN)["stew"], dan.player(DAN)["distillery"]) == (4, 2)
    assert dan.refused("share", DAN, harvester=BEN, what="stew")["error"] == "nothing-to-claim"
    cleo.did("harvest", CLEO, bean="blue", cards=8)  # pays 3: Cleo blue 3
    assert cleo.refused("buy", CLEO, card="blue-3")["facts"]["seat"] == ANA
    cleo.did("harvest", CLEO, bean="blue", cards=4)  # Cleo blue 4
    cleo.did("buy", CLEO, card="blue-4")  # 4-Jail; blue 0
    ana.did("harvest", ANA, bean="blue", cards=4)  # 3-Jail pays 2: blue 6
    cleo.did("share", CLEO, harvester=ANA)  # Cleo blue 1
    assert ana.refused("share", CLEO, harvester=ANA)["error"] == "nothing-to-claim"
    ana.did("round", ANA)  # several want to buy: a round in mid-game, Ana is on turn
    assert ana.state["phase"] == "buying"
    assert ben.refused("pass", BEN)["error"] == "not-your-moment"
    ana.did("pass", ANA)
    ben.did("pass", BEN)
    cleo.did("pass", CLEO)
    dan.did("pass", DAN)
    assert ana.state["phase"] == "play"
    ana.did("harvest", ANA, bean="red", talers=2)  # Talers entered directly: red 2
    ana.did("buy", ANA, card="red-2")  # 2-Tepee; red 0
    ana.did("harvest", ANA, bean="broad", cards=8)  # broad 4
    ana.did("buy", ANA, card="broad-4")  # 4-Store; broad 0
    ana.did("correct", ANA, bean="blue", change="-1", reason="counted one too many")  # blue 5
    ana.did("correct", ANA, bean="unsorted", change="2", reason="forgot where from")  # unsorted 2
    assert ana.refused("correct", ANA, bean="blue", change="-9", reason="x")["error"] == "negative-purse"
    ana.did("rename", DAN, name="Daniel")
    assert ana.refused("rename", DAN, name="ＢＥＮ")["error"] == "name-taken"
    for _ in range(6):
        ana.did("turn", ANA)  # Ana, then six on: Cleo
    ana.did("turn", ANA, to=DAN)
    ana.did("turn", ANA, to=CLEO)
    ben.did("deck", BEN)


def _third_pile(ana: Phone, ben: Phone, cleo: Phone, dan: Phone) -> None:
    ben.did("harvest", BEN, bean="cognac", cards=7)  # cognac 2
    ben.did("buy", BEN, card="cognac-2")  # 2-Distillery; cognac 0
    assert cleo.refused("remove", CLEO, building="broad")["error"] == "not-removing"
    ben.did("remove", BEN, building="broad")
    assert ana.state["market"]["broad"] == []
    assert ana.state["removed"]["broad"] == [1, 2, 3]
    dan.did("harvest", DAN, bean="broad", cards=5)  # Dan broad 2
    gone = dan.refused("buy", DAN, card="broad-2")
    assert gone["error"] == "removed"
    dan.did("buy", DAN, card="broad-2", override="1", reason="he had asked before")  # a house rule; broad 0
    ben.did("harvest", BEN, bean="soy", cards=2)  # soy 1
    ben.did("buy", BEN, card="soy-1")  # 1-Farm; soy 0
    mistake = cleo.did("harvest", CLEO, bean="garden", cards=2)  # Cleo garden 2
    follow = cleo.did("buy", CLEO, card="garden-1")  # 1-Goldmine; garden 1
    needed = cleo.refused("undo", CLEO, entry=mistake)
    assert needed["error"] == "depended-on"
    assert needed["facts"] == {"entries": [follow], "together": [mistake, follow]}
    both = cleo.did("undo", CLEO, entry=[str(mistake), str(follow)])
    assert "garden" not in cleo.player(CLEO)["buildings"]
    cleo.did("undo", CLEO, entry=both)  # it was right after all: garden 1, 1-Goldmine
    assert cleo.player(CLEO)["buildings"]["garden"] == 1
    dan.did("harvest", DAN, bean="fire", cards=6)  # fire 2
    dan.did("buy", DAN, card="fire-2")  # 2-Blacksmith; fire 0
    assert ana.refused("finish", ANA)["error"] == "not-at-end"
    cleo.did("deck", CLEO)  # the third time
    assert ana.state["phase"] == "play"
    cleo.did("turn", CLEO)  # and her turn is over
    assert ana.state["phase"] == "final-harvest"
    assert ana.refused("turn", ANA)["error"] == "pile-done"


def _the_end(ana: Phone, ben: Phone, cleo: Phone, dan: Phone) -> None:
    ana.did("harvest", ANA, bean="break", cards=5)  # break 2
    ben.did("harvest", BEN, bean="fire", cards=3)  # fire 1
    dan.did("harvest", DAN, bean="soy", cards=4)  # soy 2
    assert cleo.refused("buy", CLEO, card="soy-1")["error"] in ("one-per-type", "already-sold")
    assert ana.refused("buy", ANA, card="break-2")["error"] == "harvest-first"
    for phone, seat in ((ana, ANA), (ben, BEN), (cleo, CLEO), (dan, DAN)):
        phone.did("pass", seat)
    assert ana.state["phase"] == "buying"
    assert ana.state["deciding"] == CLEO  # had the last turn
    cleo.did("pass", CLEO)
    dan.did("buy", DAN, card="soy-2")  # 2-Farm; soy 0
    ana.did("buy", ANA, card="break-2")  # 2-Saloon; break 0
    assert dan.refused("pass", DAN)["error"] == "not-your-moment"
    for phone, seat in ((ben, BEN), (cleo, CLEO), (dan, DAN), (ana, ANA)):
        phone.did("pass", seat)
    assert ana.state["phase"] == "finished"
    assert ana.refused("harvest", ANA, bean="red", cards=2)["error"] == "game-finished"
    ana.did("reopen", ANA)
    ana.did("correct", CLEO, bean="soy", change="-1", reason="one soy lay under the table")  # Cleo soy 2
    ana.did("finish", ANA)
    for phone, seat, cards in ((ana, ANA, 3), (ben, BEN, 1), (cleo, CLEO, 0), (dan, DAN, 2)):
        phone.did("hand", seat, cards=cards)


# cash, stew, distillery, interest, buildings, bonus, total
FIGURES = {
    # blue 5, unsorted 2; 3-Jail 2-Tepee 4-Store 2-Saloon = 11; interest 7/8 = 0; four buildings 1
    "Ana": (7, 0, 0, 0, 11, 1, 19),
    # fire 1, stew 4; 4-Tepee 4-Saloon 2-Distillery 1-Farm = 11; interest 5/5 = 1; four buildings 1
    "Ben": (1, 4, 0, 1, 11, 1, 18),
    # fire 2, soy 2, blue 1, garden 1; 4-Farm 3-Blacksmith 4-Jail 1-Goldmine = 12; four buildings 1
    "Cleo": (6, 0, 0, 0, 12, 1, 19),
    # blackeyed 3, distillery 2; 2-Goldmine 1-Bank 3-Distillery 2-Store 2-Blacksmith 2-Farm = 12; six buildings 3
    "Daniel": (3, 0, 2, 0, 12, 3, 20),
}
NAMES = ("cash", "stew", "distillery", "interest", "buildings", "bonus", "total")


def _figures(app: Flask, ana: Phone) -> None:
    found = ana.state
    assert found["version"] >= 80
    assert [player["name"] for player in found["players"]] == list(FIGURES)
    totals = {name: figures[6] for name, figures in FIGURES.items()}
    for player in found["players"]:
        expected = dict(zip(NAMES, FIGURES[player["name"]], strict=True))
        rank = 1 + sum(total > totals[player["name"]] for total in totals.values())
        if player["name"] == "Cleo":
            rank += 1  # ties with Ana at 19, and Ana holds more cards
        assert player["score"] == expected | {"rank": rank, "winner": rank == 1}, player
    shown = {row["name"]: row for row in results(ana.client.get(f"/t/{ana.table}/result").text)}
    for player in found["players"]:
        assert {name: shown[player["name"]][name] for name in NAMES} == {name: player["score"][name] for name in NAMES}
        assert shown[player["name"]]["rank"] == player["score"]["rank"]
    page = ana.client.get(f"/t/{ana.table}/log").text
    assert "(agreed: he had asked before)" in page
    assert "Daniel buys 2-General Store" in page


def _replay(folder: Path, ana: Phone) -> None:
    """The log in the database alone gives the same table."""
    app = create_app(load({}, data=folder))
    database = Database(f"sqlite:///{folder / 'companion.sqlite'}")
    with database.read() as connection:
        row = tables.by_public_id(connection, ana.table)
        assert row is not None
        ledger = Ledger.of(log.read(connection, row.id), app.extensions["companion"].editions)
    assert state(ledger, Rights(frozenset({ANA}))) == ana.state
    assert [entry.parts.total for entry in score(ledger.table.game, ledger.table.players).scores] == [19, 18, 19, 20]
    database.close()
    app.extensions["companion"].close()
