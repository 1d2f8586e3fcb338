"""From a wish to a fact: what a command becomes at this table, or why not. Pure: the same log gives the same answer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import assert_never

from companion.rules import names
from companion.rules.editions.edition import Edition, Game
from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.check import refuse
from companion.rules.playing.harvest import meter, stew_meter
from companion.rules.playing.settled import settled
from companion.rules.playing.state import Table
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import BySeat, Seat


def begin(
    edition: Edition, given: Sequence[str], *, cognac: bool, base: str, tie_break: str, hidden: bool
) -> ev.Started | Refusal:
    """The first entry of a table: names in seating order, the start player first. Empty options take the usual ones."""
    typed = BySeat(given)
    shown = BySeat(names.clean(name) for name in typed)
    keys: dict[str, Seat] = {}
    for seat, name in shown.items():
        if not name:
            return Refusal(Reason.NAME_EMPTY)
        if names.is_long(typed[seat]):
            return Refusal(Reason.NAME_LONG, {"name": name, "most": names.LONGEST})
        first = keys.setdefault(names.key(name), seat)
        if first != seat:
            return Refusal(Reason.NAME_TAKEN, {"name": name, "seat": first})
    # The base game is a choice under High Bohn alone; a form's usual value means the edition's own elsewhere.
    chosen = base if len(edition.bases) > 1 and base else edition.default_base
    game = edition.game(len(shown), cognac=cognac, base=chosen, tie_break=tie_break or None)
    if isinstance(game, Refusal):
        return game
    return ev.Started(edition.id, game.cognac, game.base, game.tie_break, hidden, tuple(shown))


def decide(
    table: Table, command: cmd.Command, override: str = "", seen: Collection[Seat] | None = None
) -> ev.Event | Refusal:
    """The event a command other than `Undo` becomes at this table, or its refusal. Its seat is one of the table's.

    `override` is the reason for entering what the rules forbid; it lifts only what a table can agree on. `seen` are
    the seats whose purses the one who enters sees (None: whoever that is has been asked already).
    """
    already = settled(table.public, command)
    if already:
        return already
    if isinstance(command, cmd.Deck) and command.count not in (None, table.passes + 1):
        return Refusal(Reason.PILE_COUNTED, {"number": table.passes})
    event = _event(table, command)
    if isinstance(command, cmd.Turn) and _late(table, command, event):
        return Refusal(Reason.TURN_MOVED, {"seat": table.turn})
    return refuse(table, event, override, seen) or event


def _late(table: Table, command: cmd.Turn, event: ev.Event) -> bool:
    """Whether a command means a turn that is over, or one that has not come."""
    if table.ended or (isinstance(event, ev.TurnPassed) and event.to == table.turn):
        return False  # refused for that
    return command.leaving not in (None, table.turn) or command.count not in (None, table.turns + 1)


def _event(table: Table, command: cmd.Command) -> ev.Event:
    """The event of a command that is the table's to work out; others become their event word for word."""
    if isinstance(command, cmd.Course):
        return _course(table, command)
    match command:
        case cmd.Harvest(seat, bean, cards, talers, soy):
            if cards is not None and bean in table.game.beans:
                talers = meter(table.game, bean, table.player(seat).buildings).talers(cards)
            return ev.Harvested(seat, bean, cards, talers or 0, soy)
        case cmd.Stew():
            return _stew(table, command)
        case cmd.Levy(seat, harvester):
            return ev.Levied(seat, harvester, 1)
        case cmd.Share(seat, harvester):
            return ev.Shared(seat, harvester, _shared_bean(table.game))
        case cmd.Undo() | cmd.Change() | cmd.SetUp():
            raise TypeError(command)  # these take more than the table: companion.rules.playing.ledger
        case _:
            return _for_seat(table, command)


def _course(table: Table, command: cmd.Course) -> ev.Event:
    """What moves the game on. The turn in which the pile runs out for the last time leads to the last harvest."""
    match command:
        case cmd.Turn() if table.passes >= table.game.deck and not table.ended:
            return ev.LastTurnEnded()
        case cmd.Turn(_, to):
            return ev.TurnPassed(to if to is not None else table.after(table.turn))
        case cmd.Deck():
            return ev.DeckExhausted(ends=False)
        case cmd.OpenRound():
            return ev.RoundOpened()
        case cmd.Finish():
            return ev.Finished()
        case cmd.Reopen():
            return ev.Reopened()
        case cmd.Pass(seat, everybody, _):
            return ev.Passed(seat, everybody)
        case cmd.Leave(seat):
            return ev.PlayerLeft(seat)
        case cmd.Return(seat):
            return ev.PlayerReturned(seat)
        case _:
            assert_never(command)


def _for_seat(
    table: Table,
    command: cmd.Buy | cmd.Remove | cmd.BuyField | cmd.Correct | cmd.Recount | cmd.Hand | cmd.Rename | cmd.Continue,
) -> ev.Event:
    """The event that says what the command does, with what was there before for the log to tell."""
    match command:
        case cmd.Buy(seat, cards):
            return ev.Bought(seat, cards)
        case cmd.Remove(seat, building):
            return ev.Removed(seat, building)
        case cmd.BuyField(seat, pay):
            return ev.FieldBought(seat, pay)
        case cmd.Correct(seat, what, change, reason):
            return ev.Corrected(seat, what, change, reason.strip(), table.player(seat).count(what))
        case cmd.Recount(seat, what, count):
            return ev.Recounted(seat, what, count, table.player(seat).count(what))
        case cmd.Hand(seat, left):
            return ev.HandCounted(seat, left)
        case cmd.Rename(seat, name):
            return ev.Renamed(seat, names.clean(name), table.player(seat).name)
        case cmd.Continue(_, code):
            return ev.Continued(code)
        case _:
            assert_never(command)


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
