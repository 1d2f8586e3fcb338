"""Two tables with the same public log that differ only in one hidden purse, and what people try there.

Ben's own phone makes the difference: at one table he harvests, corrects or pays with something else than at the other.
Everybody else enters the same at both, and must get the same answers."""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable, Iterator
from typing import Any

from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.harvest import stew_meter
from companion.rules.playing.seating import Rights
from companion.rules.playing.state import Phase, Table
from companion.rules.playing.visibility import touches
from companion.rules.refusals import Reason, Refusal
from tests.rules.tables import Log

BEN = 2
# Cards that make Talers move between purses, or harvests pay something else.
MIGHTY = [("break", 3), ("break", 4), ("blue", 4), ("cognac", 3), ("cognac", 2), ("blue", 3), ("soy", 4), ("soy", 2)]
POTS = ("unsorted", "stew", "distillery")
Made = ev.Event | Refusal


def viewers(players: int) -> list[Rights]:
    """Everybody who may enter and does not see Ben's purse: other players, and phones that keep the score."""
    seats = frozenset(range(1, players + 1))
    held = [frozenset({1}), frozenset({3}), frozenset({0, 1}), frozenset({1, 3})]
    return [Rights(mine, seats - mine) for mine in held] + [Rights(frozenset({0}), frozenset({BEN}))]


def anything(rng: random.Random, log: Log) -> cmd.Command:
    """Something to try, for any seat: mostly near what is possible, often at the limits of Ben's purse."""
    table = log.table
    seats = range(1, len(table.players) + 1)
    seat, other = rng.choice([*seats, BEN, BEN]), rng.choice([*seats, BEN])
    bean = rng.choice([*table.game.beans, *table.game.beans, "tea", "cocoa"])
    has = table.player(seat).talers.get(bean, 0)
    types = [*(table.game.buildings or table.game.beans)]
    what = rng.choice([bean, bean, *POTS])
    claim = rng.choice(table.claims) if table.claims and rng.random() < 0.8 else None
    harvester = claim.harvester if claim else other
    cooks = [each for each in seats if stew_meter(table.game, table.player(each).buildings)]
    cook = rng.choice([*cooks, *cooks, *cooks, seat])
    moment = table.round.next if table.round and rng.random() < 0.7 else seat

    def cards() -> tuple[tuple[str, int], ...]:
        return tuple((rng.choice(types), rng.choice([1, 2, 3, 4, 4, 5])) for _ in range(rng.choice([1, 1, 2, 3])))

    replacements: list[Callable[[], cmd.Changed]] = [
        lambda: cmd.Harvest(seat, bean, cards=rng.randint(1, 10)),
        lambda: cmd.Stew(cook, cards=rng.randint(3, 8)),
        lambda: cmd.Buy(seat, ((rng.choice(types), rng.randint(1, 4)),)),
        lambda: cmd.Correct(seat, what, rng.randint(-3, 3), "x"),
        lambda: cmd.Recount(seat, what, rng.randint(0, 6)),
        lambda: cmd.Share(table.owner_of("share") or seat, harvester),
        lambda: cmd.Hand(seat, rng.randint(0, 6)),
    ]
    makers: list[Callable[[], cmd.Command]] = [
        lambda: cmd.Harvest(seat, bean, cards=rng.choice([rng.randint(1, 12), rng.randint(1, 26), max(1, 20 - has)])),
        lambda: cmd.Harvest(seat, bean, talers=rng.randint(1, 6)),
        lambda: cmd.Harvest(seat, rng.choice(["blue", "fire", "soy"]), cards=rng.randint(2, 12), soy=rng.randint(1, 3)),
        lambda: cmd.Stew(cook, cards=rng.randint(1, 10), levy=rng.random() < 0.3),
        lambda: cmd.Stew(cook, talers=rng.randint(1, 6)),
        lambda: cmd.Buy(moment, cards()),
        lambda: cmd.Buy(moment, ((rng.choice(types), rng.randint(1, 4)),)),
        lambda: cmd.BuyField(
            seat, tuple({each: rng.randint(1, 3) for each in rng.sample([*table.game.beans], 2)}.items())
        ),
        lambda: cmd.BuyField(seat, ((bean, rng.choice([1, 3, 3, has])),)),
        lambda: cmd.Correct(seat, what, rng.choice([-has, -has - 1, rng.randint(-25, 25)]), rng.choice(["", "x", "x"])),
        lambda: cmd.Recount(seat, what, rng.choice([has, has + 1, rng.randint(0, 12)])),
        lambda: cmd.Change(seat, rng.choice(some(rng, log)), rng.choice(replacements)()),
        lambda: cmd.Change(seat, rng.choice(some(rng, log)), rng.choice(replacements)()),
        lambda: cmd.Share(table.owner_of("share") or seat, harvester),
        lambda: cmd.Levy(table.owner_of("levy") or seat, harvester),
        lambda: cmd.Levy(table.owner_of("levy") or seat, cook),
        lambda: cmd.Remove(table.removing or seat, rng.choice(types)),
        lambda: cmd.Pass(moment),
        lambda: cmd.Undo(seat, some(rng, log)),
        lambda: cmd.Undo(seat, some(rng, log)),
        lambda: cmd.Undo(seat, some(rng, log)),
        lambda: course(rng, table, seat, other),
        lambda: course(rng, table, seat, other),
        lambda: arranged(rng, table, seat, other) if rng.random() < 0.3 else cmd.Turn(seat),
    ]
    return rng.choice(makers)()


