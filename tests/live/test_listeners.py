"""Shares of the streams: a device, a table and the installation each have theirs, and get back what is left."""

from __future__ import annotations

from companion.live.listeners import OF_DEVICE, OF_TABLE, Listeners


def admitted(listeners: Listeners, wanted: list[tuple[str, int]]) -> int:
    """How many of these are let in."""
    return sum(listeners.admit(device, table) for device, table in wanted)


def test_a_device_has_its_share_whatever_it_listens_to() -> None:
    listeners = Listeners(100)
    assert admitted(listeners, [("greedy", table) for table in range(50)]) == OF_DEVICE
    assert listeners.admit("other", 1)


def test_a_table_has_its_share() -> None:
    listeners = Listeners(2 * OF_TABLE)
    assert admitted(listeners, [(f"phone {number}", 1) for number in range(OF_TABLE + 9)]) == OF_TABLE
    assert listeners.admit("phone 0", 2)


def test_the_installation_has_its_share() -> None:
    listeners = Listeners(10)
    assert admitted(listeners, [(f"phone {number}", number) for number in range(20)]) == 10
    listeners.dismiss("phone 3", 3)
    assert admitted(listeners, [("late", 3), ("later", 4)]) == 1


def test_who_was_refused_takes_nothing_from_the_others() -> None:
    listeners = Listeners(OF_DEVICE + 1)
    assert admitted(listeners, [("greedy", 1)] * 99) == OF_DEVICE
    assert listeners.admit("other", 1)


def test_every_share_is_given_back_once_for_each_stream() -> None:
    listeners = Listeners(3)
    assert admitted(listeners, [("ana", 1), ("ana", 2), ("ben", 1)]) == listeners.count == 3
    listeners.dismiss("ana", 1)
    listeners.dismiss("ana", 2)
    assert listeners.count == 1
    assert listeners.admit("ana", 1)
    assert admitted(listeners, [("cleo", 1), ("cleo", 2)]) == 1
    for device, table in (("ana", 1), ("ben", 1), ("cleo", 1)):
        listeners.dismiss(device, table)
    assert listeners.count == 0
    assert not listeners._open


def test_one_stream_is_let_in_where_one_may_be_open() -> None:
    listeners = Listeners(1)
    assert admitted(listeners, [("ana", 1), ("ben", 1)]) == 1
    listeners.dismiss("ana", 1)
    assert admitted(listeners, [("ben", 1)]) == 1
