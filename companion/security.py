"""Headers, cookies, CSRF and size limits. Works on plain http in a local network and behind https."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Flask, Response, request, session
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


def _phone() -> str:
    return str(session.get("device"))


limiter = Limiter(key_func=_phone, storage_uri="memory://", strategy="fixed-window")


def _address() -> str:
    return str(request.remote_addr)


def _wrong(answer: Response) -> bool:
    """Whether somebody asked for a table that is not there, or not theirs."""
    return answer.status_code in (HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN)


def _one_phone(most: str, **more: Any) -> Any:
    """A limit for one phone, known by its cookie. One without counts by its address alone: a household shares that."""
    return limiter.limit(most, exempt_when=lambda: "device" not in session, **more)


def throttle_wrong_codes(view: Callable[..., Any]) -> Callable[..., Any]:
    """Ten wrong codes a minute for one phone, three hundred for one address; right ones cost nothing.

    The typos of one phone must not keep out the next.
    """
    one_phone = _one_phone("10 per minute", deduct_when=_wrong)
    one_address = limiter.limit("300 per minute", key_func=_address, deduct_when=_wrong)
    guarded: Callable[..., Any] = one_phone(one_address(view))
    return guarded


def throttle_strangers(part: Blueprint) -> None:
    """The same ceiling for trying addresses of tables one after the other: they tell which codes there are."""
    limiter.limit("300 per minute", key_func=_address, deduct_when=_wrong)(part)


def throttle_demos(view: Callable[..., Any]) -> Callable[..., Any]:
    """Ten demo tables a minute for one phone, sixty for one address: too few to fill a disk by holding a button."""
    one_phone = _one_phone("10 per minute")
    guarded: Callable[..., Any] = one_phone(limiter.limit("60 per minute", key_func=_address)(view))
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
_FILES = Secure(corp=CrossOriginResourcePolicy().same_origin(), xcto=XContentTypeOptions().nosniff())
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
    if request.endpoint == "pages.static_file":  # a policy is for documents; a dozen small files need not repeat it
        _FILES.set_headers(response)
        return response
    _HEADERS.set_headers(response)
    if request.is_secure:
        _HTTPS.set_headers(response)
    return response
