"""Groups on both databases: how they begin and grow, what their keys allow, and how they end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from companion.groups import NoGroupError, SamePlayerError
from companion.long_work import QueueFullError
from companion.rules.editions.installed import Editions
from companion.rules.playing import commands as cmd
from companion.rules.refusals import Reason, Refusal
from companion.service import NoSeatError, Service
from companion.store import expiry, groups, schema, tables
from companion.store.engine import Database
from companion.store.groups import GroupRow
from companion.store.tables import TableRow
from tests.store.conftest import database, url

__all__ = ["database", "url"]


@pytest.fixture
def service(database: Database, editions: Editions) -> Service:
    """A service on an empty database."""
    return Service(database, editions)


def opened(service: Service, *names: str) -> TableRow:
    edition = service.editions.get("high-bohn")
    assert edition is not None
    names = names or ("Ana", "Ben", "Cleo")
    row = service.open_table(edition, names, "host", cognac=False, base="", tie_break="", hidden=False)
    assert isinstance(row, TableRow)
    return row


def again(service: Service, table: TableRow, key: str = "", device: str = "host") -> TableRow:
    service.handle(table.id, cmd.Finish(1), f"end-{table.id}", override="late")
    made = service.play_again(table.id, device, key)
    assert isinstance(made, TableRow), made
    return made


def group_of(service: Service, table: TableRow) -> GroupRow:
    found = service.groups.of_table(table.id)
    assert found is not None
    return found


def codes(service: Service, group: GroupRow) -> list[str]:
    return [table.public_id for table, _ in service.groups.see(group.play_key, "host").tables]


def test_the_first_play_again_makes_a_group_and_the_next_ones_join_it(service: Service) -> None:
    first = opened(service)
    assert service.groups.of_table(first.id) is None
    second = again(service, first)
    group = group_of(service, first)
    assert again(service, first) == second  # once more: the same
    third = again(service, second)
    assert group_of(service, third) == group_of(service, second) == group
    assert codes(service, group) == [third.public_id, second.public_id, first.public_id]
    assert len({group.play_key, group.look_key}) == 2
    assert min(len(group.play_key), len(group.look_key)) >= 20
    seen = service.groups.see(group.look_key, "host")
    assert (seen.plays, seen.held) == (False, {first.id, second.id, third.id})
    assert service.groups.see(group.play_key, "nobody").held == set()
    assert len(seen.group.games) == 2
    assert service.groups.last_table(group.play_key) == third.id
    assert service.groups.of_table(opened(service).id) is None


def test_games_from_before_there_were_groups_are_counted_in(service: Service) -> None:
    chain = [opened(service)]
    for _ in range(3):
        chain.append(again(service, chain[-1]))
    stray = opened(service)
    with service.database.write() as connection:
        connection.execute(schema.group_tables.delete())
        connection.execute(schema.play_groups.delete())
    last = again(service, chain[-1])
    assert codes(service, group_of(service, last)) == [row.public_id for row in (last, *chain[::-1])]
    assert service.groups.of_table(stray.id) is None


def test_the_key_to_play_begins_the_next_game_and_no_other_does(service: Service) -> None:
    second = again(service, opened(service))
    group = group_of(service, second)
    service.handle(second.id, cmd.Finish(1), "end", override="late")
    other = group_of(service, again(service, opened(service)))
    for wrong in ("", "x", group.look_key, other.play_key):
        with pytest.raises(NoSeatError):
            service.play_again(second.id, "stranger", wrong)
    third = service.play_again(second.id, "stranger", group.play_key)
    assert isinstance(third, TableRow)
    assert [*service.ledger(third.id).table.names] == ["Cleo", "Ana", "Ben"]
    assert service.groups.see(group.play_key, "stranger").held == {third.id}
    assert service.ledger(second.id).entries[-1].by == 0


def test_only_the_key_to_play_changes_a_group(service: Service) -> None:
    second = again(service, opened(service))
    group = group_of(service, second)
    see = service.groups
    for key in ("", "wrong", group.look_key):
        for change in (
            lambda key: see.rename(key, "x"), lambda key: see.name_person(key, "ana", "x"), see.delete,
            lambda key: see.take_apart(key, "ana"), lambda key: see.renew(key, ["look"]), see.last_table,
        ):  # fmt: skip
            with pytest.raises(NoGroupError):
                change(key)
    see.rename(group.play_key, "  Friday\u202e round ")
    assert group_of(service, second).name == "Friday round"
    fresh = see.renew(group.play_key, ["play"])
    assert fresh.look_key == group.look_key
    with pytest.raises(NoGroupError):
        see.see(group.play_key, "host")
    see.delete(fresh.play_key)
    for key in (fresh.play_key, fresh.look_key):
        with pytest.raises(NoGroupError):
            see.see(key, "host")
    assert service.ledger(second.id).version >= 1
    assert see.of_device("host", [fresh.play_key]) == []
    third = again(service, second)  # what was deleted is not counted into the next group
    assert codes(service, group_of(service, third)) == [third.public_id, second.public_id]


def test_people_of_a_group_are_renamed_and_made_one(service: Service) -> None:
    first = opened(service, "Ana", "Ben", "Cleo")
    second = again(service, first)
    service.handle(second.id, cmd.Rename(2, "Klea"), "rename")  # Cleo, who sits second now
    third = again(service, second)
    key = group_of(service, third).play_key
    group = service.groups.see(key, "host").group
    assert list(group.people.values()) == ["Ana", "Ben", "Cleo", "Klea"]
    with pytest.raises(SamePlayerError):
        service.groups.name_person(key, "ana", "BEN")
    service.groups.name_person(key, "klea", "cleo")
    service.groups.name_person(key, "ben", "Benedikt")
    service.groups.name_person(key, "nobody", "Somebody")
    group = service.groups.see(key, "host").group
    assert list(group.people.values()) == ["Ana", "Benedikt", "Cleo"]
    assert [row.games for row in group.figures()] == [2, 2, 2]
    service.groups.take_apart(key, "cleo")
    assert "Klea" in service.groups.see(key, "host").group.people.values()
    assert [*service.ledger(first.id).table.names] == ["Ana", "Ben", "Cleo"]


def test_a_deleted_table_leaves_its_group_and_the_last_one_takes_it_along(service: Service) -> None:
    first = opened(service)
    second = again(service, first)
    group = group_of(service, second)
    service.groups.name_person(group.play_key, "ana", "Anna")
    service.delete(first.id, "host")
    assert codes(service, group) == [second.public_id]
    service.delete(second.id, "host")
    with pytest.raises(NoGroupError):
        service.groups.see(group.play_key, "host")
    with service.database.read() as connection:
        for table in (schema.play_groups, schema.group_tables, schema.group_people):
            assert connection.execute(table.select()).all() == []


def test_a_next_game_is_in_the_group_while_the_entry_that_began_it_stands(service: Service) -> None:
    first = opened(service)
    second = again(service, first)
    third = again(service, second)
    group, begun = group_of(service, first), service.ledger(second.id).version
    service.handle(second.id, cmd.Undo(1, (begun,)), "undo")
    assert codes(service, group) == [second.public_id, first.public_id]
    assert service.groups.of_table(third.id) is None
    service.handle(second.id, cmd.Undo(1, (begun + 1,)), "redo")
    assert codes(service, group) == [third.public_id, second.public_id, first.public_id]
    service.handle(second.id, cmd.Undo(1, (begun + 2,)), "undo again")
    other = service.play_again(second.id, "host", group.play_key)
    assert isinstance(other, TableRow)
    assert codes(service, group) == [other.public_id, second.public_id, first.public_id]


def test_a_game_that_has_played_on_in_a_group_of_its_own_stays_there(service: Service) -> None:
    first = opened(service)
    second = again(service, first)
    begun = service.ledger(first.id).version
    service.handle(first.id, cmd.Undo(1, (begun,)), "undo")
    third = again(service, second)
    own = group_of(service, third)
    service.handle(first.id, cmd.Undo(1, (begun + 1,)), "redo")
    assert codes(service, own) == [third.public_id, second.public_id]
    assert codes(service, group_of(service, first)) == [first.public_id]


def test_a_table_that_cannot_be_read_keeps_nobody_from_the_others(service: Service, editions: Editions) -> None:
    first = opened(service)
    group = group_of(service, again(service, first))
    with service.database.write() as connection:
        connection.execute(schema.entries.update().where(schema.entries.c.table_id == first.id).values(kind="new"))
    seen = Service(service.database, editions).groups.see(group.play_key, "host")
    assert [ledger is None for _, ledger in seen.tables] == [False, True]
    assert seen.group.games == []


def test_old_games_stay_while_the_group_plays(service: Service) -> None:
    first = opened(service)
    second = again(service, first)
    stray = opened(service)
    now = datetime.now(UTC)
    with service.database.write() as connection:
        old = schema.tables.update().where(schema.tables.c.id.in_([first.id, stray.id]))
        connection.execute(old.values(used_at=now - timedelta(days=200)))
        found = expiry.tick(connection, now)
        assert found is not None
        assert found.marked == 1
        row = connection.execute(schema.tables.select().where(schema.tables.c.unused_at.is_not(None))).one()
        assert row.id == stray.id
        later = now + timedelta(days=400)
        connection.execute(schema.installation.update().values(ticked_at=None))
        found = expiry.tick(connection, later)
        assert found is not None
        assert found.marked == 2
        assert tables.by_id(connection, second.id).deleted is False


def test_the_groups_of_a_device_are_those_it_sits_in_or_has_opened(service: Service) -> None:
    one = group_of(service, again(service, opened(service)))
    other = group_of(service, again(service, opened(service)))
    assert [row.id for row, *_ in service.groups.of_device("host", [])] == [other.id, one.id]
    assert service.groups.of_device("nobody", [one.look_key]) == []
    [(row, games, last)] = service.groups.of_device("nobody", [one.play_key])
    assert (row.id, games) == (one.id, 2)
    assert last is not None
    with service.database.read() as connection:
        assert len(groups.newest_tables(connection, one.id, 1)) == 1


def test_forgetting_a_table_leaves_it(service: Service) -> None:
    table = opened(service)
    assert service.sit(table.id, "phone", [1, 2], keep=None, invited=lambda _: True) is None
    service.forget(table.id, "phone")
    service.forget(table.id, "host")
    with pytest.raises(NoSeatError):
        service.play_again(table.id, "host")
    assert service.ledger(table.id).version == 3  # that somebody left stands in the log
    with service.database.read() as connection:
        assert tables.of_device(connection, "phone") == tables.of_device(connection, "host") == []


def test_after_a_start_the_games_are_read_one_by_one_with_others_between(
    service: Service, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(service)
    for _ in range(4):
        table = again(service, table)
    key = group_of(service, table).look_key
    fresh = Service(database, service.editions)
    writing = database.engine.pool.checkedout()  # type: ignore[attr-defined] - the connection of who writes is kept
    held: list[int] = []
    pauses: list[float] = []

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        held.append(database.engine.pool.checkedout())  # type: ignore[attr-defined]

    monkeypatch.setattr("companion.groups.time", SimpleNamespace(sleep=sleep))
    assert len(fresh.groups.see(key, "host").group.games) == 4
    assert (len(pauses), set(held)) == (5, {writing})
    assert min(pauses) > 0  # gevent looks for new requests only when it has to wait
    fresh.groups.see(key, "host")
    assert len(pauses) == 5


def test_one_at_a_time_reads_the_games_of_a_group(
    service: Service, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.long_work._WAIT", 0.01)
    group = group_of(service, again(service, opened(service)))
    fresh = Service(database, service.editions)
    with fresh.long_work.one_at_a_time():
        with pytest.raises(QueueFullError):
            fresh.groups.see(group.play_key, "host")
        with pytest.raises(QueueFullError):
            fresh.groups.name_person(group.play_key, "ana", "Anna")
    fresh.groups.name_person(group.play_key, "ana", "Anna")
    with fresh.long_work.one_at_a_time():
        assert "Anna" in fresh.groups.see(group.play_key, "host").group.people.values()


def test_who_plays_on_by_the_key_of_a_group_is_named_by_their_seat_there(service: Service) -> None:
    first = opened(service)
    second = again(service, first)
    key = group_of(service, second).play_key
    assert service.sit(second.id, "ben", [2], keep=None, invited=lambda _: True) is None
    assert service.play_again(second.id, "ben", key) == Refusal(Reason.NOT_FINISHED)
    assert service.play_again(second.id, "stranger", key) == Refusal(Reason.NOT_FINISHED)
    again(service, second, key, device="ben")
    last = service.ledger(second.id).entries[-1]
    assert (last.event.kind, last.by, last.device) == ("continued", 2, "ben")
