"""Clean places to start the app in: a checkout without what was built, an environment without the app."""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]


def new_environment(home: Path) -> Path:
    """A Python environment with the dependencies of this one, and without the app. They are not installed anew: that
    needs a network."""
    venv.create(home, with_pip=False)
    [packages] = home.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home


def new_checkout(folder: Path) -> Path:
    """The files of the repository without its tests and without what was built of them."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    tracked = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60)
    for name in filter(None, tracked.stdout.split("\0")):
        if not name.startswith("tests/") and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder
