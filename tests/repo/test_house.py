"""The house rules: layout, file sizes, words, vendored files, htmx attributes, linters, types, import borders."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sysconfig
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BIN = Path(sysconfig.get_path("scripts"))
TOP = {
    "pyproject.toml",
    "README.md",
    "Procfile",
    "CONTRIBUTING.md",
    "LICENSE",
    "requirements.txt",
    "companion",
    "templates",
    "static",
    "tests",
}


@cache
def tracked() -> list[str]:
    """The files of the repository, those not yet added too."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=600)
    return [name for name in done.stdout.splitlines() if (ROOT / name).is_file()]


def text(name: str) -> str:
    """A tracked file's text."""
    return (ROOT / name).read_text(encoding="utf-8")


def ours(*suffixes: str) -> list[str]:
    """Tracked files of ours with one of these endings."""
    return [name for name in tracked() if name.endswith(suffixes) and "/vendor/" not in name]


def test_the_top_level() -> None:
    assert {name.split("/")[0] for name in tracked() if not name.startswith(".")} == TOP


def test_no_file_is_long_and_most_are_short() -> None:
    lengths = {name: len(text(name).splitlines()) for name in ours(".py", ".html", ".css", ".js")}
    assert {name: length for name, length in lengths.items() if length > 300} == {}
    package = sorted(length for name, length in lengths.items() if name.startswith("companion/"))
    assert package[len(package) // 2] < 100


def test_lines_of_templates_and_texts_have_at_most_120_characters() -> None:
    """But for rows of tables and pictures, which cannot be broken, and what stands there to be copied."""
    for name in ours(".html", ".md"):
        prose = re.sub(r"^ *```\w+\n.*?^ *```$|^[|!].*?$", "", text(name), flags=re.DOTALL | re.MULTILINE)
        assert [line for line in prose.splitlines() if len(line) > 120] == [], name


def test_no_words_that_put_work_off() -> None:
    words = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
    assert [name for name in ours(".py", ".html", ".css", ".js", ".toml", ".md") if words.search(text(name))] == []


def test_no_address_of_another_machine() -> None:
    """Nothing is loaded from elsewhere, and the lock file names no index."""
    for name in ours(".html", ".css", ".js", ".svg"):
        found = [host for host in re.findall(r"https?://([^/\"'\s)]+)", text(name)) if host != "www.w3.org"]
        assert found == [], name
    assert not re.search(r"^\s*(--index|--extra|--find|-i\b|-f\b)|https?://", text("requirements.txt"), re.MULTILINE)


def test_the_rules_know_no_fractions() -> None:
    for name in ours(".py"):
        if name.startswith("companion/rules/"):
            assert not re.search(
                r"\bfloat\b|\bDecimal\b|\bround\(|\d\.\d", re.sub(r'"""[^"]*"""|#.*', "", text(name))
            ), name


def test_vendored_files_are_what_they_were() -> None:
    folder = ROOT / "static" / "vendor"
    sums = dict(reversed(line.split()) for line in (folder / "SHA256SUMS").read_text().splitlines())
    assert {path.name for path in folder.glob("*.js")} == set(sums)
    assert {name.split("-")[0] for name in sums} == {path.name.split("-")[0] for path in folder.glob("*-LICENSE.txt")}
    for name, digest in sums.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


# A seat counts from 1; here alone it becomes a position in a list, that of a score sheet, or a position a seat.
SHEETS = {
    "companion/rules/seats.py", "companion/rules/scoring/sheet.py", "companion/text/words.py",
    "companion/web/quick/complaints.py", "companion/web/quick/draft.py", "companion/web/quick/page.py",
}  # fmt: skip
BY_HAND = re.compile(
    r"\b(?:seat|owner|harvester|turn|next|start|chosen|by)\)*\s*[-+]\s*1\b"
    r"|\bor 1\) - 1\b|\[0\]\s*[-+]\s*1\b"
    r"|range\((?:1, )?len\([\w.]*(?:players|names|scores|marks|totals)\)"
    r"|enumerate\([\w.(]*\.(?:players|names|scores|marks|totals)\b"
    r"|(?:names|players|scores|marks|totals)\.index\("
)


@pytest.mark.parametrize(
    "name", [name for name in ours(".py", ".html") if name.startswith(("companion/", "templates/"))]
)
def test_nobody_counts_seats_by_hand(name: str) -> None:
    if name != "companion/rules/seats.py":
        assert [found[0] for found in BY_HAND.finditer(text(name))] == []
    if name not in SHEETS:
        assert re.findall(r"\b(?:seat_at|position_of)\b", text(name)) == []


def test_places_counted_by_hand_are_found() -> None:
    for line in (
        "names[seat - 1]", "words.player(board.seat-1)", "(cell.owner or 1) - 1", "seat=seat + 1", "next_seats[0] - 1",
        "range(1, len(table.players) + 1)", "enumerate(result.scores)", "enumerate(zip(table.players, rows), 1)",
        "table.names.index(row.name) + 1",
    ):  # fmt: skip
        assert BY_HAND.search(line), line
    for line in (
        "entries[number - 1]",
        "table.turns + 1",
        "board.table.passes + 1",
        "enumerate(names)",
        "next(row) + 1",
    ):
        assert not BY_HAND.search(line), line


# htmx ignores an attribute it does not know, without a word: only these may stand in a template.
HTMX = {"hx-post", "hx-trigger", "hx-target", "hx-swap", "hx-sync"}


@pytest.mark.parametrize("name", ours(".html"))
def test_htmx_attributes_are_spelt_right(name: str) -> None:
    assert set(re.findall(r"\s(hx-[\w:-]+)", text(name))) <= HTMX


@pytest.mark.parametrize("name", ours(".html"))
def test_words_of_pages_can_be_translated(name: str) -> None:
    """No text stands bare in a template: all of it goes through gettext, a value, or is punctuation."""
    page = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", " ", text(name), flags=re.DOTALL)
    bare = re.sub(r"<[^>]*>", " ", page)
    assert re.findall(r"[^\W\d_]{2,}", bare) == []


@pytest.mark.parametrize(
    "command",
    [("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",), ("lint-imports",)],
    ids=" ".join,
)
def test_tools_have_nothing_to_say(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [BIN / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_public_functions_say_what_they_do() -> None:
    command = [BIN / "ruff", "check", "--isolated", "--select", "D1", "--ignore", "D105,D107", "companion"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout


def test_the_lock_file_covers_every_dependency() -> None:
    project = text("pyproject.toml").split("dependencies = [", 1)[1].split("]", 1)[0]
    wanted = {re.split(r"[<>=~\[]", name)[0].lower() for name in re.findall(r'"([^"]+)"', project)}
    pinned = {name.lower() for name in re.findall(r"^([\w.-]+)==", text("requirements.txt"), re.MULTILINE)}
    assert wanted <= pinned
    assert text("requirements.txt").count("--hash=sha256:") >= len(pinned)
