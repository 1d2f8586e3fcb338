"""The tally sees what is lost, doubled and refused, whatever hides it."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from tests.faults.page import Entry
from tests.faults.phone import Phone, Tap
from tests.faults.proxy import Exchange
from tests.faults.tally import Tally, tally
from tests.faults.weather import Fault
from tests.faults.wire import Head, Request

SOY = {"bean": "soy", "cards": "2"}


def ana(*verbs: str, refusals: tuple[float, ...] = (), withdrawn: tuple[str, ...] = (), put_off: int = 0) -> Phone:
    """A phone after some taps, each harvest the same."""
    taps, back = ([Tap(verb, SOY if verb == "harvest" else {}) for verb in some] for some in (verbs, withdrawn))
    nothing = cast(Any, None)
    said = [(moment, "no") for moment in refusals]
    return Phone(1, "Ana", nothing, nothing, Random(1), taps, said, back, put_off)  # noqa: S311


def sent(id_: str, *statuses: int, verb: str = "harvest", at: float = 10) -> Exchange:
    """A command that was sent, and what the server said to it: an undoing means entry 7, a turn the first one."""
    body = f"bean=soy&cards=2&entry=7&count=1&command_id={id_}".encode()
    return Exchange(Request(Head(f"POST /t/x/{verb} HTTP/1.1", ()), body, "Ana"), Fault.PASS, at, statuses)


def entry(verb: str = "harvest", seat: int = 1) -> Entry:
    """An entry in the log."""
    return Entry(2, verb, seat, {"seat": seat, "bean": "soy", "cards": 2, "entries": [7]})


def counted(made: Tally) -> tuple[int, int, int, int, int]:
    """The figures of a tally."""
    return made.taps, made.booked, made.refused, len(made.lost), len(made.doubled)


@pytest.mark.parametrize(
    ("name", "phone", "exchanges", "log", "figures"),
    [
        ("booked", ana("harvest"), [sent("a", 200)], [entry()], (1, 1, 0, 0, 0)),
        ("booked at the second sending", ana("harvest"), [sent("a"), sent("a", 200)], [entry()], (1, 1, 0, 0, 0)),
        ("booked twice over, once in the log", ana("harvest"), [sent("a", 200, 200)], [entry()], (1, 1, 0, 0, 0)),
        ("never sent", ana("harvest"), [], [], (1, 0, 0, 1, 0)),
        ("never heard by the server", ana("harvest"), [sent("a")], [], (1, 0, 0, 1, 0)),
        ("acknowledged and gone", ana("harvest"), [sent("a", 200)], [], (1, 0, 0, 1, 0)),
        ("in the log twice", ana("harvest"), [sent("a", 200)], [entry()] * 2, (1, 1, 0, 0, 1)),
        ("one tap under two ids", ana("harvest"), [sent("a", 200), sent("b", 200)], [entry()] * 2, (1, 2, 0, 0, 1)),
        ("never tapped", ana(), [sent("a", 200)], [entry()], (0, 1, 0, 0, 1)),
        ("of another seat", ana("harvest"), [], [entry(seat=2)], (1, 0, 0, 1, 1)),
        ("refused and shown", ana("harvest", refusals=(11,)), [sent("a", 409)], [], (1, 0, 1, 0, 0)),
        ("refused, nothing said", ana("harvest"), [sent("a", 409)], [], (1, 0, 0, 1, 0)),
        ("refused, said before", ana("harvest", refusals=(5,)), [sent("a", 409)], [], (1, 0, 0, 1, 0)),
        ("one refusal for two", ana("harvest", "undo", refusals=(11,)), [sent("a", 409), sent("b", 422, verb="undo")], [],
         (2, 0, 1, 1, 0)),
        ("an undoing refused, nothing said", ana("undo"), [sent("a", 409, verb="undo")], [], (1, 0, 0, 1, 0)),
        ("undone by somebody else already", ana("undo"), [sent("a", 409, verb="undo")], [entry("undo", 2)], (1, 0, 1, 0, 1)),
        ("a turn refused, nothing said", ana("turn"), [sent("a", 409, verb="turn")], [], (1, 0, 0, 1, 0)),
        ("taken back by Undo", ana("harvest", "undo", withdrawn=("harvest",)), [], [], (2, 0, 0, 0, 0)),
        ("taken back, and entered all the same", ana("harvest", "undo", withdrawn=("harvest",)), [sent("a", 200)], [entry()],
         (2, 1, 0, 0, 1)),
        ("taken back once, undone once", ana("harvest", "undo", "undo", withdrawn=("harvest",)), [sent("b", 200, verb="undo")],
         [entry("undo")], (3, 1, 0, 0, 0)),
        ("Undo put off", ana("harvest", "undo", put_off=1), [sent("a", 200)], [entry()], (2, 1, 1, 0, 0)),
        ("Undo gone", ana("harvest", "undo"), [sent("a", 200)], [entry()], (2, 1, 0, 1, 0)),
        ("malformed in between", ana("harvest"), [sent("a", 400), sent("a", 200)], [entry()], (1, 1, 0, 0, 0)),
        ("two turns, one of them over already", ana("turn", "turn"), [sent("a", 200, verb="turn"), sent("b", 409, verb="turn")],
         [entry("turn")], (2, 1, 1, 0, 0)),
        ("so by a plain form", ana("turn", "turn"), [sent("a", 200, verb="turn"), sent("b", 303, verb="turn")],
         [entry("turn")], (2, 1, 1, 0, 0)),
        ("two turns acknowledged, one gone", ana("turn", "turn"), [sent("a", 200, verb="turn"), sent("b", 200, verb="turn")],
         [entry("turn")], (2, 1, 0, 1, 0)),
        ("two turns, one lost and one doubled", ana("turn", "turn"), [sent("a", 200, verb="turn")], [entry("turn")] * 2,
         (2, 1, 0, 1, 1)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_tally(
    name: str, phone: Phone, exchanges: list[Exchange], log: list[Entry], figures: tuple[int, int, int, int, int]
) -> None:
    assert counted(tally([phone], exchanges, log)) == figures, name
