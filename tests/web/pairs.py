"""The twins over HTTP: two tables of one app, a phone for each seat of each, and every address there is."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from flask import Flask
from sqlalchemy import func, select
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.rules.playing import commands as cmd
from companion.rules.playing.fold import Entry
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.seating import Rights
from companion.rules.playing.state import Table
from companion.store import schema, seats
from companion.web.table.sheets import SHEETS
from tests.rules.tables import NAMES
from tests.rules.twins import BEN, Twins, difference
from tests.web.phones import Phone

_IDS = itertools.count(1)
FORMATS: list[dict[str, str]] = [{"Accept": "application/json"}, {"HX-Request": "true"}, {}]


class Remote:
    """A table over HTTP: the phone that made it, one for each seat, one that watches and one of a stranger."""

    def __init__(self, app: Flask, players: int, edition: str, *, cognac: bool) -> None:
        self.service = app.extensions["companion"].service
        host = Phone(app).open(*NAMES[:players], edition=edition, cognac="1" if cognac else "", hidden="1")
        with self.service.database.read() as connection:
            self.id: int = connection.execute(select(func.max(schema.tables.c.id))).scalar_one()
        self.code, self.join_path, self.watch_path = host.table, host.join_path, host.watch_path
        self.result_path, self.join_code = host.result_path, host.join_code
        self.seats = {seat: Phone(app).join(self.join_path, seat) for seat in range(1, players + 1)}
        with self.service.database.read() as connection:
            self.devices = dict(seats.seating(connection, self.id))
        self.watcher, self.stranger = Phone(app), Phone(app)
        self.watcher.client.get(self.watch_path)

    @property
    def ledger(self) -> Ledger:
        """The table as the server knows it."""
        found: Ledger = self.service.ledger(self.id)
        return found

    @property
    def table(self) -> Table:
        """The table now."""
        return self.ledger.table

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log so far."""
        return self.ledger.entries

    def bare(self, answer: TestResponse) -> tuple[object, ...]:
        """An answer without what tells one table from the other: addresses, tokens, ids of taps, times."""
        text = answer.get_data(as_text=True)
        headers = {name: value for name, value in answer.headers if name not in ("Set-Cookie", "Content-Length")}
        return (
            answer.status_code,
            tuple(sorted((name, self.plain(it)) for name, it in headers.items())),
            self.plain(text),
        )

    def plain(self, text: str) -> str:
        """A text without what tells one table from the other."""
        for own, name in (
            (self.join_path, "/JOIN"), (self.watch_path, "/WATCH"), (self.result_path, "/RESULT"),
            (self.join_code, "SPOKEN"), (self.code, "CODE"),
        ):  # fmt: skip
            text = text.replace(own, name)
        for device, seat in self.devices.items():
            text = text.replace(device, f"DEVICE-{seat}")
        text = re.sub(r'(name=\\?"(?:csrf[_-]token|command_id)\\?" (?:content|value)=\\?")[^"\\]*', r"\1", text)
        text = re.sub(r'<path d="[^"]*"', "<path", text)  # the QR code of an address
        text = re.sub(r"\btap-\d+\b", "TAP", text)
        return re.sub(r"<time.*?</time>|\d{4}-\d\d-\d\dT[\d:.]+\+00:00", "TIME", text)


def form(command: cmd.Command) -> tuple[str, dict[str, Any]]:
    """The verb and fields of a command."""
    fields: dict[str, Any]
    match command:
        case cmd.Buy(_, bought):
            fields = {"card": [f"{bean}-{price}" for bean, price in bought]}
        case cmd.BuyField(_, pay):
            fields = {f"pay-{bean}": str(count) for bean, count in pay}
        case cmd.Correct(_, what, change, reason):
            place = {what: "1"} if what in ("unsorted", "stew", "distillery") else {"bean": what}
            fields = place | {"change": str(change), "reason": reason}
        case cmd.Recount(_, what, count):
            fields = {"bean": what, "count": str(count)}
        case cmd.Change(_, entry, other):
            verb, fields = form(other)
            fields |= {"entry": str(entry), "verb": verb}
        case cmd.SetUp(_, _, tuple(order)):
            fields = {"order": ",".join(map(str, order))}
        case cmd.Levy(_, harvester):
            fields = {"harvester": str(harvester), "what": "stew"}
        case cmd.Undo(_, entries):
            fields = {"entry": [str(seq) for seq in entries]}
        case _:
            given = {OTHER.get(name, name): value for name, value in asdict(command).items() if value is not None}
            fields = {name: str(int(value) if isinstance(value, bool) else value) for name, value in given.items()}
    return VERBS[type(command)], fields | {"seat": str(command.seat)}


