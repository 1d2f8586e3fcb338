"""Refusals are values: a reason code plus the facts a sentence needs. The words are `companion.wording`'s."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Reason(StrEnum):
    """Why something was refused. Each has a sentence in every language."""

    # the shape of a score sheet
    NOT_READABLE = "not-readable"
    TOO_LARGE = "too-large"
    NOT_JSON = "not-json"
    TOO_DEEP = "too-deep"
    TWICE = "given-twice"
    NOT_OBJECT = "not-an-object"
    NOT_LIST = "not-a-list"
    NOT_TEXT = "not-text"
    NOT_BOOLEAN = "not-true-or-false"
    NOT_WHOLE = "not-a-whole-number"
    NEGATIVE = "negative"
    MISSING = "missing"
    UNKNOWN_FIELD = "unknown-field"
    WRONG_FORMAT = "wrong-format"
    WRONG_VERSION = "wrong-version"
    CASH_AND_UNSORTED = "cash-and-unsorted"
    # options
    UNKNOWN_EDITION = "unknown-edition"
    UNKNOWN_BASE = "unknown-base"
    UNKNOWN_TIE_BREAK = "unknown-tie-break"
    PLAYER_COUNT = "player-count"
    NO_COGNAC = "no-cognac"
    # names
    NAME_EMPTY = "name-empty"
    NAME_LONG = "name-too-long"
    NAME_TAKEN = "name-taken"
    # the cards
    UNKNOWN_BEAN = "unknown-bean"
    BEAN_NOT_IN_PLAY = "bean-not-in-play"
    NO_BUILDINGS = "no-buildings"
    NOT_A_PRICE = "not-a-price"
    ALREADY_SOLD = "already-sold"
    OWNER_LIMIT = "owner-limit"
    ONE_PER_TYPE = "one-per-type"
    REMOVED = "removed"
    MORE_THAN_CARDS = "more-than-cards"
    MORE_THAN_ALL_CARDS = "more-than-all-cards"
    POT_WITHOUT_BUILDING = "pot-without-building"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason and its facts (ids, numbers, seats counted from 1; never sentences)."""

    reason: Reason
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal and the place it concerns, as keys and 0-based positions from the top of a score sheet."""

    where: tuple[str | int, ...]
    refusal: Refusal
