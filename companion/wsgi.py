"""WSGI entry for any server: `companion.wsgi:app`, settings from the environment."""

from __future__ import annotations

import atexit
import os
import sys

from companion import logs
from companion.app import create_app
from companion.rules.editions.rows import EditionError
from companion.service import DatabaseUnavailableError
from companion.settings import SettingsError, load

try:
    settings = load(os.environ)
    logs.set_up(settings.log_level)
    app = create_app(settings)
except (SettingsError, DatabaseUnavailableError, EditionError) as error:
    sys.exit(f"companion: {error}")
atexit.register(app.extensions["companion"].close)
