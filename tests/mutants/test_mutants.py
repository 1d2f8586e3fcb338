"""The lists of deliberate faults fit the tree: a fault whose place has moved would be noticed by nobody."""

from __future__ import annotations

import pytest

from tests.mutants.run import ROOT, Fault, faults

FAULTS = list(faults())


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_a_fault_can_be_made(fault: Fault) -> None:
    source = (ROOT / fault.file).read_text("utf-8")
    assert fault.applied(source) != source
    assert all((ROOT / path.partition("::")[0]).exists() for path in fault.tests.split())


def test_there_are_enough_of_both_sides() -> None:
    assert sum(fault.file.startswith("static/") for fault in FAULTS) >= 30
    assert sum(fault.file.startswith("companion/") for fault in FAULTS) >= 30
