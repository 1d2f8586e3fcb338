"""What is wrong with a quick-score form: the sheet's problems, brought to the fields and words of the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from flask_babel import gettext
from wtforms import Form

from companion.rules.refusals import Problem
from companion.rules.seats import Seat, all_seats, seat_at
from companion.text.words import Words
from companion.web.quick.forms import leaves

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


class Filled(Protocol):
    """A filled-in form, as far as complaints about it go."""

    form: Form
    count: int

    @property
    def words(self) -> Words:
        """The words of its edition for its players."""

    @property
    def labels(self) -> dict[str, str]:
        """What the page calls the single numbers of a player."""

    def field(self, seat: Seat, *path: str) -> Any:
        """The form field of the player at a seat."""

    def name(self, seat: Seat) -> str:
        """The name at a seat, or a number to go by."""


def complaints(filled: Filled, problems: Iterable[Problem]) -> list[Complaint]:
    """The problems of a form's sheet in the order of the page."""
    return [
        Complaint(field, _place(filled, problem.where), filled.words.sentence(problem.refusal))
        for problem in problems
        for field in _fields(filled, problem.where)
    ]


def _fields(filled: Filled, where: Where) -> list[str]:
    """Names of the fields a place in the sheet stands for; an empty one when it is no single field."""
    if len(where) == 3 and where[:2] == ("players", "talers"):  # all players together
        fields = [filled.field(seat, "talers", str(where[2])) for seat in all_seats(filled.count)]
        return [field.name for field in fields if field.data]
    name = "-".join(str(step) for step in where)
    return [name if any(field.name == name for field in leaves(filled.form)) else ""]


def _place(filled: Filled, where: Where) -> str:
    """A place in the sheet as the page calls it: Ben, Saloon."""
    label: str
    what = str(where[-1])
    if where[0] != "players":
        label = gettext("Tie")
    elif len(where) < 3:
        label = gettext("All players")
    elif "talers" in where:
        label = filled.words.bean(what)
    elif "buildings" in where:
        label = filled.words.building(what)
    else:
        label = filled.labels[what] if what in filled.labels else gettext("name")
    position = where[1] if len(where) > 2 else None
    return f"{filled.name(seat_at(position))}, {label}" if isinstance(position, int) else label
