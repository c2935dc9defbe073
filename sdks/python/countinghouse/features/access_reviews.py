# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import File, Transport


class AccessReviewsGetAnswerRightsItem(TypedDict):
    kind: Literal["organisation", "entity", "api_key", "signing_key"]
    user_id: str | None
    user_email: str | None
    service_account: str | None
    right: str
    object: str
    object_id: str | None
    in_force: bool
    since: str
    seq: int
    given_by: str
    given_by_email: str | None
    given_by_service_account: str | None
    until: str | None
    networks: List[str]


class AccessReviewsGetAnswer(TypedDict):
    on: str
    seq: int
    event_hash: str
    rights: List[AccessReviewsGetAnswerRightsItem]


class AccessReviews:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        on: str | None = None,
        timeout: float | None = None,
    ) -> AccessReviewsGetAnswer:
        """Who held which right at the end of a day: roles of people and service accounts, API keys and signing keys, from the events up to then. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/access-review",
            query={"on": on},
            repeats="always",
            timeout=timeout,
        )

    def csv(
        self,
        *,
        on: str | None = None,
        timeout: float | None = None,
    ) -> File:
        """The same as a file. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/access-review.csv",
            query={"on": on},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )
