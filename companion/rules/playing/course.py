"""What moves the game on: turn, pile, buying rounds, the last harvest, the end.

Part of the fold: it trusts its events, which were checked when they were made."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.rules.playing import events as ev
from companion.rules.playing.state import BuyingRound, Phase, Table
from companion.rules.seats import Seat


def moved_on(table: Table, event: ev.Course) -> Table:
    """The table after an event that moves the game on rather than Talers."""
    match event:
        case ev.TurnPassed(to):
            return _turned(table).but(turn=to)
        case ev.LastTurnEnded():
            return _ended(_turned(table))
        case ev.DeckExhausted(ends):
            table = table.but(passes=table.passes + 1)
            return _ended(table) if ends and table.passes >= table.game.deck else table
        case ev.RoundOpened():
            return table.but(phase=Phase.BUYING, round=_round(table), passed=frozenset())
        case ev.Passed(seat, everybody):
            return _all_passed(table) if everybody else _passed(table, seat)
        case ev.PlayerLeft(seat):
            return _left(table.but(left=table.left | {seat}), seat)
        case ev.PlayerReturned(seat):
            return table.but(left=table.left - {seat})
        case ev.Finished():
            return _finished(table)
        case ev.Reopened():
            return table.but(phase=_after_round(table), round=None, done=frozenset(), passed=frozenset())
        case _:
            assert_never(event)


def _turned(table: Table) -> Table:
    """The table after a turn: what could be claimed since the one before is gone, what could be named now, too."""
    aged = tuple(replace(claim, old=True) for claim in table.claims if not claim.old)
    turns = table.turns + 1
    return table.but(turns=turns, removing=None, claims=aged, claimed=frozenset(), passed=frozenset())


def _after_round(table: Table) -> Phase:
    """Where a table goes on that was in a mid-game round, or is opened again."""
    return Phase.FINAL_HARVEST if table.ended else Phase.PLAY


def _ended(table: Table) -> Table:
    """The last turn is over. A buying round still open ends with it: now all harvest first (rules 1.5)."""
    return table.but(phase=Phase.FINAL_HARVEST, ended=True, round=None)


def _all_passed(table: Table) -> Table:
    """Everybody who has not passed does: the last harvest or the buying round is over."""
    phase = table.phase
    for seat in sorted(table.playing - table.done) if phase is Phase.FINAL_HARVEST else ():
        table = _passed(table, seat)
    while phase is Phase.BUYING and table.round:
        table = _passed(table, table.round.next)
    return table


def _round(table: Table) -> BuyingRound:
    """A buying round begins with the player on turn, or the next clockwise who is there (000:L39, L82)."""
    return BuyingRound(table.after(table.turn) if table.turn in table.left else table.turn)


def _passed(table: Table, seat: Seat) -> Table:
    if table.phase is Phase.FINAL_HARVEST:
        return _harvested(table.but(done=table.done | {seat}))
    if table.round is None:  # nothing goes on any more that could be passed in: the table was set up anew since
        return table
    return _lap(table.but(passed=table.passed | {seat}, round=BuyingRound(table.after(seat))))


def _harvested(table: Table) -> Table:
    """The last harvest, which is over when everybody is done."""
    if not table.playing <= table.done:
        return table
    if not table.game.buildings:
        return _finished(table.but(complete=True))
    return table.but(phase=Phase.BUYING, round=_round(table), passed=frozenset())


def _lap(table: Table) -> Table:
    """A buying round, which is over when all who are there have passed since the last purchase."""
    if table.round is None or not table.playing <= table.passed:
        return table
    table = table.but(round=None, removing=None, phase=Phase.PLAY)
    return _finished(table.but(complete=True)) if table.ended else table


def _left(table: Table, seat: Seat) -> Table:
    """A player has gone home: turn and decision go to the next, and nobody waits for one who is not there."""
    if table.phase is Phase.FINAL_HARVEST:
        return _harvested(table)
    if table.round:
        following = table.after(seat) if table.round.next == seat else table.round.next
        just = None if table.round.just == seat else table.round.just
        table = _lap(table.but(round=BuyingRound(following, just)))
    if table.ended or table.turn != seat:
        return table
    if table.passes >= table.game.deck:
        return _ended(_turned(table))
    return _turned(table).but(turn=table.after(seat), passed=table.passed)


def _finished(table: Table) -> Table:
    """The table at its end: nothing is open any more, no round, no type to take out, no Taler to claim."""
    return table.but(phase=Phase.FINISHED, round=None, removing=None, claims=())
