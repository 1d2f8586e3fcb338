"""The end in words: one true sentence why, for each part of a score that can decide, and what stood out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing.fold import Entry
from companion.rules.playing.history import history
from companion.rules.scoring.score import Holdings, score
from companion.rules.seats import BySeat
from companion.text.victory import Fact, facts, victory, winners
from companion.text.words import Words
from tests.conftest import game
from tests.rules.tables import EDITIONS, NAMES, Log
from tests.text.plural import plural

WORDS = Words(EDITIONS.get("high-bohn"), BySeat(NAMES), ngettext=plural)
TYPES = ("blue", "fire", "broad", "break", "soy", "blackeyed")


@pytest.mark.parametrize(
    ("winner", "second", "sentence"),
    [
        (Holdings("Ana", unsorted=9), Holdings("Ben", unsorted=4), "9 Talers at the end: 5 points ahead of Ben."),
        (Holdings("Ana", unsorted=1), Holdings("Ben"), "1 Taler at the end: 1 point ahead of Ben and Cleo."),
        (
            Holdings("Ana", unsorted=7, buildings={"red": 1}),
            Holdings("Ben", unsorted=6),
            "1 building worth 1: 2 points ahead of Ben.",
        ),
        (
            Holdings("Ana", unsorted=1, buildings={"blue": 3, "soy": 3}),
            Holdings("Ben", unsorted=4),
            "2 buildings worth 6: 3 points ahead of Ben.",
        ),
        (
            Holdings("Ana", unsorted=20, buildings={"red": 4}),
            Holdings("Ben", unsorted=19, buildings={"soy": 4}),
            "4 interest from the 4-Tepee: 5 points ahead of Ben.",
        ),
        (
            Holdings("Ana", unsorted=3, buildings=dict.fromkeys(TYPES, 1)),
            Holdings("Ben", unsorted=3, buildings={"red": 3, "garden": 3}),
            "A bonus of 3 for 6 buildings: 3 points ahead of Ben.",
        ),
    ],
)  # fmt: skip
def test_the_sentence_names_what_made_the_difference(winner: Holdings, second: Holdings, sentence: str) -> None:
    result = score(game("high-bohn", 3), [winner, second, Holdings("Cleo")])
    assert victory(WORDS, result) == sentence


def test_all_who_came_second_are_named_and_a_tie_is_told_by_what_decides_it() -> None:
    rows = [Holdings("Ana", unsorted=5), Holdings("Ben", unsorted=4), Holdings("Cleo", unsorted=4)]
    assert victory(WORDS, score(game("high-bohn", 3), rows)) == "5 Talers at the end: 1 point ahead of Ben and Cleo."
    tied = score(game("high-bohn", 3, tie_break="shared"), [rows[1], rows[1], rows[2]])
    assert "share the win" in victory(WORDS, tied)


def test_three_things_that_stood_out() -> None:
    log = Log(3).did(cmd.Harvest(1, "blue", 10), cmd.Turn(1), cmd.Harvest(2, "soy", 2), cmd.Turn(2))
    found = facts(WORDS, history(log.entries, EDITIONS))
    assert [(fact.title, fact.said) for fact in found] == [
        ("Best harvest", "Ana: 4 Blue for 10 cards"),
        ("Longest lead", "Ana: 2 turns, up to 4 points"),
    ]
    log.did(cmd.Buy(1, (("blue", 4),)), cmd.Harvest(3, "blue", 4), cmd.Share(1, 3), cmd.Harvest(3, "red", 2))
    told = [fact.said for fact in facts(WORDS, history(log.entries, EDITIONS))]
    assert told[2] == "4-Jail of Ana: 1 extra Taler"
    assert facts(WORDS, history(Log(3).entries, EDITIONS)) == []


def test_a_fact_has_its_sign_and_what_it_is_about() -> None:
    log = Log(3).did(cmd.Harvest(2, "blue", 10), cmd.Turn(1), cmd.Buy(2, (("blue", 4),)))
    log.did(cmd.Harvest(3, "blue", 4), cmd.Share(2, 3), cmd.Harvest(1, "blue", 4), cmd.Share(2, 1))
    assert facts(WORDS, history(log.entries, EDITIONS)) == [
        Fact("taler", "Best harvest", "Ben: 4 Blue for 10 cards", None, "blue"),
        Fact("trend", "Longest lead", "Ben: 1 turn, up to 5 points", 2),
        Fact("house", "Building that paid most", "4-Jail of Ben: 2 extra Talers", None, "blue"),
    ]
    log = Log(3).did(cmd.Harvest(3, "blue", talers=1), cmd.Harvest(3, "soy", 2))
    assert facts(WORDS, history(log.entries, EDITIONS)) == [
        Fact("taler", "Best harvest", "Cleo: 1 Soy for 2 cards", None, "soy"),
        Fact("field", "Most harvests", "Cleo: 2 harvests", 3),
    ]


def test_who_is_ahead_for_less_than_a_turn_has_no_lead_to_tell_of() -> None:
    log = Log(3).did(cmd.Harvest(1, "blue", 10), cmd.Harvest(1, "soy", 2), cmd.Harvest(2, "red", 5))
    assert [fact.title for fact in facts(WORDS, history(log.entries, EDITIONS))] == ["Best harvest", "Most harvests"]


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(89, "2 turns"), (91, "2 minutes"), (150, "2 minutes"), (151, "3 minutes"), (3600, "60 minutes")],
)
def test_a_lead_of_two_minutes_or_more_is_told_by_the_clock(seconds: int, told: str) -> None:
    log = Log(3).did(cmd.Harvest(1, "blue", 10), cmd.Turn(1), cmd.Turn(2))
    began = datetime(2026, 1, 1, 20, tzinfo=UTC)
    timed = [Entry(entry.seq, entry.event, at=began) for entry in log.entries[:-1]]
    timed.append(Entry(4, log.entries[-1].event, at=began + timedelta(seconds=seconds)))
    [_, lead] = facts(WORDS, history(timed, EDITIONS))
    assert (lead.title, lead.said) == ("Longest lead", f"Ana: {told}, up to 4 points")


def test_a_lead_without_a_turn_is_told_once_it_took_two_minutes() -> None:
    log = Log(3).did(cmd.Harvest(1, "blue", 10), cmd.Harvest(1, "soy", 2))
    for minutes, titles in (
        (1, ["Best harvest", "Most harvests"]),
        (2, ["Best harvest", "Longest lead", "Most harvests"]),
    ):
        at = [datetime(2026, 1, 1, 20, minutes * (entry.seq > 2), tzinfo=UTC) for entry in log.entries]
        timed = [Entry(entry.seq, entry.event, at=when) for entry, when in zip(log.entries, at, strict=True)]
        assert [fact.title for fact in facts(WORDS, history(timed, EDITIONS))] == titles


@pytest.mark.parametrize(
    ("totals", "told"), [((3, 2, 1), "Ana wins"), ((3, 3, 1), "Ana and Ben win"), ((1, 1, 1), "Ana, Ben and Cleo win")]
)
def test_who_has_won(totals: tuple[int, ...], told: str) -> None:
    rows = [Holdings(name, unsorted=total) for name, total in zip(NAMES, totals, strict=False)]
    assert winners(WORDS, score(game("high-bohn", 3, tie_break="shared"), rows)) == told
