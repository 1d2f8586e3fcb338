"""The notifier: wakes who waits for a table, nobody else, and a notification that gets lost is only a delay."""

from __future__ import annotations

import threading
import time

from companion.live.notifier import Notifier


def test_a_notification_wakes_who_waits_for_that_table() -> None:
    notifier, heard = Notifier(), []
    waiting = threading.Thread(target=lambda: heard.append(notifier.wait(1, 4, 100)))
    waiting.start()
    notifier.notify(2, 9)
    notifier.notify(1, 5)
    waiting.join(120)
    assert heard == [5]


def test_a_ring_before_one_waits_is_not_missed() -> None:
    notifier = Notifier()
    notifier.notify(1, 7)
    start = time.monotonic()
    assert notifier.wait(1, 6, 20) == 7
    assert time.monotonic() - start < 20
    notifier.notify(1, 3)  # notifications of two threads may come in the other order
    assert notifier.wait(1, 6, 0) == 7


def test_nothing_new_ends_with_what_is_known() -> None:
    assert Notifier().wait(1, 4, 0.01) == 4


def test_who_knows_a_version_is_not_woken_for_it_again() -> None:
    notifier, heard = Notifier(), []
    notifier.notify(1, 5)
    waiting = threading.Thread(target=lambda: heard.append(notifier.wait(1, 5, 20)))
    waiting.start()
    while not notifier._waiting:
        time.sleep(0.001)
    notifier.notify(1, 5)  # by who looks for entries of other processes, and finds our own
    assert notifier._waiting[1]
    notifier.notify(1, 6)
    waiting.join(20)
    assert heard == [6]


def test_the_very_first_version_of_a_table_is_news() -> None:
    notifier, heard = Notifier(), []
    assert (notifier.known(1), notifier.wait(1, 0, 0)) == (0, 0)
    waiting = threading.Thread(target=lambda: heard.append(notifier.wait(1, 0, 100)))
    waiting.start()
    while not notifier._waiting:
        time.sleep(0.001)
    notifier.notify(1, 1)
    waiting.join(120)
    assert (heard, notifier.known(1)) == ([1], 1)


def test_when_everybody_is_woken_each_hears_what_is_known_and_nobody_is_kept() -> None:
    notifier, heard = Notifier(), []
    notifier.notify(2, 7)
    phones = [
        threading.Thread(target=lambda table=table: heard.append(notifier.wait(table, 9, 100))) for table in (1, 1, 2)
    ]
    for phone in phones:
        phone.start()
    while sum(map(len, notifier._waiting.values())) < len(phones):
        time.sleep(0.001)
    notifier.notify_all()
    for phone in phones:
        phone.join(120)
    assert heard == [9, 9, 9]
    assert not notifier._waiting


def test_who_goes_on_waiting_is_kept_when_another_gives_up() -> None:
    notifier, heard = Notifier(), []
    patient = threading.Thread(target=lambda: heard.append(notifier.wait(1, 4, 100)))
    patient.start()
    while not notifier._waiting:
        time.sleep(0.001)
    assert notifier.wait(1, 4, 0) == 4
    assert len(notifier._waiting[1]) == 1
    notifier.notify(1, 5)
    patient.join(120)
    assert heard == [5]
    assert notifier.wait(1, 5, 0) == 5
    assert not notifier._waiting


def test_a_version_that_is_not_in_the_log_is_forgotten_unless_a_newer_one_was_heard_of() -> None:
    notifier = Notifier()
    notifier.notify(1, 99)
    notifier.correct(1, 98, 3)
    assert notifier.known(1) == 99
    notifier.correct(1, 99, 3)
    assert notifier.known(1) == 3
