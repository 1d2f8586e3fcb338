"""Entries that no longer fit since an earlier one was changed or the table was set up anew.

They go on counting, as what they tell of has happened; the log names them with the reason until somebody settles it: by
changing or undoing them or another entry, by an agreement, or, where it is a matter of Talers, by counting what lies
there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.editions.installed import Editions
from companion.rules.playing import events as ev
from companion.rules.playing.check import again
from companion.rules.playing.counting import effective
from companion.rules.playing.fold import Entry, apply, start
from companion.rules.playing.state import Table
from companion.rules.playing.visibility import touches
from companion.rules.refusals import AGREEABLE, Reason, Refusal
from companion.rules.seats import KEEPER, Seat

# Whose moment it was does not matter any more, once it has passed.
_FLEETING = frozenset(
    {
        Reason.NOT_YOUR_MOMENT, Reason.ROUND_OPEN, Reason.NO_ROUND, Reason.HARVEST_FIRST, Reason.HARVEST_OVER,
        Reason.ALREADY_ON_TURN, Reason.PILE_DONE, Reason.PLAYER_LEFT, Reason.GAME_FINISHED,
    }
)  # fmt: skip
# What a later count of the same Talers settles: it says what lies there, whatever was entered before.
_COUNTED = frozenset(
    {
        Reason.NOT_ENOUGH_TALERS, Reason.NEGATIVE_PURSE, Reason.METER_CHANGED, Reason.PAYS_LESS, Reason.MORE_THAN_LEFT,
        Reason.MORE_THAN_ALL_CARDS,
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Misfit:
    """An entry that no longer fits: its number, the seats whose purses it touches, the reason for who sees those, and
    the reason that all may know, if there is one."""

    seq: int
    seats: frozenset[Seat]
    refusal: Refusal | None
    public: Refusal | None

    def told(self, seen: Collection[Seat] | None) -> Refusal | None:
        """The reason for somebody who sees these purses (None: all of them), or None if there is none to tell."""
        return self.refusal if seen is None or self.seats.issubset(seen) else self.public


def changed(log: Sequence[Entry]) -> bool:
    """Whether anything in a log can make earlier entries unfit."""
    return any(
        isinstance(entry.event, ev.SetUp) or (isinstance(entry.event, ev.Undone) and entry.event.instead)
        for entry in log
    )


def misfits(log: Sequence[Entry], editions: Editions) -> tuple[Misfit, ...]:
    """The effective entries that do not fit, each with the first reason that nobody has settled."""
    if not changed(log):
        return ()
    counting = effective(log)
    counted = _counts(counting)
    table = start(counting, editions)
    found: list[Misfit] = []
    for position, entry in enumerate(counting[1:], 1):
        found += _misfit(table, entry, position, counted)
        table = apply(table, entry.event)
    return tuple(found)


def and_last(unfit: Sequence[Misfit], log: Sequence[Entry], table: Table, entry: Entry) -> tuple[Misfit, ...] | None:
    """The misfits of a log when one more entry has been made at its table, or None where that settles something: then
    all are to be looked at again. The entry is neither an undoing nor in the place of another."""
    counted = _counts([entry])
    for misfit in unfit if counted else ():
        event = log[misfit.seq - 1].event
        if any(reason and _concerns(event, reason) in counted for reason in (misfit.refusal, misfit.public)):
            return None
    return (*unfit, *_misfit(table, entry, 0, {}))


def _misfit(table: Table, entry: Entry, position: int, counted: Mapping[tuple[Seat, str], int]) -> Iterator[Misfit]:
    """What an entry has against it at the table before it, if anything."""
    reason = _lasting(table, entry, None, position, counted)
    public = _lasting(table, entry, (), position, counted) if table.hidden else reason  # else everybody sees all purses
    if reason or public:
        yield Misfit(entry.seq, touches(entry.event), reason, public)


def _lasting(
    table: Table, entry: Entry, seen: Collection[Seat] | None, position: int, counted: Mapping[tuple[Seat, str], int]
) -> Refusal | None:
    """The first objection to an entry that nobody has settled, for who sees all purses (None) or none."""
    for refusal in again(table, entry.event, seen):
        agreed = entry.override and refusal.reason in AGREEABLE
        settled = refusal.reason in _COUNTED and counted.get(_concerns(entry.event, refusal), 0) > position
        if refusal.reason not in _FLEETING and not agreed and not settled:
            return refusal
    return None


def _counts(counting: Sequence[Entry]) -> dict[tuple[Seat, str], int]:
    """Where in the order of what counts the Talers of a seat and bean or pot were counted last."""
    return {
        (entry.event.seat, entry.event.what): position
        for position, entry in enumerate(counting)
        if isinstance(entry.event, ev.Recounted)
    }


def _concerns(event: ev.Event, refusal: Refusal) -> tuple[Seat, str]:
    """The seat and the bean or pot whose count a refusal is about."""
    seat: Seat = event.harvester if isinstance(event, ev.Levied) else getattr(event, "seat", KEEPER)
    pot = "stew" if isinstance(event, ev.StewHarvested | ev.Levied) else getattr(event, "what", "")
    return seat, str(refusal.facts.get("bean") or pot or getattr(event, "bean", ""))
