"""What a game begins with: players, beans, cards in hand, cards turned over and drawn."""

from __future__ import annotations

import pytest

from companion.rules.editions.edition import Game
from companion.rules.editions.installed import Editions
from companion.rules.refusals import Reason, Refusal
from tests import truth
from tests.conftest import game

# Cards each player is dealt (from the start player on, the last for all others), turned over, drawn.
USUAL = ((5,), 2, 3)
LARGE = ((3, 4, 5, 6), 2, 4)  # 002:L39
CARDS = {
    ("bohnanza-rio-grande", "rio-grande"): {2: ((5,), 3, 2), 6: LARGE, 7: LARGE},
    ("high-bohn-2000", "rio-grande"): {6: LARGE, 7: LARGE},
}
# Kinds of beans and cards in the box.
BOXES = {"bohnanza-rio-grande": (11, 154), "bohnanza": (8, 104), "bohnanza-2016": (8, 104), "high-bohn": (9, 126)}


@pytest.mark.parametrize("edition", truth.SEATS)
@pytest.mark.parametrize("players", range(11))
def test_player_counts(editions: Editions, edition: str, players: int) -> None:
    found = editions.get(edition)
    assert found is not None
    made = found.game(players)
    assert isinstance(made, Game) == (players in truth.SEATS[edition])
    assert isinstance(made, Game) or made.reason is Reason.PLAYER_COUNT


@pytest.mark.parametrize(("edition", "base"), truth.FIELDS)
def test_cards_dealt_turned_over_and_drawn(edition: str, base: str) -> None:
    for players in truth.FIELDS[edition, base]:
        fields = game(edition, players, base=base).fields
        assert (fields.hand, fields.reveal, fields.draw) == CARDS.get((edition, base), {}).get(players, USUAL), players


@pytest.mark.parametrize("edition", BOXES)
def test_what_lies_in_the_box(editions: Editions, edition: str) -> None:
    found = editions.get(edition)
    assert found is not None
    assert (len(found.beans), sum(bean.cards for bean in found.beans.values())) == BOXES[edition]


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("base", ["amigo", "rio-grande", "amigo-2016"])
def test_cognac_changes_nothing_else(players: int, base: str) -> None:
    """000:L94: the end, the owners and the eight other beans and buildings are as they were."""
    plain, cognac = (game("high-bohn", players, base=base, cognac=chosen) for chosen in (False, True))
    for figure in ("owners", "deck", "fields", "tie_break"):
        assert getattr(plain, figure) == getattr(cognac, figure), figure
    assert dict(cognac.beans) == dict(plain.beans) | {"cognac": cognac.beans["cognac"]}
    assert dict(cognac.buildings) == dict(plain.buildings) | {"cognac": cognac.buildings["cognac"]}
    assert isinstance(cognac.edition.game(players + 3, cognac=True), Refusal)
