"""Setting anew what was chosen at the start: start player, seating order, rule set, options."""

from __future__ import annotations

from typing import Any

from companion.rules.editions.edition import Edition, Game
from companion.rules.editions.installed import Editions
from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.check import refuse
from companion.rules.playing.state import Table
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import Seat


def set_up(table: Table, command: cmd.SetUp, editions: Editions, override: str = "") -> ev.SetUp | Refusal:
    """What changes, or why it cannot be so. What was the usual choice becomes the usual one of what is chosen now."""
    edition = table.game.edition if command.edition is None else editions.get(command.edition)
    if edition is None:
        return Refusal(Reason.UNKNOWN_EDITION, {"edition": command.edition, "known": list(editions.ids)})
    game = _game(table.game, edition, command)
    if isinstance(game, Refusal):
        return game
    seats = table.seats
    if command.start is not None and command.start not in seats:
        return Refusal(Reason.UNKNOWN_SEAT, {"number": command.start, "most": len(seats)})
    if command.order is not None and tuple(sorted(command.order)) != seats:
        return Refusal(Reason.NOT_AN_ORDER, {"most": len(seats)})
    before, now = chosen(table), chosen(table)
    now |= {"edition": edition.id, "cognac": game.cognac, "base": game.base, "tie_break": game.tie_break}
    given = {"start": command.start, "order": command.order, "hidden": command.hidden}
    now |= {name: value for name, value in given.items() if value is not None}
    if round_from(now["order"], now["start"]) == round_from(before["order"], now["start"]):
        now["order"] = before["order"]  # the same round, told from another seat on
    changes = tuple((option, before[option], now[option]) for option in before if now[option] != before[option])
    if not changes:
        return Refusal(Reason.SET_UP_SO, settled=True)
    event = ev.SetUp(changes)
    return refuse(table, event, override) or event


def chosen(table: Table) -> dict[str, Any]:
    """What is in force at a table, option by option."""
    game = table.game
    return {
        "start": table.start,
        "order": table.order or table.seats,
        "edition": game.edition.id,
        "cognac": game.cognac,
        "base": game.base,
        "tie_break": game.tie_break,
        "hidden": table.hidden,
    }


def can_be_chosen(table: Table, option: str, *values: Any) -> bool:
    """Whether these are values that an option of this table may have had."""
    seats = table.seats
    match option:
        case "start":
            return all(value in seats for value in values)
        case "order":
            return all(isinstance(value, tuple) and tuple(sorted(value)) == seats for value in values)
        case "cognac" | "hidden":
            return all(isinstance(value, bool) for value in values)
        case "edition" | "base" | "tie_break":
            return all(isinstance(value, str) for value in values)
        case _:
            return False


def round_from(order: tuple[Seat, ...], start: Seat) -> tuple[Seat, ...]:
    """The seats of a round clockwise, from one of them on."""
    first = order.index(start)
    return order[first:] + order[:first]


def _game(old: Game, edition: Edition, command: cmd.SetUp) -> Game | Refusal:
    """The game with the options that were asked for, else those there were, else the usual ones."""
    cognac = command.cognac if command.cognac is not None else old.cognac and edition.has_cognac
    kept = old.base if old.base in edition.bases else edition.default_base
    base = kept if command.base is None else command.base
    usual = old.tie_break == old.edition.usual_tie_break(old.base).value
    tie_break = command.tie_break or (None if usual else old.tie_break)
    return edition.game(old.players, cognac=cognac, base=base, tie_break=tie_break)
