"""Every figure of every edition file against the figures typed from the sources; broken files name their row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.rules.editions.edition import Edition
from companion.rules.editions.installed import Editions
from companion.rules.refusals import Reason, Refusal
from companion.rules.scoring.score import score
from companion.rules.scoring.sheet import Sheet, parse
from tests import truth
from tests.conftest import game

COUNTS = [(edition, players) for edition, rows in truth.SEATS.items() for players in rows]
CARDS = [(edition, bean, price) for edition, names in truth.NAMES.items() for bean in names for price in (1, 2, 3, 4)]


def test_there_are_exactly_these_five(editions: Editions) -> None:
    assert editions.ids == tuple(truth.SEATS)


@pytest.mark.parametrize(("edition", "players"), COUNTS)
def test_owners_and_deck_passes(edition: str, players: int) -> None:
    owners, deck = truth.SEATS[edition][players]
    made = game(edition, players)
    assert (made.owners, made.deck) == (owners or 0, deck)


@pytest.mark.parametrize(("edition", "players"), COUNTS)
def test_beans_in_play_with_their_cards_and_meters(edition: str, players: int) -> None:
    beans = game(edition, players).beans
    assert set(beans) == set(truth.IN_PLAY[edition][players])
    for bean, row in beans.items():
        cards, meter = truth.BEANS[bean]
        assert (row.cards, dict(row.meter.steps)) == (cards, meter), bean


def test_cognac_adds_the_ninth_bean_and_building() -> None:
    made = game("high-bohn", 4, cognac=True)
    assert set(made.beans) == set(made.buildings) == set(truth.NINE)
    assert made.talers == 126
    assert game("high-bohn", 4).talers == 104


def test_six_with_the_rio_grande_base_play_without_garden_beans() -> None:
    for players in (6, 7):
        assert "garden" not in game("high-bohn-2000", players, base="rio-grande").buildings


@pytest.mark.parametrize(("edition", "base"), truth.FIELDS)
def test_fields_by_base_game(edition: str, base: str) -> None:
    for players, figures in truth.FIELDS[edition, base].items():
        fields = game(edition, players, base=base).fields
        assert (fields.start, fields.price) == figures, players


@pytest.mark.parametrize(("edition", "bean", "price"), CARDS)
def test_every_building_card(edition: str, bean: str, price: int) -> None:
    """Name, meter, stew meter, interest and the other effects of each card."""
    made = game(edition, 4, cognac=bean == "cognac")
    card = made.card(bean, price)
    assert made.buildings[bean].name == truth.NAMES[edition][bean]
    assert (card.bean, card.price) == (bean, price)
    assert (dict(card.meter.steps) if card.meter else None) == truth.BUILDING_METERS.get((bean, price))
    stew = truth.STEW_METERS.get(price) if bean == "break" else None
    assert (dict(card.stew.steps) if card.stew else None) == stew
    assert card.interest == (truth.INTEREST.get(price) if bean == "red" else None)
    assert card.lift == ((4, 5) if (bean, price) == ("soy", 4) else None)
    assert card.field_price == (1 if (bean, price) == ("garden", 2) else None)
    assert card.share == ((bean, price) == ("blue", 4))
    assert bool(card.levy) == ((bean, price) == ("cognac", 3))
    assert card.removes == ((bean, price) == ("cognac", 2))
    extra = {("garden", 4): "any", ("break", 2): "break", ("fire", 2): "fire"}
    assert card.extra_field == extra.get((bean, price), "")
    assert bool(card.ability) == (price > 1)
    assert card.source


@pytest.mark.parametrize("edition", truth.SEATS)
def test_tie_break_and_bonus(edition: str) -> None:
    made = game(edition, 4)
    assert made.tie_break == truth.TIE_BREAK[edition]
    for count, talers in truth.BONUS.items():
        row = made.bonus(count)
        has = edition.startswith("high-bohn") and talers and not (edition.endswith("2000") and count == 9)
        assert (row.talers if row else 0) == (talers if has else 0)


def test_what_is_printed_nowhere_says_so(editions: Editions) -> None:
    amigo, first = editions.get("high-bohn"), editions.get("high-bohn-2000")
    assert amigo is not None
    assert first is not None
    assert "ends at 8" in amigo.bonus[9].note
    assert not amigo.bonus[8].note
    assert amigo.tie_break.note
    assert first.seats[6].note
    assert first.seats[7].note
    assert first.buying_round is not None
    assert first.buying_round.note
    assert first.buildings["fire"].cards[4].note == "AMIGO card values"
    assert not first.buildings["red"].cards[4].note


@pytest.mark.parametrize("edition", truth.NAMES)
def test_only_the_cheapest_card_of_a_building_does_nothing(editions: Editions, edition: str) -> None:
    found = editions.get(edition)
    assert found is not None
    for building in found.buildings.values():
        assert [price for price, card in building.cards.items() if card.ability == ""] == [1], building.bean


def test_options_an_edition_does_not_have_are_refused(editions: Editions) -> None:
    base_game = editions.get("bohnanza")
    assert base_game is not None
    for options, reason in [
        ({"players": 2}, Reason.PLAYER_COUNT),
        ({"players": 6}, Reason.PLAYER_COUNT),
        ({"players": 4, "cognac": True}, Reason.NO_COGNAC),
        ({"players": 4, "base": "rio-grande"}, Reason.UNKNOWN_BASE),
        ({"players": 4, "tie_break": "dice"}, Reason.UNKNOWN_TIE_BREAK),
    ]:
        made = base_game.game(**options)  # type: ignore[arg-type]
        assert isinstance(made, Refusal)
        assert made.reason is reason


@pytest.mark.parametrize(
    "name", ["", "nope", "../editions/high-bohn", "high-bohn.toml", "HIGH-BOHN\0", "/etc/passwd", "é"]
)
def test_an_unknown_edition_is_none_wherever_its_name_would_lead(editions: Editions, name: str) -> None:
    assert editions.get(name) is None


# edition and base game in use: how ties are decided, and whether that is printed for this very game.
TIES = [
    ("bohnanza", "amigo", "shared", False),
    ("bohnanza-2016", "amigo-2016", "clockwise", True),
    ("bohnanza-rio-grande", "rio-grande", "hand-cards", True),
    *((edition, "amigo", "hand-cards", False) for edition in truth.NAMES),
    *((edition, "rio-grande", "hand-cards", False) for edition in truth.NAMES),
    *((edition, "amigo-2016", "clockwise", False) for edition in truth.NAMES),
]


@pytest.mark.parametrize(("edition", "base", "tie_break", "printed"), TIES)
def test_ties_are_decided_as_the_base_game_in_use_prints_it(
    edition: str, base: str, tie_break: str, printed: bool
) -> None:
    made = game(edition, 4, base=base)
    assert made.tie_break == tie_break
    assert made.tie_ruling is not None
    assert bool(made.tie_ruling.note) is not printed
    assert ("Rio Grande" in made.tie_ruling.note) is (edition in truth.NAMES and base == "amigo")
    chosen = game(edition, 4, base=base, tie_break="shared")
    assert (chosen.tie_ruling is None) is (tie_break != "shared")


@pytest.mark.parametrize("base", ["amigo", "rio-grande", "amigo-2016"])
def test_a_sheet_that_names_no_tie_break_takes_the_cards_in_hand(editions: Editions, base: str) -> None:
    players = [
        {"name": "Ana", "cash": 3, "hand_cards": 1},
        {"name": "Ben", "cash": 3, "hand_cards": 4},
        {"name": "Cleo"},
    ]
    sheet = parse({"edition": "high-bohn", "base": base, "players": players}, editions)
    assert isinstance(sheet, Sheet)
    assert [row.rank for row in score(sheet.game, sheet.players).scores] == [2, 1, 3]


# What the 2000 edition says itself, and what it only inherits: the source of each figure, and the note of a guess.
FIRST_EDITION = [
    (lambda edition: edition.seats[3], "004:L10, A2010", "as in the base game"),
    (lambda edition: edition.seats[4], "004:L10, A2010", "as in the base game"),
    (lambda edition: edition.seats[5], "004:L6, L10", ""),
    (lambda edition: edition.seats[7], "004:L10, 4.32", "Not printed for seven"),
    (lambda edition: edition.absences["garden"][0], "002:L39, 4.32", "Not printed here"),
    (lambda edition: edition.buildings["blue"].cards[1], "004:L13", ""),
    (lambda edition: edition.buildings["blue"].cards[2], "000:L79, CARD", "AMIGO card values"),
    (lambda edition: edition.buildings["blue"].cards[4], "004:L22, 000:L79, CARD", "harvests of one's own"),
    (lambda edition: edition.buildings["fire"].cards[2], "004:L21, 000:L75, CARD", "Fire that grows already"),
    (lambda edition: edition.buildings["soy"].cards[4], "004:L17, CARD", "save the example of eight Blue"),
    (lambda edition: edition.buildings["red"].cards[3], "004:L15", ""),
    (lambda edition: edition.bonus[6], "004:L12", ""),
]


@pytest.mark.parametrize(("row", "source", "note"), FIRST_EDITION)
def test_what_the_first_edition_inherits_keeps_its_source(
    editions: Editions, row: Callable[[Edition | None], Any], source: str, note: str
) -> None:
    found = row(editions.get("high-bohn-2000"))
    assert found.source == source
    assert note in found.note
    assert bool(note) == bool(found.note)


@pytest.mark.parametrize("base", ["amigo", "amigo-2016"])
def test_fields_of_more_players_than_a_base_game_has_are_marked_as_a_guess(editions: Editions, base: str) -> None:
    edition = editions.get("high-bohn-2000")
    assert edition is not None
    noted = {count: bool(fields.note) for count, fields in edition.bases[base].fields.items()}
    assert noted == {3: False, 4: False, 5: False, 6: True, 7: True}


def test_beans_are_called_as_each_edition_calls_them(editions: Editions) -> None:
    called = {name: edition.beans["break"].name for name in truth.SEATS if (edition := editions.get(name))}
    assert called == {"high-bohn": "Break", "high-bohn-2000": "Green", "bohnanza": "Break", "bohnanza-2016": "Break", "bohnanza-rio-grande": "Green"}  # fmt: skip
    first = editions.get("high-bohn-2000")
    assert first is not None
    assert "Break" not in " ".join(card.ability for row in first.buildings.values() for card in row.cards.values())
