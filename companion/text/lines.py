"""An entry as a row of a list: whose it is, what it is about, a few words, and what it changed. The name of who it is
for stands beside it already, so the words do without."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.playing import events as ev
from companion.rules.playing.fold import Entry
from companion.rules.playing.visibility import touches
from companion.rules.seats import Seat
from companion.text.entries import Teller


@dataclass(frozen=True)
class Line:
    """One row: the seat it is for (from 1, None for nobody in particular), the bean and the Talers it is about."""

    seat: Seat | None
    text: str
    bean: str = ""
    talers: int | None = None


def line(teller: Teller, entry: Entry) -> Line:
    """The entry as a row. What a reader may not see of a purse is not in it."""
    event = entry.event
    teller = teller.at(entry)
    about = ev.seats_of(event)
    told = _trade(teller, event) if all(teller.seen(purse) for purse in touches(event)) else None
    if told is None or entry.override or teller.replaces(entry):
        seat = event.to if isinstance(event, ev.TurnPassed) else next(iter(sorted(about)), None)
        return Line(seat, teller.sentence(entry))
    return told


def _trade(teller: Teller, event: ev.Event) -> Line | None:
    """What moved Talers or cards, in its own few words; None for all else, which is told by its sentence."""
    words, _ = teller.words, teller.words.gettext
    match event:
        case ev.Harvested(seat, bean, cards, talers):
            return Line(seat, _counted(teller, cards, _("Harvest")), bean, talers)
        case ev.StewHarvested(seat, cards, talers, levy, _to):
            return Line(seat, _counted(teller, cards, _("Bean stew")), "", talers - levy)
        case ev.Levied(seat, harvester, talers):
            return Line(seat, _("From the stew of %(name)s") % {"name": words.player(harvester)}, "", talers)
        case ev.Shared(seat, harvester, bean):
            return Line(seat, _("From the harvest of %(name)s") % {"name": words.player(harvester)}, bean, 1)
        case ev.Bought(seat, cards):
            bought = words.every([words.card(bean, price) for bean, price in cards])
            paid = sum(price for _bean, price in cards)
            return Line(seat, _("Buys %(cards)s") % {"cards": bought}, cards[0][0], -paid)
        case ev.FieldBought(seat, pay):
            return Line(seat, _("Third field"), "", -sum(count for _bean, count in pay))
        case _:
            return None


def _counted(teller: Teller, cards: int | None, what: str) -> str:
    if not cards:
        return what
    said = teller.words.ngettext("%(what)s, %(num)s card", "%(what)s, %(num)s cards", cards)
    return said % {"what": what, "num": cards}
