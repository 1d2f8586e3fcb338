"""From log to table. Folding is the only way a table changes.

`apply` trusts its events: they were checked when they were made (`companion.rules.check`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules import events as ev
from companion.rules.edition import Game
from companion.rules.editions import Editions
from companion.rules.score import Holdings
from companion.rules.state import BuyingRound, Open, Phase, Table


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: an event, its number (the table's version after it), and who entered it when.

    `override` is the reason given for entering what the rules forbid, or empty.
    """

    seq: int
    event: ev.Event
    by: int | None = None
    at: Any = None
    override: str = field(default="")


def reversed_entries(log: Iterable[Entry]) -> frozenset[int]:
    """The entries that do not count: undone, unless their undoing was itself undone."""
    gone: set[int] = set()
    for entry in sorted(log, key=lambda entry: -entry.seq):
        if isinstance(entry.event, ev.Undone) and entry.seq not in gone:
            gone.update(entry.event.entries)
    return frozenset(gone)


def effective(log: Iterable[Entry]) -> list[Entry]:
    """The entries that count, without the undoings themselves."""
    log = list(log)
    gone = reversed_entries(log)
    return [entry for entry in log if entry.seq not in gone and not isinstance(entry.event, ev.Undone)]


def fold(log: Iterable[Entry], editions: Editions) -> Table:
    """The table a log makes. Its first effective entry is `Started`."""
    first, *rest = effective(log)
    assert isinstance(first.event, ev.Started)
    table = start(first.event, editions)
    for entry in rest:
        table = apply(table, entry.event)
    return table


def start(event: ev.Started, editions: Editions) -> Table:
    """The table at its beginning. LookupError when its rule set is no longer installed."""
    edition = editions.get(event.edition)
    if edition is None:
        raise LookupError(event.edition)
    game = edition.game(len(event.names), cognac=event.cognac, base=event.base, tie_break=event.tie_break)
    assert isinstance(game, Game)
    return Table(game, tuple(Holdings(name) for name in event.names), hidden=event.hidden)


def apply(table: Table, event: ev.Event) -> Table:
    """The table after the event."""
    match event:
        case ev.Harvested(seat, bean, _, talers):
            table = _claimable(_add(table, seat, {bean: talers}), bean, seat, talers)
        case ev.StewHarvested(seat, _, talers, levy, to):
            table = _pot(table, seat, "stew", talers - levy)
            table = _pot(table, to, "distillery", levy) if to else _claimable(table, "stew", seat, talers)
        case ev.Levied(seat, harvester, talers):
            table = _pot(_pot(table, harvester, "stew", -talers), seat, "distillery", talers)
            table = _claimed(table, "stew", harvester)
        case ev.Shared(seat, harvester, bean):
            table = _claimed(_add(table, seat, {bean: 1}), bean, harvester)
        case ev.Bought(seat, cards):
            table = _bought(table, seat, cards)
        case ev.Removed(_, building):
            table = replace(table, named=table.named | {building}, removing=None)
        case ev.FieldBought(seat, pay):
            table = _add(table, seat, {bean: -count for bean, count in pay})
            table = replace(table, fields=table.fields | {seat})
        case ev.Corrected(seat, what, change, _):
            pots = ("unsorted", "stew", "distillery")
            table = _pot(table, seat, what, change) if what in pots else _add(table, seat, {what: change})
        case ev.HandCounted(seat, cards):
            table = _player(table, seat, hand_cards=cards)
        case ev.Renamed(seat, name):
            table = _player(table, seat, name=name)
        case _:
            table = _course(table, event)
    return table


