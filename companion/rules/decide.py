"""From a wish to a fact: what a command becomes at this table, or why not. Pure: the same log gives the same answer."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules import commands as cmd
from companion.rules import events as ev
from companion.rules import names
from companion.rules.check import refuse
from companion.rules.edition import Edition, Game
from companion.rules.editions import Editions
from companion.rules.fold import Entry, apply, effective, reversed_entries, start
from companion.rules.harvest import meter, stew_meter
from companion.rules.refusals import Reason, Refusal
from companion.rules.state import Table


def begin(
    edition: Edition, given: Sequence[str], *, cognac: bool, base: str, tie_break: str, hidden: bool
) -> ev.Started | Refusal:
    """The first entry of a table: names in seating order, the start player first. Empty options take the usual ones."""
    shown = [names.clean(name) for name in given]
    keys: dict[str, int] = {}
    for seat, name in enumerate(shown, 1):
        if not name:
            return Refusal(Reason.NAME_EMPTY)
        first = keys.setdefault(names.key(name), seat)
        if first != seat:
            return Refusal(Reason.NAME_TAKEN, {"name": name, "seat": first})
    # The base game is a choice under High Bohn alone; a form's usual value means the edition's own elsewhere.
    chosen = base if len(edition.bases) > 1 and base else edition.default_base
    game = edition.game(len(shown), cognac=cognac, base=chosen, tie_break=tie_break or None)
    if isinstance(game, Refusal):
        return game
    return ev.Started(edition.id, game.cognac, game.base, game.tie_break, hidden, tuple(shown))


def decide(table: Table, command: cmd.Command, override: str = "") -> ev.Event | Refusal:
    """The event a command other than `Undo` becomes at this table, or its refusal. Its seat is one of the table's.

    `override` is the reason for entering what the rules forbid; it lifts only what a table can agree on.
    """
    if isinstance(command, cmd.Deck) and command.count not in (None, table.passes + 1):
        return Refusal(Reason.PILE_COUNTED, {"number": table.passes})
    event = _event(table, command)
    if isinstance(event, Refusal):
        return event
    late = isinstance(command, cmd.Turn) and command.leaving not in (None, table.turn)
    if late and isinstance(event, ev.TurnPassed) and event.to != table.turn:
        return Refusal(Reason.TURN_MOVED, {"seat": table.turn})
    return refuse(table, event, override) or event


def undo(log: Sequence[Entry], targets: Sequence[int], editions: Editions) -> ev.Undone | Refusal:
    """Reverse entries, undoings among them. Refused with the later entries that could not have happened then."""
    known = {entry.seq: entry for entry in log}
    for target in targets or (0,):
        if target not in known or isinstance(known[target].event, ev.Started):
            return Refusal(Reason.UNKNOWN_ENTRY, {"entry": target})
    # What an undoing among the targets brings back may be a target itself, so it does not count as gone.
    undoings = tuple(target for target in targets if isinstance(known[target].event, ev.Undone))
    gone = reversed_entries([*log, Entry(len(log) + 1, ev.Undone(undoings))]) - set(undoings)
    gone |= reversed_entries(log).intersection(undoings)
    for target in targets:
        if target in gone:
            return Refusal(Reason.ALREADY_UNDONE, {"entry": target})
    event = ev.Undone(tuple(sorted(set(targets))))
    needed = dependants([*log, Entry(len(log) + 1, event)], editions)
    if needed:
        return Refusal(Reason.DEPENDED_ON, {"entries": needed, "together": sorted({*event.entries, *needed})})
    return event


def dependants(log: Sequence[Entry], editions: Editions) -> list[int]:
    """The effective entries of a log that the ones before them do not allow."""
    first, *rest = effective(log)
    assert isinstance(first.event, ev.Started)
    table = start(first.event, editions)
    found = []
    for entry in rest:
        if refuse(table, entry.event, entry.override):
            found.append(entry.seq)
        else:
            table = apply(table, entry.event)
    return found


def _event(table: Table, command: cmd.Command) -> ev.Event | Refusal:
    seat = command.seat
    match command:
        case cmd.Harvest(_, bean, cards, talers):
            if cards is not None and bean in table.game.beans:
                talers = meter(table.game, bean, table.player(seat).buildings).talers(cards)
            return ev.Harvested(seat, bean, cards, talers or 0)
        case cmd.Stew():
            return _stew(table, command)
        case cmd.Correct(_, what, change, reason):
            return ev.Corrected(seat, what, change, reason.strip())
        case cmd.Rename(_, name):
            return ev.Renamed(seat, names.clean(name))
        case cmd.Turn(_, to, _):
            return ev.TurnPassed(to if to is not None else table.after(table.turn))
    return _claim(table, command) or _plain(command)


def _claim(table: Table, command: cmd.Command) -> ev.Event | None:
    match command:
        case cmd.Levy(seat, harvester):
            return ev.Levied(seat, harvester, 1)
        case cmd.Share(seat, harvester):
            return ev.Shared(seat, harvester, _shared_bean(table.game))
    return None


def _plain(command: cmd.Command) -> ev.Event:
    """Commands that become their event word for word."""
    match command:
        case cmd.Buy(seat, cards):
            return ev.Bought(seat, cards)
        case cmd.Remove(seat, building):
            return ev.Removed(seat, building)
        case cmd.BuyField(seat, pay):
            return ev.FieldBought(seat, pay)
        case cmd.Hand(seat, left):
            return ev.HandCounted(seat, left)
        case cmd.Pass(seat):
            return ev.Passed(seat)
        case cmd.Sit(seat, device):
            return ev.Seated(seat, device)
        case cmd.Continue(_, code):
            return ev.Continued(code)
    whole = {
        cmd.Deck: ev.DeckExhausted,
        cmd.OpenRound: ev.RoundOpened,
        cmd.Finish: ev.Finished,
        cmd.Reopen: ev.Reopened,
    }
    return whole[type(command)]()


def _stew(table: Table, command: cmd.Stew) -> ev.StewHarvested:
    talers = command.talers or 0
    stew = stew_meter(table.game, table.player(command.seat).buildings)
    if command.cards is not None and stew is not None:
        talers = stew.talers(command.cards)
    owner = table.owner_of("levy") if command.levy else None
    return ev.StewHarvested(command.seat, command.cards, talers, int(command.levy), owner)


def _shared_bean(game: Game) -> str:
    """The bean whose harvests the 4-Jail shares in; of a game without such a card none."""
    shares = [card for building in game.buildings.values() for card in building.cards.values() if card.share]
    return shares[0].bean if shares else next(iter(game.beans))
