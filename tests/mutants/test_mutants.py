"""The lists of deliberate faults fit the tree: a fault whose place has moved would be noticed by nobody."""

from __future__ import annotations

import pytest

from tests.mutants.generated import Change, equivalent
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


@pytest.mark.parametrize("change", equivalent(), ids=lambda change: change.where)
def test_an_equivalent_mutant_is_one_of_lines_that_are_there(change: Change) -> None:
    module, _, function = change.where.rpartition(".")
    source = (ROOT / f"{module.replace('.', '/')}.py").read_text("utf-8")
    assert " ".join(change.old.split()) in " ".join(source.split())
    assert f"def {function.rpartition('ǁ')[2].removeprefix('x_')}(" in source
    assert equivalent()[change]