OTHER = {"leaving": "from", "everybody": "all"}  # fields that are not called what the commands call them
VERBS = {
    cmd.Harvest: "harvest", cmd.Stew: "stew", cmd.Buy: "buy", cmd.BuyField: "field", cmd.Correct: "correct",
    cmd.Share: "share", cmd.Levy: "share", cmd.Turn: "turn", cmd.Undo: "undo", cmd.Remove: "remove",
    cmd.Deck: "deck", cmd.Hand: "hand", cmd.Rename: "rename", cmd.OpenRound: "round", cmd.Pass: "pass",
    cmd.Finish: "finish", cmd.Reopen: "reopen", cmd.Recount: "recount", cmd.Change: "change", cmd.SetUp: "setup",
    cmd.Leave: "leave", cmd.Return: "return",
}  # fmt: skip


class Pairs(Twins):
    """Two tables over HTTP."""

    def __init__(self, app: Flask, seed: int) -> None:
        self.app = app
        super().__init__(seed)
        self.viewers = [Rights(frozenset({seat}), frozenset()) for seat in (1, 1, 3)]

    def begun(self, players: int, edition: str, cognac: bool) -> Any:
        """The two tables, everybody on their phones."""
        return Remote(self.app, players, edition, cognac=cognac), Remote(self.app, players, edition, cognac=cognac)

    def answer(self, log: Any, viewer: Rights, command: cmd.Command, override: str) -> Any:
        """Enter it in one of three ways; what is refused is asked for in the others as well."""
        [seat] = viewer.seats
        verb, fields = form(command)
        fields = {"reason": override} | fields | ({"override": "1"} if override else {})
        first = self.commands % 3
        answers = []
        for headers in FORMATS[first:] + FORMATS[:first]:
            answers.append(self._post(log.seats[seat], f"/t/{log.code}/{verb}", fields, headers))
            if answers[-1].status_code != 409:
                break
        self.last = next((answer.json for answer in answers if answer.is_json), None)
        if seat == BEN:  # his own answers bring the board, on which he sees his purse
            return tuple((answer.status_code,) for answer in answers)
        return tuple(log.bare(answer) for answer in answers)

    def together(self, answer: Any) -> tuple[int, ...]:
        """The entries that can be undone together, where the last answer names them."""
        return tuple((self.last or {}).get("facts", {}).get("together", ()))

    def short(self, answer: Any) -> str:
        """An answer in a few words."""
        return f"{answer[0][0]} {(self.last or {}).get('error', '')}"

    def _post(self, phone: Phone, path: str, fields: dict[str, Any], headers: dict[str, str]) -> Any:
        data = {"csrf_token": phone.token, "command_id": f"tap-{next(_IDS)}"} | fields
        return phone.client.post(path, data=data, headers=headers)

    def visitors(self) -> Iterator[tuple[str, list[Phone]]]:
        """Everybody but Ben, at both tables."""
        for seat in self.both[0].seats:
            if seat != 2:
                yield f"seat {seat}", [log.seats[seat] for log in self.both]  # type: ignore[attr-defined]
        yield "watcher", [log.watcher for log in self.both]  # type: ignore[attr-defined]
        yield "stranger", [log.stranger for log in self.both]  # type: ignore[attr-defined]

    def look(self, rng: random.Random) -> int:
        """Open the addresses of the app as everybody but Ben; how many times both tables answered the same.

        Every rule is opened by everybody, in several ways by the first of them. Ben looks first: what is kept of his
        pages must be given to nobody else.
        """
        for log in self.both:
            for path in ("/board", "/board?seat=2", "/board?page=result", "/sheets", "/sheets?seat=2", "/state.json"):
                log.seats[2].client.get(f"/t/{log.code}{path}")  # type: ignore[attr-defined]
        seen = 0
        for number, (who, phones) in enumerate(self.visitors()):
            for rule in sorted(self.app.url_map.iter_rules(), key=str):
                about = bool({"public_id", "key"} & rule.arguments) or str(rule) == "/"
                paths = addresses(rule, rng) if "GET" in (rule.methods or ()) and (about or not number) else []
                for path in rng.sample(paths, min(len(paths), 2 if number else 5)):
                    answers = [opened(log, phone, path) for log, phone in zip(self.both, phones, strict=True)]
                    assert answers[0] == answers[1], self.history(f"{who} {path}\n{difference(*answers)}")
                    seen += 1
        return seen

    def knock(self) -> int:
        """Post an all but empty form to every address that takes one, as everybody but Ben; what changes keys last."""
        rules = [rule for rule in self.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
        about = [rule for rule in rules if {"public_id", "key"} & rule.arguments]
        seen = 0
        for rule in sorted(about, key=lambda rule: ("links" in str(rule), str(rule))):
            for who, phones in self.visitors():
                answers = []
                for log, phone in zip(self.both, phones, strict=True):
                    path = filled(rule, log, "deck")
                    answers.append(log.bare(self._post(phone, path, {"seat": "3"}, {})))  # type: ignore[attr-defined]
                assert answers[0] == answers[1], self.history(f"{who} {rule}\n{difference(*answers)}")
                seen += 1
                self.commands += 1
        return seen


QUERIES = [
    "",
    "",
    "?seat=1",
    "?seat=2",
    "?seat=2",
    "?seat=3",
    "?page=result",
    "?page=watch",
    "?of=2",
    "?before=9",
    "?step=2",
]
# What stands for each part of an address; a new kind of address has to be named here.
PARTS: dict[str, list[str]] = {
    "public_id": ["CODE"],
    "key": ["JOIN", "WATCH", "RESULT"],
    "verb": ["buy"],
    "bean": ["blue", "red", "soy", "tea"],
    "what": [*SHEETS, "nothing"],
    "number": ["2", "5", "9", "99"],
    "edition": ["high-bohn"],
    "language": ["de"],
    "name": ["app.css"],
    "version": ["1"],
}


def addresses(rule: Rule, rng: random.Random) -> list[str]:
    """Addresses of a rule that stand for all of them, with what may follow a question mark."""
    paths = [str(rule)]
    for part in rule.arguments:
        paths = [re.sub(rf"<(\w+:)?{part}>", value, path) for path in paths for value in PARTS[part]]
    if {"public_id", "key"} & rule.arguments:
        return [path + rng.choice(QUERIES) for path in paths * 3]
    return paths


def filled(rule: Rule, log: Any, verb: str) -> str:
    """The address of a rule for one of the tables."""
    path = re.sub(r"<(\w+:)?verb>", verb, str(rule)).replace("<public_id>", log.code)
    path = path.replace("/j/<key>", log.join_path).replace("/w/<key>", log.watch_path)
    return path.replace("/r/<key>", log.result_path)


def opened(log: Any, phone: Phone, path: str) -> tuple[object, ...]:
    """What a phone gets at an address of one of the tables; of a stream its first event."""
    for name, own in (("/j/JOIN", log.join_path), ("/w/WATCH", log.watch_path), ("/r/RESULT", log.result_path)):
        path = path.replace(name, own)
    path = path.replace("CODE", log.code)
    if path.split("?")[0].endswith("/live"):
        with phone.client.get(path, buffered=False) as stream:
            return stream.status_code, log.plain(
                next(iter(stream.response)).decode() if stream.status_code == 200 else ""
            )
    with phone.client.get(path) as answer:
        found: tuple[object, ...] = log.bare(answer)
        return found
