"""The scripts, whose types stand in comments, as TypeScript reads them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TSC = os.environ.get("TSC") or shutil.which("tsc")
OPTIONS = [
    "--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022", "--module", "es2022",
    "--moduleResolution", "bundler",
]  # fmt: skip
WORKER = "sw.js"  # runs beside the pages, where other things are known


@pytest.mark.skipif(not TSC, reason="TypeScript is not installed (npm install -g typescript, or TSC names its tsc)")
@pytest.mark.parametrize(("place", "library"), [("page", "dom,dom.iterable"), ("worker", "webworker")])
def test_the_types_of_scripts_fit(place: str, library: str) -> None:
    files = [path for path in sorted((ROOT / "static").glob("*.js")) if (path.name == WORKER) == (place == "worker")]
    known = Path(__file__).parent / "scripts" / f"{place}.d.ts"
    command = [TSC or "", *OPTIONS, "--lib", f"es2023,{library}", *map(str, files), str(known)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout
