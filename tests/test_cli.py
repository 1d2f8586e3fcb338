"""The `companion` command as a person or a program runs it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from tests import examples
from tests.examples import Example

COMPANION = Path(sysconfig.get_path("scripts")) / "companion"


def run(*arguments: str, stdin: bytes = b"", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run the installed command."""
    return subprocess.run([COMPANION, *arguments], input=stdin, capture_output=True, timeout=240, check=False, env=env)


def write(folder: Path, name: str, sheet: Any) -> str:
    """A sheet as a file."""
    path = folder / name
    path.write_text(json.dumps(sheet), encoding="utf-8")
    return str(path)


def sheet(name: str = "Ana", **ana: Any) -> dict[str, Any]:
    """A sheet for three."""
    return {"edition": "high-bohn", "players": [{"name": name} | ana, {"name": "Ben"}, {"name": "Cleo"}]}


def test_worked_examples_in_one_call(tmp_path: Path) -> None:
    files = {
        write(tmp_path, f"{position}.json", example.sheet): example for position, example in enumerate(examples.ALL)
    }
    done = run("score", "--json", *files)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["file"] for line in lines] == list(files)
    for line, example in zip(lines, files.values(), strict=True):
        _compare(line, example)


def _compare(line: dict[str, Any], example: Example) -> None:
    assert set(line) == {"file", "edition", "players", "tie_break"}
    assert line["edition"] == example.sheet["edition"]
    for found, expected, player in zip(line["players"], example.expected, example.sheet["players"], strict=False):
        assert found == {"name": player["name"]} | expected, example.id


def test_the_rulebook_example_for_people(tmp_path: Path) -> None:
    done = run("score", write(tmp_path, "e0.json", examples.E0.sheet))
    text = done.stdout.decode()
    assert done.returncode == 0
    assert "Ana (winner): 29" in text
    assert "1 Interest: 4-Tepee: 1 per full 5 of 6 = 1" in text
    assert "19 Buildings: 4-Jail + 2-Blacksmith + 2-Saloon + 4-Farm + 4-Tepee + 3-Goldmine" in text
    assert "3 Bonus: 6 buildings" in text


def test_a_ninth_building_says_that_its_bonus_is_not_printed(tmp_path: Path) -> None:
    done = run("score", write(tmp_path, "e9.json", examples.E9.sheet))
    assert "8 Bonus: 9 buildings. Not printed; the table ends at 8." in done.stdout.decode()


def test_the_sheet_of_the_readme(tmp_path: Path) -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    sample = re.search(r"```json\n(.*?)```", readme, re.DOTALL)
    assert sample
    done = run("score", write(tmp_path, "sample.json", json.loads(sample[1])))
    assert (done.returncode, done.stderr) == (0, b"")


def test_standard_input() -> None:
    done = run("score", "--json", "-", stdin=json.dumps(examples.E0.sheet).encode())
    assert json.loads(done.stdout)["file"] == "-"
    assert json.loads(done.stdout)["players"][0]["total"] == 29


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    good = write(tmp_path, "good.json", sheet(cash=3))
    bad = write(tmp_path, "bad.json", sheet(cash=-3))
    big = tmp_path / "big.json"
    with big.open("wb") as file:
        file.truncate(50_000_000)
    done = run("score", "--json", good, bad, str(tmp_path), str(tmp_path / "none.json"), str(big), good)
    assert done.returncode == 2
    assert [json.loads(line)["players"][0]["cash"] for line in done.stdout.splitlines()] == [3, 3]
    assert done.stderr.decode().splitlines() == [
        f"{bad}: player 1 (Ana), cash: cannot be less than 0, but is -3",
        f"{tmp_path}: sheet: cannot be read: is a directory",
        f"{tmp_path / 'none.json'}: sheet: cannot be read: no such file or directory",
        f"{big}: sheet: is larger than 1000000 bytes, which no score sheet needs",
    ]


def test_thousands_of_files(tmp_path: Path) -> None:
    files = [write(tmp_path, f"{position}.json", sheet(cash=position % 90)) for position in range(3000)]
    done = run("score", "--json", *files)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 3000


