"""What a table agreed on although the rules forbid it. It travels in the score sheet, so that a sheet is not refused
for what everybody at the table wanted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.refusals import AGREEABLE, Problem, Reason
from companion.rules.scoring.reading import Reader

_FIELDS = ("rule", "reason", "player", "building")
_KNOWN = {str(reason): reason for reason in AGREEABLE}
_MOST = 100  # agreements of a sheet; an evening has a handful


@dataclass(frozen=True, slots=True)
class Agreed:
    """One agreement: the rule it is about (None when somebody only wrote a sentence), the reason given for it, and, if
    they are known, the player and the building (a bean) it is about."""

    rule: Reason | None
    reason: str
    player: str = ""
    building: str = ""

    def to_json(self) -> dict[str, str]:
        """The agreement in its file format; what is not known is left out."""
        given = {"rule": str(self.rule or ""), "reason": self.reason, "player": self.player, "building": self.building}
        return {name: value for name, value in given.items() if value}


def read(top: Reader) -> tuple[Agreed, ...]:
    """The agreements of a sheet: sentences, or objects with the rule that was broken by agreement."""
    found = []
    rows = top.items("agreed", optional=True) or ()
    if len(rows) > _MOST:
        top.note(("agreed",), Reason.TOO_MANY, number=len(rows), most=_MOST)
    for position, row in enumerate(rows[:_MOST]):
        if isinstance(row, str):
            found.append(Agreed(None, row))
            continue
        inside = Reader(row, (*top.where, "agreed", position), top.problems)
        inside.only(_FIELDS)
        texts: dict[str, Any] = {name: inside.text(name, "") or "" for name in _FIELDS}
        if texts["rule"] and texts["rule"] not in _KNOWN:
            inside.note(("rule",), Reason.UNKNOWN_RULE, rule=texts["rule"], known=sorted(_KNOWN))
        found.append(Agreed(_KNOWN.get(texts["rule"]), texts["reason"], texts["player"], texts["building"]))
    return tuple(found)


def lifted(problems: Sequence[Problem], agreed: Sequence[Agreed]) -> list[Problem]:
    """The problems without those that were agreed on. Each agreement about a rule lifts one; a sentence lifts all that
    an agreement can."""
    if any(each.rule is None for each in agreed):
        return [problem for problem in problems if problem.refusal.reason not in AGREEABLE]
    left, kept = list(agreed), []
    for problem in problems:
        met = next((each for each in left if _meets(each, problem)), None)
        if met is None:
            kept.append(problem)
        else:
            left.remove(met)
    return kept


def broken_for(player: str, agreed: Sequence[Agreed]) -> Collection[Reason]:
    """The rules that do not hold for a player by agreement: all that can be agreed on, where a sentence says no more."""
    if any(each.rule is None for each in agreed):
        return AGREEABLE
    return {each.rule for each in agreed if each.rule and each.player in ("", player)}


def _meets(each: Agreed, problem: Problem) -> bool:
    building = str(problem.refusal.facts.get("bean", ""))
    return each.rule is problem.refusal.reason and each.building in ("", building)
