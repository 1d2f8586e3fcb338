"""Entries as sentences: every kind, hidden purses, and undoings that name others without growing."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.fold import Entry
from companion.rules.seats import BySeat
from companion.text.entries import Teller
from companion.text.words import Words
from tests.rules.tables import EDITIONS, Log
from tests.text.plural import plural

NAMES = ("Ana", "Ben", "Cleo")
STARTED = ev.Started("high-bohn", True, "amigo", "hand-cards", False, NAMES)
HARVEST = ev.Harvested(1, "blue", 6, 2)


def teller(*events: ev.Event, sees: frozenset[int] = frozenset({1, 2, 3})) -> Teller:
    """Tells a log that begins with these entries, to somebody who sees these purses."""
    entries = [Entry(seq, event) for seq, event in enumerate(events, 1)]
    words = Words(EDITIONS.get("high-bohn"), BySeat(NAMES), ngettext=plural)
    return Teller(words, sees.__contains__, entries, editions=EDITIONS)


SENTENCES: list[tuple[ev.Event, str]] = [
    (STARTED, "The table is made: High Bohn (AMIGO), Cognac variant, base game: AMIGO up to 2010, ties: most cards in hand"),
    (HARVEST, "Ana: +2 Blue for 6 cards"),
    (ev.Harvested(2, "red", 1, 0), "Ben: +0 Red for 1 card"),
    (ev.Harvested(1, "blue", None, 3), "Ana: +3 Blue"),
    (ev.StewHarvested(1, 7, 4, 0, None), "Ana: stew for 4"),
    (ev.StewHarvested(1, 7, 4, 1, 2), "Ana: stew for 3, 1 to Ben"),
    (ev.Levied(2, 1, 1), "Ben takes 1 from the stew of Ana"),
    (ev.Bought(1, (("red", 4), ("soy", 1))), "Ana buys 4-Tepee and 1-Farm"),
    (ev.Removed(2, "red"), "Ben takes the rest out of the game: Tepee"),
    (ev.FieldBought(1, (("red", 2), ("soy", 1))), "Ana buys a third field for 2 Red + 1 Soy"),
    (ev.Shared(2, 3, "blue"), "Ben: +1 Blue from the harvest of Cleo"),
    (ev.Corrected(1, "red", 2, "miscounted"), "Ana: +2 Red (miscounted)"),
    (ev.Corrected(1, "unsorted", -1, "lost one"), "Ana: -1 unknown bean (lost one)"),
    (ev.Corrected(1, "stew", 1, "x"), "Ana: +1 stew (x)"),
    (ev.Corrected(1, "distillery", 1, "x"), "Ana: +1 distillery (x)"),
    (ev.Corrected(1, "red", 2, "miscounted", 4), "Ana: Red 4 → 6 (miscounted)"),
    (ev.Recounted(1, "red", 6, 4), "Ana: Red counted again: 4 → 6"),
    (ev.Recounted(2, "unsorted", 0, 3), "Ben: unknown bean counted again: 3 → 0"),
    (ev.Recounted(2, "stew", 4, 4), "Ben: stew counted again: 4 → 4"),
    (ev.TurnPassed(3), "Cleo is on turn"),
    (ev.DeckExhausted(), "The pile has run out"),
    (ev.LastTurnEnded(), "The last turn is over: everybody harvests"),
    (ev.Passed(2, everybody=True), "Everybody is done"),
    (ev.Harvested(1, "break", 7, 4, 1), "Ana: +4 Break for 7 cards, 1 of them Soy"),
    (ev.FieldBought(1, (("unsorted", 2), ("soy", 1))), "Ana buys a third field for 2 of unknown bean + 1 Soy"),
    (ev.RoundOpened(), "A buying round begins"),
    (ev.Passed(2), "Ben is done for now"),
    (ev.HandCounted(2, 1), "Ben has 1 card left in hand"),
    (ev.HandCounted(2, 3), "Ben has 3 cards left in hand"),
    (ev.PlayerLeft(2), "Ben goes home"),
    (ev.PlayerReturned(2), "Ben is back"),
    (ev.Finished(), "The game is finished"),
    (ev.Reopened(), "The game is open again"),
    (ev.Renamed(2, "Zed"), "Seat 2 is now Zed"),
    (ev.Renamed(2, "Zed", "Ben"), "Ben is now Zed"),
    (ev.SetUp((("start", 1, 3), ("cognac", True, False))), "Set anew: start player: Ana → Cleo; Cognac variant: yes → no"),
    (ev.SetUp((("order", (1, 2, 3), (1, 3, 2)),)), "Set anew: seats clockwise: Ana – Ben – Cleo → Ana – Cleo – Ben"),
    (ev.SetUp((("edition", "high-bohn", "bohnanza"), ("base", "amigo", "rio-grande"))), "Set anew: game: High Bohn (AMIGO) → Bohnanza (AMIGO, up to 2010); base game: AMIGO up to 2010 → Rio Grande"),
    (ev.SetUp((("tie_break", "hand-cards", "shared"), ("hidden", False, True))), "Set anew: ties: most cards in hand → nothing, they share the win; hidden purses: no → yes"),
    (ev.SetUp((("edition", "high-bohn", "ours"),)), "Set anew: game: High Bohn (AMIGO) → ours"),
    (ev.Seated(3), "Cleo sits down on another device"),
    (ev.SatDown("x", (3,)), "Cleo sits down"),
    (ev.SatDown("x", (3,), shared=(3,)), "Cleo sits down on another device"),
    (ev.SatDown("x", (1, 3)), "Ana and Cleo sit down on one phone"),
    (ev.SatDown("x", (1, 3), shared=(3,)), "Ana and Cleo sit down on one phone; on another device, too: Cleo"),
    (ev.SatDown("x", (3,), left=(1, 2)), "A phone moves from the seat of Ana and Ben to that of Cleo"),
    (ev.SatDown("x", (3,), left=(1,), shared=(3,)), "A phone moves from the seat of Ana to that of Cleo; on another device, too: Cleo"),
    (ev.SatDown("x", (), left=(1,)), "A phone leaves its seat: Ana"),
    (ev.SeatLeft("x", (1, 2)), "A phone leaves its seat: Ana and Ben"),
    (ev.SeatTakenBack("x", (2,)), "A seat is taken back from a phone: Ben"),
    (ev.LinksRenewed(("join", "watch", "result")), "There are new links to the table"),
    (ev.LinksRenewed(("join",)), "There is a new link to sit down"),
    (ev.LinksRenewed(("watch",)), "There is a new link to watch"),
    (ev.LinksRenewed(("result",)), "There is a new link to the result"),
    (ev.Continued("BCDFG"), "The next game has begun"),
    (ev.Undone((2,)), "Undone: Ana: +2 Blue for 6 cards (№\u00a02)"),
    (ev.Undone((2,), instead=True), "Changed: Ana: +2 Blue for 6 cards (№\u00a02)"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_each_kind_has_its_sentence(event: ev.Event, sentence: str) -> None:
    assert teller(STARTED, HARVEST).sentence(Entry(3, event)) == sentence


def test_no_kind_is_left_out() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(get_args(ev.Event))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (HARVEST, "Ana harvests"),
        (ev.StewHarvested(1, 7, 4, 1, 2), "Ana harvests a stew"),
        (ev.FieldBought(1, (("red", 2), ("soy", 1))), "Ana buys a third field"),
        (ev.Corrected(1, "red", 2, "she has 17"), "A count of Ana was set right"),
        (ev.Recounted(1, "red", 17, 4), "A count of Ana was set right"),
        (ev.Undone((2,)), "Undone: Ana harvests (№\u00a02)"),
    ],
)
def test_of_a_hidden_purse_no_figure_is_told(event: ev.Event, sentence: str) -> None:
    assert teller(STARTED, HARVEST, sees=frozenset({2, 3})).sentence(Entry(3, event)) == sentence


def test_what_was_agreed_on_is_said() -> None:
    entry = Entry(2, ev.Finished(), override="the pub closes")
    assert teller(STARTED).sentence(entry) == "The game is finished (agreed: the pub closes)"


def test_an_undoing_of_an_undoing_names_it_and_no_more() -> None:
    told = teller(STARTED, HARVEST, ev.Undone((2,)), ev.Undone((3,)))
    assert (
        told.sentence(Entry(5, ev.Undone((2, 4))))
        == "Undone: Ana: +2 Blue for 6 cards (№\u00a02); an undoing (№\u00a04)"
    )


def test_sentences_do_not_grow_with_undoings() -> None:
    told = teller(STARTED, HARVEST, *(ev.Undone(tuple(range(2, seq))) for seq in range(3, 300)))
    assert max(len(told.sentence(entry)) for entry in told.entries) < 200


@pytest.mark.parametrize(
    ("count", "end"), [(5, "(№\u00a06)"), (6, "(№\u00a06); and 1 more"), (17, "(№\u00a06); and 12 more")]
)
def test_of_many_only_the_first_are_named(count: int, end: str) -> None:
    told = teller(STARTED, *[HARVEST] * count).listed(range(2, 2 + count))
    assert told.startswith("Ana: +2 Blue for 6 cards (№\u00a02); ")
    assert told.endswith(end)
    assert told.count("№") == 5


def test_what_stands_in_the_place_of_another_says_so() -> None:
    told = teller(STARTED, HARVEST, ev.Undone((2,), instead=True), ev.Harvested(1, "blue", 8, 3))
    assert told.sentence(told.entries[3]) == "Ana: +3 Blue for 8 cards (instead of №\u00a02)"
    both = ev.Undone((3, 4))
    assert told.sentence(Entry(5, both)) == "Undone: Ana: +3 Blue for 8 cards (instead of №\u00a02) (№\u00a04)"


def test_each_line_keeps_the_words_of_its_moment() -> None:
    log = Log(3).did(cmd.Harvest(1, "break", cards=7), cmd.Buy(1, (("break", 4),)), cmd.Rename(1, "Zed"))
    log.did(cmd.Turn(1, 2), cmd.SetUp(1, edition="high-bohn-2000"), cmd.Harvest(1, "break", cards=5), cmd.Turn(1, 1))
    log.did(cmd.Undo(1, (4,)), cmd.Undo(1, (9,)), cmd.Undo(1, (2, 3)))
    words = Words(log.table.game.edition, log.table.names, ngettext=plural)
    told = Teller.of(log.ledger, words, lambda _: True)
    assert [told.sentence(entry) for entry in log.entries] == [
        "The table is made: High Bohn (AMIGO), base game: AMIGO up to 2010, ties: most cards in hand",
        "Ana: +4 Break for 7 cards",
        "Ana buys 4-Saloon",
        "Ana is now Zed",
        "Ben is on turn",
        "Set anew: game: High Bohn (AMIGO) → High Bohn 2000 (Lookout Games)",
        "Zed: +2 Green for 5 cards",
        "Zed is on turn",
        "Undone: Ana is now Zed (№\u00a04)",
        "Undone: an undoing (№\u00a09)",
        "Undone: Ana: +4 Break for 7 cards (№\u00a02); Ana buys 4-Saloon (№\u00a03)",
    ]
