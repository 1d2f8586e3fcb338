"""Behind nginx and Caddy as README sets them up: https, a path of its own, and streams that arrive as they are sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import pytest

from tests.faults.device import NAMES, Answer, Device
from tests.hosting import proxies
from tests.hosting.proxies import PATIENCE, Proxy
from tests.serving import free_port, serving

UNDER = "/beans"


class Guest(Device):
    """A phone that comes by https."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__(proxy.port)
        self._trust = proxy.trust

    def connection(self) -> HTTPSConnection:
        """A way to the proxy, if its certificate is good."""
        return HTTPSConnection("localhost", self.port, timeout=PATIENCE, context=self._trust)

    def ask(self, method: str, path: str, fields: dict[str, Any] | None = None, accept: str = "text/html") -> Answer:
        """One request under the path of the app."""
        return super().ask(method, path if path.startswith(UNDER) else UNDER + path, fields, accept)

    @contextmanager
    def listening(self) -> Iterator[Callable[[bytes], None]]:
        """A stream of the table; what is yielded waits until something came down it."""
        connection, heard = self.connection(), b""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection.request("GET", f"{self.table}/live", headers={"Cookie": cookie})
        answer = connection.getresponse()
        assert answer.status == 200

        def hear(what: bytes) -> None:
            nonlocal heard
            while what not in heard:
                more = answer.read1(4096)
                assert more, heard
                heard += more

        try:
            yield hear
        finally:
            answer.close()
            connection.close()


def board(version: int) -> bytes:
    """How a stream begins to tell of a version."""
    return b"id: %d\nevent: version\ndata: %d\n\nevent: board\n" % (version, version)


@pytest.mark.parametrize("start", [proxies.nginx, proxies.caddy], ids=["nginx", "caddy"])
def test_a_table_behind_a_proxy(tmp_path: Path, start: Callable[[Path, int], AbstractContextManager[Proxy]]) -> None:
    if not proxies.program(start.__name__):
        pytest.skip(f"{start.__name__} is not installed")
    upstream = free_port()
    with start(tmp_path, upstream) as proxy:
        public = f"https://localhost:{proxy.port}{UNDER}"
        settings = {"COMPANION_PUBLIC_URL": public, "COMPANION_PROXIES": "1", "COMPANION_HOST": "127.0.0.1"}
        with serving(tmp_path / "data", port=upstream, **settings) as server:
            assert f"is at {public}\n" in server.greeting
            phone = Guest(proxy)
            join = phone.open(*NAMES)
            assert phone.table.startswith(f"{UNDER}/t/")
            assert f"{public}{join.removeprefix(UNDER)}" in phone.look(f"{phone.table}/invite")
            style = re.search(rf'href="({UNDER}/static/[^"]+\.css)"', phone.look(UNDER))
            assert style
            assert phone.ask("GET", style[1]).status == 200
            with phone.listening() as hear:
                hear(board(1))
                assert phone.tap("harvest", seat=1, bean="red", cards=3).json["version"] == 2
                hear(board(2))
                proxy.reload()  # who listens goes on as before, and who comes is let in
                with phone.listening() as hear_too:
                    phone.tap("harvest", seat=2, bean="red", cards=3)
                    hear(board(3))
                    hear_too(board(3))
                    server.interrupt()  # with streams open
                assert server.process.returncode == 0
