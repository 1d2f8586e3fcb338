"""What thumbs did beside what the server was asked and what stands in the log: what was lost on the way, what doubled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.faults.page import Entry
from tests.faults.phone import Phone
from tests.faults.proxy import Exchange

_BOOKED, _REFUSED = {200, 303}, {409, 422}
_SENT_ON = {303}  # a plain form that was entered, or refused as somebody else had entered it before

Key = tuple[Any, ...]


@dataclass
class Tally:
    """How many taps were made, booked, refused (an Undo that was put off among them), taken back before they were sent
    (and the Undo that did it); and each that was lost or doubled, with what befell it."""

    taps: int = 0
    booked: int = 0
    refused: int = 0
    withdrawn: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    restless: list[str] = field(default_factory=list)  # phones on which something waits for ever
    behind: list[str] = field(default_factory=list)  # phones that did not find the newest board

    def add(self, other: Tally) -> None:
        """Another evening."""
        self.taps += other.taps
        self.booked += other.booked
        self.refused += other.refused
        self.withdrawn += other.withdrawn
        self.lost += other.lost
        self.doubled += other.doubled
        self.restless += other.restless
        self.behind += other.behind


@dataclass
class _Case:
    """All taps of one key: how often it was tapped, its commands by id, and how often it stands in the log."""

    taps: int = 0
    withdrawn: int = 0
    put_off: int = 0
    commands: dict[str, list[Exchange]] = field(default_factory=lambda: defaultdict(list))
    entries: int = 0

    def answered(self, statuses: set[int]) -> list[list[Exchange]]:
        """The commands that got one of these statuses from the server, whether or not the phone heard it."""
        return [
            sent
            for sent in self.commands.values()
            if any(statuses.intersection(exchange.statuses) for exchange in sent)
        ]

    def told(self) -> str:
        """What befell its commands."""
        fates = (
            f"{id_[:6]}: " + ", ".join(f"{exchange.fault} {list(exchange.statuses)}" for exchange in sent)
            for id_, sent in self.commands.items()
        )
        return f"tapped {self.taps} x, taken back {self.withdrawn} x, in the log {self.entries} x; sent as {{{'; '.join(fates)}}}"


@dataclass(frozen=True)
class _Reached:
    """What a log has come to: how many turns were ended, and which entries were undone."""

    turns: int
    undone: frozenset[int]

    @classmethod
    def by(cls, log: Iterable[Entry]) -> _Reached:
        """Of a whole log."""
        verbs = [(entry.verb, entry.data) for entry in log]
        undone = (target for verb, data in verbs if verb == "undo" for target in data["entries"])
        return cls(sum(verb == "turn" for verb, _ in verbs), frozenset(undone))

    def wanted(self, sent: Sequence[Exchange]) -> bool:
        """Whether the table shows what a command wanted: then it needs no refusal that somebody sees."""
        fields = sent[0].request.fields
        match sent[0].request.path.rsplit("/", 1)[1]:
            case "turn":
                return int(fields["count"]) <= self.turns
            case "undo":
                return int(fields["entry"]) in self.undone
        return False


def _key(seat: int | None, verb: str, fields: Any) -> Key:
    """A harvest is known by bean and cards, everything else by who entered it."""
    return (seat, verb, fields["bean"], str(fields["cards"])) if verb == "harvest" else (seat, verb)


def tally(phones: Sequence[Phone], exchanges: Iterable[Exchange], log: Sequence[Entry]) -> Tally:
    """Compare. A refusal counts as one when the phone that made the tap has shown it, or the table shows what was
    wanted; any other is a tap that was lost."""
    cases: dict[Key, _Case] = defaultdict(_Case)
    seats = {phone.name: phone.seat for phone in phones}
    for phone in phones:
        for tap in phone.taps:
            cases[_key(phone.seat, tap.verb, tap.fields)].taps += 1
        for tap in phone.withdrawn:
            cases[_key(phone.seat, tap.verb, tap.fields)].withdrawn += 1
            cases[phone.seat, "undo"].withdrawn += 1
        if phone.put_off:
            cases[phone.seat, "undo"].put_off += phone.put_off
    for exchange in exchanges:
        fields, verb = exchange.request.fields, exchange.request.path.rsplit("/", 1)[1]
        cases[_key(seats[exchange.request.phone], verb, fields)].commands[fields["command_id"]].append(exchange)
    for entry in log:
        if entry.verb in ("harvest", "turn", "undo"):
            cases[_key(entry.seat, entry.verb, entry.data)].entries += 1
    made, reached = Tally(), _Reached.by(log)
    unseen: dict[int | None, list[float]] = defaultdict(list)
    for phone in phones:
        unseen[phone.seat] = sorted(moment for moment, _ in phone.refusals)
    for key, case in cases.items():
        _judge(made, key, case, unseen[key[0]], reached)
    return made


def _judge(made: Tally, key: Key, case: _Case, shown: list[float], reached: _Reached) -> None:
    """Add one key's taps to the tally; refusals it accounts for are taken from the shown ones."""
    booked = case.answered(_BOOKED)
    refused = [sent for sent in case.answered(_REFUSED) if sent not in booked]
    silent = 0
    for sent in refused:
        since = min(exchange.at for exchange in sent if _REFUSED.intersection(exchange.statuses))
        seen = next((moment for moment in shown if moment >= since), None)
        if seen is not None:
            shown.remove(seen)
        elif not reached.wanted(sent):
            silent += 1
    booked_once = min(case.entries, len(booked))
    so_already = sum(reached.wanted(sent) for sent in case.answered(_SENT_ON))
    so_already = min(so_already, len(booked) - booked_once)
    told = len(refused) - silent + so_already + case.put_off
    meant = case.taps - case.withdrawn
    made.taps += case.taps
    made.booked += booked_once
    made.refused += told
    made.withdrawn += case.withdrawn
    what = " ".join(str(part) for part in key)
    made.lost += [f"{what}: {case.told()}"] * max(0, meant - booked_once - told)
    made.doubled += [f"{what}: {case.told()}"] * max(0, case.entries - min(meant, booked_once))