def test_the_web_is_not_imported_for_it(tmp_path: Path) -> None:
    code = (
        "import sys; from companion.cli import main; main(['score', sys.argv[1]]);"
        "print(sorted({'flask', 'sqlalchemy', 'wtforms', 'babel', 'jinja2'} & set(sys.modules)))"
    )
    file = write(tmp_path, "a.json", sheet())
    done = subprocess.run([sys.executable, "-c", code, file], capture_output=True, check=True, timeout=240)
    assert done.stdout.decode().splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", ["<b>", "=1+1", "漢字", "Ana\x1b[31m", "🫘" * 20, "a" * 300])
def test_strange_names_reach_any_terminal(tmp_path: Path, name: str) -> None:
    file = write(tmp_path, "a.json", sheet(name))
    for encoding in ("utf-8", "ascii"):
        done = run("score", file, env={"PYTHONIOENCODING": encoding, "PATH": ""})
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"\x1b" not in done.stdout


def test_control_characters_of_a_bad_file_do_not_reach_the_terminal(tmp_path: Path) -> None:
    done = run("score", write(tmp_path, "a.json", sheet() | {"\x1b[2J" + "x" * 5000: 1}))
    assert done.returncode == 2
    assert b"\x1b" not in done.stderr
    assert len(done.stderr) < 600


def test_a_reader_that_leaves_early(tmp_path: Path) -> None:
    files = [write(tmp_path, f"{position}.json", sheet()) for position in range(400)]
    process = subprocess.Popen([COMPANION, "score", *files], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(30) == 1


@pytest.mark.parametrize(
    ("shell", "status", "said"),
    [
        ('"$0" score "$1" > /dev/full', 1, b"companion: No space left on device"),
        ('"$0" score "$1" >&-', 0, b""),
        ('"$0" score - <&-', 2, b"-: sheet: is not JSON"),
        ('"$0" score none 2>&-', 2, b""),
    ],
)
def test_closed_and_full_streams(tmp_path: Path, shell: str, status: int, said: bytes) -> None:
    file = write(tmp_path, "a.json", sheet())
    done = subprocess.run(["/bin/sh", "-c", shell, COMPANION, file], capture_output=True, check=False, timeout=240)
    assert done.returncode == status
    assert done.stderr.startswith(said)
    assert b"Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1


def test_a_system_that_cannot_serve_says_so_and_scores(tmp_path: Path) -> None:
    file = write(tmp_path, "a.json", sheet())
    code = "import sys; sys.modules['fcntl'] = None; from companion.cli import main; sys.exit(main(sys.argv[1:]))"
    for arguments, status in ((["serve"], 1), (["score", file], 0)):
        done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, timeout=240, check=False)
        assert done.returncode == status
        assert done.stderr.startswith(b"companion: this system cannot serve tables" if status else b"")
        assert len(done.stderr.splitlines()) == status


def test_a_folder_of_editions_that_is_none(tmp_path: Path) -> None:
    file = write(tmp_path, "a.json", sheet())
    for folder in (str(tmp_path / "none"), file):
        done = run("score", file, env={"COMPANION_EDITIONS": folder})
        assert (done.returncode, done.stderr.decode()) == (2, f"{folder}: is not a folder with rule sets\n")


def test_an_edition_of_ones_own(tmp_path: Path) -> None:
    folder = tmp_path / "editions"
    folder.mkdir()
    own = folder / "house.toml"
    own.write_text('extends = "high-bohn"\nname = "House"\npublisher = "us"\nsource = "kitchen"\n')
    file = write(tmp_path, "a.json", sheet() | {"edition": "house"})
    done = run("score", "--json", file, env={"COMPANION_EDITIONS": str(folder)})
    assert json.loads(done.stdout)["edition"] == "house"
    own.write_text(own.read_text() + '[[bonus]]\nbuildings = 4\ntalers = -1\nsource = "us"\n')
    done = run("score", "--json", file, env={"COMPANION_EDITIONS": str(folder)})
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"house.toml: bonus 4: talers: must be a whole number from 0 to 50\n"


@pytest.mark.parametrize(
    "arguments", [["score"], ["nope"], ["--nope"], ["--port", "0"], ["--port", "x"], ["--port", "70000"]]
)
def test_bad_options_are_one_clear_line(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr
    [line] = done.stderr.splitlines()
    assert line.startswith(b"companion: error: ")
