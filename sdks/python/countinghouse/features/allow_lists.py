# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, TypedDict

from ..transport import Transport


class AllowListsGetAnswerNetworksItem(TypedDict):
    network: str
    note: str | None


class AllowListsGetAnswer(TypedDict):
    networks: List[AllowListsGetAnswerNetworksItem]
    address: str


class AllowLists:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> AllowListsGetAnswer:
        """The addresses and networks that the organisation takes calls from; none: it takes them from everywhere. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/allow-list",
            repeats="always",
            timeout=timeout,
        )
