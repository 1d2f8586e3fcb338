"""Let mutmut change one package in every small way it knows, and see how many of these mutants the tests notice.

    python -m tests.mutants.generated PACKAGE [--every N [--draw K]] [NAME ...]

PACKAGE is one of those in pyproject.toml. With `--every N` one mutant in about N is run, always the same ones, of which
there are N draws, from 0 to N-1, that share none; with NAMEs (`*` stands for anything) those. Prints how many were
noticed, and each that was not, as a diff, which stands in .mutants/PACKAGE/missed.txt, too; what those in
equivalent.toml change nobody could notice. Where something else keeps the machine busy, tests may take too long for
that reason: `--again` runs those once more, beside those that were not noticed. The exit status is the number of the
latter."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tomllib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORK = ROOT / ".mutants"
_SHARED = ("companion", "templates", "static", "tests", "README.md", "LICENSE", "requirements.txt", "Procfile")
_MISSED = {0: "survived", 5: "no test", 33: "no test"}  # pytest's exit status, the last is mutmut's own
_NOT_RUN = {None, 2}
_STOPPED = {-24, 24, 36, 152, 255}  # took too long, and was stopped
_GENERATE = """
import mutmut.__main__ as m
m.makedirs("mutants", exist_ok=True)
m.set_mutant_under_test("mutant_generation")
m.copy_src_dir(), m.copy_also_copy_files(), m.setup_source_paths(), m.create_mutants(1)
"""
_RUN = "from mutmut.__main__ import cli; cli()"
_DIFFS = """
import sys, json, mutmut.__main__ as m
print(json.dumps({name: m.get_diff_for_mutant(name) for name in sys.argv[1:]}))
"""


@dataclass(frozen=True)
class Change:
    """What a mutant changes in a function, named as mutmut does: the lines it takes away, and those it puts there."""

    where: str
    old: str
    new: str

    @classmethod
    def of(cls, name: str, diff: str) -> Change:
        """The change of a mutant of that name."""
        lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++"))]
        old, new = (" ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+")
        return cls(name.rpartition("__mutmut_")[0], old, new)


def equivalent() -> dict[Change, str]:
    """The changes that make no difference, each with the reason."""
    rows = tomllib.loads(Path(__file__).with_name("equivalent.toml").read_text("utf-8"))["equivalent"]
    return {Change(row["where"], row["old"], row["new"]): row["why"] for row in rows}


def prepared(package: str) -> Path:
    """The folder in which mutmut works on the package. KeyError for one that pyproject.toml does not have."""
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    chosen = tomllib.loads(project)["tool"]["mutmut"]["packages"][package]
    folder = WORK / package
    folder.mkdir(parents=True, exist_ok=True)
    for name in _SHARED:
        if not (folder / name).is_symlink():
            (folder / name).symlink_to(ROOT / name)
    head = "[tool.mutmut]\n"
    own = {"only_mutate": chosen["files"], "pytest_add_cli_args_test_selection": chosen["tests"]}
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in own.items())
    (folder / "pyproject.toml").write_text(project.replace(head, head + lines, 1), "utf-8")
    return folder


def _python(folder: Path, code: str, *arguments: str, quiet: bool = True) -> str:
    """What the code prints, unless it may print to the terminal itself."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=folder, check=quiet, text=True, stdout=subprocess.PIPE if quiet else None).stdout


def outcomes(folder: Path) -> Iterator[tuple[str, int | None]]:
    """Each mutant's name, and how its tests ended: None when they did not run."""
    for path in sorted((folder / "mutants" / "companion").rglob("*.meta")):
        yield from json.loads(path.read_text("utf-8"))["exit_code_by_key"].items()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the number of mutants that were not noticed and are not known to be equivalent."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("package")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--draw", type=int, default=0, metavar="K")
    parser.add_argument("--again", action="store_true", help="run only those that were not noticed the last time")
    wanted = parser.parse_args(arguments)
    if not 0 <= wanted.draw < wanted.every:
        parser.error("there are as many draws as --every says, counted from 0")
    folder = prepared(wanted.package)
    _python(folder, _GENERATE)
    chosen = {
        name
        for name, ended in outcomes(folder)
        if zlib.crc32(name.encode()) % wanted.every == wanted.draw
        and (not wanted.names or any(fnmatch(name, one) for one in wanted.names))
    }
    run = [name for name, ended in outcomes(folder) if name in chosen and not (wanted.again and ended == 1)]
    _python(folder, _RUN, "run", "--max-children", "1", *run, quiet=False)
    ended = {name: status for name, status in outcomes(folder) if name in chosen}
    missed = [name for name, status in ended.items() if status in _MISSED]
    diffs = json.loads(_python(folder, _DIFFS, *missed))
    known = equivalent()
    same = {name for name in missed if Change.of(name, diffs[name]) in known}
    told = [f"{_MISSED[ended[name] or 0]}: {name}\n{diffs[name]}\n" for name in missed if name not in same]
    (folder / "missed.txt").write_text("\n".join(told), "utf-8")
    print(*told, sep="\n")
    left, stopped = (sum(status in which for status in ended.values()) for which in (_NOT_RUN, _STOPPED))
    print(
        f"{wanted.package}: {len(ended) - left} of {len(list(outcomes(folder)))} mutants run, {left} chosen but not run; "
        f"{len(ended) - left - len(missed)} noticed ({stopped} of them as the tests took too long), {len(same)} "
        f"equivalent, {len(missed) - len(same)} not noticed"
    )
    return len(missed) - len(same)


if __name__ == "__main__":
    sys.exit(main())