def course(rng: random.Random, table: Table, seat: int, other: int) -> cmd.Command:
    """Turn, pile, rounds, names: what moves the game on."""
    return rng.choice(
        [
            cmd.Turn(seat),
            cmd.Turn(seat, other, leaving=rng.choice([None, table.turn])),
            cmd.Deck(seat, rng.choice([None, table.passes + 1, 1])),
            *[cmd.Deck(seat)] * 3,
            *[cmd.Turn(seat, leaving=table.turn)] * (1 if table.passes < table.game.deck else 6),
            cmd.Pass(seat, everybody=True),
            cmd.OpenRound(seat),
            cmd.Leave(seat),
            *[cmd.Return(rng.choice([*table.left, seat]))] * (1 + 4 * len(table.left)),
            arranged(rng, table, seat, other),
            cmd.Hand(seat, rng.randint(0, 110)),
            cmd.Rename(seat, rng.choice(["Ana", "Bo", "", "Zed"])),
            cmd.Finish(seat),
        ]
    )


def arranged(rng: random.Random, table: Table, seat: int, other: int) -> cmd.SetUp:
    """Something chosen anew; never that the purses are shown."""
    seats = list(range(1, len(table.players) + 1))
    rng.shuffle(seats)
    return rng.choice(
        [
            cmd.SetUp(seat, start=other),
            cmd.SetUp(seat, order=tuple(seats)),
            cmd.SetUp(seat, cognac=rng.random() < 0.7),
            cmd.SetUp(seat, base=rng.choice(["amigo", "rio-grande", "amigo-2016"])),
            cmd.SetUp(seat, edition=rng.choice(["high-bohn", "high-bohn", "high-bohn-2000"])),
        ]
    )


def some(rng: random.Random, log: Log) -> tuple[int, ...]:
    """Entries to undo, those that move Talers and the newest most often; now and then one that is not there."""
    last = len(log.entries)
    moved = [entry.seq for entry in log.entries if touches(entry.event) or isinstance(entry.event, ev.Undone)]
    return tuple(
        rng.choice([max(1, last - rng.randint(0, 6)), rng.randint(1, last + 1), *rng.sample(moved, min(2, len(moved)))])
        for _ in range(rng.choice([1, 1, 2, 3]))
    )


