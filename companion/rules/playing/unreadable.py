"""Logs that cannot be turned into a table here. That is nobody's fault at the table, and nothing of the log is lost."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Unreadable(StrEnum):
    """Why a log cannot be read."""

    RULE_SET = "rule-set-missing"  # it is not installed any more, or no longer fits this table
    NEWER = "newer-version"  # an entry was written by a newer version of the app
    GAP = "entries-missing"  # the numbers of the entries do not follow each other
    CHANGED = "entries-changed"  # the log is not the one that was read before: an older copy was put back
    BROKEN = "broken"  # the entries are there, but do not make a table
    DELETED = "deleted"  # the table was deleted meanwhile


class UnreadableTableError(Exception):
    """A table that cannot be read, and why: `facts` has the `edition` that is missing, or the first `entry` that is."""

    def __init__(self, reason: Unreadable, facts: Mapping[str, object] | None = None) -> None:
        super().__init__(f"{reason} {dict(facts or {})}")
        self.reason = reason
        self.facts = dict(facts or {})
