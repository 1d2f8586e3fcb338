"""The ledger of rules: every rule has a test that shows it, every line that states a rule has its row."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.rules import rulings
from companion.rules.editions.installed import FIRST, Editions
from companion.rules.editions.rows import EditionError

ROOT = Path(__file__).parents[2]
DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_name("rulings.toml").read_text(encoding="utf-8"))
SHOWN: dict[str, list[str]] = DATA["shown"]
TEXTS: dict[str, dict[str, Any]] = DATA["texts"]


def numbers(ranges: str) -> list[int]:
    """Each number of "3-5 9"."""
    ends = [part.partition("-") for part in ranges.split()]
    return [number for first, _, last in ends for number in range(int(first), int(last or first) + 1)]


@cache
def functions(file: str) -> frozenset[str]:
    """The test functions of a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def test_every_rule_has_a_test_and_every_test_a_rule() -> None:
    assert set(SHOWN) == {rule.id for rule in rulings.rules()}
    assert [rule for rule, nodes in SHOWN.items() if not nodes] == []


@pytest.mark.parametrize("rule", SHOWN)
def test_every_test_that_is_named_exists(rule: str) -> None:
    for node in SHOWN[rule]:
        file, _, name = node.partition("::")
        assert (ROOT / file).is_file(), node
        assert name in functions(file), node


def test_what_is_played_with_the_cards_stands_on_the_page_and_the_rest_is_more_than_told() -> None:
    """A rule that the app works out or refuses is not shown by being written down."""
    page = "tests/web/test_rulings.py::test_every_rule_of_a_game_stands_on_its_page"
    assert [rule.id for rule in rulings.rules() if rule.app != "tells" and page in SHOWN[rule.id]] == []


@pytest.mark.parametrize("text", TEXTS)
def test_every_line_of_a_text_states_a_rule_or_has_a_reason(text: str) -> None:
    lines = numbers(TEXTS[text]["rules"]) + [line for why in TEXTS[text]["none"].values() for line in numbers(why)]
    assert sorted(lines) == list(range(1, TEXTS[text]["lines"] + 1))


@pytest.mark.parametrize("text", TEXTS)
def test_every_line_that_states_a_rule_has_its_row(text: str) -> None:
    cited = {line for rule in rulings.rules() for name, line in rule.lines if name == text}
    assert cited == set(numbers(TEXTS[text]["rules"]))


def test_only_texts_that_are_known_are_cited() -> None:
    assert {name for rule in rulings.rules() for name, _ in rule.lines} == set(TEXTS)


def test_every_question_and_open_point_has_its_row() -> None:
    known = set()
    for section in DATA["numbers"]["sections"]:
        first, _, last = section.partition("-")
        chapter = first.split(".")[0]
        known |= {f"{chapter}.{number}" for number in range(int(first.split(".")[1]), int(last.split(".")[1]) + 1)}
    cited = {number for rule in rulings.rules() for number in rule.numbers}
    assert cited == known - set(DATA["numbers"]["none"].values())


@pytest.mark.parametrize("edition", FIRST)
def test_cards_that_a_rule_is_about_are_cards_of_its_game(editions: Editions, edition: str) -> None:
    found = editions.get(edition)
    assert found is not None
    for rule in rulings.rules():
        for card in rule.cards if edition in rule.games else ():
            bean, _, price = card.partition("-")
            assert int(price) in found.buildings[bean].cards, (rule.id, card)


# Open questions that nothing but a guess settles, and what only follows from rules: each is marked so wherever it is
# shown. A row that cites one beside a line of a rule text may say what that line says.
GUESSES = ["4.12", "4.13", "4.14", "4.22", "4.24", "4.26", "4.28", "4.31", "4.33", "4.34", "4.35", "4.40", "4.41"]
GUESSES += [f"6.{number}" for number in range(1, 13)]
DERIVED = ["4.1", "4.3", "4.6", "4.7", "4.17", "4.18", "4.21", "4.23", "4.27", "4.37"]


