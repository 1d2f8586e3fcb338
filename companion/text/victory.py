"""The end of a game in words: why somebody won, in one sentence, and what stood out."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.playing.history import History, Lead
from companion.rules.scoring.score import Result, Score
from companion.rules.seats import Seat
from companion.text.scores import settled
from companion.text.words import Words

_LISTED = 3  # facts that are told
_MINUTES = 2  # a lead shorter than that is counted in turns


def winners(words: Words, result: Result) -> str:
    """Who has won: "Ana wins", "Ana and Ben win"."""
    won = [words.player(seat) for seat, score in result.scores.items() if score.winner]
    return words.ngettext("%(names)s wins", "%(names)s win", len(won)) % {"names": words.every(won)}


def victory(words: Words, result: Result) -> str:
    """Why the winner won: the part of the score with the largest lead over whoever came second, and the lead in all.

    A tie is told by what decided it.
    """
    if result.tie:
        return settled(words, result)
    ranked = sorted(result.scores, key=lambda score: score.rank)
    first, second = ranked[0], ranked[1]
    part = max(("buildings", "bonus", "interest", "base"), key=lambda name: _lead(name, first, second))
    seconds = [seat for seat, score in result.scores.items() if score.rank == second.rank]
    ahead = first.parts.total - second.parts.total
    said = words.ngettext(
        "%(why)s: %(num)s point ahead of %(second)s.", "%(why)s: %(num)s points ahead of %(second)s.", ahead
    )
    names = words.every([words.player(seat) for seat in seconds])
    return said % {"why": _why(words, part, first), "num": ahead, "second": names}


def _lead(part: str, first: Score, second: Score) -> int:
    ahead: int = getattr(first.parts, part) - getattr(second.parts, part)
    return ahead


def _why(words: Words, part: str, winner: Score) -> str:
    parts, count = winner.parts, len(winner.parts.cards)
    match part:
        case "interest" if parts.interest_card:
            card = words.card(parts.interest_card.bean, parts.interest_card.price)
            return words.gettext("%(talers)s interest from the %(card)s") % {"talers": parts.interest, "card": card}
        case "buildings":
            said = words.ngettext("%(num)s building worth %(worth)s", "%(num)s buildings worth %(worth)s", count)
            return said % {"num": count, "worth": parts.buildings}
        case "bonus":
            said = words.ngettext(
                "A bonus of %(talers)s for %(num)s building", "A bonus of %(talers)s for %(num)s buildings", count
            )
            return said % {"num": count, "talers": parts.bonus}
        case _:
            said = words.ngettext("%(num)s Taler at the end", "%(num)s Talers at the end", parts.base)
            return said % {"num": parts.base}


@dataclass(frozen=True)
class Fact:
    """Something that stood out: a sign, what it is, a sentence, and the seat or bean it is about."""

    sign: str
    title: str
    said: str
    seat: Seat | None = None
    bean: str = ""


def facts(words: Words, history: History) -> list[Fact]:
    """Three things that stood out, as far as the log tells: of a game that was hardly entered there are fewer."""
    told = (
        _harvest(words, history),
        _longest_lead(words, history),
        _building(words, history),
        _busiest(words, history),
    )
    return [fact for fact in told if fact][:_LISTED]


def _harvest(words: Words, history: History) -> Fact | None:
    best = history.best_harvest
    if best is None:
        return None
    name, paid = words.player(best.seat), words.talers(best.talers, best.bean)
    said = f"{name}: {paid}"
    if best.cards:
        said = words.ngettext("%(name)s: %(paid)s for %(num)s card", "%(name)s: %(paid)s for %(num)s cards", best.cards)
        said %= {"name": name, "paid": paid, "num": best.cards}
    return Fact("taler", words.gettext("Best harvest"), said, bean=best.bean)


def _longest_lead(words: Words, history: History) -> Fact | None:
    lead = history.longest_lead
    if lead is None or not (lead.turns or _minutes(lead) >= _MINUTES):
        return None
    said = words.ngettext(
        "%(name)s: %(time)s, up to %(num)s point", "%(name)s: %(time)s, up to %(num)s points", lead.most
    )
    told = said % {"name": words.player(lead.seat), "time": _time(words, lead), "num": lead.most}
    return Fact("trend", words.gettext("Longest lead"), told, seat=lead.seat)


def _minutes(lead: Lead) -> int:
    return round(lead.seconds / 60)


def _time(words: Words, lead: Lead) -> str:
    minutes = _minutes(lead)
    if minutes >= _MINUTES:
        return words.ngettext("%(num)s minute", "%(num)s minutes", minutes) % {"num": minutes}
    return words.ngettext("%(num)s turn", "%(num)s turns", lead.turns) % {"num": lead.turns}


def _building(words: Words, history: History) -> Fact | None:
    if history.best_building is None:
        return None
    seat, bean, price, talers = history.best_building
    said = words.ngettext(
        "%(card)s of %(name)s: %(num)s extra Taler", "%(card)s of %(name)s: %(num)s extra Talers", talers
    )
    told = said % {"card": words.card(bean, price), "name": words.player(seat), "num": talers}
    return Fact("house", words.gettext("Building that paid most"), told, bean=bean)


def _busiest(words: Words, history: History) -> Fact | None:
    if history.busiest is None:
        return None
    seat, count = history.busiest
    said = words.ngettext("%(name)s: %(num)s harvest", "%(name)s: %(num)s harvests", count)
    told = said % {"name": words.player(seat), "num": count}
    return Fact("field", words.gettext("Most harvests"), told, seat=seat)
