"""Bad score sheets: each fault has its own sentence, which names the player and the field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.rules.editions.installed import Editions
from companion.rules.refusals import Reason
from companion.rules.scoring.reading import LARGEST
from companion.rules.scoring.sheet import Sheet, Unsound, parse, parse_bytes
from companion.rules.seats import BySeat
from companion.text.words import Words


def sheet(**changes: Any) -> dict[str, Any]:
    """A sound sheet for three, with changes at the top; `ben` changes the second player."""
    ben = changes.pop("ben", {})
    players = [{"name": "Ana"}, {"name": "Ben"} | ben, {"name": "Cleo"}]
    return {"edition": "high-bohn", "players": players} | changes


def named(count: int) -> list[dict[str, Any]]:
    """That many players."""
    return [{"name": f"P{seat}"} for seat in range(count)]


def owners(bean: str, *prices: int) -> list[dict[str, Any]]:
    """Three players who own cards of one type."""
    return [
        {"name": name, "buildings": {bean: price}} for name, price in zip(("Ana", "Ben", "Cleo"), prices, strict=False)
    ] + [{"name": "Dan"}][: max(0, 3 - len(prices))]


def said(found: Sheet | Unsound) -> list[tuple[Reason, str]]:
    """Reasons and sentences of what is wrong."""
    assert isinstance(found, Unsound), found
    words = Words(found.edition, BySeat(found.names))
    return [
        (problem.refusal.reason, f"{words.place(problem.where)}: {words.sentence(problem.refusal)}")
        for problem in found.problems
    ]


BEN = "player 2 (Ben)"
CASES: list[tuple[Any, Reason, str]] = [
    ([], Reason.NOT_OBJECT, "sheet: must be an object in braces"),
    ("x", Reason.NOT_OBJECT, "sheet: must be an object in braces"),
    (sheet(format="other"), Reason.WRONG_FORMAT, "format: must be “high-bohn-score-sheet”"),
    (sheet(format=None), Reason.WRONG_FORMAT, "format: must be “high-bohn-score-sheet”"),
    (sheet(version=2), Reason.WRONG_VERSION, "version: must be 1"),
    (sheet(version="1"), Reason.WRONG_VERSION, "version: must be 1"),
    (sheet(version=True), Reason.WRONG_VERSION, "version: must be 1"),
    (sheet(edition="uno"), Reason.UNKNOWN_EDITION, "edition: “uno” is not a rule set; choose from high-bohn, high-bohn-2000"),
    (sheet(edition="../high-bohn"), Reason.UNKNOWN_EDITION, "edition: “../high-bohn” is not a rule set"),
    (sheet(edition=7), Reason.NOT_TEXT, "edition: must be a text"),
    ({"players": named(3)}, Reason.MISSING, "edition: is missing"),
    ({"edition": "high-bohn"}, Reason.MISSING, "players: is missing"),
    (sheet(players={"name": "Ana"}), Reason.NOT_LIST, "players: must be a list"),
    (sheet(players=[]), Reason.PLAYER_COUNT, "players: High Bohn (AMIGO) is for 3 to 5 players, not 0"),
    (sheet(players=named(1)), Reason.PLAYER_COUNT, "for 3 to 5 players, not 1"),
    (sheet(players=named(2)), Reason.PLAYER_COUNT, "for 3 to 5 players, not 2"),
    (sheet(players=named(8)), Reason.PLAYER_COUNT, "for 3 to 5 players, not 8"),
    (sheet(players=named(8), edition="bohnanza-rio-grande"), Reason.PLAYER_COUNT, "for 2 to 7 players, not 8"),
    (sheet(cognac=True, edition="bohnanza"), Reason.NO_COGNAC, "cognac: Bohnanza (AMIGO, up to 2010) has no Cognac variant"),
    (sheet(cognac=True, edition="high-bohn-2000"), Reason.NO_COGNAC, "cognac: High Bohn 2000 (Lookout Games) has no Cognac"),
    (sheet(cognac="yes"), Reason.NOT_BOOLEAN, "cognac: must be true or false"),
    (sheet(tie_break="dice"), Reason.UNKNOWN_TIE_BREAK, "tie_break: “dice” is not a tie-break; choose from hand-cards"),
    (sheet(base="uno"), Reason.UNKNOWN_BASE, "base: “uno” is not a base game here; choose from amigo, rio-grande"),
    (sheet(titel=1), Reason.UNKNOWN_FIELD, "titel: is not a field of a score sheet; known here are format"),
    (sheet(ben={"bulidings": {}}), Reason.UNKNOWN_FIELD, f"{BEN}, bulidings: is not a field"),
    (sheet(players=["Ana", "Ben", "Cleo"]), Reason.NOT_OBJECT, "player 1: must be an object in braces"),
    (sheet(ben={"name": ""}), Reason.NAME_EMPTY, "player 2, name: must show at least one letter"),
    (sheet(ben={"name": " \u200b\u2060"}), Reason.NAME_EMPTY, "player 2, name: must show at least one letter"),
    (sheet(players=[{}, {"name": "Ben"}, {"name": "C"}]), Reason.MISSING, "player 1, name: is missing"),
    (sheet(ben={"talers": {"coffee": 1}}), Reason.BEAN_NOT_IN_PLAY, f"{BEN}, talers, coffee: coffee is not in play at this table"),
    (sheet(ben={"name": 5}), Reason.NOT_TEXT, "player 2, name: must be a text"),
    (sheet(ben={"name": None}), Reason.MISSING, "player 2, name: is missing"),
    (sheet(ben={"name": "x" * 301}), Reason.NAME_LONG, "is too long; 300 characters are the most"),
    (sheet(ben={"name": "ana"}), Reason.NAME_TAKEN, "player 2 (ana), name: “ana” looks the same as the name of player 1"),
    (sheet(ben={"name": " ＡＮＡ\u200b"}), Reason.NAME_TAKEN, "looks the same as the name of player 1"),
    (sheet(ben={"talers": {"tea": 1}}), Reason.UNKNOWN_BEAN, f"{BEN}, talers, tea: “tea” is not a bean; in play are Blue, Fire"),
    (sheet(ben={"talers": {"cognac": 1}}), Reason.BEAN_NOT_IN_PLAY, f"{BEN}, talers, cognac: Cognac is not in play at this table"),
    (sheet(ben={"buildings": {"cognac": 1}}), Reason.BEAN_NOT_IN_PLAY, f"{BEN}, buildings, cognac: Cognac is not in play"),
    (sheet(ben={"buildings": {"tea": 1}}), Reason.UNKNOWN_BEAN, f"{BEN}, buildings, tea: “tea” is not a bean"),
    (sheet(ben={"buildings": {"red": 1}}, edition="bohnanza"), Reason.NO_BUILDINGS, f"{BEN}, buildings, red: Bohnanza (AMIGO, up to 2010) is played without buildings"),
    *[
        (sheet(ben={"buildings": {"red": price}}), Reason.NOT_A_PRICE, f"{BEN}, buildings, red: must be the price on the card, 1, 2, 3 or 4, but is {json.dumps(price)}")
        for price in (0, 5, "3", True, 2.5, None, [3], 10**30)
    ],
    (sheet(ben={"buildings": [4]}), Reason.NOT_OBJECT, f"{BEN}, buildings: must be an object"),
    (sheet(ben={"talers": 4}), Reason.NOT_OBJECT, f"{BEN}, talers: must be an object"),
    (sheet(players=owners("red", 4, 4)), Reason.ALREADY_SOLD, f"{BEN}, buildings, red: Ana already owns the 4-Tepee; there is only one"),
    (sheet(players=owners("red", 4, 3, 2)), Reason.OWNER_LIMIT, "player 3 (Cleo), buildings, red: with 3 players only 2 may own a Tepee, and Ana and Ben already do"),
    (sheet(ben={"talers": {"garden": 7}}), Reason.MORE_THAN_CARDS, f"{BEN}, talers, garden: 7 is more than the 6 cards there are"),
    (
        sheet(players=[{"name": "Ana", "talers": {"red": 5}}, {"name": "Ben", "talers": {"red": 4}}, {"name": "C"}]),
        Reason.MORE_TOGETHER, "players, talers, red: Ana 5 + Ben 4 make 9 Red Talers, more than the 8 cards there are",
    ),
    (
        sheet(players=[{"name": "Ana", "unsorted": 60}, {"name": "Ben", "unsorted": 45}, {"name": "C"}]),
        Reason.MORE_THAN_ALL_CARDS, "players: 105 Talers in all are more than the 104 bean cards in the game",
    ),
    *[
        (sheet(ben={field: value}), reason, f"{BEN}, {field}: {text}")
        for field in ("unsorted", "cash", "hand_cards")
        for value, reason, text in [
            (-1, Reason.NEGATIVE, "cannot be less than 0, but is -1"),
            (10**30, Reason.MORE_THAN_CARDS, "1000000000000000000000000000000 is more than the 104 cards"),
            (2.5, Reason.NOT_WHOLE, "must be a whole number"),
            (2.0, Reason.NOT_WHOLE, "must be a whole number"),
            ("3", Reason.NOT_WHOLE, "must be a whole number"),
            (True, Reason.NOT_WHOLE, "must be a whole number"),
            ([], Reason.NOT_WHOLE, "must be a whole number"),
        ]
    ],
    (sheet(ben={"talers": {"blue": -1}}), Reason.NEGATIVE, f"{BEN}, talers, blue: cannot be less than 0"),
    (sheet(ben={"talers": {"blue": "2"}}), Reason.NOT_WHOLE, f"{BEN}, talers, blue: must be a whole number"),
    (sheet(ben={"talers": {"blue": None}}), Reason.NOT_WHOLE, f"{BEN}, talers, blue: must be a whole number"),
    (sheet(ben={"cash": 1, "unsorted": 1}), Reason.CASH_AND_UNSORTED, f"{BEN}, cash: stands for unsorted: give one of the two"),
    (sheet(ben={"stew": 1}), Reason.POT_WITHOUT_BUILDING, f"{BEN}, stew: Talers can lie here only under 3-Saloon or 4-Saloon"),
    (sheet(ben={"stew": 1, "buildings": {"break": 2}}), Reason.POT_WITHOUT_BUILDING, f"{BEN}, stew: Talers can lie here"),
    (sheet(ben={"distillery": 1}, cognac=True), Reason.POT_WITHOUT_BUILDING, "distillery: Talers can lie here only under 3-Distillery"),
    (sheet(ben={"distillery": 1}), Reason.POT_WITHOUT_BUILDING, "distillery: Talers can lie here only under a building that this game does not have"),
    (sheet(ben={"stew": 1}, edition="bohnanza"), Reason.POT_WITHOUT_BUILDING, f"{BEN}, stew: Talers can lie here only under"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "reason", "sentence"), CASES)
def test_each_fault_has_its_sentence(editions: Editions, raw: Any, reason: Reason, sentence: str) -> None:
    found = said(parse(raw, editions))
    assert len(found) == 1 or reason is Reason.NOT_OBJECT, found
    assert found[0][0] is reason
    assert sentence in found[0][1]
    assert "%(" not in found[0][1]


BYTES = [
    (b"", Reason.NOT_JSON, "sheet: is not JSON (line 1, column 1)"),
    (b"{", Reason.NOT_JSON, "sheet: is not JSON (line 1, column 2)"),
    (b'{"edition": NaN', Reason.NOT_JSON, "sheet: is not JSON"),
    ('{"edition": "höch"}'.encode("latin-1"), Reason.NOT_UTF8, "sheet: is not UTF-8 text; save it in that encoding"),
    (b"[" * 200_000, Reason.TOO_DEEP, "sheet: is nested too deeply"),
    (b'{"a":' * 100_000, Reason.TOO_DEEP, "sheet: is nested too deeply"),
    (b'{"version": ' + b"9" * 10_000 + b"}", Reason.WRONG_VERSION, "version: must be 1"),
    (b'{"edition": "high-bohn", "edition": "bohnanza"}', Reason.TWICE, "sheet: gives “edition” twice"),
    (b" " * (LARGEST + 1), Reason.TOO_LARGE, "sheet: is larger than 1000000 bytes"),
]


@pytest.mark.parametrize(("raw", "reason", "sentence"), BYTES)
def test_each_broken_file_has_its_sentence(editions: Editions, raw: bytes, reason: Reason, sentence: str) -> None:
    [(found, text)] = said(parse_bytes(raw, editions))
    assert found is reason
    assert text.startswith(sentence)


def test_every_fault_is_told_at_once(editions: Editions) -> None:
    raw = sheet(players=[{"name": ""}, {"name": "Ben", "cash": -1}, {"name": "Cleo", "stew": 2}])
    assert len(said(parse(raw, editions))) == 3


def test_only_edition_players_and_names_are_needed(editions: Editions) -> None:
    found = parse(sheet(), editions)
    assert isinstance(found, Sheet)
    assert [player.name for player in found.players] == ["Ana", "Ben", "Cleo"]
    assert found.game.tie_break == "hand-cards"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_encodings_that_programs_save_json_in(editions: Editions, encoding: str) -> None:
    assert isinstance(parse_bytes(json.dumps(sheet()).encode(encoding), editions), Sheet)


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "9" * 6000, "1e400"])
def test_numbers_that_are_none_are_refused_at_their_place(editions: Editions, number: str) -> None:
    raw = json.dumps(sheet(ben={"cash": 0})).replace('"cash": 0', f'"cash": {number}')
    [(reason, text)] = said(parse_bytes(raw.encode(), editions))
    assert reason is Reason.NOT_WHOLE
    assert text.startswith(f"{BEN}, cash: must be a whole number, in digits only, but is ")
    assert len(text) < 200


@pytest.mark.parametrize(
    ("number", "reason"), [("9" * 40, Reason.MORE_THAN_CARDS), ("1" + "0" * 40, Reason.NOT_WHOLE)], ids=len
)
def test_a_number_of_more_digits_than_anybody_means_is_none(editions: Editions, number: str, reason: Reason) -> None:
    raw = json.dumps(sheet(ben={"cash": 0})).replace('"cash": 0', f'"cash": {number}')
    assert [found for found, _ in said(parse_bytes(raw.encode(), editions))] == [reason]


def test_figures_are_read_from_the_largest_file_there_may_be(editions: Editions) -> None:
    raw = json.dumps(sheet(ben={"unsorted": 12, "talers": {"blue": 3}})).encode().ljust(LARGEST)
    found = parse_bytes(raw, editions)
    assert isinstance(found, Sheet)
    assert (found.players[1].unsorted, found.players[1].talers) == (12, {"blue": 3})


@pytest.mark.parametrize("field", ["base", "tie_break", "edition"])
@pytest.mark.parametrize(("length", "quoted"), [(60, "x" * 60), (61, "x" * 60 + "…"), (9000, "x" * 60 + "…")])
def test_what_is_quoted_is_cut_short(editions: Editions, field: str, length: int, quoted: str) -> None:
    found = parse(sheet(**{field: "x" * length}), editions)
    assert isinstance(found, Unsound)
    assert [problem.refusal.facts[field] for problem in found.problems] == [quoted]


def test_a_long_name_is_not_repeated_whole(editions: Editions) -> None:
    for _, text in said(parse(sheet(ben={"name": "x" * 500, "cash": -1}), editions)):
        assert len(text) < 200
