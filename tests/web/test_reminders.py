"""Abilities that help at their moment alone are reminded of just then (000:L62, 004:L16)."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.phones import Phone

# The card of the second player, and whether it is reminded of: in the turn before theirs, in theirs, in the next one.
MOMENTS = [
    ("blackeyed-1", [False, False, False]),
    ("blackeyed-2", [True, False, False]),
    ("blackeyed-3", [False, True, False]),
    ("blackeyed-4", [True, False, False]),
]


@pytest.mark.parametrize(("card", "moments"), MOMENTS)
@pytest.mark.parametrize("edition", ["high-bohn", "high-bohn-2000"])
def test_an_ability_is_reminded_of_at_its_moment(app: Flask, edition: str, card: str, moments: list[bool]) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", edition=edition)
    ben = Phone(app).join(host.join_path, 2)
    ben.did("harvest", 2, bean="blackeyed", talers=card[-1])
    ben.did("buy", 2, card=card)
    found = []
    for seat in (1, 2, 3):
        found.append(bool(re.search('class="remind"', ben.client.get(f"/t/{ben.table}").text)))
        host.did("turn", seat)
    assert found == moments
