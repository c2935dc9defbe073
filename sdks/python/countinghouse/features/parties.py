# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Dict, List, NotRequired, TypedDict

from ..transport import Transport, segment


class PartiesSearchAnswerPartiesItem(TypedDict):
    id: str
    label: str
    kind: str
    externalRef: str | None
    external_ref: str | None
    created_at: str


class PartiesSearchAnswer(TypedDict):
    parties: List[PartiesSearchAnswerPartiesItem]
    total: int


class PartiesCreateAnswerParty(TypedDict):
    id: str
    label: str
    kind: str
    externalRef: str | None
    external_ref: str | None
    created_at: str


class PartiesCreateAnswer(TypedDict):
    party: PartiesCreateAnswerParty


class PartiesCreateBody(TypedDict):
    label: str
    kind: NotRequired[str]
    external_ref: NotRequired[str | None]
    metadata: NotRequired[Dict[str, str]]


class PartiesGetAnswerParty(TypedDict):
    id: str
    label: str
    kind: str
    externalRef: str | None
    external_ref: str | None
    created_at: str


class PartiesGetAnswer(TypedDict):
    party: PartiesGetAnswerParty


class PartiesChangeAnswerParty(TypedDict):
    id: str
    label: str
    kind: str
    externalRef: str | None
    external_ref: str | None
    created_at: str


class PartiesChangeAnswer(TypedDict):
    party: PartiesChangeAnswerParty


class PartiesChangeBody(TypedDict):
    label: str
    kind: NotRequired[str]
    external_ref: NotRequired[str | None]


class Parties:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def search(
        self,
        *,
        q: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        timeout: float | None = None,
    ) -> PartiesSearchAnswer:
        """Parties whose label, kind, reference or id contains a text, by label; without a text all of them. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/parties/search",
            query={"q": q, "page": page, "page_size": page_size},
            repeats="always",
            timeout=timeout,
        )

    def create(
        self,
        body: PartiesCreateBody,
        *,
        timeout: float | None = None,
    ) -> PartiesCreateAnswer:
        """Add a party. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/parties",
            body=body,
            repeats="never",
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> PartiesGetAnswer:
        """One party. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/parties/{segment(id)}",
            repeats="always",
            timeout=timeout,
        )

    def change(
        self,
        id: str,
        body: PartiesChangeBody,
        *,
        timeout: float | None = None,
    ) -> PartiesChangeAnswer:
        """Change a party. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/parties/{segment(id)}",
            body=body,
            repeats="never",
            timeout=timeout,
        )
