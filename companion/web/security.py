"""Headers, cookies and CSRF. Works on plain http in a local network and behind https."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask, Response, current_app, g, request, session
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

from companion.web.sessions import Sessions

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
    referrer=ReferrerPolicy().same_origin(),
    xcto=XContentTypeOptions().nosniff(),
    xfo=XFrameOptions().deny(),
)
_FILES = Secure(corp=CrossOriginResourcePolicy().same_origin(), xcto=XContentTypeOptions().nosniff())
_OF_PAGES, _OF_FILES = dict(_HEADERS.headers), dict(_FILES.headers)  # put together once, not for every answer
# Browsers ignore these on plain http, the second one with a complaint on every page.
_HTTPS = Secure(
    hsts=StrictTransportSecurity().max_age(31_536_000),
    coop=CrossOriginOpenerPolicy().same_origin(),
)
_MOST_VERIFIED = 10_000  # tokens of forms, each about 300 bytes; then all are forgotten
_LONGEST_TOKEN = 150  # characters; what is longer was not made here, though its signature may be good


class _Csrf(CSRFProtect):  # type: ignore[misc]
    """Every form carries a token. Flask-WTF would compare the referrer with the host as well, which a proxy may have
    replaced by a name of its own; browsers say themselves when a form comes from another site."""

    def __init__(self) -> None:
        super().__init__()
        self._verified: set[tuple[object, ...]] = set()  # `_tokens` that fit each other

    def protect(self, apply_exemptions: bool = False) -> None:
        """Refuse a request that changes something and was not made on a page of ours."""
        tokens = _tokens() if request.method == "POST" else None
        if tokens in self._verified:
            g.csrf_valid = True
        else:
            super().protect(apply_exemptions)
        if not g.get("csrf_valid"):  # nothing that has to be asked for a token
            return
        if request.headers.get("Sec-Fetch-Site") == "cross-site":
            self._error_response("The form comes from another site.")
        if tokens:
            if len(self._verified) >= _MOST_VERIFIED:
                self._verified.clear()
            self._verified.add(tokens)


def _tokens() -> tuple[object, ...] | None:
    """What the session and the form say, and what signed it. A phone sends the same with every tap."""
    sent = request.form.get("csrf_token", "")
    tokens = (session.get("csrf_token"), sent, current_app.secret_key)
    return tokens if all(tokens) and len(sent) <= _LONGEST_TOKEN else None


csrf = _Csrf()


def init_app(app: Flask) -> None:
    """Protect every form, and set the headers of every answer."""
    app.session_interface = Sessions()
    app.url_map.merge_slashes = False  # no redirect is made of an address as it came
    app.config.update(
        SESSION_COOKIE_NAME="companion",
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,  # signed anew when it changes, not with every tap
        WTF_CSRF_SSL_STRICT=False,  # see _Csrf
        WTF_CSRF_TIME_LIMIT=None,  # a phone that slept through the night can still tap
    )
    csrf.init_app(app)
    app.after_request(_harden)


def _harden(response: Response) -> Response:
    if request.endpoint == "pages.static_file":  # a policy is for documents; a dozen small files need not repeat it
        response.headers.update(_OF_FILES)
        return response
    response.headers.update(_OF_PAGES)
    if request.endpoint == "shared.picture":  # shown on the pages of messengers
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if request.is_secure:
        _HTTPS.set_headers(response)
    return response
