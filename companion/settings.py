"""Settings of one installation, from the environment and the command line, frozen.

Everything the installation writes lies in the data folder: the database and the secret key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

from platformdirs import user_data_path

from companion import data_folder
from companion.data_folder import KeyUnusableError
from companion.logs import LEVELS


class SettingsError(Exception):
    """A setting that cannot work; the message is one line for the person who starts the app."""


@dataclass(frozen=True)
class Settings:
    """What `create_app` needs. `database_url` is a SQLAlchemy URL; `public_url` and `address`, under which phones reach
    this computer if that is known, have no slash at the end; `hosts` are names that links may carry; `proxies` is how
    many proxies add to forwarded headers; `most_streams` is how many phones a process lets listen at once. `key_given`
    says that the secret key lies elsewhere than in the data folder; `metrics_token` opens `/metrics`; `log_level` is one of
    `companion.logs.LEVELS`."""

    secret_key: str
    database_url: str
    data: Path
    public_url: str = ""
    editions: Path | None = None
    hosts: frozenset[str] = frozenset()
    proxies: int = 0
    address: str = ""
    most_streams: int = 2_000
    key_given: bool = False
    metrics_token: str = ""
    log_level: str = "warning"

    @property
    def keeps_files(self) -> bool:
        """Whether the database is a file of ours, rather than somebody else's service."""
        return self.database_url.startswith("sqlite:")


def load(
    environment: Mapping[str, str], *, data: Path | None = None, public_url: str | None = None, make: bool = True
) -> Settings:
    """Settings from the environment; arguments of the command line win. Makes the data folder and its secret key,
    unless `make` is false: then there may be no key.

    Reads COMPANION_DATA, COMPANION_PUBLIC_URL, COMPANION_HOSTS, COMPANION_PROXIES, COMPANION_EDITIONS,
    COMPANION_LOG, COMPANION_METRICS_TOKEN, SECRET_KEY and DATABASE_URL. With the last two given nothing is written to the folder.
    SettingsError when a value cannot be used or the folder cannot be written.
    """
    folder = data or Path(environment.get("COMPANION_DATA") or user_data_path("high-bohn-companion", appauthor=False))
    database_url = _database_url(environment.get("DATABASE_URL", ""), folder)
    try:
        if make and not (environment.get("SECRET_KEY", "").strip() and environment.get("DATABASE_URL", "").strip()):
            data_folder.make(folder)
        metrics_token = data_folder.usable(environment.get("COMPANION_METRICS_TOKEN", ""), "COMPANION_METRICS_TOKEN")
        secret_key = data_folder.usable(environment.get("SECRET_KEY", ""), "SECRET_KEY")
        if not secret_key:
            secret_key = data_folder.secret_key(folder) if make else data_folder.read_key(folder / data_folder.KEY)
    except KeyUnusableError as error:
        raise SettingsError(str(error)) from None
    except OSError as error:
        raise SettingsError(f"cannot write to the data folder {folder}: {error.strerror}") from None
    editions = environment.get("COMPANION_EDITIONS")
    return Settings(
        secret_key=secret_key,
        database_url=database_url,
        data=folder,
        public_url=_public_url(environment.get("COMPANION_PUBLIC_URL", "") if public_url is None else public_url),
        editions=Path(editions) if editions else None,
        hosts=_hosts(environment.get("COMPANION_HOSTS", "")),
        proxies=_proxies(environment.get("COMPANION_PROXIES", "")),
        key_given=bool(environment.get("SECRET_KEY", "").strip()),
        metrics_token=metrics_token,
        log_level=_log_level(environment.get("COMPANION_LOG", "")),
    )


def _hosts(given: str) -> frozenset[str]:
    hosts = frozenset(host.lower().rstrip(".") for host in re.split(r"[\s,]+", given) if host)
    wrong = sorted(host for host in hosts if not re.fullmatch(r"[\w.-]+|[0-9a-f:.]+", host, re.ASCII))
    if wrong:
        raise SettingsError(
            f"COMPANION_HOSTS lists names like beans.example, separated by commas; {wrong[0]!r} is none"
        )
    return hosts


def _proxies(given: str) -> int:
    if given.strip() and not re.fullmatch(r"[0-9]", given.strip()):
        raise SettingsError(f"COMPANION_PROXIES is how many proxies requests pass, 0 to 9; {given!r} is no such number")
    return int(given.strip() or 0)


def _log_level(given: str) -> str:
    level = given.strip().lower() or LEVELS[0]
    if level not in LEVELS:
        raise SettingsError(f"COMPANION_LOG is {' or '.join(LEVELS)}; {given!r} is neither")
    return level


def _database_url(given: str, folder: Path) -> str:
    return database_address(given) if given.strip() else sqlite_url(folder.absolute() / data_folder.DATABASE)


def database_address(given: str) -> str:
    """The address of a database as hosts hand it out, as SQLAlchemy wants it."""
    given = given.strip()
    scheme, colon, rest = given.partition(":")
    # Hosts hand out postgres:// or postgresql://; SQLAlchemy wants the driver named.
    return f"postgresql+psycopg:{rest}" if colon and scheme in ("postgres", "postgresql") else given


def sqlite_url(path: Path) -> str:
    """The address of a database file, whatever signs its name has."""
    try:
        return f"sqlite:///{quote(str(path), safe='/ ')}"
    except UnicodeEncodeError:
        raise SettingsError(
            "the name of the data folder cannot be read in the language set for this terminal"
        ) from None


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
