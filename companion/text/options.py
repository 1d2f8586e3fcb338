"""The options of a table in words: what they are called, and what was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.editions.edition import Edition
from companion.rules.editions.installed import Editions
from companion.text.words import N_, Words

LABELS: Mapping[str, str] = {
    "start": N_("start player"),
    "order": N_("seats clockwise"),
    "edition": N_("game"),
    "cognac": N_("Cognac variant"),
    "base": N_("base game"),
    "tie_break": N_("ties"),
    "hidden": N_("hidden purses"),
}
TIE_BREAKS: Mapping[str, str] = {
    "hand-cards": N_("most cards in hand"),
    "clockwise": N_("furthest clockwise from the start player"),
    "shared": N_("nothing, they share the win"),
}


def label(words: Words, option: str) -> str:
    """What an option is called."""
    return words.gettext(LABELS[option])


def value(words: Words, editions: Editions | None, option: str, chosen: Any) -> str:
    """What was chosen, for players by their names; ids of rule sets that are not installed stay as they are."""
    match option:
        case "start":
            return words.player(chosen)
        case "order":
            return " – ".join(words.player(seat) for seat in chosen)
        case "tie_break":
            return words.gettext(TIE_BREAKS.get(chosen, chosen))
        case "edition":
            found = editions.get(chosen) if editions else None
            return title(words, found) if found else str(chosen)
        case "base":
            return base(words, editions, str(chosen))
        case _:
            return words.gettext("yes") if chosen else words.gettext("no")


def in_force(words: Words, editions: Editions | None, chosen: Mapping[str, Any]) -> list[str]:
    """What a table is played by, each option in a few words; those an edition does not have are left out."""
    edition = editions.get(chosen["edition"]) if editions else words.edition
    said = [value(words, editions, "edition", chosen["edition"])]
    if chosen["cognac"]:
        said.append(label(words, "cognac"))
    if edition is None or len(edition.bases) > 1:
        said.append(f"{label(words, 'base')}: {value(words, editions, 'base', chosen['base'])}")
    said.append(f"{label(words, 'tie_break')}: {value(words, editions, 'tie_break', chosen['tie_break'])}")
    if chosen["hidden"]:
        said.append(label(words, "hidden"))
    return said


def title(words: Words, edition: Edition) -> str:
    """A rule set with its publisher."""
    return f"{edition.name} ({words.gettext(edition.publisher)})"


def base(words: Words, editions: Editions | None, chosen: str) -> str:
    """The name of a base game, of whatever edition."""
    known = [words.edition, *(editions.all() if editions else ())]
    rows = (edition.bases.get(chosen) for edition in known if edition)
    return next((words.gettext(row.name) for row in rows if row), chosen)
