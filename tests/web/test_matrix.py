"""The table in README: every address the app has x everybody who may ask, at open tables and at hidden ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from companion import assets
from companion.app import create_app
from companion.settings import load
from companion.store.schema import devices
from companion.store.seats import seating
from companion.web import throttle
from companion.web.table.verbs import VERBS
from tests.long import long_run
from tests.web.phones import Phone

README = Path(__file__).parents[2] / "README.md"
# Parts of an address that stand for all of their kind. A new part has to be named here.
PARTS = {
    "verb": [*VERBS], "bean": ["blue"], "what": ["menu", "score", "correct", "setup"], "number": ["1", "2"], "edition": ["high-bohn"], "language": ["de"],
    "version": [assets.version()], "name": ["app.css"],
}  # fmt: skip


@cache
def table() -> tuple[list[str], dict[str, dict[str, bool]]]:
    """README's columns, and for each `METHOD address` who may use it."""
    section = README.read_text(encoding="utf-8").split("## Who may do what", 1)[1].split("\n## ", 1)[0]
    head, _, *rows = (
        [cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line[:1] == "|"
    )
    found: dict[str, dict[str, bool]] = {}
    for addresses, *cells in rows:
        assert set(cells) <= {"yes", "no"}, cells
        for address in re.findall(r"`([A-Z]+ /[^`]*)`", addresses):
            assert address not in found, f"{address} stands there twice"
            found[address] = dict(zip(head[1:], (cell == "yes" for cell in cells), strict=True))
    return head[1:], found


def rules() -> set[str]:
    """README's addresses without their methods."""
    return {row.split(" ")[1] for row in table()[1]}


def group_path(host: Phone) -> str:
    """The path of a group of the phone, by its key to play; none of its games is at the table the phone is at."""
    now = host.table
    host.open("Ana", "Ben", "Cleo").finished()
    assert host.post(f"/t/{host.table}/again").status_code == 303
    found: str = host.client.get(f"/t/{host.table}/group").location
    host.table = now
    return found


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app at which strangers may knock as often as they like."""
    made = create_app(load({}, data=Path(tmp_path_factory.mktemp("matrix"))))
    throttle.of(made).enabled = False
    yield made
    made.extensions["companion"].close()


def addresses(app: Flask) -> set[str]:
    """Every `METHOD address` of the app, as README writes it."""
    return {
        f"{method} {re.sub('<[a-z]+:', '<', str(rule)).replace('<public_id>', '<id>')}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def test_every_address_has_a_row_and_every_row_an_address(app: Flask) -> None:
    _, rows = table()
    assert addresses(app) == set(rows)


def nobody(app: Flask, _: Phone) -> Phone:
    return Phone(app)


def at_another_table(app: Flask, _: Phone) -> Phone:
    return Phone(app).open("X", "Y", "Z")


def watcher(app: Flask, host: Phone) -> Phone:
    phone = Phone(app)
    assert phone.client.get(host.watch_path).status_code == 200
    return phone


def seat(app: Flask, host: Phone) -> Phone:
    return Phone(app).join(host.join_path, 2)


def seat_after_renewal(app: Flask, host: Phone) -> Phone:
    phone = seat(app, host)
    host.post(f"/t/{host.table}/links")
    return phone


def maker(_: Flask, host: Phone) -> Phone:
    return host


def left(app: Flask, host: Phone) -> Phone:
    phone = seat(app, host)
    phone.post(f"/t/{host.table}/people/leave", seat="2")
    return phone


def thrown_out(app: Flask, host: Phone) -> Phone:
    phone = seat(app, host)
    with app.extensions["companion"].service.database.read() as connection:
        newest = select(devices.c.device).order_by(devices.c.at.desc()).limit(1)
        device = connection.execute(newest).scalar_one()
    host.post(f"/t/{host.table}/people/take-back", seat="2", phone=device)
    return phone


def undone(app: Flask, host: Phone) -> Phone:
    phone = seat(app, host)
    host.did("undo", 1, entry=str(host.state["version"]))
    return phone


def watcher_after_renewal(app: Flask, host: Phone) -> Phone:
    phone = watcher(app, host)
    host.post(f"/t/{host.table}/links", link="watch")
    return phone


def typed_a_code_that_was_renewed(app: Flask, host: Phone) -> Phone:
    phone = Phone(app)
    assert phone.post("/join", code=host.join_code).status_code == 303
    host.post(f"/t/{host.table}/links", link="join")
    return phone


# Everybody who may ask, and the column of README that is theirs.
VISITORS: dict[Callable[[Flask, Phone], Phone], str] = {
    nobody: "nobody", at_another_table: "nobody", watcher_after_renewal: "nobody", typed_a_code_that_was_renewed: "nobody",
    watcher: "watcher", seat: "seat", seat_after_renewal: "seat", maker: "maker",
    left: "former seat", thrown_out: "former seat", undone: "former seat",
}  # fmt: skip
# What changes who may do what comes last, in this order.
ENDS = ("/w/<key>", "/w/<key>/next", "/join", "/links", "/delete")
FIELDS = {  # so that a request is understood; none of these changes anything at the table
    "/join": {"code": "CODE"}, "/j/<key>": {"seat": "9"}, "/t/<id>/seats": {"seat": "9"},
    "/t/<id>/people/leave": {"seat": "3"}, "/t/<id>/people/take-back": {"seat": "3", "phone": "none"},
    "/t/<id>/delete": {"sure": "no"}, "/g/<key>/people": {"apart": "1"},
    "/g/<key>/links": {"link": "look"}, "/language": {"language": "en"},
}  # fmt: skip


def requests(host: Phone, *, thorough: bool) -> Iterator[tuple[str, str, str]]:
    """Each address of README with the method and path of a request, in an order in which none spoils the next.

    Where it is not to be thorough, one of a kind stands for all, and what is for everybody is left out.
    """
    keys = {"/j/<key>": host.join_path, "/w/<key>": host.watch_path, "/r/<key>": host.result_path}
    keys["/r/<key>.png"] = f"{host.result_path}.png"
    keys["/w/<key>/next"] = f"{host.watch_path}/next"
    group = group_path(host)
    keys |= {rule: rule.replace("/g/<key>", group) for rule in rules() if rule.startswith("/g/")}
    last = {end: place for place, end in enumerate(ENDS, 1)}
    order = sorted(table()[1], key=lambda row: next((place for end, place in last.items() if row.endswith(end)), 0))
    for row in order:
        if not thorough and all(table()[1][row].values()):
            continue
        method, rule = row.split(" ")
        paths = [keys.get(rule, rule).replace("<id>", host.table)]
        for part in re.findall(r"<(\w+)>", paths[0]):
            paths = [path.replace(f"<{part}>", value) for path in paths for value in PARTS[part]]
        for path in paths[: None if thorough else 1]:
            yield row, method, path


def status(phone: Phone, method: str, path: str, fields: dict[str, str]) -> int:
    """The status of the answer; a stream is closed unread."""
    if method == "POST":
        return phone.post(path, command_id=f"m{abs(hash(path))}", **fields).status_code
    with phone.client.get(path, buffered=False) as answer:
        return answer.status_code


@pytest.mark.parametrize(
    ("visitor", "hidden"),
    [(each, "") for each in VISITORS] + [(each, "1") for each in (nobody, watcher, seat, maker, left)],
    ids=lambda value: getattr(value, "__name__", "hidden" if value else "open"),
)
def test_everybody_may_do_what_the_table_says(
    app: Flask, visitor: Callable[[Flask, Phone], Phone], hidden: str
) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", "Dan", hidden=hidden)
    phone, code = visitor(app, host), host.join_code
    for row, method, path in requests(host, thorough=visitor in (watcher, seat) or long_run()):
        before = seen(app, host)
        rule = row.split(" ")[1]
        fields = {name: code if value == "CODE" else value for name, value in FIELDS.get(rule, {}).items()}
        answered = status(phone, method, path, fields)
        if table()[1][row][VISITORS[visitor]]:
            assert answered in (200, 303, 409, 422, 400), (row, answered)
        else:
            assert (answered, seen(app, host)) == (404 if rule == "/metrics" else 403, before), row


def seen(app: Flask, host: Phone) -> object:
    """What must not change by what is refused: the log, who sits, the links."""
    service = app.extensions["companion"].service
    with service.database.read() as connection:
        query = "SELECT * FROM tables WHERE public_id = ?"
        row = connection.exec_driver_sql(query, (host.table,)).one()
        return service.ledger(row.id).version, sorted(seating(connection, row.id)), row.join_key, row.watch_key


@pytest.mark.parametrize("visitor", [nobody, watcher, seat, left], ids=lambda visitor: visitor.__name__)
def test_a_deleted_table_is_gone_for_everybody(app: Flask, visitor: Callable[[Flask, Phone], Phone]) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", "Dan")
    phone, code, asked = visitor(app, host), host.join_code, list(requests(host, thorough=visitor is seat))
    assert host.post(f"/t/{host.table}/delete", sure=host.table).status_code == 303
    for row, method, path in asked:
        rule = row.split(" ")[1]
        if rule.startswith("/g/"):
            continue  # of other tables
        if "/t/<id>" in rule or "<key>" in rule or rule == "/join":
            fields = FIELDS.get(rule, {}) | ({"code": code} if rule == "/join" else {})
            assert status(phone, method, path, fields) == (410 if "<id>" in rule else 404), row


def test_no_link_is_guessed_from_another(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    keys = [path.rsplit("/", 1)[1] for path in (host.join_path, host.watch_path, host.result_path)]
    ways = ["j", "w", "r"]
    stranger = Phone(app)
    for place, key in enumerate([*keys, host.table, host.join_code]):
        opens = [way for way in ways if stranger.client.get(f"/{way}/{key}").status_code != 404]
        assert opens == ways[place : place + 1], key
        assert stranger.post("/join", code=key).status_code == (303 if place == 4 else 404), key
