"""Rule sets of one's own: files that add to ours or replace them, and broken ones, which name their row."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules.editions.edition import Absence, Game
from companion.rules.editions.installed import BUILT_IN, Editions
from companion.rules.editions.rows import EditionError
from companion.rules.playing.harvest import stew_meter
from companion.rules.scoring.score import Holdings, parts


def test_a_folder_of_ones_own_adds_and_replaces(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(
        'extends = "high-bohn"\nname = "House"\npublisher = "us"\nsource = "kitchen"\n'
    )
    (tmp_path / "bohnanza.toml").write_text(
        (BUILT_IN / "bohnanza.toml").read_text("utf-8").replace("AMIGO, up to 2010", "changed")
    )
    own = Editions(tmp_path)
    assert own.ids[-1] == "house"
    house = own.get("house")
    assert house is not None
    assert (house.name, house.publisher) == ("House", "us")
    assert isinstance(house.game(4), Game)
    changed = own.get("bohnanza")
    assert changed is not None
    assert changed.publisher == "changed"


def test_a_changed_figure_needs_a_source_of_its_own(tmp_path: Path) -> None:
    head = 'extends = "high-bohn"\nname = "House"\npublisher = "us"\nsource = "kitchen"\n'
    for rows, message in [
        ("[[bonus]]\nbuildings = 8\ntalers = 10\n", "house.toml: bonus 8: source: is missing beside talers"),
        (
            '[[buildings]]\nbean = "red"\ncards = [{price = 2, interest = 7}]\n',
            "buildings red: cards 2: source: is missing beside interest",
        ),
        ('[[beans]]\nid = "red"\nmeter = {2 = 1}\n', "beans red: source: is missing beside meter"),
    ]:
        (tmp_path / "house.toml").write_text(head + rows)
        with pytest.raises(EditionError, match=message):
            Editions(tmp_path).get("house")
    (tmp_path / "house.toml").write_text(head + '[[beans]]\nid = "red"\nname = "Kidney"\n')
    assert Editions(tmp_path).get("house")


def test_a_ruling_keeps_what_is_not_said_anew(tmp_path: Path) -> None:
    head = 'extends = "high-bohn"\nname = "House"\npublisher = "us"\nsource = "kitchen"\n'
    (tmp_path / "house.toml").write_text(f'{head}[tie_break]\nnote = "as ever"\n[buying_round]\nnote = "with tea"\n')
    own = Editions(tmp_path)
    house, parent = own.get("house"), own.get("high-bohn")
    assert house is not None
    assert parent is not None
    assert house.tie_break == replace(parent.tie_break, note="as ever")
    assert house.buying_round is not None
    assert parent.buying_round is not None
    assert house.buying_round == replace(parent.buying_round, note="with tea")


def test_a_bean_stays_in_the_box_where_every_condition_holds(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(
        'extends = "high-bohn"\nname = "House"\npublisher = "us"\nsource = "kitchen"\n[[beans]]\nid = "garden"\n'
        'out = [{ players = [3], base = "amigo", cognac = false, source = "kitchen", note = "as ever" }]\n'
    )
    house = Editions(tmp_path).get("house")
    assert house is not None
    assert house.absences["garden"] == (Absence("kitchen", "as ever", (3,), "amigo", False),)
    for players, base, cognac, out in (
        (3, "amigo", False, True), (4, "amigo", False, False), (3, "rio-grande", False, False), (3, "amigo", True, False),
    ):  # fmt: skip
        game = house.game(players, base=base, cognac=cognac)
        assert isinstance(game, Game)
        assert ("garden" not in game.beans) is out


GOOD = (BUILT_IN / "high-bohn.toml").read_text("utf-8")


def test_a_note_is_nowhere_needed(tmp_path: Path) -> None:
    (tmp_path / "bare.toml").write_text(re.sub(r',? *\bnote = "[^"]*"', "", GOOD), "utf-8")
    bare = Editions(tmp_path).get("bare")
    assert bare is not None
    assert bare.buying_round is not None
    rows = [bare.buying_round, *bare.seats.values(), *bare.bonus.values(), *bare.absences["cognac"]]
    assert {row.note for row in rows} == {""}


BROKEN = [
    ("count = 4\nowners = 3", "count = 4\nowners = 9", "players 4: owners: must be a whole number from 1 to 4"),
    ('id = "cognac"\nname', 'id = "co gnac"\nname', "beans co gnac: id: may have small letters"),
    ("5 = 1, 7 = 2, 9 = 3, 10 = 4", "5 = 1, 7 = 2, 9 = 2, 10 = 4", "beans cognac: meter: cards and Talers must both rise"),
    ("5 = 1, 7 = 2, 9 = 3, 10 = 4", "5 = 1, 7 = 2, 9 = 3, 30 = 4", "beans cognac: meter: 30 cards for 4 Talers cannot be"),
    ("5 = 1, 7 = 2, 9 = 3, 10 = 4", "five = 1", "beans cognac: meter: steps must be numbers of cards"),
    ("interest = 8", 'interest = "8"', "buildings red: cards 2: interest: must be a whole number"),
    ("interest = 8", "intrest = 8", "buildings red: cards 2: intrest: is not a field of this row"),
    ('source = "000:L95-98, CARD"', "", "buildings cognac: source: is missing"),
    ("buildings = 4\ntalers = 1", "buildings = 4\ntalers = 1.5", "bonus 4: talers: must be a whole number"),
    ('bean = "cognac"\nname', 'bean = "tea"\nname', "buildings tea: bean: is not a bean of this edition"),
    ("price = 4\nshare = true", "price = 5\nshare = true", "buildings blue: cards 5: price: must be a whole number from 1 to 4"),
    ("share = true", "share = 1", "buildings blue: cards 4: share: must be true or false"),
    ('default = "hand-cards"', 'default = "dice"', "tie_break: default: must be one of hand-cards"),
    ("players = [3], start = 3 }, { players = [4, 5], start = 2, price = 3", "players = [3], start = 3", "bases rio-grande: fields: says nothing about 4 players"),
    ('extends = "bohnanza"', 'extends = "nothing"', "extends: there is no edition 'nothing'"),
    ('extends = "bohnanza"', 'extends = "broken"', "extends: there is no edition 'broken'"),
    ('extends = "bohnanza"', 'extends = "bohnanza"\nwithout = ["beans.tea"]', "without: 'beans.tea' is not in bohnanza.toml"),
    ('name = "High Bohn"', "name = ", "broken.toml: Invalid value"),
    ("count = 4\nowners = 3", "count = 3\nowners = 3", "players 3: count: stands twice"),
    ("price = 3\nability", "price = 2\nability", "cards 2: price: stands twice"),
    ('extends = "bohnanza"', 'extends = "bohnanza"\nwithout = "beans.soy"', "without: must be a list of rows"),
    ('extends = "bohnanza"', 'extends = "bohnanza"\nwithout = ["name.x"]', "without: 'name.x' is not in bohnanza.toml"),
    ('id = "cognac"\nname', 'id = "stew"\nname', "beans stew: id: 'stew' is no bean"),
    ("5 = 1, 7 = 2, 9 = 3, 10 = 4", '"٥" = 1, 7 = 2', "beans cognac: meter: steps must be numbers of cards"),
    ("price = 3\nability", "price = 3\nabilty", "cards 3: ability: is missing"),
    ("interest = 8", "share = true", "buildings red: cards 2: share: blue-4 has it already, and no second card may"),
    ("interest = 8", "levy = 2", "buildings red: cards 2: levy: must be a whole number from 1 to 1"),
    ("interest = 8", 'moment = "later"', "buildings red: cards 2: moment: must be one of before-turn"),
    ("interest = 8", 'extra_field = "tea"', "buildings red: cards 2: extra_field: must be any, or a bean"),
    ("lift = { from = 4, to = 5 }", "lift = { from = 4, to = 4 }", "cards 4: lift: to: must be more than from"),
]  # fmt: skip


def test_what_readme_shows_can_be_played(tmp_path: Path) -> None:
    """Eight players, a base of their own, and two buildings that cook stews and pay interest: the better one counts."""
    readme = (BUILT_IN.parents[2] / "README.md").read_text("utf-8")
    for number, shown in enumerate(re.findall("```toml\n(.*?)```", readme, re.DOTALL)):
        (tmp_path / f"house-{number}.toml").write_text("\ufeff" + shown, encoding="utf-8")
    own = Editions(tmp_path)
    assert own.most_players == 8
    edition = own.get("house-1")
    assert edition is not None
    game = edition.game(8)
    assert isinstance(game, Game)
    assert (game.deck, game.fields.start, game.fields.price, len(game.buildings)) == (2, 3, None, 9)
    stew = stew_meter(game, {"break": 3, "chickpea": 2})
    assert stew is not None
    assert [stew.talers(cards) for cards in range(3, 10)] == [1, 1, 1, 2, 3, 4, 4]
    for owned, interest in (({"chickpea": 4, "red": 2}, 2), ({"chickpea": 4, "red": 4}, 3)):
        assert parts(game, Holdings("Ana", unsorted=15, buildings=owned)).interest == interest


@pytest.mark.parametrize(("old", "new", "message"), BROKEN)
def test_a_broken_file_names_the_row(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    (tmp_path / "broken.toml").write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        Editions(tmp_path).get("broken")
    assert message in str(caught.value)
    assert str(caught.value).startswith("broken.toml")
