"""The page for a large screen: what it shows while a game goes on and at its end, and how it follows to the next one."""

from __future__ import annotations

from flask import Flask

from tests.web.phones import Phone


def finished(app: Flask) -> tuple[Phone, Phone]:
    """A table for three at its end, and a screen that has its link to watch."""
    host = Phone(app).open("Ana", "Ben", "Cleo")
    screen = Phone(app)
    screen.client.get(host.watch_path)
    screen.table = host.table
    host.did("harvest", 1, bean="soy", cards="7")
    host.did("finish", 1, override="1", reason="the last train")
    return host, screen


def test_only_a_device_that_may_invite_shows_the_way_in(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    assert "Join with your phone" in host.client.get(host.watch_path).text
    page = Phone(app).client.get(host.watch_path).text
    assert "Join with your phone" not in page
    assert "/j/" not in page
    assert "<svg" in page


def test_at_the_end_the_screen_says_who_has_won_and_why(app: Flask) -> None:
    host, screen = finished(app)
    for page in (screen.client.get(host.watch_path).text, screen.client.get(f"/t/{host.table}/board?page=watch").text):
        assert "Ana wins" in page
        assert "4 Talers at the end: 4 points ahead of Ben and Cleo." in page
        assert "Best harvest" in page
        assert "data-next" not in page


def test_a_screen_follows_to_the_next_game_and_may_watch_it(app: Flask) -> None:
    host, screen = finished(app)
    assert screen.client.get(f"{host.watch_path}/next").location == host.watch_path
    after = host.post(f"/t/{host.table}/again").location
    assert "data-next" in screen.client.get(f"/t/{host.table}/board?page=watch").text
    assert screen.client.get(after).status_code == 403
    led = screen.client.get(f"{host.watch_path}/next", follow_redirects=True)
    assert "Ben</bdi>’s turn" in led.text
    assert "Join with your phone" not in host.client.get(host.watch_path).text  # the game before needs nobody any more
    assert screen.client.get(f"{after}/board").status_code == 200
    assert Phone(app).client.get("/w/wrong/next").status_code == 404


def test_who_only_watches_is_not_led_to_a_game_that_is_not_shown_to_them(app: Flask) -> None:
    host, screen = finished(app)
    host.post(f"/t/{host.table}/again")
    for phone, led in ((host, True), (screen, False)):
        assert ("To the next game" in phone.client.get(f"/t/{host.table}/result").text) is led


def test_a_renewed_link_is_not_to_be_had_from_the_game_before(app: Flask) -> None:
    host, screen = finished(app)
    after = host.post(f"/t/{host.table}/again").location
    host.post(f"{after}/links", link="join")
    assert screen.client.get(f"{host.watch_path}/next").location.startswith("/w/")
    assert screen.client.get(f"{host.watch_path}/next").location != host.watch_path
    host.post(f"{after}/links", link="watch")
    assert screen.client.get(f"{host.watch_path}/next").location == host.watch_path


def test_a_screen_stays_where_it_is_when_the_next_game_was_deleted(app: Flask) -> None:
    host, screen = finished(app)
    after = host.post(f"/t/{host.table}/again").location
    assert host.post(f"{after}/delete", sure=after.removeprefix("/t/")).status_code == 303
    assert screen.client.get(after).status_code == 410
    assert screen.client.get(f"{host.watch_path}/next").location == host.watch_path
