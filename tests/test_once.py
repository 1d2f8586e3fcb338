"""An entry is made once, whole or not at all: ids of commands, and entries that cannot be folded."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import get_args

import pytest
from sqlalchemy import func, select

from companion.rules.playing import commands as cmd
from companion.rules.playing import fold, ledger
from companion.rules.playing.unreadable import Unreadable, UnreadableTableError
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import KEEPER
from companion.service import Done, Refused, Service
from companion.store import log, tables
from companion.store.schema import entries, metadata
from companion.store.tables import TableRow
from tests.store.conftest import database, url
from tests.test_service import service, table

__all__ = ["database", "service", "table", "url"]
HARVEST = cmd.Harvest(1, "blue", cards=6)


def stored(service: Service) -> dict[str, int]:
    """How many rows there are."""
    with service.database.read() as connection:
        return {
            name: connection.execute(select(func.count()).select_from(rows)).scalar_one()
            for name, rows in metadata.tables.items()
        }


@pytest.mark.parametrize(
    "other",
    [
        cmd.Turn(1),
        cmd.Harvest(2, "blue", cards=6),
        cmd.Harvest(1, "red", cards=6),
        cmd.Harvest(1, "blue", cards=7),
        cmd.Harvest(1, "blue", talers=6),
        cmd.Undo(1, (2,)),
    ],
    ids=["verb", "seat", "bean", "number", "field", "undo"],
)
def test_an_id_used_for_something_else_is_refused(service: Service, table: TableRow, other: cmd.Command) -> None:
    service.handle(table.id, HARVEST, "tap")
    refused = service.handle(table.id, other, "tap")
    assert isinstance(refused, Refused)
    assert refused.refusal == Refusal(Reason.COMMAND_ID_REUSED, {"entry": 2})
    assert service.ledger(table.id).version == 2


def test_an_id_used_with_another_reason_is_refused(service: Service, table: TableRow) -> None:
    assert isinstance(service.handle(table.id, cmd.Finish(1), "tap", override="it is late"), Done)
    for override, same in (("it is late", True), ("we are tired", False), ("", False)):
        assert isinstance(service.handle(table.id, cmd.Finish(1), "tap", override=override), Done) is same


def test_the_second_answer_is_the_first_whatever_happened_between(service: Service, table: TableRow) -> None:
    first = service.handle(table.id, HARVEST, "tap", by=2)
    for number, command in enumerate((cmd.Rename(1, "Zed"), cmd.Turn(1), cmd.Undo(1, (2,)))):
        assert isinstance(service.handle(table.id, command, f"then-{number}"), Done)
    again = service.handle(table.id, HARVEST, "tap", by=2)
    assert isinstance(first, Done)
    assert isinstance(again, Done)
    assert (again.entry, again.version) == (first.entry, 2)
    assert again.ledger.table == first.ledger.table
    other = Service(service.database, service.editions).handle(table.id, HARVEST, "tap", by=2)
    assert isinstance(other, Done)
    assert (other.entry, other.ledger.table) == (first.entry, first.ledger.table)


def test_a_change_is_two_entries_also_when_it_comes_again(service: Service, table: TableRow) -> None:
    change, seat = cmd.Change(1, 3, cmd.Harvest(1, "blue", cards=8)), [1]
    assert service.sit(table.id, "ana", seat, keep=None, invited=lambda _: True) is None
    one = service.enter(table.id, "ana", HARVEST, "tap")
    two = service.enter(table.id, "ana", change, "change")
    assert isinstance(one, Done)
    assert isinstance(two, Done)
    assert [(entry.event.kind, entry.by, entry.device, entry.override) for entry in (*one.entries, *two.entries)] == [
        ("harvested", 1, "ana", ""), ("undone", 1, "ana", ""), ("harvested", 1, "ana", ""),
    ]  # fmt: skip
    service.leave(table.id, "ana", seat)
    for first, again in (
        (one, service.enter(table.id, "creator", HARVEST, "tap")),
        (two, service.enter(table.id, "creator", change, "change")),
    ):
        assert isinstance(again, Done)
        assert (again.entries, again.ledger.table) == (first.entries, first.ledger.table)
        assert (first.again, again.again, again.rights.seats) == (False, True, {KEEPER})
    refused = service.enter(table.id, "creator", HARVEST, "change")
    assert isinstance(refused, Refused)
    assert (refused.refusal.facts, refused.version, refused.rights.seats) == ({"entry": 5}, 6, {KEEPER})


def test_the_half_of_a_change_has_an_id_that_no_phone_can_send(service: Service, table: TableRow) -> None:
    service.handle(table.id, HARVEST, "tap")
    service.handle(table.id, cmd.Change(1, 2, cmd.Harvest(1, "blue", cards=8)), "c" * 64)
    with service.database.read() as connection:
        rows = connection.execute(select(entries.c.command_id, entries.c.command_digest).order_by(entries.c.seq)).all()
    (_, (_, tapped), (half, undone), (whole, changed)) = rows
    assert (half[0], len(half), whole) == (" ", 41, "c" * 64)
    assert undone == changed != tapped


def test_a_refused_command_may_come_again_with_its_id(service: Service, table: TableRow) -> None:
    assert isinstance(service.handle(table.id, cmd.Buy(1, (("blue", 2),)), "tap"), Refused)
    service.handle(table.id, HARVEST, "harvest")
    assert isinstance(service.handle(table.id, cmd.Buy(1, (("blue", 2),)), "tap"), Done)


def test_the_same_id_at_another_table_is_another_command(service: Service, table: TableRow) -> None:
    other = again(service, "elsewhere", "Ana", "Ben", "Cleo")
    assert isinstance(other, TableRow)
    service.handle(table.id, HARVEST, "tap")
    assert isinstance(service.handle(other.id, cmd.Turn(1), "tap"), Done)


def test_entries_made_before_digests_were_kept_are_found_by_their_id(service: Service, table: TableRow) -> None:
    service.handle(table.id, HARVEST, "tap")
    with service.database.write() as connection:
        connection.execute(entries.update().values(command_digest=None))
    assert isinstance(service.handle(table.id, HARVEST, "tap"), Done)
    assert service.ledger(table.id).version == 2


def test_what_no_command_made_is_the_answer_to_none(service: Service, table: TableRow) -> None:
    refused = service.handle(table.id, cmd.Turn(1), "open")
    assert isinstance(refused, Refused)
    assert refused.refusal.reason is Reason.COMMAND_ID_REUSED


def again(service: Service, command_id: str, *names: str, hidden: bool = False) -> TableRow | Refusal:
    """Send the form of a new table."""
    edition = service.editions.get("high-bohn")
    assert edition is not None
    return service.open_table(
        edition, names, "phone", cognac=False, base="", tie_break="", hidden=hidden, command_id=command_id
    )


def test_the_form_of_a_table_is_not_used_for_another(service: Service) -> None:
    made = again(service, "form", "Ana", "Ben", "Cleo")
    assert isinstance(made, TableRow)
    assert again(service, "form", "Ana", "Ben", "Cleo") == made
    for refused in (
        again(service, "form", "Ana", "Ben", "Dan"),
        again(service, "form", "Ana", "Ben", "Cleo", hidden=True),
    ):
        assert refused == Refusal(Reason.COMMAND_ID_REUSED, {"entry": 1})
    assert stored(service)["tables"] == 1


def test_the_form_of_a_deleted_table_makes_no_other(service: Service) -> None:
    made = again(service, "form", "Ana", "Ben", "Cleo")
    assert isinstance(made, TableRow)
    with service.database.write() as connection:
        tables.delete(connection, [made.id])
    with pytest.raises(UnreadableTableError) as error:
        again(service, "form", "Ana", "Ben", "Cleo")
    assert error.value.reason is Unreadable.DELETED


OTHER: dict[str, object] = {"command": cmd.Stew(1, cards=6)}


def examples() -> Iterator[cmd.Command]:
    """Every kind of command, with every field changed in turn."""
    usual: dict[str, object] = {"seat": 1, "bean": "red", "harvester": 2, "cards": (("red", 1),), "pay": (("red", 3),), "building": "red", "what": "red", "change": 1, "reason": "x", "to": 2, "leaving": 1, "count": 1, "talers": 1, "levy": False, "name": "Zed", "device": "d", "code": "c", "entries": (2,), "soy": 0, "everybody": False, "phase": "", "start": 2, "order": (1, 2), "edition": "e", "cognac": True, "base": "b", "tie_break": "t", "hidden": True, "entry": 2, "command": HARVEST}  # fmt: skip
    for kind in get_args(cmd.Command):
        names = [entry.name for entry in dataclasses.fields(kind)]
        plain = kind(**{name: usual[name] for name in names})
        yield plain
        for name in names:
            yield dataclasses.replace(plain, **{name: OTHER.get(name, "other")})


def test_no_two_commands_have_the_same_digest() -> None:
    found = list(examples())
    assert len({cmd.digest(command) for command in found}) == len(set(map(repr, found)))
    assert cmd.digest(HARVEST) == cmd.digest(cmd.Harvest(1, "blue", 6))
    assert cmd.digest(HARVEST) != cmd.digest(HARVEST, "agreed")
    # As it was stored before commands had fields for Soy and for everybody: a repeated command is still the same.
    assert cmd.digest(HARVEST) == "2b247b2f9aabf8f3c013e8dc9813828d9013b3b32f6600a517827f398f7ba270"
    assert cmd.digest(cmd.Rename(1, "\ud800 Ünal")) != cmd.digest(cmd.Rename(1, "Unal"))


def broken(*_: object) -> None:
    raise ZeroDivisionError


def test_an_entry_that_cannot_be_folded_is_not_stored(
    service: Service, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, rows = service.ledger(table.id), stored(service)
    with monkeypatch.context() as patch:
        patch.setattr(ledger, "apply", broken)
        with pytest.raises(ZeroDivisionError):
            service.handle(table.id, HARVEST, "tap")
    assert stored(service) == rows
    assert service.ledger(table.id) is before
    assert Service(service.database, service.editions).ledger(table.id).table == before.table
    done = service.handle(table.id, HARVEST, "tap")
    assert isinstance(done, Done)
    assert done.version == 2


def test_an_undoing_that_cannot_be_folded_is_not_stored(
    service: Service, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.handle(table.id, HARVEST, "tap")
    rows = stored(service)
    with monkeypatch.context() as patch:
        patch.setattr(ledger, "fold", broken)
        with pytest.raises(ZeroDivisionError):
            service.handle(table.id, cmd.Undo(1, (2,)), "undo")
    assert stored(service) == rows
    assert service.ledger(table.id).table.player(1).talers == {"blue": 2}


def test_a_table_that_cannot_be_folded_is_not_made(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = stored(service)
    monkeypatch.setattr(fold, "start", broken)
    with pytest.raises(ZeroDivisionError):
        again(service, "form", "Ana", "Ben", "Cleo")
    assert stored(service) == rows


@pytest.mark.parametrize("part", ["start", "apply"])
def test_a_next_game_that_cannot_be_folded_is_not_made(
    service: Service, table: TableRow, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    service.handle(table.id, cmd.Finish(1), "end", override="it is late")
    rows = stored(service)
    with monkeypatch.context() as patch:
        patch.setattr(fold if part == "start" else ledger, part, broken)
        with pytest.raises(ZeroDivisionError):
            service.play_again(table.id, "creator")
    assert stored(service) == rows
    assert service.ledger(table.id).table.next_table == ""
    made = service.play_again(table.id, "creator")
    assert isinstance(made, TableRow)
    assert service.ledger(table.id).table.next_table == made.public_id
    assert service.ledger(made.id).version == 1


def test_nobody_is_told_of_an_entry_that_is_not_stored(
    service: Service, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[int, int]] = []
    telling = Service(service.database, service.editions, lambda *what: heard.append(what))

    def full(*_: object, **__: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(log, "append", full)
    with pytest.raises(OSError, match="disk full"):
        telling.handle(table.id, HARVEST, "tap")
    assert heard == []
    assert telling.ledger(table.id).version == 1
