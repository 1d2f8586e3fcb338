"""Events and commands are closed unions: a kind that is not handled everywhere is an error of types.

One kind more is added to each union in a copy of the rules and sentences, and mypy has to find every place that lacks it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MYPY = Path(sysconfig.get_path("scripts")) / "mypy"
PLAYING = "companion/rules/playing"
EVENT = """@dataclass(frozen=True, slots=True)
class Spilled(_Stored):
    kind: ClassVar[str] = "spilled"
    seat: int


"""
COMMAND = """@dataclass(frozen=True, slots=True)
class Spill(_ForSeat):
    drink: str


"""


def added(path: Path, union: str, member: str, declared: str) -> None:
    """Declare a class in a module and make it a member of one of its unions."""
    source = path.read_text(encoding="utf-8")
    changed, count = re.subn(rf"^({union}: TypeAlias = \(?)", rf"{declared}\1{member} | ", source, flags=re.MULTILINE)
    assert count == 1, union
    path.write_text(changed, encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what handles events and commands."""
    folder = tmp_path_factory.mktemp("copy")
    for part in ("rules", "text"):
        shutil.copytree(ROOT / "companion" / part, folder / "companion" / part, ignore=shutil.ignore_patterns("*.pyc"))
    (folder / "companion" / "__init__.py").touch()
    (folder / "mypy.ini").write_text("[mypy]\nstrict = true\n[mypy-regex.*]\nignore_missing_imports = true\n")
    return folder


def complaints(folder: Path) -> dict[str, str]:
    """What mypy says about each file, by its path inside the package."""
    command = [MYPY, "--config-file", "mypy.ini", "--cache-dir", folder / "cache", "-p", "companion"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)
    assert done.stderr == ""
    found: dict[str, str] = {}
    for line in done.stdout.splitlines():
        name, error, said = line.partition(": error: ")
        if error:
            found[name.split(":")[0]] = found.get(name.split(":")[0], "") + said + "\n"
    return found


def test_the_copy_is_sound(copy: Path) -> None:
    assert complaints(copy) == {}


@pytest.mark.parametrize("union", ["Trade", "Course", "Attendance", "Record", "Event"])
def test_a_kind_of_event_is_missed_where_it_is_not_handled(copy: Path, union: str) -> None:
    events = copy / PLAYING / "events.py"
    before = events.read_text(encoding="utf-8")
    added(events, union, "Spilled", EVENT)
    found = complaints(copy)
    events.write_text(before, encoding="utf-8")
    assert set(found) == {f"{PLAYING}/{name}.py" for name in HANDLED[union]} | {"companion/text/entries.py"}
    assert all("Spilled" in said for said in found.values()), found


# What handles each union.
HANDLED = {
    "Trade": ("public_trades", "purses", "cards", "trading", "visibility"),
    "Course": ("public_course", "course"),
    "Attendance": ("fold",),
    "Record": ("public", "fold"),
    "Event": ("public", "fold"),
}


def test_a_kind_of_command_is_missed_where_it_is_not_handled(copy: Path) -> None:
    commands = copy / PLAYING / "commands.py"
    before = commands.read_text(encoding="utf-8")
    added(commands, "Command", "Spill", COMMAND)
    found = complaints(copy)
    commands.write_text(before, encoding="utf-8")
    assert set(found) == {f"{PLAYING}/decide.py", f"{PLAYING}/settled.py"}
    assert all("Spill" in said for said in found.values()), found
