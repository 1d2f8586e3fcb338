"""It is so already: commands whose goal holds before they are entered, most often because another phone was first.

Everything here is told by what lies open on the table, and nothing by a purse."""

from __future__ import annotations

from typing import assert_never

from companion.rules.playing import commands as cmd
from companion.rules.playing.state import Phase, Table
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import Seat


def settled(table: Table, command: cmd.Command) -> Refusal | None:
    """The refusal of a command at this table whose goal holds already, or None. No reason for an override changes it."""
    facts = _facts(table, command)
    return None if facts is None else Refusal(*facts, settled=True)


def _facts(table: Table, command: cmd.Command) -> tuple[Reason, dict[str, object]] | None:
    if isinstance(command, cmd.Course):
        return _moved_on(table, command)
    match command:
        case cmd.Buy() | cmd.BuyField() | cmd.Remove() | cmd.Share() | cmd.Levy():
            return _traded(table, command)
        case (
            cmd.Harvest() | cmd.Stew() | cmd.Correct() | cmd.Recount() | cmd.Hand() | cmd.Rename()
            | cmd.Continue()
        ):  # fmt: skip
            return None  # entered twice, each counts twice or changes nothing
        case cmd.Undo() | cmd.Change() | cmd.SetUp():
            return None  # decided with more than the table: companion.rules.playing.ledger
        case _:
            assert_never(command)


def _moved_on(table: Table, command: cmd.Course) -> tuple[Reason, dict[str, object]] | None:
    """Where the game is already."""
    seat = command.seat
    match command:
        case cmd.Turn() if table.phase is not Phase.FINISHED and _next(table, command) == table.turn:
            return Reason.ALREADY_ON_TURN, {"seat": table.turn}
        case cmd.Turn(leaving=int(leaving)) if table.ended and leaving == table.turn:
            return Reason.PILE_DONE, {"number": table.game.deck}
        case cmd.Deck(_, int(count)) if count <= table.passes:
            return Reason.PILE_COUNTED, {"number": table.passes}
        case cmd.OpenRound() if table.round:
            return Reason.ROUND_OPEN, {"seat": table.round.next}
        case cmd.Pass(_, _, phase) if phase not in ("", table.phase):
            return Reason.ALREADY_PASSED, {"seat": seat}
        case cmd.Pass(_, everybody) if _has_passed(table, seat) and not (everybody and _waiting(table)):
            return Reason.ALREADY_PASSED, {"seat": seat}
        case cmd.Leave() if seat in table.left:
            return Reason.ALREADY_LEFT, {"seat": seat}
        case cmd.Return() if seat not in table.left:
            return Reason.NOT_LEFT, {"seat": seat}
        case cmd.Finish() if table.phase is Phase.FINISHED:
            return Reason.GAME_FINISHED, {}
        case cmd.Reopen() if table.phase is not Phase.FINISHED:
            return Reason.NOT_FINISHED, {}
    return None


def _traded(
    table: Table, command: cmd.Buy | cmd.BuyField | cmd.Remove | cmd.Share | cmd.Levy
) -> tuple[Reason, dict[str, object]] | None:
    """What a seat has of others or the market already."""
    match command:
        case cmd.Buy(seat, ((bean, price), *_) as cards) if table.player(seat).buildings.items() >= set(cards):
            return Reason.ALREADY_SOLD, {"bean": bean, "price": price, "seat": seat}
        case cmd.BuyField(seat, _) if seat in table.fields:
            return Reason.FIELD_OWNED, {}
        case cmd.Remove(seat, building) if building in table.named and table.removing != seat:
            return Reason.REMOVED, {"bean": building}
        case cmd.Share(seat, harvester) if _claimed(table, "share", seat, harvester):
            return Reason.NOTHING_TO_CLAIM, {"seat": harvester}
        case cmd.Levy(seat, harvester) if _claimed(table, "levy", seat, harvester):
            return Reason.NOTHING_TO_CLAIM, {"seat": harvester}
        case cmd.Buy() | cmd.BuyField() | cmd.Remove() | cmd.Share() | cmd.Levy():
            return None
        case _:
            assert_never(command)


def _next(table: Table, command: cmd.Turn) -> Seat | None:
    """The seat whose turn the command wants it to be, as far as it says so by itself."""
    if command.to is None and command.leaving is not None:
        return table.after(command.leaving)
    return command.to


def _has_passed(table: Table, seat: Seat) -> bool:
    """Whether a seat has passed in this buying round since the last purchase, or is done with the last harvest.

    Also after the end of either: the last pass ends it, and another phone may have been about to enter the same.
    """
    if table.round:
        return seat in table.passed and seat != table.round.next
    if table.phase is Phase.FINAL_HARVEST:
        return seat in table.done
    return seat in table.passed or (table.phase is Phase.FINISHED and seat in table.done)


def _waiting(table: Table) -> bool:
    """Whether others are still to say that they buy nothing, or have nothing left to harvest."""
    return table.round is not None or table.phase is Phase.FINAL_HARVEST


def _claimed(table: Table, effect: str, seat: Seat, harvester: Seat) -> bool:
    """Whether the owner of the 4-Jail ("share") or 3-Distillery ("levy") has had the Taler, and no other is open."""

    def meant(what: str, of: Seat) -> bool:
        return of == harvester and (what == "stew") == (effect == "levy")

    return (
        table.owner_of(effect) == seat
        and any(meant(*claim) for claim in table.claimed)
        and not any(meant(claim.what, claim.harvester) for claim in table.claims)
    )
