"""What an entry says in one short sentence: for the log, the toast and whoever listens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.rules import events as ev
from companion.rules.fold import Entry
from companion.wording import Words, isolated


@dataclass(frozen=True)
class Teller:
    """Entries in the words of one edition and language."""

    words: Words
    seen: Callable[[int], bool]  # whether the reader may see the purse of a seat
    entries: Sequence[Entry]  # the log, for entries that speak of others

    def sentence(self, entry: Entry) -> str:
        """The entry, and the reason where the rules were overridden."""
        said = self._what(entry.event)
        if entry.override:
            agreed = self.words.gettext("%(said)s (agreed: %(reason)s)")
            return agreed % {"said": said, "reason": entry.override}
        return said

    def _name(self, seat: int) -> str:
        return self.words.player(seat - 1)

    def _what(self, event: ev.Event) -> str:
        _ = self.words.gettext
        match event:
            case ev.Harvested(seat) | ev.StewHarvested(seat) | ev.Corrected(seat) if not self.seen(seat):
                return self._without_figures(event, self._name(seat))
            case ev.Harvested(seat, bean, cards, talers):
                facts = {"name": self._name(seat), "talers": talers, "bean": self.words.bean(bean)}
                if not cards:
                    return _("%(name)s: +%(talers)s %(bean)s") % facts
                said = self.words.ngettext(
                    "%(name)s: +%(talers)s %(bean)s for %(num)s card",
                    "%(name)s: +%(talers)s %(bean)s for %(num)s cards",
                    cards,
                )
                return said % (facts | {"num": cards})
            case ev.StewHarvested(seat, _cards, talers, levy, to):
                facts = {"name": self._name(seat), "talers": str(talers - levy), "other": self._name(to) if to else ""}
                said = _("%(name)s: stew for %(talers)s, 1 to %(other)s") if to else _("%(name)s: stew for %(talers)s")
                return said % facts
            case ev.Bought(seat, cards_bought):
                cards_named = self.words.every([self.words.card(bean, price) for bean, price in cards_bought])
                return _("%(name)s buys %(cards)s") % {"name": self._name(seat), "cards": cards_named}
            case ev.FieldBought(seat, pay):
                paid = " + ".join(self.words.talers(count, bean) for bean, count in pay)
                return _("%(name)s buys a third field for %(paid)s") % {"name": self._name(seat), "paid": paid}
            case ev.Corrected(seat, what, change, reason):
                label = {"unsorted": _("of unknown bean"), "stew": _("stew"), "distillery": _("distillery")}
                shown = label.get(what) or self.words.bean(what)
                facts = {"name": self._name(seat), "change": f"{change:+d}", "what": shown, "reason": reason}
                return _("%(name)s: %(change)s %(what)s (%(reason)s)") % facts
        return self._claim(event)

    def _without_figures(self, event: ev.Event, name: str) -> str:
        """What others read of a hidden purse."""
        _ = self.words.gettext
        match event:
            case ev.Harvested(_seat, bean):
                return _("%(name)s harvests %(bean)s") % {"name": name, "bean": self.words.bean(bean)}
            case ev.StewHarvested():
                return _("%(name)s harvests a stew") % {"name": name}
        return _("A count of %(name)s was set right") % {"name": name}

    def _claim(self, event: ev.Event) -> str:
        _ = self.words.gettext
        match event:
            case ev.Shared(seat, harvester, bean):
                facts = {"name": self._name(seat), "bean": self.words.bean(bean), "other": self._name(harvester)}
                return _("%(name)s: +1 %(bean)s from the harvest of %(other)s") % facts
            case ev.Levied(seat, harvester, talers):
                facts = {"name": self._name(seat), "talers": str(talers), "other": self._name(harvester)}
                return _("%(name)s takes %(talers)s from the stew of %(other)s") % facts
            case ev.Removed(seat, building):
                return _("%(name)s takes the rest out of the game: %(building)s") % {
                    "name": self._name(seat),
                    "building": self.words.building(building),
                }
            case ev.HandCounted(seat, cards):
                said = self.words.ngettext(
                    "%(name)s has %(num)s card left in hand", "%(name)s has %(num)s cards left in hand", cards
                )
                return said % {"name": self._name(seat), "num": cards}
            case ev.Renamed(seat, name):
                return _("Seat %(seat)s is now %(name)s") % {"seat": str(seat), "name": isolated(name)}
            case ev.Seated(seat):
                return _("%(name)s sits down on another device") % {"name": self._name(seat)}
            case ev.Passed(seat):
                return _("%(name)s is done for now") % {"name": self._name(seat)}
            case ev.TurnPassed(to):
                return _("%(name)s is on turn") % {"name": self._name(to)}
            case ev.Undone(entries):
                undone = [f"{self.sentence(self.entries[seq - 1])} (№ {seq})" for seq in entries]
                return _("Undone: %(entries)s") % {"entries": "; ".join(undone)}
        plain = {
            ev.Started: _("The table is made"),
            ev.DeckExhausted: _("The pile has run out"),
            ev.RoundOpened: _("A buying round begins"),
            ev.Continued: _("The next game has begun"),
            ev.Finished: _("The game is finished"),
            ev.Reopened: _("The game is open again"),
        }
        return plain[type(event)]
