"""Who sits where: what sitting down becomes, and what undoing it does to whom."""

from __future__ import annotations

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.seating import Rights, changes, leave, rights, sit_down, take_back
from companion.rules.refusals import Reason, Refusal
from tests.rules.tables import EDITIONS, Log, finished, rich


def held(*seats: int, others: tuple[int, ...] = ()) -> Rights:
    """The rights of a device."""
    return Rights(frozenset(seats), frozenset(others))


# What a device holds, what it wants, whether it keeps what it has, and what becomes of it.
SITS: list[tuple[Rights, tuple[int, ...], bool | None, ev.SatDown | Reason | None]] = [
    (held(), (2,), None, ev.SatDown("x", (2,))),
    (held(), (3, 2), None, ev.SatDown("x", (2, 3))),
    (held(others=(2,)), (2, 3), None, ev.SatDown("x", (2, 3), (), (2,))),
    (held(0), (2,), None, ev.SatDown("x", (2,))),  # who made the table sits down
    (held(1), (1,), None, None),
    (held(1, 2), (1,), None, None),  # what it has already is no reason to ask
    (held(1), (2,), None, Reason.SEAT_HELD),
    (held(0, 1), (1, 2), None, ev.SatDown("x", (2,))),  # it said of each seat what it wants
    (held(1), (2,), True, ev.SatDown("x", (2,))),
    (held(1), (2,), False, ev.SatDown("x", (2,), (1,))),
    (held(1, 2), (2, 3), False, ev.SatDown("x", (3,), (1,))),
    (held(1, 2), (2,), False, ev.SatDown("x", (), (1,))),
    (held(0, 1), (2,), False, ev.SatDown("x", (2,), (1,))),
    (held(), (0,), None, Reason.UNKNOWN_SEAT),  # nobody becomes the one who made the table
    (held(), (1, 5), True, Reason.UNKNOWN_SEAT),
]


@pytest.mark.parametrize(("has", "wants", "keep", "becomes"), SITS)
def test_sitting_down(
    has: Rights, wants: tuple[int, ...], keep: bool | None, becomes: ev.SatDown | Reason | None
) -> None:
    made = sit_down(Log().table, has, "x", wants, keep=keep)
    assert (made.reason if isinstance(made, Refusal) else made) == becomes


def test_leaving_and_taking_back_concern_what_is_held() -> None:
    assert leave(held(0, 1, 2), "x", (2, 3)) == ev.SeatLeft("x", (2,))
    assert leave(held(1), "x", (2,)) is None
    assert take_back(held(0, 1, 2), "x", (1, 2, 0)) == ev.SeatTakenBack("x", (1, 2))  # who made the table stays that
    assert take_back(held(0), "x", (0,)) is None


def test_the_rights_of_each_device() -> None:
    seating = [("maker", 0), ("ana", 1), ("both", 1), ("both", 3)]
    assert rights(seating, "ana") == held(1, others=(0, 1, 3))
    assert rights(seating, "both") == held(1, 3, others=(0, 1))
    assert rights(seating, "stranger") == rights(seating, "") == held(others=(0, 1, 3))


@pytest.mark.parametrize(
    ("has", "seat", "stands"),
    [(held(2), 1, 2), (held(2), 2, 2), (held(1, 3), 3, 3), (held(0), 2, 0), (held(0, 3), 2, 3), (held(0, 3), 0, 0)],
)
def test_as_whom_a_device_enters(has: Rights, seat: int, stands: int) -> None:
    assert has.enters_as(seat) == stands


class Room:
    """Who sits where while entries are made and undone."""

    def __init__(self, *unlogged: tuple[str, int]) -> None:
        self.log = Log()
        self.seating = set(unlogged)

    def did(self, event: ev.Event) -> Room:
        """Book an event, as the write path does."""
        before = self.log.table
        self.log.booked(event)
        for device, seat, holds in changes(before, self.log.table):
            assert holds == ((device, seat) not in self.seating), "what is so already is no change"
            (self.seating.add if holds else self.seating.discard)((device, seat))
        return self

    def undo(self, *entries: int) -> Room:
        """Undo entries."""
        made = self.log.ledger.decide(cmd.Undo(1, entries))
        assert isinstance(made, ev.Undone), made
        return self.did(made)


def test_undoing_a_sitting_takes_that_seat_away_and_no_other() -> None:
    room = Room().did(ev.SatDown("ana", (1, 2))).did(ev.SatDown("ben", (2,), (), (2,)))
    assert room.undo(2).seating == {("ben", 2)}
    assert room.undo(4).seating == {("ana", 1), ("ana", 2), ("ben", 2)}


def test_who_sat_down_again_is_not_thrown_out_for_the_first_time() -> None:
    room = Room().did(ev.SatDown("ana", (1,))).did(ev.SeatLeft("ana", (1,))).did(ev.SatDown("ana", (1,)))
    assert room.undo(2).seating == {("ana", 1)}
    assert room.undo(4).seating == set()


