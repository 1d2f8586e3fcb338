"""A group that is looked at while it plays: what its page is told of news, and its next game in one tap."""

from __future__ import annotations

import re

from flask import Flask

from tests.web.phones import Phone
from tests.web.test_group import after, evening, group, look, text


def test_a_page_is_told_in_few_bytes_that_nothing_is_new_and_of_everything_that_is(app: Flask) -> None:
    host = evening(app, 1)
    key, seen = group(host), look(host)
    tags: list[str] = []

    def news(phone: Phone, path: str) -> bool:
        answer = phone.client.get(path, headers={"If-None-Match": tags[-1]} if tags else {})
        assert (answer.status_code == 304) == (answer.data == b"")
        tags.append(answer.headers.get("ETag") or tags[-1])
        return answer.status_code == 200

    assert [news(host, key), news(host, key)] == [True, False]
    for change in (
        lambda: host.did("harvest", 1, bean="soy", cards="4"),
        lambda: host.post(f"{key}/name", name="Thursdays"),
        lambda: host.post(f"{key}/people", person="ben", name="Benny"),
        lambda: after(host.finished()),
        lambda: host.post("/language", language="de"),
    ):
        change()
        assert [news(host, key), news(host, key)] == [True, False]
    assert [news(host, seen), news(Phone(app), seen)] == [True, True]  # without the ways that a seat has


def test_the_menu_leads_to_the_group_of_a_table_that_is_being_played(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    assert "/group" not in host.client.get(f"/t/{host.table}/more/menu").text
    after(host.finished())
    way = f"/t/{host.table}/group"
    kept = host.client.get(f"/t/{host.table}/sheets").json  # what a phone has for when there is no network
    assert [path for path, sheet in (kept or {}).items() if f'href="{way}"' in sheet] == [
        f"/t/{host.table}/more/menu?seat=1"
    ]
    assert f'href="{way}"' in host.client.get(f"/t/{host.table}/more/menu").text
    assert host.client.get(way).location == group(host)


def test_the_form_for_a_table_offers_the_next_game_of_a_group_in_one_tap(app: Flask) -> None:
    host = evening(app, 1)
    assert "Ben, Cleo, Ana High Bohn · Ben’s turn" in text(host.client.get("/tables").text)
    host.finished()
    page = host.client.get("/tables").text
    assert "Again with" in page
    assert "Ben, Cleo, Ana High Bohn · Cleo begins" in text(page)
    [action] = re.findall(r'action="(/g/[^"]+)"', page)
    host.table = host.post(action).location.rsplit("/", 1)[1]
    assert [player["name"] for player in host.state["players"]] == ["Cleo", "Ana", "Ben"]
    assert text(host.client.get(group(host)).text).count("won with") == 2
    assert "Again with" not in Phone(app).client.get("/tables").text
