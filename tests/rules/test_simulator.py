"""Whole games with real cards: the app agrees with the cards on every purse, the market and the final score."""

from __future__ import annotations

import random

import pytest

from companion.rules.playing.state import Phase
from companion.rules.refusals import Refusal
from companion.rules.scoring.score import score
from tests import truth
from tests.long import long_run
from tests.rules import naive, sheets
from tests.rules.simulator import Simulator
from tests.rules.tables import Log

GAMES = 1_000 if long_run() else 30  # of each rule set
RULE_SETS = {edition: [case for case in sheets.CASES if case[0] == edition] for edition in truth.SEATS}


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("part", range(5))
@pytest.mark.timeout(3_600 if long_run() else 300)
def test_whole_games(rule_set: str, part: int) -> None:
    cases = RULE_SETS[rule_set]
    for number in range(part, GAMES, 5):
        _play(number, *cases[number // 5 % len(cases)])


def _play(number: int, edition: str, players: int, cognac: bool) -> None:
    played = Simulator(random.Random(number), edition, players, cognac)  # noqa: S311
    log = Log(players, edition, cognac=cognac)
    for command in played.play():
        made = log.tried(command)
        assert not isinstance(made, Refusal), (command, made)
        if len(log.entries) % 25 == 0:
            _agree(played, log)
    _agree(played, log)
    _agree_on_the_score(played, log, edition, cognac)


def _agree(played: Simulator, log: Log) -> None:
    table = log.table
    for seat, (cards, player) in enumerate(zip(played.players, table.players, strict=True), 1):
        assert {bean: count for bean, count in cards.talers.items() if count} == player.talers, seat
        assert (len(cards.stew), len(cards.distillery)) == (player.stew, player.distillery)
        assert cards.buildings == player.buildings
        assert cards.third == (seat in table.fields)
    for bean in played.types:
        sold = [player.buildings[bean] for player in played.players if bean in player.buildings]
        left = (
            []
            if bean in played.gone or len(sold) >= (played.owners or 0)
            else [p for p in (1, 2, 3, 4) if p not in sold]
        )
        assert table.market.for_sale(bean) == left


def _agree_on_the_score(played: Simulator, log: Log, edition: str, cognac: bool) -> None:
    table = log.table
    assert table.phase is Phase.FINISHED
    assert table.passes == truth.SEATS[edition][len(played.players)][1]
    expected = naive.scores(
        {
            "edition": edition,
            "cognac": cognac,
            "players": [
                {
                    "name": name,
                    "talers": dict(player.talers),
                    "stew": len(player.stew),
                    "distillery": len(player.distillery),
                    "buildings": player.buildings,
                    "hand_cards": len(player.hand),
                }
                for name, player in zip(table.names, played.players, strict=True)
            ],
        }
    )
    for found, wanted in zip(score(table.game, table.players).scores, expected, strict=True):
        figures = {
            name: getattr(found.parts, name)
            for name in ("cash", "stew", "distillery", "interest", "buildings", "bonus", "total")
        }
        assert figures | {"name": found.name, "rank": found.rank, "winner": found.winner} == wanted
