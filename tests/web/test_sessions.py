"""The cookie of a phone: a good signature is believed whatever the clocks say, and no answer makes a stranger of it."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from itsdangerous import TimestampSigner

from companion.web.security import csrf
from tests.web.phones import Phone


def cookie(phone: Phone) -> str:
    found = phone.client.get_cookie("companion")
    assert found is not None
    return found.value


@pytest.mark.parametrize("ahead", [1, 30, 3_600, 400 * 86_400, -500 * 86_400], ids=lambda seconds: f"{seconds} s")
def test_a_cookie_signed_by_another_clock(app: Flask, monkeypatch: pytest.MonkeyPatch, ahead: int) -> None:
    there = int(time.time()) + ahead
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(TimestampSigner, "get_timestamp", lambda _: there)
        phone = Phone(app).open("Ana", "Ben", "Cleo")
    before = cookie(phone)
    assert phone.client.get(f"/t/{phone.table}").status_code == 200
    phone.did("harvest", 1, bean="red", cards=3)
    for path in ("/nowhere", "/t/BCDFG", f"/t/{phone.table}/live?x", "/j/nonsense"):
        answer = phone.client.get(path, buffered=False)
        answer.close()
    assert phone.post("/join", code="BCDFG").status_code == 404
    assert cookie(phone) == before


def test_a_cookie_of_another_installation_is_none(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    phone.client.set_cookie("companion", cookie(phone)[:-4] + "AAAA", domain="localhost")
    assert phone.client.get(f"/t/{phone.table}").status_code == 403


def test_a_cookie_lives_by_the_clock_of_the_phone(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    long_ago = datetime.now(UTC) - timedelta(days=5_000)
    monkeypatch.setattr("companion.web.sessions.Sessions.get_expiration_time", lambda *_: long_ago)
    phone = Phone(app)
    sent = phone.post("/language", language="de").headers["Set-Cookie"]
    assert f"Max-Age={400 * 86_400}" in sent
    assert phone.client.get_cookie("companion") is not None


def test_a_token_that_fitted_once_fits_nobody_else_and_nothing_else(app: Flask) -> None:
    one, other = Phone(app), Phone(app)
    names = {"name": ["Ana", "Ben", "Cleo"]}

    def asks(phone: Phone, token: str) -> int:
        return phone.client.post("/tables", data=names | {"csrf_token": token}).status_code

    assert [asks(one, one.token), asks(one, one.token), asks(other, other.token)] == [303] * 3
    assert asks(other, one.token) == asks(one, other.token) == asks(one, one.token + "x") == asks(one, "") == 400
    assert asks(one, one.token) == 303


def test_of_a_token_with_more_than_was_made_here_nothing_is_remembered(app: Flask) -> None:
    phone, before = Phone(app), len(csrf._verified)
    for junk in ("!" * 200, "#" * 7_000):  # signs that count for nothing where a signature is looked at
        data = {"name": ["Ana", "Ben", "Cleo"], "csrf_token": phone.token + junk}
        assert phone.client.post("/tables", data=data).status_code == 303
    assert len(csrf._verified) == before
    phone.open("Ana", "Ben", "Cleo")
    assert len(csrf._verified) == before + 1
