"""Refusals are values: a reason code plus the facts a sentence needs. The words are `companion.text.words`'s."""

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
    NOT_UTF8 = "not-utf-8"
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
    UNKNOWN_RULE = "unknown-rule"
    TOO_MANY = "too-many"
    LOG_FULL = "log-full"
    CROWDED = "crowded"
    # a downloaded table
    NOT_AN_ENTRY = "not-an-entry"
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
    MORE_TOGETHER = "more-than-cards-together"
    MORE_THAN_ALL_CARDS = "more-than-all-cards"
    MORE_THAN_LEFT = "more-than-cards-left"
    POT_WITHOUT_BUILDING = "pot-without-building"
    # entries at a table
    UNKNOWN_SEAT = "unknown-seat"
    NOT_ENOUGH_TALERS = "not-enough-talers"
    NEGATIVE_PURSE = "negative-purse"
    HIDDEN_PURSE = "hidden-purse"
    METER_CHANGED = "meter-changed"
    CARDS_TWICE = "card-given-twice"
    NO_STEW = "no-stew-building"
    STEW_TOO_LARGE = "stew-too-large"
    NO_LEVY = "no-levy-building"
    NOTHING_TO_CLAIM = "nothing-to-claim"
    NO_SHARE = "no-share-building"
    NO_SUCH_CARD = "no-such-card"
    PAYS_LESS = "pays-less"
    NO_MIXED_FIELD = "no-mixed-field"
    NO_MIXING = "no-mixing-building"
    ALL_SOY = "all-soy"
    NOT_REMOVING = "not-removing"
    FIELD_OWNED = "field-owned"
    FIELD_NOT_FOR_SALE = "field-not-for-sale"
    WRONG_FIELD_PRICE = "wrong-field-price"
    NO_CHANGE = "no-change"
    REASON_MISSING = "reason-missing"
    HARVEST_FIRST = "harvest-first"
    HARVEST_OVER = "harvest-over"
    NOT_YOUR_MOMENT = "not-your-moment"
    ROUND_OPEN = "round-open"
    NO_ROUND = "no-round"
    ALREADY_PASSED = "already-passed"
    ALREADY_ON_TURN = "already-on-turn"
    TURN_MOVED = "turn-moved"
    PILE_COUNTED = "pile-counted"
    PILE_DONE = "pile-done"
    PLAYER_LEFT = "player-left"
    ALREADY_LEFT = "already-left"
    NOT_LEFT = "not-left"
    LAST_PLAYER = "last-player"
    NOT_AT_END = "not-at-end"
    GAME_FINISHED = "game-finished"
    NOT_FINISHED = "not-finished"
    UNKNOWN_ENTRY = "unknown-entry"
    NO_ENTRY = "no-entry"
    ALREADY_UNDONE = "already-undone"
    CHANGED_SINCE = "changed-since"
    NOT_UNDOABLE = "not-undoable"
    DEPENDED_ON = "depended-on"
    NOT_CHANGEABLE = "not-changeable"
    NOT_AN_ORDER = "not-an-order"
    SET_UP_SO = "set-up-so"
    SHOWS_PURSES = "shows-purses"
    COMMAND_ID_REUSED = "command-id-reused"
    # seats
    SEAT_HELD = "seat-held"


# What the rules forbid but people at a table may have agreed on, or done before anybody noticed. All else cannot be.
AGREEABLE = frozenset(
    {
        Reason.OWNER_LIMIT, Reason.REMOVED, Reason.NOT_REMOVING, Reason.NO_SHARE, Reason.NOTHING_TO_CLAIM,
        Reason.FIELD_NOT_FOR_SALE, Reason.WRONG_FIELD_PRICE, Reason.HARVEST_FIRST, Reason.HARVEST_OVER,
        Reason.NOT_YOUR_MOMENT, Reason.ROUND_OPEN, Reason.NOT_AT_END, Reason.PAYS_LESS, Reason.NO_MIXING,
        Reason.NO_MIXED_FIELD, Reason.PLAYER_LEFT, Reason.SHOWS_PURSES,
    }
)  # fmt: skip

# What only who sees the purse in question may be told. Everybody else is told the same whatever lies in it.
PRIVATE = frozenset(
    {
        Reason.NOT_ENOUGH_TALERS, Reason.NEGATIVE_PURSE, Reason.METER_CHANGED, Reason.MORE_THAN_LEFT,
        Reason.MORE_THAN_ALL_CARDS,
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason and its facts (ids, numbers, seats counted from 1; never sentences).

    `settled` when what was wanted holds already, most often because another phone was first: no need to worry anybody.
    """

    reason: Reason
    facts: Mapping[str, object] = field(default_factory=dict)
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal and the place it concerns, as keys and 0-based positions from the top of a score sheet."""

    where: tuple[str | int, ...]
    refusal: Refusal
