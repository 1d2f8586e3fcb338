"""The cookie by which a phone is known. Its signature decides, never a clock: those of two machines differ, and one that
was set wrong must not make strangers of everybody."""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

_LARGEST = 3_900  # bytes; browsers drop a cookie of more than 4,096 without a word
_DISPENSABLE = ("_flashes", "names", "codes", "watch")  # what a device can do without, the least needed first


class Sessions(SecureCookieSessionInterface):
    """Signed cookies whose age is left to the phone, and that are Secure exactly when the request came by https: in a
    local network there is none."""

    def __init__(self) -> None:
        self._signer: tuple[object, URLSafeTimedSerializer | None] = (None, None)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What signs the cookies, made once for a key and not three times a request."""
        if self._signer[0] != app.secret_key:
            self._signer = (app.secret_key, super().get_signing_serializer(app))
        return self._signer[1]

    def get_cookie_path(self, app: Flask) -> str:
        """Where the app lies: another one beside it on the same host has cookies of its own."""
        return request.script_root or "/"

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie may travel by https alone."""
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What the cookie of a request holds, however old or new it says it is: whatever has a good signature is kept."""
        signer = self.get_signing_serializer(app)
        sent = request.cookies.get(self.get_cookie_name(app), "")
        if signer is None:
            return None
        return self.session_class(deepcopy(_found(signer, sent)))

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie when it changed, for as long as it may live by the phone's own clock; without what would make
        it too large for a browser: the device itself is never forgotten."""
        if not session.modified:
            if session.accessed:
                response.vary.add("Cookie")
            return
        signer = self.get_signing_serializer(app)
        for part in _DISPENSABLE:
            if signer is None or len(signer.dumps(dict(session))) <= _LARGEST:
                break
            session.pop(part, None)
        super().save_session(app, session, response)
        sent = response.headers.getlist("Set-Cookie")
        name = f"{self.get_cookie_name(app)}="
        life = f"; Max-Age={int(app.permanent_session_lifetime.total_seconds())}"
        # Expires counts by our clock; where there is a Max-Age phones go by that.
        patched = [
            cookie + life if cookie.startswith(name) and session.permanent and session else cookie for cookie in sent
        ]
        if patched != sent:
            response.headers.setlist("Set-Cookie", patched)


@lru_cache(maxsize=1_000)
def _found(signer: URLSafeTimedSerializer, sent: str) -> dict[str, Any] | None:
    """What a cookie holds, None if it is not of ours. A phone sends the same one with every tap."""
    try:
        found = signer.loads(sent)
    except BadSignature:
        return None
    return found if isinstance(found, dict) else None
