"""What an entry says in one short sentence: for the log, the toast and whoever listens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, assert_never

from companion.rules.editions.installed import Editions
from companion.rules.playing import events as ev
from companion.rules.playing.fold import CHOSEN, Entry
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.moments import at
from companion.rules.seats import Seat
from companion.text import options
from companion.text.words import Words, isolated, numbered

_NAMED = 5  # entries that one sentence names; of more it says how many there are


@dataclass(frozen=True)
class Teller:
    """Entries in the words of one edition and language."""

    words: Words
    seen: Callable[[Seat], bool]  # whether the reader may see the purse of a seat
    entries: Sequence[Entry]  # the log, for entries that speak of others
    then: Callable[[int], Words] | None = None  # the words of the moment before an entry; without it those of now
    editions: Editions | None = None  # for entries that speak of other rule sets

    @classmethod
    def of(cls, ledger: Ledger, words: Words, seen: Callable[[Seat], bool]) -> Teller:
        """Tells the log of a table, each entry in the words of its moment."""

        def then(seq: int) -> Words:
            moment = at(ledger.moments, seq)
            return replace(words, edition=ledger.editions.get(moment.edition) or words.edition, names=moment.names)

        return cls(words, seen, ledger.entries, then if len(ledger.moments) > 1 else None, ledger.editions)

    def sentence(self, entry: Entry) -> str:
        """The entry, in whose place it stands, and the reason where the rules were overridden."""
        return self.at(entry)._told(entry)

    def at(self, entry: Entry) -> Teller:
        """Tells in the words of an entry's moment: the names and the rule set of then."""
        return replace(self, words=self.then(entry.seq)) if self.then else self

    def replaces(self, entry: Entry) -> int | None:
        """The number of the entry in whose place another one stands, if it does."""
        before = self.entries[entry.seq - 2].event if 2 <= entry.seq <= len(self.entries) + 1 else None
        return before.entries[0] if isinstance(before, ev.Undone) and before.instead else None

    def _told(self, entry: Entry) -> str:
        said = self._what(entry.event)
        replaced = self.replaces(entry)
        if replaced:
            said = self.words.gettext("%(said)s (instead of %(entry)s)") % {"said": said, "entry": numbered(replaced)}
        if entry.override:
            agreed = self.words.gettext("%(said)s (agreed: %(reason)s)")
            return agreed % {"said": said, "reason": isolated(entry.override)}
        return said

    def listed(self, numbers: Sequence[int]) -> str:
        """Entries by their numbers, each with its own sentence. An undoing is named as such and not by what it undid:
        a sentence of sentences would grow with every undoing of an undoing. Of many only the first are named."""
        numbers = [number for number in numbers if not (number + 1 in numbers and self._instead(number))]
        said = [self._named(self.entries[number - 1]) for number in numbers[:_NAMED]]
        more = len(numbers) - len(said)
        if more:
            said.append(self.words.ngettext("and %(num)s more", "and %(num)s more", more) % {"num": more})
        return "; ".join(said)

    def _instead(self, number: int) -> bool:
        """Whether an entry is the undoing of a change, which what stands in its place speaks for."""
        event = self.entries[number - 1].event
        return isinstance(event, ev.Undone) and event.instead

    def _named(self, entry: Entry) -> str:
        said = self.words.gettext("an undoing") if isinstance(entry.event, ev.Undone) else self.sentence(entry)
        return f"{said} ({numbered(entry.seq)})"

    def _of_these(self, soy: int) -> str:
        """How many cards of a harvested field were Soy, planted there with the 2-Farm."""
        return self.words.ngettext("%(num)s of them Soy", "%(num)s of them Soy", soy) % {"num": soy}

    def _name(self, seat: Seat) -> str:
        return self.words.player(seat)

    def _what(self, event: ev.Event) -> str:
        if isinstance(event, ev.Trade):
            return self._trade(event)
        if isinstance(event, ev.Course):
            return self._course(event)
        if isinstance(event, ev.Attendance):
            return self._attendance(event)
        return self._record(event)

    def _trade(self, event: ev.Trade) -> str:
        """What moved Talers or cards; of a hidden purse without its figures."""
        _ = self.words.gettext
        match event:
            case (
                ev.Harvested(seat) | ev.StewHarvested(seat) | ev.FieldBought(seat) | ev.Corrected(seat)
                | ev.Recounted(seat)
            ):  # fmt: skip
                return self._figures(event) if self.seen(seat) else self._without_figures(event)
            case ev.Bought(seat, cards):
                bought = self.words.every([self.words.card(bean, price) for bean, price in cards])
                return _("%(name)s buys %(cards)s") % {"name": self._name(seat), "cards": bought}
            case ev.Removed(seat, building):
                facts = {"name": self._name(seat), "building": self.words.building(building)}
                return _("%(name)s takes the rest out of the game: %(building)s") % facts
            case ev.Shared(seat, harvester, bean):
                facts = {"name": self._name(seat), "bean": self.words.bean(bean), "other": self._name(harvester)}
                return _("%(name)s: +1 %(bean)s from the harvest of %(other)s") % facts
            case ev.Levied(seat, harvester, talers):
                facts = {"name": self._name(seat), "talers": str(talers), "other": self._name(harvester)}
                return _("%(name)s takes %(talers)s from the stew of %(other)s") % facts
            case _:
                assert_never(event)

    def _figures(self, event: ev.Harvested | ev.StewHarvested | ev.FieldBought | ev.Corrected | ev.Recounted) -> str:
        """What changed a purse, with its figures."""
        _ = self.words.gettext
        match event:
            case ev.Harvested(seat, bean, cards, talers, soy):
                facts = {"name": self._name(seat), "talers": talers, "bean": self.words.bean(bean)}
                if not cards:
                    return _("%(name)s: +%(talers)s %(bean)s") % facts
                said = self.words.ngettext(
                    "%(name)s: +%(talers)s %(bean)s for %(num)s card",
                    "%(name)s: +%(talers)s %(bean)s for %(num)s cards",
                    cards,
                )
                said = said % (facts | {"num": cards})
                return f"{said}, {self._of_these(soy)}" if soy else said
            case ev.StewHarvested(seat, _cards, talers, levy, to):
                facts = {"name": self._name(seat), "talers": str(talers - levy), "other": self._name(to) if to else ""}
                said = _("%(name)s: stew for %(talers)s, 1 to %(other)s") if to else _("%(name)s: stew for %(talers)s")
                return said % facts
            case ev.FieldBought(seat, pay):
                paid = " + ".join(self.words.count(count, what) for what, count in pay)
                return _("%(name)s buys a third field for %(paid)s") % {"name": self._name(seat), "paid": paid}
            case ev.Corrected() | ev.Recounted():
                return self._counted(event)
            case _:
                assert_never(event)

    def _counted(self, event: ev.Corrected | ev.Recounted) -> str:
        """What a count was and is."""
        _ = self.words.gettext
        facts: dict[str, object] = {"name": self._name(event.seat), "what": self.words.counted(event.what)}
        if isinstance(event, ev.Recounted):
            facts |= {"was": event.was, "count": event.count}
            return _("%(name)s: %(what)s counted again: %(was)s → %(count)s") % facts
        facts |= {"was": event.was, "count": (event.was or 0) + event.change, "reason": event.reason}
        if event.was is None:
            return _("%(name)s: %(change)s %(what)s (%(reason)s)") % (facts | {"change": f"{event.change:+d}"})
        return _("%(name)s: %(what)s %(was)s → %(count)s (%(reason)s)") % facts

    def _without_figures(
        self, event: ev.Harvested | ev.StewHarvested | ev.FieldBought | ev.Corrected | ev.Recounted
    ) -> str:
        """What others read of a hidden purse: not even which beans its Talers are of."""
        _ = self.words.gettext
        name = self._name(event.seat)
        match event:
            case ev.Harvested():
                return _("%(name)s harvests") % {"name": name}
            case ev.StewHarvested():
                return _("%(name)s harvests a stew") % {"name": name}
            case ev.FieldBought():
                return _("%(name)s buys a third field") % {"name": name}
            case ev.Corrected() | ev.Recounted():
                return _("A count of %(name)s was set right") % {"name": name}
            case _:
                assert_never(event)

    def _course(self, event: ev.Course) -> str:
        """What moved the game on."""
        _ = self.words.gettext
        match event:
            case ev.TurnPassed(to):
                return _("%(name)s is on turn") % {"name": self._name(to)}
            case ev.LastTurnEnded():
                return _("The last turn is over: everybody harvests")
            case ev.Passed(_, True):
                return _("Everybody is done")
            case ev.Passed(seat):
                return _("%(name)s is done for now") % {"name": self._name(seat)}
            case ev.DeckExhausted():
                return _("The pile has run out")
            case ev.PlayerLeft(seat):
                return _("%(name)s goes home") % {"name": self._name(seat)}
            case ev.PlayerReturned(seat):
                return _("%(name)s is back") % {"name": self._name(seat)}
            case ev.RoundOpened():
                return _("A buying round begins")
            case ev.Finished():
                return _("The game is finished")
            case ev.Reopened():
                return _("The game is open again")
            case _:
                assert_never(event)

    def _option(self, change: tuple[str, Any, Any]) -> str:
        """An option that was set anew: what it was and is."""
        option, *both = change
        was, now = (options.value(self.words, self.editions, option, chosen) for chosen in both)
        return f"{options.label(self.words, option)}: {was} → {now}"

    def _attendance(self, event: ev.Attendance) -> str:
        """Who is at the table, and by which way."""
        _ = self.words.gettext
        match event:
            case ev.Seated(seat):
                return _("%(name)s sits down on another device") % {"name": self._name(seat)}
            case ev.SatDown():
                return self._sat_down(event)
            case ev.SeatLeft(_device, seats):
                return _("A phone leaves its seat: %(names)s") % {"names": self._names(seats)}
            case ev.SeatTakenBack(_device, seats):
                return _("A seat is taken back from a phone: %(names)s") % {"names": self._names(seats)}
            case ev.LinksRenewed(links):
                said = {
                    "join": _("There is a new link to sit down"),
                    "watch": _("There is a new link to watch"),
                    "result": _("There is a new link to the result"),
                }
                return said[links[0]] if len(links) == 1 else _("There are new links to the table")
            case _:
                assert_never(event)

    def _sat_down(self, event: ev.SatDown) -> str:
        _ = self.words.gettext
        facts = {
            "names": self._names(event.seats),
            "left": self._names(event.left),
            "shared": self._names(event.shared),
        }
        if event.left and event.seats:
            said = _("A phone moves from the seat of %(left)s to that of %(names)s")
        elif event.left:
            return _("A phone leaves its seat: %(names)s") % {"names": facts["left"]}
        elif event.shared == event.seats and len(event.seats) == 1:
            return _("%(name)s sits down on another device") % {"name": facts["names"]}
        else:
            said = self.words.ngettext("%(names)s sits down", "%(names)s sit down on one phone", len(event.seats))
        if event.shared:
            said = _("%(said)s; on another device, too: %(shared)s") % {"said": said, "shared": "%(shared)s"}
        return said % facts

    def _names(self, seats: Sequence[Seat]) -> str:
        return self.words.every([self._name(seat) for seat in seats])

    def _record(self, event: ev.Record) -> str:
        """What is about people and the log itself."""
        _ = self.words.gettext
        match event:
            case ev.Started():
                chosen = {name: getattr(event, name) for name in CHOSEN}
                played = options.in_force(self.words, self.editions, chosen)
                return _("The table is made: %(options)s") % {"options": ", ".join(played)}
            case ev.HandCounted(seat, cards):
                said = self.words.ngettext(
                    "%(name)s has %(num)s card left in hand", "%(name)s has %(num)s cards left in hand", cards
                )
                return said % {"name": self._name(seat), "num": cards}
            case ev.Renamed(_seat, name, was) if was:
                return _("%(was)s is now %(name)s") % {"was": isolated(was), "name": isolated(name)}
            case ev.Renamed(seat, name):
                return _("Seat %(seat)s is now %(name)s") % {"seat": str(seat), "name": isolated(name)}
            case ev.Continued():
                return _("The next game has begun")
            case ev.SetUp(changes):
                return _("Set anew: %(changes)s") % {"changes": "; ".join(map(self._option, changes))}
            case ev.Undone(entries, instead):
                said = _("Changed: %(entries)s") if instead else _("Undone: %(entries)s")
                return said % {"entries": self.listed(entries)}
            case _:
                assert_never(event)
