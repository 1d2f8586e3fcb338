"""HTTP/1.1 as far as a proxy needs it: heads are read, bodies are bytes, every connection carries one request."""

from __future__ import annotations

from asyncio import StreamReader
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qsl, urlsplit

Headers = tuple[tuple[str, str], ...]
_END = b"\r\n\r\n"
_PER_CONNECTION = ("connection", "keep-alive")


@dataclass(frozen=True)
class Head:
    """A first line and headers."""

    line: str
    headers: Headers

    def header(self, name: str) -> str:
        """A header, or nothing."""
        return next((value for known, value in self.headers if known.lower() == name.lower()), "")

    def without(self, *names: str) -> Head:
        """The same head without some headers."""
        return Head(self.line, tuple(pair for pair in self.headers if pair[0].lower() not in names))

    def plus(self, *headers: tuple[str, str]) -> Head:
        """The same head with more headers."""
        return Head(self.line, (*self.headers, *headers))

    def raw(self) -> bytes:
        """Its bytes, for a connection that ends with this message."""
        head = self.without(*_PER_CONNECTION).plus(("Connection", "close"))
        return "\r\n".join([head.line, *(f"{name}: {value}" for name, value in head.headers)]).encode("latin-1") + _END


@dataclass(frozen=True)
class Request:
    """A request as it came, and the name its driver gave to the phone it came from."""

    head: Head
    body: bytes
    phone: str = ""

    @property
    def method(self) -> str:
        """GET, POST and so on."""
        return self.head.line.split(" ")[0]

    @property
    def path(self) -> str:
        """The address without its query."""
        return urlsplit(self.head.line.split(" ")[1]).path

    @property
    def fields(self) -> dict[str, str]:
        """The fields of a form."""
        return dict(parse_qsl(self.body.decode("latin-1"), keep_blank_values=True))


@dataclass(frozen=True)
class Answer:
    """A whole answer."""

    head: Head
    body: bytes

    @property
    def status(self) -> int:
        """200 and so on."""
        return int(self.head.line.split(" ")[1])

    def raw(self) -> bytes:
        """Its bytes, with the length it has."""
        head = self.head.without("content-length", "transfer-encoding")
        return head.plus(("Content-Length", str(len(self.body)))).raw() + self.body


def answer(status: int, body: str, **headers: str) -> Answer:
    """An answer made here, as a page."""
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    head = Head(
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", (("Content-Type", "text/html; charset=utf-8"), *named)
    )
    return Answer(head, body.encode())


async def read_head(reader: StreamReader) -> Head:
    """Read up to the empty line. IncompleteReadError when the connection ends before."""
    lines = (await reader.readuntil(_END)).decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
    pairs = (line.partition(":") for line in lines[1:])
    return Head(lines[0], tuple((name, value.strip()) for name, _, value in pairs))


async def read_request(reader: StreamReader, phone: str) -> Request:
    """Read one request of a phone, with its body."""
    head = await read_head(reader)
    return Request(head, await reader.readexactly(int(head.header("content-length") or 0)), phone)


async def read_body(reader: StreamReader, head: Head) -> bytes:
    """Read the body of an answer on a connection that ends with it."""
    if head.header("transfer-encoding").lower() != "chunked":
        length = head.header("content-length")
        return await (reader.readexactly(int(length)) if length else reader.read())
    body = b""
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    return body
