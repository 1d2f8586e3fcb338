"""What axe objects to on a page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page


def objections(page: Page, *, tags: Sequence[str] = ()) -> str:
    """Every violation axe finds, for people to read; nothing if there is none. `tags` names the rules, otherwise those
    that are on by default."""
    options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}  # no such rule reads style sheets
    if tags:
        options["runOnly"] = list(tags)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    results = AxeResults(page.evaluate(f"axe.run({json.dumps(options)})"))
    return str(results.generate_report()) if results.violations_count else ""
