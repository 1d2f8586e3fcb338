"""The words: names of beans and buildings, refusals and places in a sheet, in sentences.

English is the source; a page passes gettext functions of its language. No Flask here: the command line
uses the same sentences."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.rules.editions.edition import Edition
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import BySeat, Seat, seat_at


def N_(message: str) -> str:
    """Mark a message for translation where it stands; it is translated where it is shown."""
    return message


def _english(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


SENTENCES: Mapping[Reason, str] = {
    Reason.NOT_READABLE: N_("cannot be read: %(cause)s"),
    Reason.TOO_LARGE: N_("is larger than %(most)s bytes, which no score sheet needs"),
    Reason.NOT_JSON: N_("is not JSON (line %(line)s, column %(column)s)"),
    Reason.NOT_UTF8: N_("is not UTF-8 text; save it in that encoding"),
    Reason.TOO_DEEP: N_("is nested too deeply for a score sheet"),
    Reason.TWICE: N_("gives “%(field)s” twice; leave one of them out"),
    Reason.NOT_OBJECT: N_("must be an object in braces"),
    Reason.NOT_LIST: N_("must be a list in brackets"),
    Reason.NOT_TEXT: N_("must be a text in quotes"),
    Reason.NOT_BOOLEAN: N_("must be true or false"),
    Reason.NOT_WHOLE: N_("must be a whole number, in digits only, but is %(given)s"),
    Reason.NEGATIVE: N_("cannot be less than 0, but is %(number)s"),
    Reason.MISSING: N_("is missing"),
    Reason.UNKNOWN_FIELD: N_("is not a field of a score sheet; known here are %(known)s"),
    Reason.WRONG_FORMAT: N_("must be “%(expected)s”"),
    Reason.WRONG_VERSION: N_("must be %(expected)s; other versions of the format are not known here"),
    Reason.CASH_AND_UNSORTED: N_("stands for unsorted: give one of the two"),
    Reason.UNKNOWN_EDITION: N_("“%(edition)s” is not a rule set; choose from %(known)s"),
    Reason.UNKNOWN_BASE: N_("“%(base)s” is not a base game here; choose from %(known)s"),
    Reason.UNKNOWN_TIE_BREAK: N_("“%(tie_break)s” is not a tie-break; choose from %(known)s"),
    Reason.NOT_AN_ENTRY: N_("entry %(entry)s cannot have been made here, or it comes from a newer version"),
    Reason.LOG_FULL: N_("the log of this table is full: it has %(most)s entries; play on at a new one"),
    Reason.CROWDED: N_(
        "people have come and gone here %(most)s times, which is the most; who sits here can enter for everybody"
    ),
    Reason.TOO_MANY: N_("there are %(number)s, and at most %(most)s are read"),
    Reason.UNKNOWN_RULE: N_("“%(rule)s” is no rule that a table can agree on; such are %(known)s"),
    Reason.PLAYER_COUNT: N_("%(edition)s is for %(least)s to %(most)s players, not %(players)s"),
    Reason.NO_COGNAC: N_("%(edition)s has no Cognac variant"),
    Reason.NAME_EMPTY: N_("must show at least one letter or sign"),
    Reason.NAME_LONG: N_("“%(name)s” is too long; %(most)s characters are the most"),
    Reason.NAME_TAKEN: N_("“%(name)s” looks the same as the name of player %(number_of_seat)s; tell them apart"),
    Reason.UNKNOWN_BEAN: N_("“%(bean)s” is not a bean; in play are %(known)s"),
    Reason.BEAN_NOT_IN_PLAY: N_("%(bean)s is not in play at this table; in play are %(known)s"),
    Reason.NO_BUILDINGS: N_("%(edition)s is played without buildings"),
    Reason.NOT_A_PRICE: N_("must be the price on the card, 1, 2, 3 or 4, but is %(given)s"),
    Reason.ALREADY_SOLD: N_("%(seat)s already owns the %(card)s; there is only one"),
    Reason.OWNER_LIMIT: N_(
        "with %(players)s players only %(limit)s may own a %(building)s, and %(seats)s already do; the rest left the game"
    ),
    Reason.ONE_PER_TYPE: N_("one %(building)s per player, and the %(owned_card)s is there already"),
    Reason.REMOVED: N_("the remaining cards of this type (%(building)s) have left the game"),
    Reason.MORE_THAN_CARDS: N_("%(number)s is more than the %(cards)s cards there are"),
    Reason.MORE_TOGETHER: N_("%(talers)s make %(number)s %(bean)s Talers, more than the %(cards)s cards there are"),
    Reason.MORE_THAN_ALL_CARDS: N_("%(number)s Talers in all are more than the %(cards)s bean cards in the game"),
    Reason.MORE_THAN_LEFT: N_(
        "at most %(left)s %(bean)s can come in: of the %(cards)s cards, %(lying)s lie in purses as Talers already"
    ),
    Reason.POT_WITHOUT_BUILDING: N_("Talers can lie here only under %(needs)s"),
    Reason.UNKNOWN_SEAT: N_("there is no seat %(number)s; this table has %(most)s"),
    Reason.NOT_ENOUGH_TALERS: N_("this takes %(price)s of %(bean)s; missing: %(missing)s"),
    Reason.NEGATIVE_PURSE: N_("only %(number)s are there; no count can go below 0"),
    Reason.HIDDEN_PURSE: N_(
        "the purse of %(seat)s is hidden here: enter this on a phone that holds the seat, or take the seat on this one, too"
    ),
    Reason.METER_CHANGED: N_("this harvest was entered as %(number)s, but without the other entry it pays %(pays)s"),
    Reason.CARDS_TWICE: N_("choose at least one building, and each type once"),
    Reason.NO_STEW: N_("a stew needs %(needs)s"),
    Reason.STEW_TOO_LARGE: N_("a stew has each bean at most once, so %(types)s at most"),
    Reason.NO_LEVY: N_("only another player who owns %(needs)s may demand a Taler of a stew"),
    Reason.NOTHING_TO_CLAIM: N_("there is no such harvest by %(seat)s any more that a Taler could be claimed of"),
    Reason.NO_SUCH_CARD: N_("this game has no building that does this"),
    Reason.PAYS_LESS: N_("this harvest pays at most %(most)s, and %(number)s were entered"),
    Reason.NO_MIXING: N_("Soy on the field of another bean takes %(needs)s"),
    Reason.NO_MIXED_FIELD: N_("Soy can be added only to fields of beans with %(number)s cards or more"),
    Reason.ALL_SOY: N_("Soy is added to a field of another bean: at least one card of it is that bean"),
    Reason.NO_SHARE: N_("only the owner of %(needs)s may claim this Taler"),
    Reason.NOT_REMOVING: N_("a type is named straight after buying %(needs)s, and only then"),
    Reason.FIELD_OWNED: N_("the third field is bought already; there is one per player"),
    Reason.FIELD_NOT_FOR_SALE: N_("in this game no field is for sale"),
    Reason.WRONG_FIELD_PRICE: N_("the field costs %(price)s, and %(number)s were chosen"),
    Reason.NO_CHANGE: N_("a correction by 0 corrects nothing"),
    Reason.REASON_MISSING: N_("a correction needs a reason, for those who read the log later"),
    Reason.HARVEST_FIRST: N_("the pile is done: everybody harvests first, then buildings are bought"),
    Reason.HARVEST_OVER: N_("the harvest is over: buildings are being bought"),
    Reason.NOT_YOUR_MOMENT: N_("in this buying round it is for %(seat)s to decide"),
    Reason.ROUND_OPEN: N_("a buying round is going on; it is for %(seat)s to decide"),
    Reason.NO_ROUND: N_("no buying round is going on"),
    Reason.ALREADY_PASSED: N_("%(seat)s is done already"),
    Reason.ALREADY_ON_TURN: N_("%(seat)s is on turn already"),
    Reason.TURN_MOVED: N_("others have passed the turn on meanwhile: %(seat)s is on turn"),
    Reason.PILE_COUNTED: N_("somebody has entered this already (so far the pile has run out: %(number)s)"),
    Reason.PILE_DONE: N_("the pile has run out %(number)s times: the last turn has been played"),
    Reason.PLAYER_LEFT: N_("%(seat)s has gone home; if that is not so, bring %(seat)s back first"),
    Reason.ALREADY_LEFT: N_("%(seat)s has gone home already"),
    Reason.NOT_LEFT: N_("%(seat)s is here"),
    Reason.LAST_PLAYER: N_("%(seat)s is the last one here: finish the game instead"),
    Reason.NOT_AT_END: N_(
        "the game ends by itself: the pile runs out %(number)s times, the last turn is played, everybody harvests and buys"
    ),
    Reason.GAME_FINISHED: N_("the game is finished; open it again to change something"),
    Reason.NOT_FINISHED: N_("the game is not finished"),
    Reason.UNKNOWN_ENTRY: N_("there is no entry %(entry)s to undo"),
    Reason.NO_ENTRY: N_("there is no entry %(entry)s; the log has %(most)s"),
    Reason.NOT_CHANGEABLE: N_("entry %(entry)s cannot be changed, only undone: it moves no Talers, cards or counts"),
    Reason.NOT_AN_ORDER: N_("name each seat from 1 to %(most)s once, clockwise"),
    Reason.SET_UP_SO: N_("it is set up like that already"),
    Reason.SHOWS_PURSES: N_("this shows every purse to everybody before the end"),
    Reason.ALREADY_UNDONE: N_("entry %(entry)s is undone already"),
    Reason.CHANGED_SINCE: N_("entry %(entry)s was changed meanwhile: %(now)s stands in its place"),
    Reason.NOT_UNDOABLE: N_("entry %(entry)s cannot be undone; make new links instead"),
    Reason.DEPENDED_ON: N_("later entries build on it (%(entries)s), undo them together"),
    Reason.COMMAND_ID_REUSED: N_(
        "the same form was sent before with something else in it; if you mean both, enter this once more"
    ),
    Reason.SEAT_HELD: N_("this phone holds another seat already (%(seats)s): move it, or keep both"),
}

_LISTED = 20  # items of one fact that a sentence lists


@dataclass(frozen=True)
class Words:
    """The words of one edition in one language, for players whose names are given by seat."""

    edition: Edition | None
    names: BySeat[str] = field(default_factory=BySeat)
    gettext: Callable[[str], str] = field(default=str)
    ngettext: Callable[[str, str, int], str] = field(default=_english)

    @property
    def title(self) -> str:
        """The edition with its publisher; empty without an edition."""
        return f"{self.edition.name} ({self.gettext(self.edition.publisher)})" if self.edition else ""

    def bean(self, bean: object) -> str:
        """The name of a bean, or of Talers of unknown bean; a strange id stays as it is."""
        if bean == "unsorted":
            return self.gettext("unknown bean")
        known = self.edition.beans.get(str(bean)) if self.edition else None
        return self.gettext(known.name) if known else _shown(bean)

    def talers(self, count: int, bean: object) -> str:
        """So many Talers of a bean: 3 Blue."""
        return self.gettext("%(count)s %(bean)s") % {"count": count, "bean": self.bean(bean)}

    def counted(self, what: str) -> str:
        """What a count counts: a bean, Talers of unknown bean, or a pot."""
        pots = {"stew": self.gettext("stew"), "distillery": self.gettext("distillery")}
        return pots.get(what) or self.bean(what)

    def count(self, count: int, what: str) -> str:
        """So many Talers of a bean, or of one of the counts that are of no bean."""
        if what == "unsorted":
            return self.gettext("%(count)s of unknown bean") % {"count": count}
        return self.talers(count, what)

    def building(self, bean: object) -> str:
        """The name of the building that this bean pays for."""
        known = self.edition.buildings.get(str(bean)) if self.edition else None
        return self.gettext(known.name) if known else _shown(bean)

    def card(self, bean: object, price: object) -> str:
        """A building card as people call it: 4-Tepee."""
        return f"{price}-{self.building(bean)}"

    def player(self, seat: Seat) -> str:
        """The name at that seat, or its number where the name is missing."""
        return isolated(_shown(self._name(seat))) or self.gettext("player %(number)s") % {"number": seat}

    def _name(self, seat: Seat) -> str:
        return self.names[seat] if seat in self.names.seats else ""

    def every(self, items: Sequence[str]) -> str:
        """a, b and c"""
        return self._joined(items, self.gettext("%(first)s and %(last)s"))

    def any(self, items: Sequence[str]) -> str:
        """a, b or c"""
        return self._joined(items, self.gettext("%(first)s or %(last)s"))

    def _joined(self, items: Sequence[str], pattern: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return pattern % {"first": ", ".join(items[:-1]), "last": items[-1]}

    def sentence(self, refusal: Refusal) -> str:
        """The refusal in words, without a capital: it follows the place it concerns."""
        return self.gettext(SENTENCES[refusal.reason]) % self._facts(refusal)

    def _facts(self, refusal: Refusal) -> dict[str, object]:
        shown: dict[str, object] = {}
        for key, value in refusal.facts.items():
            if isinstance(value, (list, tuple)) and key not in ("seats", "needs"):
                beans = refusal.reason in (Reason.UNKNOWN_BEAN, Reason.BEAN_NOT_IN_PLAY)
                items = [self.bean(item) if beans else _shown(item) for item in value[:_LISTED]]
                shown[key] = ", ".join([*items, "…"] if len(value) > _LISTED else items)
            else:
                shown[key] = value if isinstance(value, int) else _shown(value)
        facts = refusal.facts
        if isinstance(now := facts.get("now"), int):
            shown["now"] = numbered(now)
        if "bean" in facts:
            shown["building"] = self.building(facts["bean"])
            shown["bean"] = self.bean(facts["bean"])
            shown["card"] = self.card(facts["bean"], facts.get("price"))
            shown["owned_card"] = self.card(facts["bean"], facts.get("owned"))
        if isinstance(seat := facts.get("seat"), int):
            shown["seat"], shown["number_of_seat"] = self.player(Seat(seat)), seat
        if isinstance(cards := facts.get("cards"), int) and isinstance(lying := facts.get("lying"), int):
            shown["left"] = max(0, cards - lying)
        if isinstance(seats := facts.get("seats"), list):
            shown["seats"] = self.every([self.player(seat) for seat in seats])
        if isinstance(needs := facts.get("needs"), list):
            cards = [self.card(*str(card).rsplit("-", 1)) for card in needs]
            shown["needs"] = self.any(cards) or self.gettext("a building that this game does not have")
        if isinstance(talers := facts.get("talers"), dict):
            shown["talers"] = " + ".join(f"{self.player(seat)} {count}" for seat, count in talers.items())
        if "edition" in facts and refusal.reason is not Reason.UNKNOWN_EDITION:
            shown["edition"] = self.title or shown["edition"]
        return shown

    def place(self, where: Sequence[str | int]) -> str:
        """A place in a score sheet, fields as they are spelt there: player 2 (Ben), buildings, red."""
        steps: list[str] = []
        for step in where:
            if isinstance(step, int):
                seat = seat_at(step)
                name, number = self._name(seat), self.gettext("player %(number)s") % {"number": seat}
                steps = [f"{number} ({_shown(name)})" if name else number]
            else:
                steps.append(_shown(step))
        return ", ".join(steps) or self.gettext("sheet")


def numbered(seq: int) -> str:
    """The number of an entry as sentences name it. No line breaks before the figure."""
    return f"№\u00a0{seq}"


def capital(sentence: str) -> str:
    """The sentence with a capital: it stands alone."""
    return sentence[:1].upper() + sentence[1:]


def isolated(name: str) -> str:
    """The name as it may stand inside a sentence: one that runs from right to left takes no sign around it along."""
    if any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name):
        return f"\u2068{name}\u2069"
    return name


def _shown(value: object) -> str:
    """A stranger's text, safe for a terminal and a page: printable, at most 60 characters."""
    text = "".join(char if char.isprintable() else "�" for char in str(value))
    return text if len(text) <= 60 else text[:59] + "…"