def test_undoing_a_move_leads_back() -> None:
    room = Room().did(ev.SatDown("ana", (1,))).did(ev.SatDown("ana", (2,), (1,)))
    assert room.seating == {("ana", 2)}
    assert room.undo(3).seating == {("ana", 1)}


def test_a_seat_that_was_left_or_taken_back_is_given_back() -> None:
    room = Room().did(ev.SatDown("ana", (1, 2)))
    assert room.did(ev.SeatTakenBack("ana", (1,))).did(ev.SeatLeft("ana", (2,))).seating == set()
    assert room.undo(3).undo(4).seating == {("ana", 1), ("ana", 2)}


def test_in_an_old_log_first_sittings_are_not_told_and_can_be_left_all_the_same() -> None:
    room = Room(("ana", 1)).did(ev.Seated(1, "thief"))
    assert room.did(ev.SeatLeft("ana", (1,))).seating == {("thief", 1)}
    assert room.undo(3).undo(2).seating == {("ana", 1)}
    assert Room(("ana", 1)).did(ev.Seated(1)).undo(2).seating == {("ana", 1)}  # the oldest name no device


def test_what_was_played_never_depends_on_who_sits() -> None:
    log = Log().booked(ev.SatDown("ana", (1,)))
    rich(log, 1, red=2).did(cmd.Buy(1, (("red", 2),)), cmd.Undo(1, (2,)))
    assert log.table.player(1).buildings == {"red": 2}
    log.tried(cmd.Finish(1), "it is late")
    log.booked(ev.SatDown("ben", (2,))).did(cmd.Undo(1, (log.entries[-1].seq,)))


def test_new_links_cannot_be_undone() -> None:
    log = Log().booked(ev.LinksRenewed(("join",)), ev.SatDown("ana", (1,)))
    for entries in ((2,), (3, 2)):
        made = log.tried(cmd.Undo(1, entries))
        assert isinstance(made, Refusal)
        assert (made.reason, made.facts) == (Reason.NOT_UNDOABLE, {"entry": 2})


def test_undo_means_the_last_entry_of_the_same_device() -> None:
    log = Log().booked(ev.SatDown("ana", (1,)), by=1, device="ana").booked(ev.TurnPassed(2), by=1, device="ana")
    log.booked(ev.TurnPassed(3), by=1, device="thief")  # at the same seat
    log.booked(ev.SatDown("ben", (2,)), by=2, device="ben").booked(ev.TurnPassed(4), by=0, device="maker")
    log.booked(ev.TurnPassed(1))  # entered by nobody that is known, as in old logs
    assert log.ledger.last_of == {"ana": 3, "thief": 4, "maker": 6}
    log.booked(ev.Undone((3,)), by=1, device="ana")
    assert log.ledger.last_of == {"thief": 4, "maker": 6}


def test_what_is_kept_with_each_entry_is_what_the_whole_log_gives() -> None:
    log = Log().booked(ev.SatDown("ana", (1,)), by=1, device="ana").booked(ev.TurnPassed(2), device="ana")
    log.booked(ev.TurnPassed(3), ev.TurnPassed(4), device="ben").booked(ev.Undone((4,)), device="ben")
    for event in (ev.TurnPassed(1), ev.SeatLeft("ana", (1,)), ev.Undone((2,)), ev.TurnPassed(2)):
        log.booked(event, device="ana")
        assert log.ledger == Ledger.of(log.entries, EDITIONS)


def test_the_newest_entry_about_who_is_there() -> None:
    log = Log().booked(ev.TurnPassed(2))
    assert log.ledger.attended == 0
    log.booked(ev.SatDown("ana", (1,)), ev.TurnPassed(3))
    assert log.ledger.attended == 3
    log.did(cmd.Undo(1, (4,)))
    assert log.ledger.attended == 3
    log.did(cmd.Undo(1, (3,)), cmd.Undo(1, (6,)), cmd.Turn(1))
    assert log.ledger.attended == 7  # an undoing of an undoing seats somebody as well
    assert log.booked(ev.LinksRenewed(("watch",))).ledger.attended == 9


def test_the_undoing_of_any_sitting_down_is_noticed() -> None:
    log = Log().booked(ev.SatDown("a", (1,)), ev.SatDown("b", (2,)), device="a")
    assert log.ledger.attended == 3
    assert log.booked(ev.Undone((2,))).ledger.attended == 4


def test_who_sits_down_after_the_end_keeps_nothing_from_being_undone() -> None:
    log = finished(Log().did(cmd.Hand(1, 3)))
    log.booked(ev.SatDown("a", (1,)))
    made = log.tried(cmd.Undo(1, (2,)))
    assert made == ev.Undone((2,))
