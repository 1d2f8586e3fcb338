"""README's unit for systemd, as systemd itself reads it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.hosting.proxies import PATIENCE, moved, shown
from tests.serving import COMPANION


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "companion.service"
    unit.write_text(moved(shown("ini"), **{"/opt/companion/bin/companion": str(COMPANION)}))
    command = ["systemd-analyze", "verify", "--man=no", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    # Other units of a machine may be at fault, too; of ours, nothing is.
    assert not [line for line in done.stderr.splitlines() if "companion" in line], done.stderr
