"""WSGI entry for any server: `companion.wsgi:app`, settings from the environment."""

from __future__ import annotations

import os

from companion.app import create_app
from companion.settings import load

app = create_app(load(os.environ))
