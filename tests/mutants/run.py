"""Make each deliberate fault in a copy of the tree and see whether its tests notice.

    python -m tests.mutants.run [--jobs N] [PART ...]

PART is part of a file's name or of what is wrong; without one all faults are made. Prints a line for each fault and the
share that was noticed; the exit status is the number that was not."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
_FOLDERS = (
    "companion",
    "templates",
    "static",
    "tests",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "requirements.txt",
    "Procfile",
)
_FAILED = 1  # pytest's exit status when a test failed; others mean that nothing was learnt


@dataclass(frozen=True)
class Fault:
    """A change to one file that makes it wrong, and the tests that have to notice."""

    file: str
    what: str
    old: str
    new: str
    tests: str

    def applied(self, source: str) -> str:
        """The file with the fault. ValueError when the place is not there exactly once."""
        if source.count(self.old) != 1:
            raise ValueError(f"{self.file}: {self.old!r} is there {source.count(self.old)} times")
        return source.replace(self.old, self.new)


def faults() -> Iterator[Fault]:
    """Every fault of the lists beside this file."""
    for path in sorted(Path(__file__).parent.glob("*.toml")):
        for row in tomllib.loads(path.read_text("utf-8")).get("fault", ()):
            yield Fault(**row)


@cache
def passes(tests: str) -> bool:
    """Whether tests pass in a tree without a fault: otherwise they would notice everything."""
    return status(Fault("README.md", "", "", "", tests)) == 0


def status(fault: Fault) -> int:
    """pytest's exit status for the fault's tests in a tree that has it."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for name in _FOLDERS:
            source = ROOT / name
            shutil.copytree(source, tree / name) if source.is_dir() else shutil.copy(source, tree / name)
        target = tree / fault.file
        if fault.old:
            target.write_text(fault.applied(target.read_text("utf-8")), "utf-8")
        command = (sys.executable, "-m", "pytest", "-x", "-n", "0", "--no-header", "--tb", "no", *fault.tests.split())
        environment = os.environ | {"PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(command, cwd=tree, env=environment, capture_output=True, check=False).returncode


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the number of faults that nobody noticed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    wanted = parser.parse_args(arguments)
    chosen = [
        one for one in faults() if not wanted.parts or any(part in f"{one.file} {one.what}" for part in wanted.parts)
    ]
    missed = 0
    with ThreadPoolExecutor(wanted.jobs) as pool:
        for fault, ended in zip(chosen, pool.map(status, chosen), strict=True):
            word = {0: "NOT NOTICED", _FAILED: "noticed"}.get(ended, f"pytest ended with {ended}")
            if ended == _FAILED and not passes(fault.tests):
                word = "FAILS WITHOUT IT"
            missed += word != "noticed"
            print(f"{word}: {fault.file}: {fault.what}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} deliberate faults noticed")
    return missed


if __name__ == "__main__":
    sys.exit(main())
