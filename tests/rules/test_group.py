"""What the games of a group come to, against a second computation that walks over everything, and by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.group import Game, Group, played
from companion.rules.names import key
from companion.rules.playing import commands as cmd
from companion.rules.playing.events import Continued, Harvested, SatDown, Started
from companion.rules.playing.fold import Entry
from companion.rules.playing.ledger import Ledger
from companion.rules.seats import BySeat
from tests.conftest import _EDITIONS

NOW = datetime(2026, 11, 27, 19, tzinfo=UTC)
PEOPLE = ["Ana", "ana", "Ben", "BEN ", "Éva", "E\u0301va", "Cleo", "Dan"]


def game(*seats: tuple[str, int], hours: float = 0, lasts: float = 1) -> Game:
    """A game that began so many hours after the first, of names and totals in seating order."""
    totals = [total for _, total in seats]
    ranks = BySeat(1 + sum(other > total for other in totals) for total in totals)
    began = NOW + timedelta(hours=hours)
    names = BySeat(name for name, _ in seats)
    return Game(
        began, began + timedelta(hours=lasts), names, BySeat(totals), ranks, BySeat(rank == 1 for rank in ranks)
    )


@st.composite
def games(draw: st.DrawFn) -> list[Game]:
    """Some games of three to five of these people, each once, with pauses in between."""
    found, hours = [], 0.0
    for _ in range(draw(st.integers(0, 12))):
        names = draw(st.lists(st.sampled_from(PEOPLE), min_size=3, max_size=5, unique_by=key))
        totals = draw(st.lists(st.integers(0, 40), min_size=len(names), max_size=len(names)))
        found.append(game(*zip(names, totals, strict=True), hours=hours))
        hours += 1 + draw(st.sampled_from([0, 0.5, 6, 6.1, 24]))
    return found


@given(games(), st.dictionaries(st.sampled_from(["ana", "ben", "éva"]), st.sampled_from(["Ana", "Dan", "Zoe"])))
def test_every_figure_equals_a_naive_count(found: list[Game], meant: dict[str, str]) -> None:
    group = Group(found, meant)
    sat = []  # of each game: person, total, won
    for one in found:
        called = [key(meant.get(key(name), name)) for name in one.names]
        called = called if len({*called}) == len(called) else [key(name) for name in one.names]
        sat.append([(who, total, total == max(one.totals)) for who, total in zip(called, one.totals, strict=True)])
    everybody = {who for seats in sat for who, *_ in seats}
    assert set(group.people) == everybody
    figures = group.figures()
    assert {row.person for row in figures} == everybody
    assert [(-row.wins, -row.points) for row in figures] == sorted((-row.wins, -row.points) for row in figures)
    for row in figures:
        totals = [total for seats in sat for who, total, _ in seats if who == row.person]
        assert (row.games, row.points, row.best, row.last) == (
            len(totals),
            sum(totals),
            max(totals),
            tuple(totals[-6:]),
        )
        assert row.wins == sum(won for seats in sat for who, _, won in seats if who == row.person)
        assert abs(Fraction(row.tenths, 10) - Fraction(sum(totals), len(totals))) <= Fraction(1, 20)
    for one in everybody:
        for other in everybody - {one}:
            met = [{who: total for who, total, _ in seats} for seats in sat]
            met = [each for each in met if one in each and other in each]
            expected = sum(each[one] > each[other] for each in met) if met else None
            assert group.ahead.get((one, other)) == expected
    last = len(found) and max(
        n for n in range(len(found)) if n == 0 or (found[n].began - found[n - 1].ended) > timedelta(hours=6)
    )
    assert list(group.evening) == list(range(last, len(found)))


def test_an_evening_by_hand() -> None:
    group = Group(
        [
            game(("Cleo", 20), ("Ana", 20), ("Ben", 5), hours=-48),
            game(("Ana", 30), ("Ben", 23), ("Cleo", 34), hours=0),
            game(("Ben", 19), ("cleo", 21), ("Ana", 27), hours=2),
            game(("Cleo", 30), ("Ana", 24), ("Ben", 26), hours=9),
        ],
        {},
    )
    assert [(row.person, row.wins, row.points) for row in group.figures(group.evening)] == [
        ("cleo", 2, 85), ("ana", 1, 81), ("ben", 0, 68),
    ]  # fmt: skip
    [cleo, ana, ben] = group.figures()
    assert (cleo.wins, cleo.games, cleo.tenths, cleo.best) == (3, 4, 263, 34)  # 105 / 4 = 26.25
    assert (ana.wins, ana.tenths, ana.last) == (2, 253, (20, 30, 27, 24))
    assert (group.ahead["cleo", "ana"], group.ahead["ana", "cleo"], group.ahead["ben", "ana"]) == (2, 1, 1)
    assert group.people == {"cleo": "Cleo", "ana": "Ana", "ben": "Ben"}
    assert group.result(2, key("Cleo")) == (21, False)
    assert group.result(2, "dan") is None
    assert ben.wins == 0


def test_people_are_renamed_made_one_and_taken_apart() -> None:
    found = [game(("Jo", 3), ("Ben", 2), ("Cleo", 1)), game(("Joanna", 5), ("Ben", 2), ("Cleo", 1), hours=1)]
    group = Group(found, {})
    assert not group.met("jo", "joanna")
    assert group.met("jo", "ben")
    one = Group(found, group.renamed("jo", "Joanna"))
    assert one.people == {"joanna": "Joanna", "ben": "Ben", "cleo": "Cleo"}
    assert one.figures()[0].results == (3, 5)
    called = Group(found, one.renamed("joanna", "Johanna"))
    assert list(called.people.values()) == ["Johanna", "Ben", "Cleo"]
    assert called.shown(BySeat(["jo", "BEN"])) == BySeat(["Johanna", "BEN"])
    assert {name for name, _, _ in called.others} == {"jo", "joanna"}
    assert set(Group(found, called.apart("johanna")).people) == {"jo", "joanna", "ben", "cleo"}
    both = Group([*found, game(("Jo", 7), ("Joanna", 9), ("Ben", 1), hours=2)], one.meant)
    assert both.players[2] == BySeat(["jo", "joanna", "ben"])  # who sits there twice is two


def test_a_game_of_a_ledger_ends_with_what_was_played() -> None:
    started = Started("high-bohn", False, "amigo", "hand-cards", False, ("Ana", "Ben", "Cleo"))
    entries = [Entry(1, started, 0, NOW), Entry(2, Harvested(1, "soy", 7, 4), 1, NOW + timedelta(minutes=50))]
    ledger = Ledger.of(entries, _EDITIONS)
    assert played(ledger) is None
    end = ledger.decide(cmd.Finish(1), "late")
    for number, event in enumerate([end, SatDown("phone", (2,)), Continued("NEXTGAME")], 3):
        ledger = ledger.plus(Entry(number, event, 1, NOW + timedelta(hours=number)))  # type: ignore[arg-type]
    assert played(ledger) == Game(
        NOW,
        NOW + timedelta(hours=3),
        BySeat(["Ana", "Ben", "Cleo"]),
        BySeat([4, 0, 0]),
        BySeat([1, 2, 2]),
        BySeat([True, False, False]),
    )


@pytest.mark.parametrize(
    ("results", "tenths"), [((1, 2), 15), ((1, 1, 2), 13), ((1, 2, 2), 17), ((0, 0), 0), ((20, 21, 20, 20), 203)]
)
def test_averages_are_rounded_halves_up(results: tuple[int, ...], tenths: int) -> None:
    group = Group([game(("Ana", total), ("Ben", 0), hours=place) for place, total in enumerate(results)], {})
    assert next(row for row in group.figures() if row.person == "ana").tenths == tenths
