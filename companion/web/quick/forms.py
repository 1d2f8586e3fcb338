"""The quick-score form: names of fields and raw values. What the values mean is checked by `rules.sheet`,
so that a page and a file are refused for the same reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from wtforms import BooleanField, Field, Form, FormField, StringField
from wtforms.widgets import TextInput

from companion.rules.editions.installed import DEFAULT, Editions

_DIGITS = re.compile(r"[0-9]{1,40}")


class WholeNumberField(StringField):
    """A whole number typed as ASCII digits. `data` is an int, the raw text when it is anything else, or None.

    Nothing is reinterpreted: "2,5", "1e3" or digits of other scripts stay text and are refused by name.
    """

    widget = TextInput()

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Keep digits as a number and anything else as it was typed."""
        self.data = _number(valuelist)

    def _value(self) -> str:
        return "" if self.data is None else str(self.data)


class PriceField(WholeNumberField):
    """The price of a building, chosen on a grid; 0 means none."""


def _number(valuelist: list[Any]) -> Any:
    text = str(valuelist[0]).strip() if valuelist else ""
    return int(text) if _DIGITS.fullmatch(text) else text or None


def quick_form(editions: Editions) -> type[Form]:
    """The form class for every bean and building of these rule sets.

    A field that the chosen game has no use for keeps its value while somebody tries another game.
    """
    beans = {bean for edition in editions.all() for bean in edition.beans}
    types = {bean for edition in editions.all() for bean in edition.buildings}
    talers = _form("TalersForm", {bean: WholeNumberField() for bean in sorted(beans)})
    buildings = _form("BuildingsForm", {bean: PriceField() for bean in sorted(types)})
    player = _form(
        "PlayerForm",
        {
            "name": StringField(),
            "unsorted": WholeNumberField(),
            "talers": FormField(talers),
            "stew": WholeNumberField(),
            "distillery": WholeNumberField(),
            "buildings": FormField(buildings),
            "hand_cards": WholeNumberField(),
        },
    )
    return _form(
        "QuickForm",
        {
            "edition": StringField(default=DEFAULT),
            "cognac": BooleanField(),
            "base": StringField(default=""),
            "tie_break": StringField(default=""),
            "agreed": StringField(default=""),  # what an opened sheet brings along, as JSON
            "count": StringField(),
            # Not a FieldList: it renumbers players where one was left out.
            "players": FormField(
                _form("PlayersForm", {str(seat): FormField(player) for seat in range(editions.most_players)})
            ),
        },
    )


def _form(name: str, fields: Mapping[str, Any]) -> type[Form]:
    return type(name, (Form,), dict(fields))


def leaves(field: Any) -> Iterator[Field]:
    """The single fields inside a form or a nested form, in order."""
    if isinstance(field, (Form, FormField)):
        for part in field:
            yield from leaves(part)
    else:
        yield field
