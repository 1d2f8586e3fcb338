"""The artefact itself: a wheel built, installed elsewhere, and asked for a page and a stylesheet."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from companion.translations import catalogs, compiled
from companion.web.languages import LANGUAGES
from tests.places import new_environment
from tests.serving import serving

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT]
    subprocess.run(command, check=True, capture_output=True, timeout=600)
    [built] = folder.glob("*.whl")
    return built


def test_what_is_in_it(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "static", "companion/rules/editions", "companion/store/migrations"):
        inside = {
            f"companion/{path.relative_to(ROOT)}" if folder in ("templates", "static") else str(path.relative_to(ROOT))
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert inside <= names
    assert not any(name.startswith("tests/") for name in names)
    assert "companion/py.typed" in names
    others = set(LANGUAGES) - {"en"}
    assert {f"companion/translations/{language}/LC_MESSAGES/messages.mo" for language in others} <= names
    licences = {Path(name).name for name in names if ".dist-info/licenses/" in name}
    assert licences == {"LICENSE", *(path.name for path in (ROOT / "static" / "vendor").glob("*-LICENSE.txt"))}


def test_it_serves_from_a_new_place(wheel: Path, tmp_path: Path) -> None:
    """A new environment with nothing of the checkout in it; the dependencies are those of this one."""
    home = new_environment(tmp_path / "env")
    python = home / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--quiet", wheel]
    subprocess.run(install, check=True, capture_output=True, timeout=600)
    where = subprocess.run(
        [python, "-c", "import companion; print(companion.__file__)"], cwd=tmp_path, check=True, capture_output=True, text=True, timeout=600
    )  # fmt: skip
    assert Path(where.stdout.strip()).is_relative_to(home)
    with serving(tmp_path / "data", command=home / "bin" / "companion") as server:
        with urllib.request.urlopen(f"{server.url}/score", timeout=600) as answer:  # noqa: S310
            page = answer.read().decode()
        assert "Quick score" in page
        style = re.search(r'href="(/static/[0-9a-f]{12}/app\.css)"', page)
        assert style
        with urllib.request.urlopen(server.url + style[1], timeout=600) as answer:  # noqa: S310
            assert answer.headers["Content-Type"].startswith("text/css")
            assert len(answer.read()) > 1000


def test_a_checkout_that_must_not_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_fresh", lambda _: False)

    def refuse(folder: Path = compiled.FOLDER) -> None:
        if folder == compiled.FOLDER:
            raise PermissionError
        real(folder)

    real = catalogs.compile_all
    monkeypatch.setattr(catalogs, "compile_all", refuse)
    elsewhere = compiled.folder()
    assert elsewhere != compiled.FOLDER
    assert {path.parent.parent.name for path in elsewhere.rglob("messages.mo")} == set(LANGUAGES) - {"en"}
