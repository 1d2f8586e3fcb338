"""What others enter while a request is under way: each page shows a table of one moment, by the rights of that moment."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

from companion.live.streams import RENEW
from companion.rules.playing.seating import Rights
from companion.web.access import AtTable
from companion.web.table import viewing
from tests.web.phones import Phone
from tests.web.test_hidden import app

__all__ = ["app"]

Scene = tuple[Phone, dict[str, str], Callable[[], object]]  # who asks, what stands in an address, what others do
Shown = tuple[int, str, list[str]]  # status, where it leads, lines
AGAIN = (200, "", RENEW.decode().splitlines())  # a stream that asks for another one
PARTS = {"verb": "buy", "bean": "red", "what": "menu", "number": "2"}


def who_keeps_the_score(app: Flask) -> Scene:
    """A purse is hidden from who saw it, and then changes."""
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    Phone(app).join(host.join_path, 2)
    host.did("harvest", 3, bean="red", talers=3)
    keys = _keys(host)

    def others() -> None:
        Phone(app).join(keys["/j/"], 3).did("harvest", 3, bean="red", talers=2)

    return host, keys, others


def who_has_a_seat(app: Flask) -> Scene:
    """A seat is taken back, and then the table changes."""
    host = Phone(app).open("Ana", "Ben", "Cleo")
    ben = Phone(app).join(host.join_path, 2)
    ben.did("harvest", 2, bean="red", talers=3)
    keys, device = _keys(host), host.shown("people", r'name="phone" value="(\w+)"')

    def others() -> None:
        host.post(f"/t/{host.table}/people/take-back", seat="2", phone=device)
        host.did("harvest", 3, bean="red", talers=2)
        host.did("rename", 1, name="Dan")

    return ben, keys, others


def who_watches(app: Flask) -> Scene:
    """All links are renewed, and then the table changes."""
    host, spy = Phone(app).open("Ana", "Ben", "Cleo"), Phone(app)
    keys = _keys(host)
    spy.client.get(keys["/w/"])

    def others() -> None:
        host.post(f"/t/{host.table}/links")
        host.did("harvest", 3, bean="red", talers=2)
        host.did("rename", 1, name="Dan")

    return spy, keys, others


def who_plays_on(app: Flask) -> Scene:
    """The next game has a new link to watch it, to which the old one leads no more."""
    host, spy = Phone(app).open("Ana", "Ben", "Cleo").finished(), Phone(app)
    keys, first = _keys(host), host.table
    host.table = host.post(f"/t/{first}/again").location.rsplit("/", 1)[1]
    return spy, keys, lambda: host.post(f"/t/{host.table}/links")


def _keys(host: Phone) -> dict[str, str]:
    return {"/t/": f"/t/{host.table}", "/j/": host.join_path, "/w/": host.watch_path, "/r/": host.result_path}


def _pages(app: Flask) -> list[str]:
    """Every page that shows something of a table: the start page, those under its address, and those behind its links."""
    asked = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return ["/", "/rules/high-bohn?table=CODE", *(str(rule) for rule in asked if _of_a_table(rule))]


def _of_a_table(rule: Rule) -> bool:
    return str(rule).startswith(("/t/<public_id>", "/j/<key>", "/w/<key>", "/r/<key>"))


def _address(page: str, keys: dict[str, str]) -> str:
    for part, value in PARTS.items():
        page = re.sub(rf"<(\w+:)?{part}>", value, page)
    for begins, path in keys.items():
        page = re.sub(rf"^{begins}<\w+>", path, page)
    page = page.replace("CODE", keys["/t/"].removeprefix("/t/"))
    return f"{page}{'&' if '?' in page else '?'}seat=3"


def _shown(phone: Phone, path: str) -> Shown:
    """What a phone is shown at an address; of a stream its first event."""
    with phone.client.get(path, buffered=False) as answer:
        text = next(iter(answer.response), b"").decode(errors="replace") if answer.is_streamed else answer.text
        bare = [line for line in text.splitlines() if "command_id" not in line and "csrf" not in line]
        return answer.status_code, answer.headers.get("Location", ""), bare


@pytest.mark.parametrize(
    ("scene", "pages"), [(who_keeps_the_score, "/"), (who_has_a_seat, "/"), (who_watches, "/"), (who_plays_on, "/w/")]
)
def test_a_page_is_of_one_moment(
    app: Flask, scene: Callable[[Flask], Scene], pages: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others act before any of the times a request looks into the database: it is answered as before that, or as after."""
    database, changed = app.extensions["companion"].service.database, set()
    read = database.read

    def shown(phone: Phone, path: str, number: int = 0, others: Callable[[], object] = str) -> tuple[Shown, int]:
        begun = 0

        def others_first(**how: Any) -> Any:
            nonlocal begun
            begun += 1
            if begun == number:
                with monkeypatch.context() as undone:
                    undone.setattr(database, "read", read)
                    others()
            return read(**how)

        with monkeypatch.context() as patched:
            patched.setattr(database, "read", others_first)
            return _shown(phone, path), begun

    for page in [page for page in _pages(app) if page.startswith(pages)]:
        number = looks = 1
        while number <= looks:
            phone, keys, others = scene(app)
            path = _address(page, keys)
            before, looks = shown(phone, path)
            meanwhile, _ = shown(phone, path, number, others)
            after, _ = shown(phone, path)
            assert meanwhile in (before, after, AGAIN), f"{page}, {number} of {looks}"
            changed |= {page} if before != after else set()
            number += 1
    assert changed


def test_a_board_of_others_that_is_newer_than_ones_rights_is_not_given(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    service, ana = app.extensions["companion"].service, Rights(frozenset({1}), frozenset({0}))
    place = service.place(host.table)
    with app.test_request_context():
        before, here = service.ledger(place.id), AtTable(place, ana)
        Phone(app).join(host.join_path, 1)  # from now on somebody has these rights; whether they are ours nobody knows
        now = service.ledger(place.id)
        assert viewing.frame(here, viewing.View("", None), now).version == now.version
        assert viewing.frame(here, viewing.View("", None), before).version == before.version


def test_a_board_that_came_meanwhile_is_looked_at_by_no_rights_from_before_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    service, ben = app.extensions["companion"].service, Phone(app).join(host.join_path, 2)
    place, keeps = service.place(host.table), Rights(frozenset({0}), frozenset({2}))
    with app.test_request_context():
        before, here, view = service.ledger(place.id), AtTable(place, keeps), viewing.View("", 3)
        ben.did("turn", 1)
        viewing.frame(here, view, service.ledger(place.id))  # kept, for who has no entry to undo
        own = host.did("harvest", 3, bean="red", talers=3)
        Phone(app).join(host.join_path, 3).did("harvest", 3, bean="red", talers=2)
        maker = service.ledger(place.id).entries[own - 1].device
        monkeypatch.setattr(viewing.access, "known_device", lambda: maker)
        assert viewing.frame(here, view, before).version == before.version
