"""The page of a group over HTTP: what its two links show and allow, and what is wrong with a form."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask

from companion.store import schema
from tests.web.phones import Phone

FORMS = ("next", "name", "people", "links", "forget", "delete")


def evening(app: Flask, games: int = 2, **options: str) -> Phone:
    """A phone that has finished so many games with the same people and is at the next one."""
    host = Phone(app).open("Ana", "Ben", "Cleo", **options)
    for _ in range(games):
        host.did("harvest", 1, bean="soy", cards="7")
        after(host.finished())
    return host


def after(host: Phone) -> None:
    host.table = host.post(f"/t/{host.table}/again").location.rsplit("/", 1)[1]


def group(host: Phone) -> str:
    """The path with the key to play."""
    found: str = host.client.get(f"/t/{host.table}/group").location
    return found


def look(host: Phone) -> str:
    """The path with the key to look."""
    mine = group(host)
    [found] = set(re.findall(r"/g/[\w-]+", host.client.get(mine).text)) - {mine}
    return found


def text(page: str) -> str:
    """What somebody reads of a page."""
    main = page.split("<main", 1)[1].split("</main>", 1)[0]
    return html.unescape(" ".join(re.sub(r"<[^>]*>|[\u2068\u2069]", " ", f"<{main}").split()))


def cells(page: str, section: str) -> list[list[str]]:
    """The rows of the table under a heading."""
    table = page.split(f'aria-labelledby="{section}"><table>', 1)[1].split("</table>", 1)[0]
    rows = re.findall(
        r"<tr>(.*?)</tr>", re.sub(r'<span class="sr">.*?</span>|<i class="pl.*?</i>', "", table), re.DOTALL
    )
    split = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[re.sub(r"<[^>]*>|\s+", "", cell) for cell in row] for row in split]


def test_the_page_has_standings_figures_and_every_game(app: Flask) -> None:
    host = evening(app)
    page = host.client.get(group(host)).text
    assert cells(page, "evening") == [
        ["", "1", "2", "Won", "Points"], ["Ana", "4", "0", "1", "4"], ["Ben", "0", "4", "1", "4"], ["Cleo", "0", "0", "0", "0"],
    ]  # fmt: skip
    assert cells(page, "heads") == [
        ["", "", "", ""], ["Ana", "–", "1", "1"], ["Ben", "1", "–", "1"], ["Cleo", "0", "0", "–"],
    ]  # fmt: skip
    assert [row[:4] for row in cells(page, "all-time")[1:]] == [
        ["Ana", "2", "2.0", "4"], ["Ben", "2", "2.0", "4"], ["Cleo", "2", "0.0", "0"],
    ]  # fmt: skip
    assert 'aria-label="4, 0"' in page
    assert 'aria-label="0, 4"' in page
    said = text(page)
    assert "Ben won with 4" in said.replace("\u2068", "").replace("\u2069", "")
    assert "High Bohn" in said
    assert f'href="/t/{host.table}"' in page
    assert page.count('/result"') == 2


def test_the_link_to_look_shows_the_same_without_forms_and_ways(app: Flask) -> None:
    host = evening(app)
    link = look(host)
    host.finished()
    for phone in (Phone(app), host):
        page = phone.client.get(link).text
        shown = host.client.get(group(host)).text
        for section in ("evening", "heads", "all-time"):
            assert cells(page, section) == cells(shown, section)
        main = page.split("<main", 1)[1].split("</main>", 1)[0]
        assert "<form" not in main
        assert not re.search(r'href="[^"#]*/[tgj]/', page)
        assert group(host) not in page
    for what in FORMS:
        assert host.post(f"{link}/{what}", sure="1", person="ana", name="X").status_code == 404, what
    assert Phone(app).client.get("/g/wrong").status_code == 404


def test_who_has_only_the_link_to_play_sees_no_way_to_a_table(app: Flask) -> None:
    host = evening(app)
    friend = Phone(app)
    page = friend.client.get(group(host)).text
    assert "/t/" not in page
    assert "A game is being played." in page
    assert friend.post(f"{group(host)}/next").location == group(host)
    host.finished()
    made = friend.post(f"{group(host)}/next").location
    assert friend.client.get(made).status_code == 200
    friend.table = made.rsplit("/", 1)[1]
    assert [player["name"] for player in friend.state["players"]] == ["Ana", "Ben", "Cleo"]
    assert host.post(f"{group(host)}/next").location == made
    host.table = friend.table
    host.did("turn", 1)  # whoever made the last one has a seat here as well


def test_a_game_that_goes_on_tells_no_total(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1").finished()
    after(host)
    host.did("harvest", 1, bean="soy", cards="7")
    host.did("harvest", 2, bean="red", cards="8")
    stranger = Phone(app).client
    for page in (host.client.get(group(host)).text, stranger.get(look(host)).text):
        row = page.split("<h2>All games", 1)[1].split("</li>", 1)[0]
        assert "Ana</bdi>" in row
        assert not re.search(r"</bdi>\s*\d", row)
        assert cells(page, "evening")[1:] == [[name, "0", "1", "0"] for name in ("Ana", "Ben", "Cleo")]
        assert "all-time" not in page


def test_names_are_changed_on_the_page_and_no_log(app: Flask) -> None:
    host = evening(app)
    key = group(host)
    assert host.post(f"{key}/name", name="<b>Friday</b> round").status_code == 303
    page = host.client.get(key).text
    assert "&lt;b&gt;Friday&lt;/b&gt; round" in page
    assert "<b>Friday" not in page + host.client.get("/").text
    assert host.post(f"{key}/people", person="ben", name="Benedikt").status_code == 303
    page = host.client.get(key).text
    assert "Benedikt" in cells(page, "evening")[2]
    assert "“ben” is Benedikt." in text(page)
    assert host.player(1)["name"] == "Cleo"
    assert host.post(f"{key}/people", person="benedikt", apart="1").status_code == 303
    assert "Benedikt" not in host.client.get(key).text
    answer = host.post(f"{key}/people", person="ana", same="Ben")
    assert answer.status_code == 409
    assert "cannot be one person" in answer.text


@pytest.mark.parametrize("name", ["x" * 25, "\u0301" * 400 + "a", "x" * 3_000])
def test_a_name_that_is_too_long_is_refused(app: Flask, name: str) -> None:
    host = evening(app, 1)
    for form, fields in (("name", {}), ("people", {"person": "ana"})):
        answer = host.post(f"{group(host)}/{form}", name=name, **fields)
        assert answer.status_code == 422
        assert "at most 24 letters" in answer.text
    assert host.post(f"{group(host)}/people", person="ana", name=" \u200b").status_code == 422
    assert host.post(f"{group(host)}/name", name=" \u200b").status_code == 303
    assert host.post(f"{group(host)}/links", link="join").status_code == 422


def test_links_are_renewed_and_the_group_is_deleted_after_a_tick(app: Flask) -> None:
    host = evening(app)
    mine, others = group(host), look(host)
    assert host.post(f"{mine}/links", link="look").location == mine
    assert Phone(app).client.get(others).status_code == 404
    newer = host.post(f"{mine}/links").location
    assert newer == group(host) != mine
    assert host.client.get(mine).status_code == 404
    assert host.post(f"{newer}/delete").status_code == 422
    assert host.client.get(newer).status_code == 200
    assert host.post(f"{newer}/delete", sure="1").status_code == 303
    assert host.client.get(newer).status_code == 404
    assert host.client.get(f"/t/{host.table}/group").location.endswith("/result")
    assert host.state["players"]
    assert "Standings of the evening" not in host.finished().client.get(f"/t/{host.table}/result").text


def test_the_result_leads_to_the_standings_for_a_seat_alone(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo").finished()
    first = host.table
    assert f"/t/{first}/group" not in host.client.get(f"/t/{first}/result").text
    watcher = Phone(app)
    watcher.client.get(host.watch_path)
    shared = host.result_path
    after(host)
    for page in (f"/t/{first}/result", f"/t/{first}/board?page=result"):
        assert f"/t/{first}/group" in host.client.get(page).text
        assert f"/t/{first}/group" not in watcher.client.get(page).text
    assert "/group" not in watcher.client.get(shared).text
    assert watcher.client.get(f"/t/{first}/group").status_code == 403


def test_a_phone_is_led_on_only_where_it_plays(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", "Dan")
    first = host.table
    home = Phone(app).join(host.join_path, 4)
    watcher = Phone(app)
    watcher.client.get(host.watch_path)
    host.did("leave", 4)
    host.finished()
    boards = [f"/t/{first}/board", f"/t/{first}/board?page=result"]
    assert all("data-onward" not in host.client.get(board).text for board in boards)
    after(host)
    assert home.client.get(f"/t/{host.table}").status_code == 403
    for phone, led in ((host, True), (home, False), (watcher, False)):
        for board in boards:
            page = phone.client.get(board).text
            assert (f'data-onward="/t/{host.table}"' in page, "To the next game" in page) == (led, led)


def test_the_start_page_lists_groups_and_forgets_what_is_ticked(app: Flask) -> None:
    host = evening(app)
    key = group(host)
    page = host.client.get("/").text
    assert f'href="{key}"' in page
    assert text(page).count("3 games") == 1
    friend = Phone(app)
    assert "My groups" not in friend.client.get("/").text
    friend.client.get(look(host))
    assert "My groups" not in friend.client.get("/").text
    friend.client.get(key)
    assert f'href="{key}"' in friend.client.get("/").text
    assert friend.post(f"{key}/forget").status_code == 303
    page = friend.client.get("/").text
    assert "forgotten the group" in page
    assert key not in page
    number = re.search(r'name="group" value="(\d+)"', host.client.get("/").text)[1]  # type: ignore[index]
    assert host.post("/forget", group=[number, "x"], table=[host.table, "NOTHERE"]).status_code == 303
    page = host.client.get("/").text
    assert key not in page
    assert host.table not in page
    assert page.count('name="table"') == 2
    assert host.client.get(f"/t/{host.table}").status_code == 403
    host.client.get(key)
    assert f'href="{key}"' in host.client.get("/").text


def test_a_game_that_cannot_be_read_is_named_and_skipped(app: Flask) -> None:
    host = evening(app)
    key = group(host)
    service = app.extensions["companion"].service
    broken = Phone(app)
    first = re.findall(r"/t/(\w+)/result", host.client.get(key).text)[-1]
    with service.database.write() as connection:
        row = connection.execute(schema.tables.select().where(schema.tables.c.public_id == first)).one()
        connection.execute(
            schema.entries.update()
            .where(schema.entries.c.table_id == row.id, schema.entries.c.seq == 2)
            .values(kind="?")
        )
    service._ledgers._ledgers.pop(row.id)
    page = host.client.get(key).text
    assert "cannot be opened here at the moment" in page
    assert cells(page, "evening")[0] == ["", "1", "Won", "Points"]
    assert f"/t/{first}/result" not in page
    assert broken.client.get(key).status_code == 200


def test_no_form_goes_without_its_token(app: Flask) -> None:
    host = evening(app, 1)
    for path in [f"{group(host)}/{what}" for what in FORMS] + ["/forget"]:
        assert host.client.post(path, data={"sure": "1"}).status_code == 400


def test_the_page_of_a_group_is_kept_by_no_search_engine(app: Flask) -> None:
    host = evening(app, 1)
    answer = Phone(app).client.get(look(host))
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in answer.headers["Cache-Control"]


def test_no_more_than_the_newest_games_are_counted(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    host = evening(app)
    assert "newest" not in host.client.get(group(host)).text
    monkeypatch.setattr("companion.groups.MOST", 2)
    page = host.client.get(group(host)).text
    assert "Only the newest 2 games are listed and counted." in page
    assert cells(page, "evening")[0] == ["", "1", "Won", "Points"]
    assert page.count('<span class="no">') == 2
