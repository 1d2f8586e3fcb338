"""The ledger of rules: what the sources say in our words, where it stands, and what the app does about it.

Nothing is played by this list: it is there for people to look a rule up, and for tests to show each of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from companion.rules.editions.installed import FIRST
from companion.rules.editions.rows import Row

FILE = Path(__file__).with_suffix(".toml")
TOPICS = ("setup", "turn", "harvest", "fields", "buying", "buildings", "end", "score")
CONFIDENCE = ("seed", "card", "published", "weak", "derived", "guess")
DEEDS = ("counts", "refuses", "offers", "reminds", "tells")
# Rulebooks, printed cards and public lists that are cited as a whole.
WORKS = frozenset(["A2010", "A2016", "A2023", "RG", "RG04", "STU", "WP", "TTS25", "BB", "BGGD", "CARD"])
_LINES = re.compile(r"(\d{3}):L(\d+)(?:-(\d+))?")
_NUMBER = re.compile(r"[1-6]\.\d+")
_CARD = re.compile(r"[a-z]+-[1-4]")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in our words.

    id: small letters and digits with hyphens; topic: one of TOPICS; rule: one sentence, to be translated; sources:
    lines of a rule text (000:L60), works (CARD), or numbers of rulings (4.12); confidence: one of CONFIDENCE, how sure
    the sources make it (guess: they say nothing, it is the app's own choice); app: one of DEEDS, what the app does
    about it; games: the rule sets of ours it belongs to; cards: the building cards it is about, as (bean)-(price).
    """

    id: str
    topic: str
    rule: str
    sources: tuple[str, ...]
    confidence: str
    app: str
    games: tuple[str, ...]
    cards: tuple[str, ...]

    @property
    def lines(self) -> tuple[tuple[str, int], ...]:
        """Every line of a rule text that is cited, as (text, line)."""
        return tuple(found for source in self.sources for found in _cited(source))

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of the rulings that are cited."""
        return tuple(source for source in self.sources if _NUMBER.fullmatch(source))


@cache
def rules() -> tuple[Rule, ...]:
    """Every rule, in the order of the file. EditionError, with the id of the row, when it cannot be used."""
    return build(tomllib.loads(FILE.read_text(encoding="utf-8")))


def build(data: Mapping[str, Any]) -> tuple[Rule, ...]:
    """The rules from the data of the file, every row checked. EditionError names the first bad row."""
    top = Row(data, FILE.name)
    found = tuple(_rule(row) for row in top.rows("rule", "id"))
    top.done()
    return found


def of(edition: str) -> dict[str, tuple[Rule, ...]]:
    """The rules of one of our rule sets by topic, in order; topics about which it has none are left out."""
    mine = [rule for rule in rules() if edition in rule.games]
    by_topic = {topic: tuple(rule for rule in mine if rule.topic == topic) for topic in TOPICS}
    return {topic: found for topic, found in by_topic.items() if found}


def _rule(row: Row) -> Rule:
    rule = Rule(
        id=row.text("id"),
        topic=_choice(row, "topic", TOPICS),
        rule=row.text("rule"),
        sources=row.texts("sources"),
        confidence=_choice(row, "confidence", CONFIDENCE, "seed"),
        app=_choice(row, "app", DEEDS),
        games=_games(row),
        cards=row.texts("cards", ()),
    )
    row.done()
    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", rule.id):
        raise row.fail("id", "may have small letters, digits and single hyphens only")
    for source in rule.sources:
        if not (source in WORKS or _NUMBER.fullmatch(source) or _cited(source)):
            raise row.fail("sources", f"{source!r} is no line, work or number")
    if rule.confidence == "seed" and not rule.lines:
        raise row.fail("confidence", "is missing: no line of a rule text says so")
    if bad := next((card for card in rule.cards if not _CARD.fullmatch(card)), None):
        raise row.fail("cards", f"{bad!r} is no building card")
    return rule


def _choice(row: Row, key: str, known: tuple[str, ...], default: Any = ...) -> str:
    value = row.text(key, default)
    if value not in known:
        raise row.fail(key, f"must be one of {', '.join(known)}")
    return value


def _games(row: Row) -> tuple[str, ...]:
    """The rule sets that are named, * standing for the rest of a name; all of them when none is."""
    wanted = row.texts("games", ("*",))
    for pattern in wanted:
        if not any(fnmatchcase(game, pattern) for game in FIRST):
            raise row.fail("games", f"{pattern!r} is no rule set")
    return tuple(game for game in FIRST if any(fnmatchcase(game, pattern) for pattern in wanted))


def _cited(source: str) -> list[tuple[str, int]]:
    """The lines of a reference such as 000:L16-19; none for another kind of source or a range that runs backwards."""
    found = _LINES.fullmatch(source)
    if not found:
        return []
    first = int(found[2])
    return [(found[1], line) for line in range(first, int(found[3] or first) + 1)]
