"""Who may ask the server what: this machine and its own page, or whoever has the token."""

import hmac
import json
from collections.abc import Iterable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("localhost", "127.0.0.1", "::1")
TOKEN_HEADER = b"x-token"
LARGEST_BODY = 64 * 1024
LARGEST_UPLOAD = 5 * 1024 * 1024
UPLOADS = ("/api/replays",)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Refused(Exception):  # noqa: N818  told to whoever asked
    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


class Guard:
    """Before everything else: the name of the host (against DNS rebinding), where a request comes from, its size."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str], token: str | None) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                more = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in given]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        try:
            self._check(scope)
            body = _Limited(receive, LARGEST_UPLOAD if scope["path"] in UPLOADS else LARGEST_BODY)
            content = await body.whole() if scope["method"] not in ("GET", "HEAD") else None
        except Refused as error:
            await _answer(send_guarded, error.status, str(error))
            return
        await self.app(scope, receive if content is None else _again(content, receive), send_guarded)

    def _check(self, scope: Scope) -> None:
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in (b"host", b"sec-fetch-site", b"content-type", TOKEN_HEADER) and name in headers:
                raise Refused(400, f"the header {name.decode()} is there twice")
            headers[name] = value
        if _host_name(headers.get(b"host", b"").decode("latin-1")) not in self.hosts:
            raise Refused(403, f"this server is asked for as {' or '.join(sorted(self.hosts))}")
        is_api, changes = scope["path"].startswith("/api/"), scope["method"] not in ("GET", "HEAD")
        if not is_api and changes:
            raise Refused(405, "only /api is changed")
        if not is_api:
            return
        site = headers.get(b"sec-fetch-site", b"").decode("latin-1")
        if site not in ("", "same-origin", "none"):
            raise Refused(403, "only the page of this server may ask that")
        if self.token is not None:
            if not hmac.compare_digest(headers.get(TOKEN_HEADER, b""), self.token.encode()):
                raise Refused(401, "the token is missing: open the page by the link that the server has printed")
        elif changes and site != "same-origin":
            raise Refused(403, "only the page of this server may ask that (Sec-Fetch-Site: same-origin)")
        if changes and headers.get(b"content-type", b"").split(b";")[0].strip() != b"application/json":
            raise Refused(415, "what is sent is JSON (Content-Type: application/json)")


class _Limited:
    """The body of a request, as long as it is not too long."""

    def __init__(self, receive: Receive, largest: int) -> None:
        self._receive, self._largest = receive, largest

    async def whole(self) -> bytes:
        parts, size, more = [], 0, True
        while more:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                break
            part = message.get("body", b"")
            size += len(part)
            if size > self._largest:
                raise Refused(413, f"that is too much: at most {self._largest:,} bytes")
            parts.append(part)
            more = message.get("more_body", False)
        return b"".join(parts)


def _again(content: bytes, receive: Receive) -> Receive:
    sent = False

    async def received() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": content, "more_body": False}

    return received


def _host_name(host: str) -> str:
    """Of a Host header, without the port."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


async def _answer(send: Send, status: int, words: str) -> None:
    content = json.dumps({"error": words}).encode()
    headers: list[Any] = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