class Twins:
    """The two tables, left and right, and the game that is played at both."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)  # noqa: S311 - repeatable, not secret
        edition = rng.choice(["high-bohn", "high-bohn", "high-bohn", "high-bohn", "high-bohn-2000", "bohnanza"])
        cognac = edition == "high-bohn" and rng.random() < 0.8
        self.both: tuple[Log, Log] = self.begun(rng.choice([3, 4, 5]), edition, cognac)
        self.viewers = viewers(len(self.both[0].table.players))
        self.told: list[str] = []  # what was tried, for the message of a failure
        self.commands = 0
        self.refused: set[Reason] = set()
        self._apart(*rng.sample([1, 12, 40], 2))

    def begun(self, players: int, edition: str, cognac: bool) -> tuple[Log, Log]:
        """The two tables at their beginning."""
        return Log(players, edition, cognac=cognac, hidden=True), Log(players, edition, cognac=cognac, hidden=True)

    def play(self, steps: int) -> Iterator[None]:
        """Play that many steps; after each the caller may compare the tables."""
        for _ in range(steps):
            step = self.rng.random()
            if step < 0.15:
                self.secret()
            elif step < 0.3:
                self.prosper()
            else:
                self.attempt()
            yield

    def attempt(self) -> None:
        """Somebody who does not see Ben's purse tries something: the same answer at both tables."""
        viewer = self.rng.choice(self.viewers)
        command = anything(self.rng, self.rng.choice(self.both))
        override = self.rng.choice(["", "", "we agreed"])
        answer = self.enter(viewer, command, override)
        together = self.together(answer)
        if together:
            self.enter(viewer, cmd.Undo(command.seat, together), override)

    def enter(self, viewer: Rights, command: cmd.Command, override: str = "") -> Any:
        """Enter the same at both tables."""
        self.commands += 1
        before = [log.table for log in self.both]
        left, right = (self.answer(log, viewer, command, override) for log in self.both)
        self.told.append(f"{sorted(viewer.seats)} {command} {override} -> {self.short(left)}")
        assert left == right, self.history(difference(left, right))
        for log, was in zip(self.both, before, strict=True):
            self._sound(log, was)
        if self.both[0].table.phase is Phase.FINISHED:  # now everybody sees everything, and may: so it goes on instead
            self.enter(viewer, cmd.Reopen(1))
        return left

    def answer(self, log: Log, viewer: Rights, command: cmd.Command, override: str) -> Any:
        """What a device is told when it enters something at one of the tables."""
        made = log.tried(command, override, viewer.sees(log.table))
        if isinstance(made, Refusal):
            self.refused.add(made.reason)
        return made

    def together(self, answer: Any) -> tuple[int, ...]:
        """The entries that can be undone together, where an answer names them."""
        named = answer.facts.get("together", ()) if isinstance(answer, Refusal) else ()
        return tuple(named)

    def short(self, answer: Any) -> str:
        """An answer in a few words."""
        return str(answer)

    def secret(self) -> None:
        """Ben enters on his own phone, at each table something else; nothing where only one of them takes it."""
        pair = self.rng.choice([self._harvests, self._corrections, self._fields, self._stews])()
        made = [log.ledger.decide(command, "", {BEN}) for log, command in zip(self.both, pair, strict=True)]
        if any(isinstance(answer, Refusal) for answer in made) or not alike(*made):
            return
        self._at_each(*pair)

    def prosper(self) -> None:
        """Somebody gets rich and buys, so that there are buildings, claims and things that build on each other."""
        table = self.both[0].table
        seat = self.rng.choice([*range(1, len(table.players) + 1), BEN])
        if not table.game.buildings:
            return
        phone = Rights(frozenset({seat}), frozenset())
        usual = (self.rng.choice([*table.game.buildings]), self.rng.randint(1, 4))
        bean, price = self.rng.choice([usual, usual, *MIGHTY])
        steps = [cmd.Harvest(seat, bean, talers=price), cmd.Buy(seat, ((bean, price),))]
        for command in self.rng.choice([steps, steps, steps[1:]]):
            answers = [log.ledger.decide(command, "", phone.sees(log.table)) for log in self.both]
            if seat != BEN or answers[0] == answers[1]:
                self.enter(phone, command)

    def history(self, end: str) -> str:
        """What was tried, the last last."""
        return "\n".join([*self.told[-40:], end])

    def _sound(self, log: Log, before: Table) -> None:
        """Whatever was entered, no purse is negative, and only those changed that the last event says."""
        table, last = log.table, log.entries[-1].event
        changed = len(log.entries) in log.ledger.places  # it may have changed what is in its place no more
        for seat, player in enumerate(table.players, 1):
            counts = [*player.talers.values(), player.unsorted, player.stew, player.distillery]
            assert min(counts, default=0) >= 0, self.history(f"purse of {seat}: {player}")
            records = ev.Undone | ev.HandCounted | ev.Renamed | ev.SetUp
            if player != before.player(seat) and not isinstance(last, records) and not changed:
                assert seat in touches(last), self.history(f"changed the purse of {seat}")

    def _apart(self, left: int, right: int) -> None:
        """Ben brings something along: at one table enough to lead for a while."""
        self._at_each(*(cmd.Correct(BEN, "unsorted", count, "x") for count in (left, right)))

    def _at_each(self, left: cmd.Command, right: cmd.Command) -> None:
        self.told.append(f"Ben: {left} at one table, {right} at the other")
        for log, command in zip(self.both, (left, right), strict=True):
            self.answer(log, Rights(frozenset({BEN}), frozenset()), command, "")

    def _harvests(self) -> list[cmd.Command]:
        rng, table = self.rng, self.both[0].table
        bean = rng.choice([*table.game.beans])
        another = rng.choice([bean, *(other for other in table.game.beans if "blue" not in (bean, other))])
        return [cmd.Harvest(BEN, each, cards=rng.randint(1, 10)) for each in (bean, another)]

    def _corrections(self) -> list[cmd.Command]:
        whats = [*self.both[0].table.game.beans, *POTS]
        return [cmd.Correct(BEN, self.rng.choice(whats), self.rng.randint(-3, 6) or 1, "x") for _ in self.both]

    def _fields(self) -> list[cmd.Command]:
        return [
            cmd.BuyField(BEN, tuple((bean, 3) for bean in [*log.table.player(BEN).talers][-1:])) for log in self.both
        ]

    def _stews(self) -> list[cmd.Command]:
        return [cmd.Stew(BEN, cards=self.rng.randint(3, 8)) for _ in self.both]


def alike(left: Made, right: Made) -> bool:
    """Whether both harvests give rise to the same claims: of Blue and of stews worth a Taler all may know."""
    match left, right:
        case ev.Harvested(_, bean, _, talers), ev.Harvested(_, another, _, more):
            return (bean == "blue") == (another == "blue") and (bean != "blue" or bool(talers) == bool(more))
        case ev.StewHarvested(_, _, talers), ev.StewHarvested(_, _, more):
            return bool(talers) == bool(more)
    return True


def difference(left: object, right: object) -> str:
    """Where two answers differ."""
    lines = (str(each).replace("\\n", "\n").replace("><", ">\n<").splitlines() for each in (left, right))
    return "\n".join(difflib.unified_diff(*lines, "left", "right", n=1, lineterm=""))
