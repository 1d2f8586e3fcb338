"""Why a score is what it is: each part with its sentence, and how a tie was settled."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.scoring.score import Holdings, Parts, Result
from companion.text.words import N_, Words


@dataclass(frozen=True)
class Line:
    """One part of a score: what it is, its Talers, and the sentence that explains it."""

    label: str
    talers: int
    why: str


def why(words: Words, player: Holdings, parts: Parts) -> list[Line]:
    """The parts of a score in the order they are added up, each with its reason. Base games have only cash."""
    lines = [Line(words.gettext("Talers"), parts.cash, _cash(words, player))]
    if not (words.edition and words.edition.buildings):
        return lines
    if parts.stew:
        lines.append(Line(words.gettext("Stew"), parts.stew, _pot(words, parts, "stew")))
    if parts.distillery:
        lines.append(Line(words.gettext("Distillery"), parts.distillery, _pot(words, parts, "distillery")))
    lines.append(Line(words.gettext("Interest"), parts.interest, _interest(words, parts)))
    lines.append(Line(words.gettext("Buildings"), parts.buildings, _buildings(words, parts)))
    lines.append(Line(words.gettext("Bonus"), parts.bonus, _bonus(words, parts)))
    return lines


def _cash(words: Words, player: Holdings) -> str:
    beans = [words.talers(count, bean) for bean, count in player.talers.items() if count]
    if not beans:
        return words.gettext("counted in the purse")
    if player.unsorted:
        beans.append(words.count(player.unsorted, "unsorted"))
    return " + ".join(beans)


def _pot(words: Words, parts: Parts, pot: str) -> str:
    cards = [words.card(card.bean, card.price) for card in parts.cards if card.pot == pot]
    return words.gettext("kept under the %(card)s until now") % {"card": words.any(cards)}


def _interest(words: Words, parts: Parts) -> str:
    card = parts.interest_card
    if card is None:
        return words.gettext("nothing owned that pays interest")
    return words.gettext("%(card)s: 1 per full %(divisor)s of %(base)s = %(interest)s") % {
        "card": words.card(card.bean, card.price),
        "divisor": card.interest,
        "base": parts.base,
        "interest": parts.interest,
    }


def _buildings(words: Words, parts: Parts) -> str:
    if not parts.cards:
        return words.gettext("none bought")
    return " + ".join(words.card(card.bean, card.price) for card in parts.cards)


def _bonus(words: Words, parts: Parts) -> str:
    count = len(parts.cards)
    owned = words.ngettext("%(num)s building", "%(num)s buildings", count) % {"num": count}
    if parts.bonus_row is None:
        least = min(words.edition.bonus, default=0) if words.edition else 0
        return words.gettext("%(owned)s; the bonus starts at %(least)s") % {"owned": owned, "least": least}
    note = words.gettext(parts.bonus_row.note) if parts.bonus_row.note else ""
    return f"{owned}. {note}" if note else owned


def tie(words: Words, result: Result) -> str:
    """How a tie for the win was settled and where that is printed, or an empty text when there was none."""
    return f"{settled(words, result)} {tie_source(words, result)}".strip()


def tie_source(words: Words, result: Result) -> str:
    """Where the rule that settled a tie is printed, if that has to be said."""
    return words.gettext(result.ruling.note) if result.tie and result.ruling and result.ruling.note else ""


def settled(words: Words, result: Result) -> str:
    """How a tie for the win was settled, or an empty text when there was none."""
    tie = result.tie
    if tie is None:
        return ""
    facts = {
        "tied": words.every([words.player(seat) for seat in tie.seats]),
        "total": result.scores[tie.seats[0]].parts.total,
        "winners": words.every([words.player(seat) for seat in tie.winners]),
        "hands": ", ".join(f"{words.player(seat)}: {result.scores[seat].hand_cards}" for seat in tie.seats),
        "uncounted": words.every([words.player(seat) for seat in tie.uncounted]),
    }
    return words.gettext(_tie_pattern(result)) % facts


def _tie_pattern(result: Result) -> str:
    tie = result.tie
    if tie is not None and result.tie_break == "hand-cards":
        if tie.uncounted:
            return N_("%(tied)s tie at %(total)s. The most cards in hand would decide: count those of %(uncounted)s.")
        if len(tie.winners) > 1:
            return N_(
                "%(tied)s tie at %(total)s. Most cards in hand (%(hands)s) does not separate %(winners)s: they share the win."
            )
        return N_("%(tied)s tie at %(total)s. Most cards in hand (%(hands)s) decides: %(winners)s wins.")
    if result.tie_break == "clockwise":
        return N_("%(tied)s tie at %(total)s. Furthest clockwise from the start player decides: %(winners)s wins.")
    return N_("%(tied)s tie at %(total)s and share the win.")
