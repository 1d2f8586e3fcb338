"""A tap over HTTP, as a phone and as a program send it, beside a bare Flask view with one durable INSERT."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bench.over_http import Ask, Phone, Wire, answers, both, request, seconds, told, within
from tests.long import long_run

pytestmark = pytest.mark.alone
Tell = Callable[[str], None]
ROUNDS = 60 if long_run() else 6
# Times as long as the bare view. We aim at 2, and measure 1.6 to 2.3, with a board 3.5.
BOUNDS = {"in JSON": 4.0, "with the new board": 7.0}
CONNECTIONS = {1: 12, 8: 3, 32: 1}  # and how many requests follow on each in one round


def test_a_tap_beside_a_bare_view(tmp_path: Path, tell: Tell) -> None:
    with both(tmp_path) as (server, other):
        phones = [Phone(server).open() for _ in range(max(CONNECTIONS))]
        wires = [Wire(other) for _ in phones]
        for many, each in CONNECTIONS.items():
            bare: list[Ask] = [(wire, lambda: request("POST /")) for wire in wires[:many]]
            boards: list[Ask] = [(phone.wire, phone.tap) for phone in phones[:many]]
            plain: list[Ask] = [(phone.wire, phone.post) for phone in phones[:many]]
            for name, asking in (("with the new board", boards), ("in JSON", plain)):
                waited: list[float] = []

                def ours(asking: list[Ask] = asking, each: int = each, waited: list[float] = waited) -> float:
                    return seconds(lambda: waited.extend(answers(asking, each)))

                def others(asking: list[Ask] = bare, each: int = each) -> float:
                    return seconds(lambda: answers(asking, each))

                found = within(BOUNDS[name], ROUNDS, ours, others)
                tell(
                    f"a tap answered {name} on {many} connections: {1 / found.ratio:.2f} of the rate of a bare view"
                    f" with one durable INSERT; answered after {told(waited)}"
                )
                assert found.ratio < BOUNDS[name]
