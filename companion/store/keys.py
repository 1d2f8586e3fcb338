"""By which secret key the phones of a database are known: with another one each of them is a stranger to its seats."""

from __future__ import annotations

import hashlib
import hmac

from sqlalchemy import select

from companion.settings import SettingsError
from companion.store.engine import Database
from companion.store.schema import installation


def check(database: Database, secret_key: str) -> None:
    """Make sure that phones are known by this key, as they were; the first that asks decides by which. SettingsError when
    it is another one."""
    with database.read() as connection:
        known = connection.execute(select(installation.c.key_digest)).scalar_one_or_none()
    if known is None:
        with database.write() as connection:
            first = installation.update().where(installation.c.key_digest.is_(None))
            connection.execute(first.values(key_digest=_digest(secret_key)))
            known = connection.execute(select(installation.c.key_digest)).scalar_one_or_none()
    if known not in (None, _digest(secret_key)):
        raise SettingsError(
            "the phones of this database are known by another secret key, and would lose their seats: start with that"
            " one (SECRET_KEY, or the file secret-key), or give it up for good with companion accept-key"
        )


def accept(database: Database, secret_key: str) -> None:
    """Let phones be known by this key from now on: those known by another one are strangers then."""
    with database.write() as connection:
        connection.execute(installation.update().values(key_digest=_digest(secret_key)))


def _digest(secret_key: str) -> str:
    """Tells keys from each other, and nothing about them: a key has at least 16 characters that cannot be guessed."""
    return hmac.new(secret_key.encode(), b"high-bohn companion", hashlib.sha256).hexdigest()
