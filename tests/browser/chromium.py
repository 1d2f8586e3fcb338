"""Which Chromium the browser tests drive, and how it is started."""

from __future__ import annotations

import os
import shutil

# The shell is the same browser without windows of its own, and takes half the time of a processor.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
PATIENCE = 60_000  # milliseconds until something expected counts as missing, on a machine that is busy