def _course(table: Table, event: ev.Event) -> Table:
    """Events that move the game on rather than Talers."""
    match event:
        case ev.TurnPassed(to):
            return replace(
                table,
                turn=to,
                removing=None,
                claims=tuple(replace(claim, old=True) for claim in table.claims if not claim.old),
            )
        case ev.DeckExhausted():
            table = replace(table, passes=table.passes + 1)
            ended = table.passes >= table.game.deck  # a buying round still open ends with it: now all harvest first
            return replace(table, phase=Phase.FINAL_HARVEST, round=None) if ended else table
        case ev.RoundOpened():
            return replace(table, phase=Phase.BUYING, round=BuyingRound(table.turn))
        case ev.Passed(seat):
            return _passed(table, seat)
        case ev.Seated():
            return table
        case ev.Continued(code):
            return replace(table, next_code=code)
        case ev.Finished():
            return _finished(table)
        case ev.Reopened():
            return replace(table, phase=after_round(table), done=frozenset())
    raise TypeError(event)


def after_round(table: Table) -> Phase:
    """Where a table goes on that was in a mid-game round, or is opened again."""
    return Phase.FINAL_HARVEST if table.passes >= table.game.deck else Phase.PLAY


def _passed(table: Table, seat: int) -> Table:
    if table.phase is Phase.FINAL_HARVEST:
        done = table.done | {seat}
        if len(done) < len(table.players):
            return replace(table, done=done)
        if not table.game.buildings:
            return _finished(replace(table, done=done))
        return replace(table, done=done, phase=Phase.BUYING, round=BuyingRound(table.turn))
    passes = table.round.passes + 1 if table.round else 0
    if passes < len(table.players):
        return replace(table, round=BuyingRound(table.after(seat), passes))
    table = replace(table, round=None, removing=None, phase=Phase.PLAY)
    return _finished(table) if table.passes >= table.game.deck else table


def _finished(table: Table) -> Table:
    """The table at its end: nothing is open any more, no round, no type to take out, no Taler to claim."""
    return replace(table, phase=Phase.FINISHED, round=None, removing=None, claims=())


def _bought(table: Table, seat: int, cards: tuple[tuple[str, int], ...]) -> Table:
    table = _add(table, seat, {bean: -price for bean, price in cards})
    table = _player(table, seat, buildings={**table.player(seat).buildings, **dict(cards)})
    removing = seat if any(table.game.card(bean, price).removes for bean, price in cards) else table.removing
    if table.round is None:
        return replace(table, removing=removing)
    return replace(table, removing=removing, round=BuyingRound(table.after(seat), 0, just=seat))


def _add(table: Table, seat: int, change: Mapping[str, int]) -> Table:
    talers = dict(table.player(seat).talers)
    for bean, count in change.items():
        talers[bean] = talers.get(bean, 0) + count
    return _player(table, seat, talers={bean: count for bean, count in talers.items() if count})


def _pot(table: Table, seat: int, pot: str, change: int) -> Table:
    return _player(table, seat, **{pot: getattr(table.player(seat), pot) + change})


def _player(table: Table, seat: int, **changes: Any) -> Table:
    players = list(table.players)
    players[seat - 1] = replace(players[seat - 1], **changes)
    return replace(table, players=tuple(players))


def _claimable(table: Table, what: str, harvester: int, talers: int) -> Table:
    """Remember a harvest of which the owner of a 4-Jail or 3-Distillery may claim a Taler."""
    effect = "levy" if what == "stew" else "share"
    owner = table.owner_of(effect)
    if owner is None or talers < 1 or (what == "stew" and owner == harvester):
        return table
    if what != "stew" and not any(
        card.share and card.bean == what for card in table.game.cards(table.player(owner).buildings)
    ):
        return table
    return replace(table, claims=(*table.claims, Open(what, harvester, talers)))


def _claimed(table: Table, what: str, harvester: int) -> Table:
    """Forget the newest harvest of that kind by that seat: its Taler has been claimed."""
    claims = list(table.claims)
    for claim in reversed(claims):
        if (claim.what, claim.harvester) == (what, harvester):
            claims.remove(claim)
            break
    return replace(table, claims=tuple(claims))
