"""The folder of one installation: its database and its secret key, for nobody but their owner."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

DATABASE = "companion.sqlite"
KEY = "secret-key"
LOCK = f"{DATABASE}.lock"
SHORTEST_KEY = 16  # characters
_OURS = {DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", KEY, LOCK}


class KeyUnusableError(Exception):
    """What should be the secret key cannot be one; the message says why."""


def make(folder: Path) -> None:
    """Make the folder unless it is there. OSError when that cannot be done.

    One that holds nothing but our files is closed to others; what else lies in somebody's own folder stays reachable.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if {path.name for path in folder.iterdir()} <= _OURS:
        try:
            folder.chmod(0o700)
        except OSError:  # it belongs to somebody else, who lets us write, or nobody can write there
            return


def secret_key(folder: Path) -> str:
    """The key of this installation: made once, readable by its owner alone, the same for every worker.

    OSError when it can be neither read nor written, KeyUnusableError when it is none.
    """
    path = folder / KEY
    if key := read_key(path):
        _close_to_others(path)
        return key
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
        lock(file.fileno())  # of several who start at once, one writes it
        if not file.read().strip():  # an empty file is no key: it was left by a full disk or an editor
            file.seek(0)
            file.truncate()
            file.write(secrets.token_urlsafe(48).encode())
            file.flush()
            os.fsync(file.fileno())
    _close_to_others(path)
    return read_key(path)


def write_key(folder: Path, key: str) -> None:
    """Put a key that was kept elsewhere into its place, in one step: nobody ever reads half of it."""
    draft = folder / f"{KEY}.{secrets.token_hex(8)}"
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key.encode())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(folder / KEY)
    finally:
        draft.unlink(missing_ok=True)


def lock(file: int, *, shared: bool = False, wait: bool = True) -> bool:
    """Lock an open file until it is closed, where the system and its file system can; whether nobody was in the way."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:  # a mount without locks
        return True
    return True


def read_key(path: Path) -> str:
    """The key in a file; empty when there is none yet."""
    try:
        return usable(path.read_text(encoding="utf-8"), str(path))
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise KeyUnusableError(f"{path} holds no text and cannot be the secret key") from None


def usable(key: str, where: str) -> str:
    """A key without the space around it. KeyUnusableError when no bytes can be made of it to sign with, or when it can be
    guessed."""
    try:
        key.encode()
    except UnicodeEncodeError:
        raise KeyUnusableError(f"{where} has characters that no key can have; use plain letters and digits") from None
    key = key.strip()
    if 0 < len(key) < SHORTEST_KEY:
        raise KeyUnusableError(f"{where} is too short: with fewer than {SHORTEST_KEY} signs it can be guessed")
    return key


def _close_to_others(path: Path) -> None:
    if path.stat().st_mode & 0o077:
        try:
            path.chmod(0o600)
        except OSError:  # it belongs to somebody else, who lets us read it
            return
