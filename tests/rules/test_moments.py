"""What a table was called at each moment, told by the log without going through all of it."""

from __future__ import annotations

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing import counting, moments
from companion.rules.playing.fold import Entry
from companion.rules.playing.ledger import Ledger
from tests.rules.tables import EDITIONS, Log


def test_names_and_edition_at_each_moment_are_those_of_the_log_until_then() -> None:
    log = Log().did(
        cmd.Rename(1, "Zoë"), cmd.Rename(2, "Bo"), cmd.Rename(1, "Ada"), cmd.Undo(1, (2,)), cmd.Undo(1, (4,)),
        cmd.SetUp(1, edition="high-bohn-2000"), cmd.Undo(1, (5,)), cmd.Turn(1), cmd.Undo(2, (7,)), cmd.Rename(4, "Di"),
    )  # fmt: skip
    for version in range(1, log.ledger.version + 1):
        then = Ledger.of(log.entries[:version], EDITIONS).table
        found = moments.at(log.ledger.moments, version + 1)
        assert (found.names, found.edition) == (then.names, then.game.edition.id), version
        known = moments.moments(log.entries[:version])  # and what is entered later, or undone, changes none of them
        assert known == log.ledger.moments[: len(known)], version
    assert Ledger.of(log.entries, EDITIONS).moments == log.ledger.moments


def test_a_new_name_takes_no_look_at_what_was_called_before(monkeypatch: pytest.MonkeyPatch) -> None:
    log, looks = Log(), []

    def counted(entries: tuple[Entry, ...]) -> list[Entry]:
        looks.append(len(entries))
        return counting.effective(entries)

    monkeypatch.setattr(moments, "effective", counted)
    for number in range(20):
        log.did(cmd.Rename(1, f"Ana {number}"))
    assert moments.moments(log.entries) == log.ledger.moments
    assert looks == []
    log.did(cmd.Undo(1, (9,)))
    assert looks
