"""WSGI entry for any server: `companion.wsgi:app`, settings from the environment."""

from __future__ import annotations

import atexit
import os
import sys

from companion.app import create_app
from companion.rules.editions.rows import EditionError
from companion.service import DatabaseUnavailableError
from companion.settings import SettingsError, load

try:
    app = create_app(load(os.environ))
except (SettingsError, DatabaseUnavailableError, EditionError) as error:
    sys.exit(f"companion: {error}")
atexit.register(app.extensions["companion"].close)
