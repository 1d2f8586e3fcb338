"""Whose purses a device sees at a table with hidden purses, and what it may therefore enter.

The rule, in one sentence: whoever takes Talers out of a hidden purse must see it. Otherwise the answer alone would tell
what lies there: buy for Ben, be refused, buy something cheaper. What only adds to a purse anybody may enter, as at a
table with open purses. Whether that applies to an entry is told by the log alone, never by a purse."""

from __future__ import annotations

from collections.abc import Collection
from typing import assert_never

from companion.rules.playing import events as ev
from companion.rules.seats import KEEPER, Seat, all_seats


def visible_seats(
    held_by_me: Collection[Seat], held_by_others: Collection[Seat], players: int, *, hidden: bool, finished: bool
) -> frozenset[Seat]:
    """The seats (from 1) whose purses and totals a device sees.

    All of them, unless the table hides them and is not finished; then its own. A device that keeps the score and sits
    nowhere sees the seats that no other device holds: somebody has to enter for those. Who only watches sees none.
    """
    everybody = frozenset(all_seats(players))
    if not hidden or finished:
        return everybody
    mine = everybody.intersection(held_by_me)
    if mine or KEEPER not in held_by_me:
        return mine
    return everybody.difference(held_by_others)


def takes(event: ev.Event) -> frozenset[Seat]:
    """The seats whose purse has to be seen to enter this.

    A correction or count also when it adds: what lies in a purse is set right by who sees it. A Taler of a stew is not among
    them: its owner demands it of a harvest that all have seen, and gets it whatever the pot was corrected to.
    """
    if not isinstance(event, ev.Trade):
        return frozenset()
    match event:
        case ev.Bought(seat) | ev.FieldBought(seat) | ev.Corrected(seat) | ev.Recounted(seat):
            return frozenset({seat})
        case ev.Harvested() | ev.StewHarvested() | ev.Shared() | ev.Levied() | ev.Removed():
            return frozenset()
        case _:
            assert_never(event)


def touches(event: ev.Event) -> frozenset[Seat]:
    """The seats whose purse the event changes. An undoing has none of its own: see `companion.rules.playing.undo`."""
    if not isinstance(event, ev.Trade):
        return frozenset()
    match event:
        case (
            ev.Harvested(seat) | ev.Shared(seat) | ev.Bought(seat) | ev.FieldBought(seat) | ev.Corrected(seat)
            | ev.Recounted(seat)
        ):  # fmt: skip
            return frozenset({seat})
        case ev.StewHarvested(seat, _, _, _, to):
            return frozenset({seat} if to is None else {seat, to})
        case ev.Levied(seat, harvester):
            return frozenset({seat, harvester})
        case ev.Removed():
            return frozenset()
        case _:
            assert_never(event)


def redacted(event: ev.Event, bean: str) -> ev.Event:
    """The event as everybody knows it: a harvest of whatever bean and worth, here of `bean`; a field bought for so many
    Talers, of whatever bean."""
    if not isinstance(event, ev.Trade):
        return event
    match event:
        case ev.Harvested(seat):
            return ev.Harvested(seat, bean, None, 0)
        case ev.StewHarvested(seat, _, _, levy, to):
            return ev.StewHarvested(seat, None, levy, levy, to)
        case ev.FieldBought(seat, pay):
            return ev.FieldBought(seat, (("unsorted", sum(count for _, count in pay)),))
        case ev.Bought() | ev.Removed() | ev.Shared() | ev.Levied():
            return event
        case ev.Corrected() | ev.Recounted():
            return event  # of these nothing is told but what is impossible for any: companion.rules.playing.check
        case _:
            assert_never(event)
