"""What is wrong with a quick-score form: the sheet's problems, brought to the fields and words of the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask_babel import gettext

from companion.rules.scoring.sheet import Unsound
from companion.web.quick.forms import leaves

if TYPE_CHECKING:
    from companion.web.quick.draft import Draft

Where = tuple[str | int, ...]


@dataclass(frozen=True)
class Complaint:
    """Something wrong: the field it stands at ("" for none), its place in words, and the sentence."""

    field: str
    place: str
    sentence: str

    @property
    def anchor(self) -> str:
        """The id to jump to: of a row of prices, the first."""
        return f"{self.field}-0" if "-buildings-" in self.field else self.field


def complaints(draft: Draft) -> list[Complaint]:
    """The problems of the draft's sheet, in the order of the page; none when it is sound."""
    problems = draft.sheet.problems if isinstance(draft.sheet, Unsound) else ()
    return [
        Complaint(field, _place(draft, problem.where), draft.words.sentence(problem.refusal))
        for problem in problems
        for field in _fields(draft, problem.where)
    ]


def _fields(draft: Draft, where: Where) -> list[str]:
    """Names of the fields a place in the sheet stands for; an empty one when it is no single field."""
    if len(where) == 3 and where[:2] == ("players", "talers"):  # all players together
        fields = [draft.field(seat, "talers", str(where[2])) for seat in range(draft.count)]
        return [field.name for field in fields if field.data]
    name = "-".join(str(step) for step in where)
    return [name if any(field.name == name for field in leaves(draft.form)) else ""]


def _place(draft: Draft, where: Where) -> str:
    """A place in the sheet as the page calls it: Ben, Saloon."""
    label: str
    what = str(where[-1])
    if where[0] != "players":
        label = gettext("Tie")
    elif len(where) < 3:
        label = gettext("All players")
    elif "talers" in where:
        label = draft.words.bean(what)
    elif "buildings" in where:
        label = draft.words.building(what)
    else:
        label = draft.labels[what] if what in draft.labels else gettext("name")
    seat = where[1] if len(where) > 2 else None
    return f"{draft.name(seat)}, {label}" if isinstance(seat, int) else label
