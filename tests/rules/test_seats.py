"""Seats count from 1: what a player has is asked for by seat, and nothing is found at 0 or beyond the last."""

from __future__ import annotations

import pytest

from companion.rules.seats import FIRST, KEEPER, BySeat, Seat, all_seats, position_of, seat_at

NAMES = BySeat(["Ana", "Ben", "Cleo"])


def test_each_is_asked_for_by_seat() -> None:
    assert [NAMES[seat] for seat in all_seats(3)] == ["Ana", "Ben", "Cleo"]
    assert NAMES[FIRST] == "Ana"
    assert list(NAMES.items()) == [(1, "Ana"), (2, "Ben"), (3, "Cleo")]
    assert (NAMES.seats, BySeat[str]().seats) == ((1, 2, 3), ())


@pytest.mark.parametrize("seat", [KEEPER, Seat(4), Seat(-1), Seat(-3)])
def test_nothing_is_found_where_nobody_sits(seat: Seat) -> None:
    with pytest.raises(IndexError):
        NAMES[seat]
    with pytest.raises(IndexError):
        NAMES.replaced(seat, "Dan")


def test_it_is_gone_through_in_seating_order() -> None:
    assert [*NAMES] == ["Ana", "Ben", "Cleo"]
    assert len(NAMES) == 3
    assert "Ben" in NAMES
    assert "Dan" not in NAMES


def test_one_is_replaced_and_the_rest_stays() -> None:
    for seat in NAMES.seats:
        changed = NAMES.replaced(seat, "Dan")
        assert {place: name for place, name in changed.items() if name != NAMES[place]} == {seat: "Dan"}
    assert [*NAMES] == ["Ana", "Ben", "Cleo"]


def test_the_same_in_each_seat_is_the_same() -> None:
    assert BySeat(["Ana", "Ben", "Cleo"]) == NAMES
    assert hash(BySeat(["Ana", "Ben", "Cleo"])) == hash(NAMES)
    assert NAMES.replaced(Seat(2), "Dan") != NAMES
    assert NAMES != ("Ana", "Ben", "Cleo"), "a list of positions is something else"
    assert repr(NAMES) == "BySeat(['Ana', 'Ben', 'Cleo'])"


def test_a_seat_is_found_by_what_is_there() -> None:
    assert [NAMES.seat_of(name) for name in NAMES] == [1, 2, 3]
    with pytest.raises(ValueError, match="not in tuple"):
        NAMES.seat_of("Dan")


def test_positions_in_a_sheet_count_from_0() -> None:
    assert [position_of(seat) for seat in all_seats(3)] == [0, 1, 2]
    assert [seat_at(position) for position in range(3)] == [1, 2, 3]
