"""What speaks HTTP: address, credential, organisation, idempotency keys and repeats within one deadline.

A call is asked again only where that cannot do anything twice: it reads, or it carries an idempotency key, which stays the same, or the
server said that it did not begin. It never outlives its deadline.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, TypeVar

FIRST_WAIT_S = 0.2
WAIT_S_MAX = 5.0
NOT_BEGUN = frozenset({"OVERLOADED", "RATE_LIMITED", "TOO_MANY_ATTEMPTS"})

Repeats = Literal["always", "one", "each", "never"]


@dataclass(frozen=True)
class File:
    """A file that is sent or was answered."""

    name: str
    content: bytes


class ApiError(Exception):
    """Why there is no answer. `code` is one of docs/reference/errors.md; UNKNOWN where no answer came, or one that is not the server's."""

    def __init__(self, *, code: str, status: int, message: str, request_id: str | None, payload: Any, wait_seconds: float | None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.code = code
        #: HTTP status; 0 where no answer came.
        self.status = status
        self.message = message
        #: To quote to whoever runs the server.
        self.request_id = request_id
        #: The answer's body as it came.
        self.payload = payload
        #: Seconds after which the server asks to be asked again; None where it says nothing of it.
        self.wait_seconds = wait_seconds

    @property
    def details(self) -> Any:
        """What the refusal says beside its code."""
        return self.payload.get("details") if isinstance(self.payload, dict) else None

    @property
    def fields(self) -> dict[str, str]:
        """What is wrong with which field of a wrong request, by path."""
        details = self.details if isinstance(self.details, list) else []
        return {str(d.get("path", "")): str(d.get("message", "")) for d in details if isinstance(d, dict)}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is no answer: the credential goes to the address that was named and to no other."""

    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        return None


def segment(value: str) -> str:
    """A part of a path."""
    return urllib.parse.quote(value, safe="")


class Transport:
    def __init__(self, url: str, api_key: str, *, tenant_id: str | None, attempts: int, timeout: float) -> None:
        self._url = url.rstrip("/")
        self._api_key = api_key
        self._tenant_id = tenant_id
        self._attempts = attempts
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)

    def call(
        self,
        method: str,
        path: str,
        *,
        repeats: Repeats,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        file: File | None = None,
        idempotency_key: str | None = None,
        also: Mapping[int, tuple[str, ...]] | None = None,
        takes_file: bool = False,
        timeout: float | None = None,
    ) -> Any:
        """The answer. Raises ApiError for every refusal, and where no answer came."""
        headers = {"authorization": f"Bearer {self._api_key}", "accept": "*/*"}
        if self._tenant_id is not None:
            headers["x-tenant-id"] = self._tenant_id
        if repeats == "one" and "idem_key" not in (body or {}):
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        if repeats == "each":
            body = {**body, "intents": [{"idem_key": str(uuid.uuid4()), **intent} for intent in body["intents"]]}
        data = None
        if file is not None:
            data, headers["content-type"] = _form(file)
        elif body is not None:
            data, headers["content-type"] = json.dumps(body).encode(), "application/json"
        url = f"{self._url}{path}{_query_text(query or {})}"
        end = time.monotonic() + (self._timeout if timeout is None else timeout)
        attempt = 1
        while True:
            try:
                request = urllib.request.Request(url, data=data, headers=headers, method=method)
                return self._ask(request, end - time.monotonic(), also or {}, takes_file)
            except ApiError as error:
                wait = _wait_before(attempt, error)
                if attempt >= self._attempts or not _may_repeat(repeats, error) or time.monotonic() + wait >= end:
                    raise
                time.sleep(wait)
                attempt += 1

    def _ask(self, request: urllib.request.Request, left: float, also: Mapping[int, tuple[str, ...]], takes_file: bool) -> Any:
        try:
            with self._opener.open(request, timeout=max(0.001, left)) as response:
                status, headers, content = response.status, response.headers, response.read()
        except urllib.error.HTTPError as refused:
            with refused:
                status, headers, content = refused.code, refused.headers, refused.read()
        except (OSError, http.client.HTTPException) as error:
            raise ApiError(
                code="UNKNOWN",
                status=0,
                message="Request failed: the server could not be reached.",
                request_id=None,
                payload=None,
                wait_seconds=None,
            ) from error
        if takes_file and status == 200:
            name = re.search(r'filename="([^"]+)"', headers.get("content-disposition", ""))
            return File("file" if name is None else name[1], content)
        payload = _payload_of(content)
        known = also.get(status)
        if status == 200 or (known is not None and isinstance(payload, dict) and all(member in payload for member in known)):
            return payload
        _refuse(status, headers, payload)


def _payload_of(content: bytes) -> Any:
    try:
        return json.loads(content) if content else None
    except ValueError:
        return content.decode("utf-8", "replace")


def _refuse(status: int, headers: Mapping[str, str], payload: Any) -> NoReturn:
    body = payload if isinstance(payload, dict) else {}
    wait = headers.get("retry-after", "")
    raise ApiError(
        code=body.get("code") or body.get("error") or "UNKNOWN",
        status=status,
        message=body.get("message") or f"Request failed ({status})",
        request_id=body.get("requestId") or headers.get("x-request-id"),
        payload=payload,
        wait_seconds=float(wait) if re.fullmatch(r"\d+(\.\d+)?", wait or "") else None,
    )


def _may_repeat(repeats: Repeats, error: ApiError) -> bool:
    if error.status in (0, 502, 503, 504):
        return repeats != "never" or error.code in NOT_BEGUN
    return error.status == 429


def _wait_before(attempt: int, error: ApiError) -> float:
    if error.wait_seconds is not None:
        return error.wait_seconds
    most = min(WAIT_S_MAX, FIRST_WAIT_S * 2 ** (attempt - 1))
    return most / 2 + most / 2 * random.random()


def _query_text(query: Mapping[str, Any]) -> str:
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        if value is None:
            continue
        if isinstance(value, Mapping):
            pairs.extend((f"{name}[{key}]", _said(member)) for key, member in value.items())
        else:
            pairs.append((name, _said(value)))
    return f"?{urllib.parse.urlencode(pairs)}" if pairs else ""


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _form(file: File) -> tuple[bytes, str]:
    boundary = uuid.uuid4().hex
    name = re.sub(r'["\r\n]', "_", file.name)
    head = f'--{boundary}\r\ncontent-disposition: form-data; name="file"; filename="{name}"\r\ncontent-type: application/octet-stream\r\n\r\n'
    return head.encode() + file.content + f"\r\n--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


Page = TypeVar("Page", bound=Mapping[str, Any])


def pages(call: Callable[..., Page], **query: Any) -> Iterator[Page]:
    """The pages of a list whose answer says where the next one begins (`next`, asked for as `after`)."""
    while True:
        page = call(**query)
        yield page
        if page.get("next") is None:
            return
        query["after"] = page["next"]
