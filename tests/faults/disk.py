"""A small disk of the tests' own, to be filled and write-protected."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_BLOCK = b"\0" * 2**16


class Disk:
    """A file system in memory, mounted on a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    @contextmanager
    def full(self) -> Iterator[None]:
        """Nothing more fits on it until the block ends."""
        try:
            with self._filler.open("wb", buffering=0) as file:
                for size in (2**16, 2**12, 1):
                    try:
                        while file.write(_BLOCK[:size]):
                            pass
                    except OSError:
                        continue
            yield
        finally:
            self._filler.unlink()

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """It cannot be written to until the block ends; nobody may have a file of it open."""
        _run("mount", "-o", "remount,ro", self.folder)
        try:
            yield
        finally:
            _run("mount", "-o", "remount,rw", self.folder)


@contextmanager
def disk(folder: Path, megabytes: int) -> Iterator[Disk]:
    """A disk of that size. Where we may not mount one, the test is skipped."""
    folder.mkdir()
    try:
        _run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder)
    except (subprocess.CalledProcessError, FileNotFoundError):
        pytest.skip("this user may not mount a disk")
    try:
        yield Disk(folder)
    finally:
        _run("umount", "-l", folder)


def _run(*command: object) -> None:
    subprocess.run([str(part) for part in command], check=True, capture_output=True, timeout=240)
