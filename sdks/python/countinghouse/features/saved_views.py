# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Dict, List, TypedDict

from ..transport import Transport


class SavedViewsListAnswerViewsItem(TypedDict):
    list: str
    name: str
    search: Dict[str, str]
    id: str


class SavedViewsListAnswer(TypedDict):
    views: List[SavedViewsListAnswerViewsItem]


class SavedViews:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> SavedViewsListAnswer:
        """The views of lists that the caller has saved, by list and name. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/saved-views",
            repeats="always",
            timeout=timeout,
        )