@pytest.mark.parametrize(("confidence", "numbered"), [("guess", GUESSES), ("derived", DERIVED)])
def test_what_no_rule_says_is_marked(confidence: str, numbered: list[str]) -> None:
    for number in numbered:
        marks = {rule.confidence for rule in rulings.rules() if number in rule.numbers}
        assert confidence in marks, number
        assert "seed" not in marks, number


def test_a_game_has_its_own_rules_alone() -> None:
    shown = {edition: {rule.id for rules in rulings.of(edition).values() for rule in rules} for edition in FIRST}
    for base in ("bohnanza", "bohnanza-2016", "bohnanza-rio-grande"):
        assert not {rule.id for rule in rulings.rules() if rule.cards} & shown[base]
        assert "buying" not in rulings.of(base)
    assert {rule for rule in shown["high-bohn-2000"] if rule.startswith("cognac")} == set()
    assert "tie-2016" in shown["bohnanza-2016"]
    assert "tie-2016" not in shown["bohnanza-rio-grande"]
    assert set.union(*shown.values()) == set(SHOWN)


def test_an_edition_of_ones_own_has_the_rules_of_what_it_extends(tmp_path: Path) -> None:
    head = 'name = "House"\npublisher = "us"\nsource = "kitchen"\n'
    (tmp_path / "house.toml").write_text(f'extends = "high-bohn-2000"\n{head}')
    (tmp_path / "lodge.toml").write_text(f'extends = "house"\n{head}')
    own = Editions(tmp_path)
    assert own.ours("high-bohn") == "high-bohn"
    assert own.ours("house") == own.ours("lodge") == "high-bohn-2000"
    (tmp_path / "alone.toml").write_text(head)
    assert Editions(tmp_path).ours("alone") == ""
    assert rulings.of("") == {}


GOOD = {"id": "a-rule", "topic": "turn", "rule": "So it is.", "sources": ["000:L6"], "app": "tells"}
BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"id": "A rule"}, "rule A rule: id: may have small letters, digits and single hyphens only"),
    ({"rule": " "}, "rule a-rule: rule: must not be empty"),
    ({"topic": "weather"}, "rule a-rule: topic: must be one of setup, turn"),
    ({"app": "sings"}, "rule a-rule: app: must be one of counts, refuses"),
    ({"confidence": "sure"}, "rule a-rule: confidence: must be one of seed, card"),
    ({"sources": []}, "rule a-rule: sources: must be a list of texts"),
    ({"sources": "CARD"}, "rule a-rule: sources: must be a list of texts"),
    ({"sources": ["A2011"]}, "rule a-rule: sources: 'A2011' is no line, work or number"),
    ({"sources": ["000:L9-6"]}, "rule a-rule: sources: '000:L9-6' is no line, work or number"),
    ({"sources": ["CARD"]}, "rule a-rule: confidence: is missing: no line of a rule text says so"),
    ({"games": ["chess"]}, "rule a-rule: games: 'chess' is no rule set"),
    ({"cards": ["red-5"]}, "rule a-rule: cards: 'red-5' is no building card"),
    ({"ap": "tells"}, "rule a-rule: ap: is not a field of this row"),
]


@pytest.mark.parametrize(("change", "message"), BROKEN)
def test_a_broken_row_is_named(change: dict[str, Any], message: str) -> None:
    assert rulings.build({"rule": [GOOD]})[0].games == FIRST
    with pytest.raises(EditionError) as caught:
        rulings.build({"rule": [GOOD | change]})
    assert message in str(caught.value)
    assert str(caught.value).startswith("rulings.toml: ")


def test_no_id_stands_twice() -> None:
    with pytest.raises(EditionError, match="rule a-rule: id: stands twice"):
        rulings.build({"rule": [GOOD, GOOD]})
