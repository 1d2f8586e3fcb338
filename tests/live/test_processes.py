"""Several web processes on one PostgreSQL: an entry made at one wakes the phones of the other at once."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion.live.streams import HEARTBEAT
from tests.live.test_streams import Phone, heard
from tests.serving import serving
from tests.store.conftest import url

__all__ = ["url"]


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_an_entry_at_one_process_is_heard_at_the_other(url: str, tmp_path: Path) -> None:
    shared = {"DATABASE_URL": url, "SECRET_KEY": "the same for all of them, and long enough"}
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with serving(tmp_path / "a" / "data", **shared) as one, serving(tmp_path / "b" / "data", **shared) as other:
        phone = Phone(one).open()
        away = Phone(other)
        away.jar = phone.jar  # cookies know no ports: the same phone by another way
        with away.listen(phone.code) as stream:
            assert heard(stream) == 1
            start = time.monotonic()
            phone.tap()
            assert heard(stream) == 2
            assert time.monotonic() - start < HEARTBEAT  # without being told it would take that long
