"""Which entries of a log break a rule because the table agreed on it."""

from __future__ import annotations

from companion.rules.playing import events as ev
from companion.rules.playing.check import again
from companion.rules.playing.counting import effective
from companion.rules.playing.fold import Entry, apply, start
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.state import Table
from companion.rules.refusals import AGREEABLE, Refusal
from companion.rules.scoring.agreed import Agreed
from companion.rules.seats import BySeat


def agreements(ledger: Ledger) -> tuple[Agreed, ...]:
    """Every agreement that counts, in the order of the log, with the rules that it was about."""
    counting = effective(ledger.entries)
    if not any(entry.override for entry in counting):
        return ()
    table, found = start(counting, ledger.editions), []
    for entry in counting[1:]:
        found += _of(table, entry, ledger.table.names)
        table = apply(table, entry.event)
    return tuple(found)


def _of(table: Table, entry: Entry, names: BySeat[str]) -> list[Agreed]:
    if not entry.override:
        return []
    seat = getattr(entry.event, "seat", None)
    player = names[seat] if seat else ""
    broken = [refusal for refusal in again(table, entry.event, None) if refusal.reason in AGREEABLE]
    return [Agreed(refusal.reason, entry.override, player, _building(entry.event, refusal)) for refusal in broken]


def _building(event: ev.Event, refusal: Refusal) -> str:
    """The building a purchase or removal is about; of several bought at once the one the rule is against."""
    if isinstance(event, ev.Removed):
        return event.building
    return str(refusal.facts.get("bean", "")) if isinstance(event, ev.Bought) else ""
