"""Headers, cookies, CSRF and size limits. Works on plain http in a local network and behind https."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, request, session
from flask.sessions import SecureCookieSessionInterface
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFProtect
from secure import (
    ContentSecurityPolicy,
    CrossOriginOpenerPolicy,
    CrossOriginResourcePolicy,
    PermissionsPolicy,
    ReferrerPolicy,
    Secure,
    StrictTransportSecurity,
    XContentTypeOptions,
    XFrameOptions,
)

csrf = CSRFProtect()


def _who() -> str:
    """One phone: its cookie. Without one the address, which a whole household or pub shares."""
    return str(session.get("device") or request.remote_addr)


limiter = Limiter(key_func=_who, storage_uri="memory://", strategy="fixed-window")


def throttle_wrong_codes(view: Callable[..., Any]) -> Callable[..., Any]:
    """Ten wrong codes a minute for one phone, three hundred for one address; right ones cost nothing."""

    def wrong(answer: Response) -> bool:
        return answer.status_code == HTTPStatus.NOT_FOUND

    one_phone = limiter.limit("10 per minute", deduct_when=wrong)
    one_address = limiter.limit("300 per minute", key_func=lambda: str(request.remote_addr), deduct_when=wrong)
    guarded: Callable[..., Any] = one_phone(one_address(view))
    return guarded


def throttle_tables(view: Callable[..., Any]) -> Callable[..., Any]:
    """Ten new tables a minute for one phone: enough for people, too few to fill a disk by holding a button."""
    guarded: Callable[..., Any] = limiter.limit("10 per minute")(view)
    return guarded


# Everything is served by us, nothing is inline. No upgrade-insecure-requests: phones come by plain http.
_POLICY = (
    ContentSecurityPolicy()
    .default_src("'none'")
    .script_src("'self'")
    .style_src("'self'")
    .img_src("'self'", "data:")
    .connect_src("'self'")
    .manifest_src("'self'")
    .worker_src("'self'")
    .form_action("'self'")
    .base_uri("'none'")
    .frame_ancestors("'none'")
)
_HEADERS = Secure(
    csp=_POLICY,
    corp=CrossOriginResourcePolicy().same_origin(),
    permissions=PermissionsPolicy().camera().geolocation().microphone(),
    # Not no-referrer: Flask-WTF compares the referrer on https.
    referrer=ReferrerPolicy().same_origin(),
    xcto=XContentTypeOptions().nosniff(),
    xfo=XFrameOptions().deny(),
)
# Browsers ignore these on plain http, the second one with a complaint on every page.
_HTTPS = Secure(
    hsts=StrictTransportSecurity().max_age(31_536_000),
    coop=CrossOriginOpenerPolicy().same_origin(),
)


class _Sessions(SecureCookieSessionInterface):
    """Cookies that are Secure exactly when the request came by https: in a local network there is none."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def init_app(app: Flask) -> None:
    """Protect every form, set the headers of every answer, and bound what a request may send."""
    app.session_interface = _Sessions()
    app.config.update(
        SESSION_COOKIE_NAME="companion",
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,  # signed anew when it changes, not with every tap
        WTF_CSRF_TIME_LIMIT=None,  # a phone that slept through the night can still tap
        MAX_CONTENT_LENGTH=1_200_000,
        MAX_FORM_MEMORY_SIZE=200_000,
        MAX_FORM_PARTS=1_000,
    )
    csrf.init_app(app)
    limiter.init_app(app)
    app.after_request(_harden)


def _harden(response: Response) -> Response:
    _HEADERS.set_headers(response)
    if request.is_secure:
        _HTTPS.set_headers(response)
    return response
