"""The ledger of rules on a rules page: every rule of an edition by topic, with what the app does and where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask_babel import gettext

from companion.rules import rulings
from companion.text.words import N_, Words

_TOPICS = {
    "setup": N_("Setup"),
    "turn": N_("The turn"),
    "harvest": N_("Harvesting"),
    "fields": N_("Bean fields"),
    "buying": N_("Buying"),
    "buildings": N_("What buildings do"),
    "end": N_("How it ends"),
    "score": N_("Who wins"),
}
_DEEDS = {
    "counts": N_("The app works it out."),
    "refuses": N_("The app refuses anything else."),
    "offers": N_("The app offers it."),
    "reminds": N_("The app reminds of it."),
    "tells": N_("Played with the cards."),
}
# Only where the sources do not say it themselves, or hardly.
_MARKS = {
    "weak": N_("From a single weak source."),
    "derived": N_("Derived from other rules."),
    "guess": N_("Stands nowhere: this app’s own default."),
}


@dataclass(frozen=True)
class Line:
    """One rule: the cards it is about, the rule, what the app does, a mark where it is doubtful, and its sources."""

    cards: str
    rule: str
    deed: str
    mark: str
    sources: str


@dataclass(frozen=True)
class Topic:
    """The rules about one topic, under its name."""

    name: str
    lines: tuple[Line, ...]


def topics(edition: str, words: Words) -> list[Topic]:
    """The rules of one of our rule sets in the language of the request; none for a rule set that is not ours."""
    return [Topic(gettext(_TOPICS[topic]), tuple(_lines(rules, words))) for topic, rules in rulings.of(edition).items()]


def _lines(rules: tuple[rulings.Rule, ...], words: Words) -> Iterator[Line]:
    for rule in rules:
        yield Line(
            cards=", ".join(words.card(*card.split("-")) for card in rule.cards),
            rule=gettext(rule.rule),
            deed=gettext(_DEEDS[rule.app]),
            mark=gettext(_MARKS[rule.confidence]) if rule.confidence in _MARKS else "",
            sources=", ".join(rule.sources),
        )
