"""Whole games written out by hand (`tests/games/*.toml`), and the book that is kept of them while they are played.

Every figure in those files was worked out from the rules on paper; none was taken from the program. An entry is a line:
its number in the log, what is entered, and what changes by it. What is not named stays as it was, so that after each
entry the whole table is compared, not only what was meant to move.

    [5, "Ben harvest bean=red cards=5", "Ben red 4 total 4"],
    [6, "Ben buy card=red-4", "Ben red 0 owns red-4 total 4", "market red 1 2 3"],
    [6, "Ben buy card=red-3", "refused one-per-type"],

`market` are the prices of a type that are still for sale, `gone` those that have left the game unsold.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PARTS = ("cash", "stew", "distillery", "interest", "buildings", "bonus", "total", "rank")
_POTS = ("unsorted", "stew", "distillery")
_FOLDER = Path(__file__).parent / "games"


@dataclass(frozen=True)
class Row:
    """One entry: the table's version after it, whose it is, the verb and its fields, and what changes by it."""

    number: int
    seat: int
    verb: str
    fields: Mapping[str, str | list[str]]
    changes: tuple[str, ...]
    refused: str = ""  # the reason for which the rules refuse it

    def field(self, name: str) -> str:
        """A field that has one value; empty without it."""
        value = self.fields.get(name, "")
        assert isinstance(value, str), (self, name)
        return value

    @property
    def cards(self) -> list[str]:
        """The cards that are bought."""
        value = self.fields["card"]
        return [value] if isinstance(value, str) else value


@dataclass(frozen=True)
class Written:
    """One game: how the table is opened, its entries, and what everybody has at the end."""

    id: str
    edition: str
    options: Mapping[str, str]
    names: tuple[str, ...]
    setting: Mapping[str, Any]  # what state.json says of the rules in force
    buildings: Mapping[str, str]  # what they are called in this edition, by the bean that pays
    beans: tuple[str, ...]  # as the rows of the page have them
    rows: tuple[Row, ...]
    end: Mapping[str, tuple[int, ...]]  # by name, in the order of `PARTS`
    winners: tuple[str, ...]
    why: str

    def seat(self, name: str) -> int:
        """The seat of a player, from 1."""
        return self.names.index(name) + 1

    def parts(self, name: str) -> dict[str, int | bool]:
        """What a player has at the end, as `state.json` and the score sheets name it."""
        return dict(zip(PARTS, self.end[name], strict=True)) | {"winner": name in self.winners}


@dataclass
class Player:
    """What lies in front of a player."""

    name: str
    talers: dict[str, int] = field(default_factory=dict)
    pots: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_POTS, 0))
    buildings: dict[str, int] = field(default_factory=dict)
    third_field: bool = False
    left: bool = False
    hand_cards: int | None = None
    total: int = 0


class Book:
    """The table as the written game has it after so many entries."""

    def __init__(self, game: Written) -> None:
        self.game = game
        self.version = 1
        self.players = [Player(name) for name in game.names]
        self.phase, self.turn, self.pile = "play", 1, 0
        self.decides: int | None = None
        self.market = {bean: [1, 2, 3, 4] for bean in game.buildings}
        self.gone: dict[str, list[int]] = {}

    def enter(self, row: Row) -> list[int]:
        """Write down what an entry changes; the seats whose purses it touches."""
        assert row.number >= self.version, row
        self.version = row.number
        touched = []
        for clause in row.changes:
            word, *rest = clause.split()
            if word in self.game.names:
                self._player(self.players[self.game.seat(word) - 1], rest)
                touched.append(self.game.seat(word))
            else:
                self._table(word, rest)
        return touched

    def _table(self, word: str, rest: list[str]) -> None:
        match word:
            case "turn":
                self.turn = self.game.seat(rest[0])
            case "phase":
                self.phase = rest[0]
            case "pile":
                self.pile = int(rest[0])
            case "decides":
                self.decides = None if rest == ["nobody"] else self.game.seat(rest[0])
            case "market":
                self.market[rest[0]] = [] if rest[1:] == ["none"] else [int(price) for price in rest[1:]]
            case "gone":
                self.gone[rest[0]] = [int(price) for price in rest[1:]]
            case _:
                raise ValueError(word)

    @staticmethod
    def _player(player: Player, words: list[str]) -> None:
        given = iter(words)
        for what in given:
            match what:
                case "field":
                    player.third_field = True
                case "left" | "back":
                    player.left = what == "left"
                case "owns":
                    bean, _, price = next(given).rpartition("-")
                    player.buildings[bean] = int(price)
                case "total":
                    player.total = int(next(given))
                case "hand":
                    player.hand_cards = int(next(given))
                case pot if pot in _POTS:
                    player.pots[pot] = int(next(given))
                case bean:
                    player.talers[bean] = int(next(given))
                    if not player.talers[bean]:
                        del player.talers[bean]

    def state(self) -> dict[str, Any]:
        """What `state.json` has to say now, so far as `told` picks it."""
        players = [
            {
                "seat": seat,
                "name": player.name,
                "talers": dict(player.talers),
                **player.pots,
                "buildings": dict(player.buildings),
                "third_field": player.third_field,
                "left": player.left,
                "hand_cards": player.hand_cards,
                "total": player.total,
            }
            for seat, player in enumerate(self.players, 1)
        ]
        return {
            "version": self.version,
            "phase": self.phase,
            "turn": self.turn,
            "deck_passes": self.pile,
            "deciding": self.decides,
            "market": {bean: list(prices) for bean, prices in self.market.items()},
            "removed": dict(self.gone),
            "unsettled": [],
            "players": players,
        } | dict(self.game.setting)


def told(game: Written, state: dict[str, Any]) -> dict[str, Any]:
    """What a `state.json` says about everything the book keeps."""
    names = ("version", "phase", "turn", "deck_passes", "deciding", "market", "removed", "unsettled", *game.setting)
    own = ("seat", "name", "talers", *_POTS, "buildings", "third_field", "left", "hand_cards")
    players = [{name: row[name] for name in own} | {"total": row["score"]["total"]} for row in state["players"]]
    return {name: state[name] for name in names} | {"players": players}


def _row(names: tuple[str, ...], number: int, entered: str, *changes: str) -> Row:
    name, verb, *pairs = entered.split()
    fields: dict[str, str | list[str]] = {}
    for key, _, value in (pair.partition("=") for pair in pairs):
        before = fields.get(key)
        fields[key] = value if before is None else [*([before] if isinstance(before, str) else before), value]
    word, _, reason = changes[0].partition(" ") if changes else ("", "", "")
    refused = reason if word == "refused" else ""
    return Row(number, names.index(name) + 1, verb, fields, () if refused else changes, refused)


def _read(path: Path) -> Written:
    raw = tomllib.loads(path.read_text("utf-8"))
    names = tuple(raw["names"])
    return Written(
        id=path.stem,
        edition=raw["edition"],
        options=raw.get("options", {}),
        names=names,
        setting={"edition": raw["edition"], "start": 1, "order": [*range(1, len(names) + 1)]} | raw["setting"],
        buildings=raw.get("buildings", {}),
        beans=tuple(raw["beans"]),
        rows=tuple(_row(names, *row) for row in raw["entries"]),
        end={name: tuple(parts) for name, parts in raw["end"].items()},
        winners=tuple(raw["winners"]),
        why=raw["why"],
    )


ALL = [_read(path) for path in sorted(_FOLDER.glob("*.toml"))]
