"""Well-known apps with the same stack or the same task, beside ours, where they are installed: figures, no bounds.

`LONG_RUN=1 IHATEMONEY=/a/venv pytest -n0 tests/bench/test_peers.py` with a virtual environment that holds ihatemoney and
gunicorn; `BOARDGAME_IO=/a/folder` with a folder in which `npm install boardgame.io` was run."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.bench.over_http import Ask, Phone, Wire, answers, ends_of, in_turn, listening, seconds, until_told
from tests.long import long_run
from tests.serving import Server, free_port, running, serving

pytestmark = [pytest.mark.alone, pytest.mark.skipif(not long_run(), reason="one of the long forms: LONG_RUN=1")]
Tell = Callable[[str], None]
ROUNDS = 60
PLAYERS = ("Ana", "Ben", "Cleo", "Dan")
NO_CURRENCY = 3 * "X"  # as ISO 4217 has it


@contextmanager
def ihatemoney(venv: str, folder: Path) -> Iterator[Server]:
    """ihatemoney as its manual serves it, by gunicorn, with a SQLite file."""
    folder.mkdir()
    settings = folder / "settings.cfg"
    database = f"SQLALCHEMY_DATABASE_URI = 'sqlite:///{folder}/bills.sqlite'"
    settings.write_text(f"{database}\nSECRET_KEY = 'of a test'\nSESSION_COOKIE_SECURE = False\n")
    port = free_port()
    served = ["--bind", f"127.0.0.1:{port}", "--worker-class", "gthread", "--threads", "8", "--keep-alive", "5"]
    code = (
        "import sys; from gunicorn.app.wsgiapp import run\n"
        "sys.argv[1:] = [*sys.argv[1:], 'ihatemoney.wsgi:application']; run()"
    )
    ready = folder / "gunicorn.conf.py"
    ready.write_text("def post_worker_init(worker):\n    print('Ctrl-C stops it.', flush=True)\n")
    command = [Path(venv) / "bin" / "python", "-c", code, "--config", ready, *served]
    with running(command, port, cwd=folder, IHATEMONEY_SETTINGS_FILE_PATH=str(settings)) as server:
        yield server


class Project:
    """A project of ihatemoney with four people, and the requests that add a bill to it."""

    def __init__(self, server: Server, name: str) -> None:
        self.wire, self.name, self.cookie = Wire(server), name, ""
        code = "long enough to be taken"
        fields = {"name": name, "id": name, "password": code, "contact_email": "ana@example.org"}
        self.post("/create", fields | {"default_currency": NO_CURRENCY}, self.token("/create"))
        for player in PLAYERS:
            self.post(f"/{name}/members/add", {"name": player, "weight": "1"}, self.token(f"/{name}/"))
        page = self.get(f"/{name}/add")
        self.people = re.findall(r'name="payed_for"[^>]*value="(\d+)"', page) or re.findall(
            r'value="(\d+)"[^>]*name="payed_for"', page
        )
        assert len(self.people) == len(PLAYERS), page[-3000:]
        self.csrf = self.token(f"/{name}/add")

    def bill(self) -> bytes:
        """The request that adds a bill for all four."""
        fields = [("date", "2026-01-31"), ("what", "beans"), ("payer", self.people[0]), ("amount", "8")]
        fields += [("payed_for", one) for one in self.people]
        fields += [("original_currency", NO_CURRENCY), ("bill_type", "Expense"), ("csrf_token", self.csrf)]
        return self.request(f"POST /{self.name}/add", urlencode(fields))

    def request(self, line: str, body: str = "") -> bytes:
        """A request with the cookie of who made the project."""
        head = [f"{line} HTTP/1.1", "Host: localhost", f"Cookie: {self.cookie}"]
        head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        return ("\r\n".join(head) + "\r\n\r\n" + body).encode()

    def get(self, path: str) -> str:
        """A page."""
        return self.ask(self.request(f"GET {path}"))

    def post(self, path: str, fields: dict[str, str], token: str) -> str:
        """What a form is answered with: the page after it."""
        answer = self.ask(self.request(f"POST {path}", urlencode(fields | {"csrf_token": token})))
        assert answer.startswith("HTTP/1.1 302"), answer
        return answer

    def ask(self, request: bytes) -> str:
        """The answer to a request, whose cookie is kept."""
        answer = self.wire.ask(request).decode()
        for cookie in re.findall(r"Set-Cookie: (session=[^;\r]*)", answer, re.IGNORECASE):
            self.cookie = cookie
        return answer

    def token(self, path: str) -> str:
        """The token against forged forms on a page."""
        return re.search(r'name="csrf_token"[^>]*value="([^"]+)"', self.get(path))[1]  # type: ignore[index]


@pytest.mark.skipif("IHATEMONEY" not in os.environ, reason="no ihatemoney: IHATEMONEY names its virtual environment")
@pytest.mark.parametrize("many", [1, 8])
def test_a_tap_beside_a_bill_of_ihatemoney(many: int, tmp_path: Path, tell: Tell) -> None:
    with (
        serving(tmp_path / "data", COMPANION_PROXIES="1") as server,
        ihatemoney(os.environ["IHATEMONEY"], tmp_path / "ihatemoney") as other,
    ):
        phones = [Phone(server).open() for _ in range(many)]
        projects = [Project(other, f"evening-{number}") for number in range(many)]
        taps: list[Ask] = [(phone.wire, phone.tap) for phone in phones]
        bills: list[Ask] = [(project.wire, project.bill) for project in projects]
        found = in_turn(ROUNDS, lambda: seconds(lambda: answers(taps, 1)), lambda: seconds(lambda: answers(bills, 1)))
    tell(f"{many} taps at once, answered with the board, beside as many bills of ihatemoney: {found}")


@contextmanager
def boardgame_io(folder: str, many: int) -> Iterator[Callable[[], float]]:
    """Makes a move at a table of boardgame.io: seconds until so many clients have it, by their own clock."""
    port = free_port()
    node: list[object] = ["node", Path(__file__).with_name("boardgame_io.cjs")]
    modules = {"NODE_PATH": str(Path(folder) / "node_modules")}
    with running([*node, "server", port], port, cwd=Path(folder), **modules), subprocess.Popen(
        [str(part) for part in (*node, "clients", port, many)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=os.environ | modules,
    ) as clients:  # fmt: skip
        assert clients.stdin is not None
        assert clients.stdout is not None
        assert clients.stdout.readline() == "ready\n"

        def move() -> float:
            clients.stdin.write("\n")  # type: ignore[union-attr]
            return float(clients.stdout.readline())  # type: ignore[union-attr]

        yield move
        clients.stdin.close()


@pytest.mark.skipif("BOARDGAME_IO" not in os.environ, reason="no boardgame.io: BOARDGAME_IO names its folder")
@pytest.mark.parametrize("many", [8, 100])
def test_a_board_on_all_phones_beside_a_move_of_boardgame_io(many: int, tmp_path: Path, tell: Tell) -> None:
    with (
        serving(tmp_path / "data", COMPANION_PROXIES="1") as server,
        boardgame_io(os.environ["BOARDGAME_IO"], many) as move,
    ):
        host = Phone(server).open()
        phones = listening(host, many)
        ends = ends_of(phones)
        found = in_turn(ROUNDS, lambda: until_told(host.wire, host.tap(), ends), move)
    tell(f"one entry until {many} phones hold the board, beside a move until so many clients of boardgame.io: {found}")
