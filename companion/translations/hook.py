"""Build hook: compiles the catalogs into every package, so that no page shows English under another language."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogs(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before a wheel is built, an editable one included."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; Hatch takes the files because they are listed as artifacts."""
        sys.path.insert(0, self.root)
        from companion.translations.catalogs import compile_all

        compile_all()
