"""What the cookie of a phone keeps of groups: the keys it was shown, and those it wants to hear of no more."""

from __future__ import annotations

import pytest
from flask import Flask, session

from companion.groups import NoGroupError
from companion.web import access
from tests.web.phones import Phone
from tests.web.test_group import evening, group, look


def test_a_phone_keeps_the_keys_to_play_of_the_groups_it_was_shown_last(app: Flask) -> None:
    hosts = [evening(app, games=1) for _ in range(2)]
    one, other = (group(host).rsplit("/", 1)[1] for host in hosts)
    friend = Phone(app)
    for path in (look(hosts[0]), f"/g/{one}", f"/g/{other}", f"/g/{one}"):
        assert friend.client.get(path).status_code == 200
    with friend.client.session_transaction() as cookie:
        assert cookie["groups"] == [one, other]
        assert cookie.permanent
        cookie["groups"] = [f"old-{number}" for number in range(12)]
    friend.client.get(f"/g/{one}")
    with friend.client.session_transaction() as cookie:
        assert cookie["groups"] == [*(f"old-{number}" for number in range(1, 12)), one]
    with hosts[0].client.session_transaction() as cookie:
        assert "groups" not in cookie  # a seat at one of the games leads there


def test_a_forgotten_group_is_remembered_when_somebody_opens_it_to_play(app: Flask) -> None:
    host = evening(app, games=1)
    mine, shown = group(host).rsplit("/", 1)[1], look(host).rsplit("/", 1)[1]
    with app.test_request_context(headers={"Cookie": host.cookie}):
        number = access.to_change(mine).row.id
        access.forget_groups([number, 999])
        access.group(shown)
        assert session["forgotten"] == [number, 999]
        assert access.my_groups() == []
        access.group(mine)
        assert session["forgotten"] == [999]
        assert [row.id for row, *_ in access.my_groups()] == [number]
        with pytest.raises(NoGroupError):
            access.to_change(shown)
    with app.test_request_context():
        assert access.my_groups() == []
