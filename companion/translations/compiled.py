"""Where the compiled catalogs lie. A package brings them; a checkout from which the app is run compiles its own."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent


def folder() -> Path:
    """The folder with a compiled catalog for each language, none of them older than its source."""
    if all(_fresh(catalog) for catalog in FOLDER.glob("*/LC_MESSAGES/messages.po")):
        return FOLDER
    from companion.translations.catalogs import compile_all

    try:
        compile_all()
    except OSError:  # a checkout that must not be written to
        elsewhere = tempfile.mkdtemp(prefix="companion-translations-")
        atexit.register(shutil.rmtree, elsewhere, ignore_errors=True)
        compile_all(Path(elsewhere))
        return Path(elsewhere)
    return FOLDER


def _fresh(catalog: Path) -> bool:
    compiled = catalog.with_suffix(".mo")
    if not compiled.is_file():
        return False
    # Installers give files the time at which they wrote them: only where somebody may edit does it mean anything.
    edited = (FOLDER.parent.parent / "pyproject.toml").is_file()
    return not edited or compiled.stat().st_mtime >= catalog.stat().st_mtime
