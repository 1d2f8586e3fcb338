"""Why a table cannot be read here, and who can do what about it, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules.playing.unreadable import Unreadable, UnreadableTableError
from companion.text.words import N_

_SENTENCES: Mapping[Unreadable, tuple[str, str]] = {
    Unreadable.RULE_SET: (
        N_("This table is played by the rule set “%(edition)s”, which is not installed here any more."),
        N_("Whoever runs this app has to install that rule set again; then the table opens as it was left."),
    ),
    Unreadable.NEWER: (
        N_("This table has entries that a newer version of this app made."),
        N_("Whoever runs this app has to install the newer version again; then the table opens as it was left."),
    ),
    Unreadable.GAP: (
        N_("Entries of this table are missing in the database; the first is number %(entry)s."),
        N_("Whoever runs this app has to put back a database that still has them."),
    ),
    Unreadable.CHANGED: (
        N_(
            "The entries of this table are not the ones that were there before: an older copy of the database was put back while the app was running."
        ),
        N_("Whoever runs this app has to put the newer one back, or to restart the app to go on with the older one."),
    ),
    Unreadable.BROKEN: (
        N_("The entries of this table cannot be added up."),
        N_("Whoever runs this app finds the cause in the log of the server, and can report it as a bug."),
    ),
}


def sentences(error: UnreadableTableError, gettext: Callable[[str], str]) -> tuple[str, str]:
    """What is wrong with a table that was not deleted, and what has to be done about it."""
    what, remedy = _SENTENCES[error.reason]
    return gettext(what) % error.facts, gettext(remedy)
