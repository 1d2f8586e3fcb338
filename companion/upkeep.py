"""The commands for whoever runs an installation: migrate, backup, restore, check, moving to another database or key."""

from __future__ import annotations

import logging
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from companion import data_folder
from companion.rules.editions.installed import Editions
from companion.settings import Settings, SettingsError, database_address, load, sqlite_url
from companion.store import backup, check, keys, migrate, transfer
from companion.store.engine import Database
from companion.store.unavailable import DatabaseUnavailableError


def run(options: Namespace, environ: Mapping[str, str]) -> int:
    """One of the commands; 1, after one line on standard error, when it cannot be done or something is wrong."""
    commands: Mapping[str, Callable[[Namespace, Mapping[str, str]], int]] = {
        "migrate": _migrate,
        "backup": _backup,
        "restore": _restore,
        "check": _check,
        "copy-to": _copy_to,
        "accept-key": _accept_key,
    }
    logging.getLogger("companion").addHandler(logging.NullHandler())  # what is wrong is printed, in one line
    try:
        return commands[options.command](options, environ)
    except (SettingsError, DatabaseUnavailableError) as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1


def _there(options: Namespace, environ: Mapping[str, str]) -> tuple[Settings, Database]:
    """The installation as it is. SettingsError when there is none."""
    settings = load(environ, data=options.data, make=False)
    database = Database(settings.database_url, create=False)
    if database.file and not database.file.path.is_file():
        raise SettingsError(f"there is no database {database.file.path}")
    return settings, database


def _migrate(options: Namespace, environ: Mapping[str, str]) -> int:
    settings = load(environ, data=options.data, make=False)
    with closing(Database(settings.database_url, create=False)) as database:
        if database.file:
            data_folder.make(database.file.path.parent)
            database.file.create()
        migrate.upgrade(database)
    print("The database is up to date.")
    return 0


def _backup(options: Namespace, environ: Mapping[str, str]) -> int:
    settings, database = _there(options, environ)
    with closing(database):
        saved = backup.save(database, settings.secret_key, options.file)
    print(
        f"{options.file}: {saved}. Whoever has this file has the keys to all tables: keep it as safe as the data folder."
    )
    return 0


def _restore(options: Namespace, environ: Mapping[str, str]) -> int:
    settings = load(environ, data=options.data, make=False)
    data_folder.make(settings.data)
    with closing(Database(settings.database_url)) as database:
        done = backup.restore(database, options.file, replace=options.replace, aside=settings.data)
    if done.secret_key and not settings.key_given:
        data_folder.write_key(settings.data, done.secret_key)
    print(f"Restored {done.counts}.")
    if settings.key_given and done.secret_key not in ("", None, settings.secret_key):
        print(
            "Its phones are known by another key than SECRET_KEY. Restore without SECRET_KEY, or give them up: accept-key."
        )
    else:
        print("Phones that sat at a table then sit there again.")
    if done.kept:
        print(f"What was there before is kept in {done.kept}.")
    return 0


def _check(options: Namespace, environ: Mapping[str, str]) -> int:
    with tempfile.TemporaryDirectory(prefix="companion-check-") as folder:
        if options.file is None:
            settings, database = _there(options, environ)
        else:  # a copy of the backup, so that it stays as it is
            settings = load(environ, data=options.data, make=False)
            backup.unpack(options.file, Path(folder) / "copy.sqlite")
            database = Database(sqlite_url(Path(folder) / "copy.sqlite"))
        with closing(database):
            found = 0
            for problem in check.problems(database, Editions(settings.editions)):
                found += 1
                print(problem, file=sys.stderr)
            if found:
                return 1
            with database.read() as connection:
                print(f"{transfer.counts(connection)}: nothing wrong.")
    return 0


def _copy_to(options: Namespace, environ: Mapping[str, str]) -> int:
    _, database = _there(options, environ)
    with closing(database), closing(Database(database_address(options.url))) as other, backup.alone(database):
        migrate.upgrade(other)
        copied = transfer.copy(database, other)
        other.settle()
    print(f"Copied {copied}. Start the server with DATABASE_URL set to the new address, and with the same secret key.")
    return 0


def _accept_key(options: Namespace, environ: Mapping[str, str]) -> int:
    settings, database = _there(options, environ)
    with closing(database), backup.alone(database):
        migrate.upgrade(database)
        data_folder.make(settings.data)
        keys.accept(database, settings.secret_key or data_folder.secret_key(settings.data))
    print("Done. Phones known by another secret key have lost their seats, and sit down anew.")
    return 0
