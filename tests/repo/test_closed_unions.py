"""Events and commands are closed unions: a kind that is not handled everywhere is an error of types.

One kind more is added to each union in a copy of the rules and sentences, and mypy has to find every place that lacks
it."""

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
class {name}(_Stored):
    kind: ClassVar[str] = "{name}"
    seat: int


"""
COMMAND = """@dataclass(frozen=True, slots=True)
class {name}(_ForSeat):
    drink: str


"""
# What handles each union.
HANDLED = {
    "Trade": ("public_trades", "purses", "cards", "trading", "visibility"),
    "Course": ("public_course", "course"),
    "Attendance": ("fold",),
    "Record": ("public", "fold"),
    "Event": ("public", "fold"),
    "Command": ("decide", "settled"),
}


def added(path: Path, union: str, declared: str) -> None:
    """Declare a class in a module and make it a member of one of its unions."""
    name = f"New{union}"
    source = path.read_text(encoding="utf-8")
    changed, count = re.subn(
        rf"^({union}: TypeAlias = \(?)", rf"{declared.format(name=name)}\1{name} | ", source, flags=re.MULTILINE
    )
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


@pytest.fixture(scope="module")
def found(copy: Path) -> dict[str, str]:
    """What mypy says when there is one kind more in each union: all are asked for at once, as it takes long."""
    assert complaints(copy) == {}
    for union in HANDLED:
        command = union == "Command"
        added(copy / PLAYING / ("commands.py" if command else "events.py"), union, COMMAND if command else EVENT)
    return complaints(copy)


@pytest.mark.parametrize("union", HANDLED)
def test_a_new_kind_is_missed_where_it_is_not_handled(found: dict[str, str], union: str) -> None:
    expected = {f"{PLAYING}/{name}.py" for name in HANDLED[union]}
    expected |= set() if union == "Command" else {"companion/text/entries.py"}
    assert {name for name, said in found.items() if re.search(rf"\bNew{union}\b", said)} == expected


def test_nothing_else_is_wrong(found: dict[str, str]) -> None:
    lines = [line for said in found.values() for line in said.splitlines()]
    assert [line for line in lines if not re.search("New(Trade|Course|Attendance|Record|Event|Command)", line)] == []
