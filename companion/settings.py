"""Settings of one installation, from the environment and the command line, frozen.

Everything the installation writes lies in the data folder: the database and the secret key."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path


class SettingsError(Exception):
    """A setting that cannot work; the message is one line for the person who starts the app."""


@dataclass(frozen=True)
class Settings:
    """What `create_app` needs. `database_url` is a SQLAlchemy URL; `public_url` has no slash at the end."""

    secret_key: str
    database_url: str
    data: Path
    public_url: str = ""
    editions: Path | None = None


def load(environment: Mapping[str, str], *, data: Path | None = None, public_url: str | None = None) -> Settings:
    """Settings from the environment; arguments of the command line win. Makes the data folder and its secret key.

    Reads COMPANION_DATA, COMPANION_PUBLIC_URL, COMPANION_EDITIONS, SECRET_KEY and DATABASE_URL.
    SettingsError when a value cannot be used or the folder cannot be written.
    """
    folder = data or Path(environment.get("COMPANION_DATA") or user_data_path("high-bohn-companion", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        secret_key = environment.get("SECRET_KEY") or _secret(folder / "secret-key")
    except OSError as error:
        raise SettingsError(f"cannot write to the data folder {folder}: {error.strerror}") from None
    editions = environment.get("COMPANION_EDITIONS")
    return Settings(
        secret_key=secret_key,
        database_url=_database_url(environment.get("DATABASE_URL", ""), folder),
        data=folder,
        public_url=_public_url(environment.get("COMPANION_PUBLIC_URL", "") if public_url is None else public_url),
        editions=Path(editions) if editions else None,
    )


def _secret(path: Path) -> str:
    """The key of this installation: made once, readable by its owner alone, the same for every worker.

    It is written beside its place and then put there in one step: nobody ever reads half a key.
    """
    key = _read_key(path)
    if key:
        return key
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(draft, path)
        except FileExistsError:
            if not _read_key(path):  # an empty file is no key: it was left by a full disk or an editor
                os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    return _read_key(path)


def _read_key(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""


def _database_url(given: str, folder: Path) -> str:
    if not given:
        return f"sqlite:///{folder.resolve() / 'companion.sqlite'}"
    scheme, colon, rest = given.partition(":")
    # Hosts hand out postgres:// or postgresql://; SQLAlchemy wants the driver named.
    return f"postgresql+psycopg:{rest}" if colon and scheme in ("postgres", "postgresql") else given


def _public_url(given: str) -> str:
    if not given:
        return ""
    try:
        parts = urlsplit(given)
        host = re.fullmatch(r"[\w.:%-]+", parts.hostname or "")
        usable = parts.scheme in ("http", "https") and host and parts.port != 0 and not re.search(r"\s", given)
    except ValueError:
        usable = False
    if not usable or parts.query or parts.fragment:
        raise SettingsError(f"the public address {given!r} must look like http://host or https://host/path")
    return given.rstrip("/")
