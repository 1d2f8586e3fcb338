"""Undoing: an entry that names the entries it reverses, and may itself be reversed. Nothing is ever taken out of a log."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence

from companion.rules.editions.installed import Editions
from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.check import contradicted
from companion.rules.playing.counting import effective, places, reversed_entries, together
from companion.rules.playing.decide import decide
from companion.rules.playing.fold import Entry, apply, start
from companion.rules.playing.misfits import changed
from companion.rules.playing.state import Table
from companion.rules.playing.unreadable import UnreadableTableError
from companion.rules.playing.visibility import touches
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import Seat


def undo(
    log: Sequence[Entry], targets: Sequence[int], editions: Editions, seen: Collection[Seat] | None = None
) -> ev.Undone | Refusal:
    """Reverse entries, undoings among them. Refused with the later entries that could not have happened then.

    Who does not see every purse (`seen` holds the seats whose purses they see) is told alike whatever lies in the
    others: that it is for those who do, as soon as one of them might not bear it.
    """
    known = {entry.seq: entry for entry in log}
    targets = together(log, targets)
    for target in targets or (0,):
        if target not in known or isinstance(known[target].event, ev.Started):
            return Refusal(Reason.UNKNOWN_ENTRY, {"entry": target})
        if isinstance(known[target].event, ev.LinksRenewed):  # the old ones are forgotten
            return Refusal(Reason.NOT_UNDOABLE, {"entry": target})
    # What an undoing among the targets brings back may be a target itself, so it does not count as gone.
    undoings = tuple(target for target in targets if isinstance(known[target].event, ev.Undone))
    gone = reversed_entries([*log, Entry(len(log) + 1, ev.Undone(undoings))]) - set(undoings)
    gone |= reversed_entries(log).intersection(undoings)
    for target in targets:
        if target in gone:
            return _changed_since(log, target) or Refusal(
                Reason.ALREADY_UNDONE, {"entry": target}, settled=gone.issuperset(targets)
            )
    event = ev.Undone(tuple(sorted(set(targets))))
    was, counting = effective(log), effective([*log, Entry(len(log) + 1, event)])
    try:
        table = start(counting, editions)
    except UnreadableTableError:  # what was set up since goes with nothing else
        return _set_up_since(log, event.entries)
    begun = start(was, editions)
    if begun.hidden and not table.hidden:
        return Refusal(Reason.SHOWS_PURSES)
    needed = dependants(table, counting, seen, _Unfit(begun, was, seen) if changed(log) else ())
    everything = together(log, [*event.entries, *needed])
    short = None if seen is None else short_of(log, everything, seen)
    if short is not None:
        return Refusal(Reason.HIDDEN_PURSE, {"seat": short})
    if needed:
        return Refusal(Reason.DEPENDED_ON, {"entries": needed, "together": list(everything)})
    return event


def _changed_since(log: Sequence[Entry], target: int) -> Refusal | None:
    """The refusal for an entry in whose place another one counts by now: another phone has changed it."""
    place = places(log)
    first = place.get(target, target)
    now = next((entry.seq for entry in effective(log) if place.get(entry.seq) == first and entry.seq != target), None)
    return None if now is None else Refusal(Reason.CHANGED_SINCE, {"entry": target, "now": now})


def _set_up_since(log: Sequence[Entry], targets: Sequence[int]) -> Refusal:
    """The refusal of an undoing after which no game could be made of what was set up: all of that goes, or nothing."""
    others = [entry.seq for entry in effective(log) if isinstance(entry.event, ev.SetUp) and entry.seq not in targets]
    if not others:
        return Refusal(Reason.NOT_UNDOABLE, {"entry": targets[0]})
    return Refusal(Reason.DEPENDED_ON, {"entries": others, "together": sorted({*targets, *others})})


def dependants(
    table: Table, counting: Sequence[Entry], seen: Collection[Seat] | None = None, unfit: Container[int] = ()
) -> list[int]:
    """The numbers of the entries that count, but that the ones before them do not allow, as far as purses of `seen`
    tell (None: all of them). `table` is the one they start from; of those that did not fit before either (`unfit`)
    nothing is said."""
    found = []
    for entry in counting[1:]:
        if contradicted(table, entry.event, entry.override, seen) and entry.seq not in unfit:
            found.append(entry.seq)
        else:
            table = apply(table, entry.event)
    return found


def _gives(event: ev.Event) -> frozenset[int]:
    """The seats that something later may build on: Talers they got, or a building, which changes what harvests pay."""
    match event:
        case ev.FieldBought():
            return frozenset()
        case ev.Levied(seat):
            return frozenset({seat})
    return touches(event)


class _Unfit:
    """The entries that the ones before them do not allow although they count: earlier ones were changed since.

    A log is walked as far as it is asked, about one entry after the other."""

    def __init__(self, begun: Table, counting: Sequence[Entry], seen: Collection[Seat] | None) -> None:
        self._counting = {entry.seq for entry in counting}
        self._walk, self._seen = _walk(begun, counting), seen

    def __contains__(self, seq: object) -> bool:
        if seq not in self._counting:
            return False
        entry, table = next(step for step in self._walk if step[0].seq == seq)
        return contradicted(table, entry.event, entry.override, self._seen) is not None


def short_of(log: Sequence[Entry], targets: Collection[int], seen: Collection[Seat]) -> int | None:
    """A seat whose unseen purse might not bear that these entries are undone together, or None.

    An entry can go when nothing later touches the purses it gave to. An undoing can go, and so bring back what it
    names, when nothing at all has touched those purses since: then they are what they were.
    """
    undone = ev.Undone(tuple(targets))
    reach, place = _reach(log), places(log)
    counting = effective([*log, Entry(len(log) + 1, undone)])
    last_counting = _last(counting, reach, place)
    last_of_all = _last([entry for entry in log if entry.seq not in targets], reach, {})
    short: set[int] = set()
    for entry in log:
        if entry.seq in targets:
            undoing = isinstance(entry.event, ev.Undone)
            at_risk = reach[entry.seq] if undoing else _gives(entry.event)
            last = last_of_all if undoing else last_counting
            here = entry.seq if undoing else place.get(entry.seq, entry.seq)
            short.update(seat for seat in at_risk if last.get(seat, 0) > here)
    return min(short.difference(seen), default=None)


def _reach(log: Sequence[Entry]) -> Mapping[int, frozenset[int]]:
    """The seats whose purse each entry changes, an undoing those of the entries it names."""
    reach: dict[int, frozenset[int]] = {}
    for entry in log:
        named = entry.event.entries if isinstance(entry.event, ev.Undone) else ()
        reach[entry.seq] = touches(entry.event).union(*(reach[seq] for seq in named))
    return reach


def _last(entries: Sequence[Entry], reach: Mapping[int, frozenset[int]], place: Mapping[int, int]) -> Mapping[int, int]:
    """The place of the last of these entries that touches each seat."""
    last: dict[int, int] = {}
    for entry in entries:
        for seat in reach[entry.seq]:
            last[seat] = max(last.get(seat, 0), place.get(entry.seq, entry.seq))
    return last


def change(
    log: Sequence[Entry],
    command: cmd.Change,
    editions: Editions,
    override: str = "",
    seen: Collection[Seat] | None = None,
) -> tuple[ev.Undone, ev.Event] | Refusal:
    """Put what a command becomes in the place of an entry: decided at the table as it was there.

    What was entered later and does not fit any more goes on counting and is named by the log
    (`companion.rules.playing.misfits`). At hidden purses it is refused like the undoing of that entry.
    """
    known = {entry.seq: entry for entry in log}
    old = known.get(command.entry)
    if old is None or isinstance(old.event, ev.Started):
        return Refusal(Reason.UNKNOWN_ENTRY, {"entry": command.entry})
    if old.seq in reversed_entries(log):
        return _changed_since(log, old.seq) or Refusal(Reason.ALREADY_UNDONE, {"entry": old.seq})
    if not isinstance(old.event, ev.Changeable):
        return Refusal(Reason.NOT_CHANGEABLE, {"entry": old.seq})
    short = None if seen is None else short_of(log, [old.seq], seen)
    if short is not None:
        return Refusal(Reason.HIDDEN_PURSE, {"seat": short})
    made = decide(before(effective(log), old.seq, editions), command.command, override, seen)
    return made if isinstance(made, Refusal) else (ev.Undone((old.seq,), instead=True), made)


def before(counting: Sequence[Entry], seq: int, editions: Editions) -> Table:
    """The table as the effective entries before one of them make it."""
    return next(table for entry, table in _walk(start(counting, editions), counting) if entry.seq == seq)


def _walk(table: Table, counting: Sequence[Entry]) -> Iterator[tuple[Entry, Table]]:
    """The effective entries after the beginning, each with the table it found; `table` is the one they start from."""
    for entry in counting[1:]:
        yield entry, table
        table = apply(table, entry.event)
