# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class PeopleMembersAnswerMembersItem(TypedDict):
    id: str
    email: str
    name: str
    role: Literal["owner", "member", "auditor"]
    joined_at: str


class PeopleMembersAnswer(TypedDict):
    members: List[PeopleMembersAnswerMembersItem]


class PeopleNamesAnswerPeopleItem(TypedDict):
    id: str
    name: str | None
    state: Literal["member", "former", "erased"]


class PeopleNamesAnswerServiceAccountsItem(TypedDict):
    id: str
    name: str
    active: bool


class PeopleNamesAnswerApiKeysItem(TypedDict):
    id: str
    name: str


class PeopleNamesAnswer(TypedDict):
    people: List[PeopleNamesAnswerPeopleItem]
    service_accounts: List[PeopleNamesAnswerServiceAccountsItem]
    api_keys: List[PeopleNamesAnswerApiKeysItem]


class PeopleInvitesAnswerInvitesItem(TypedDict):
    id: str
    email: str
    role: Literal["owner", "member", "auditor"]
    created_at: str
    expires_at: str


class PeopleInvitesAnswer(TypedDict):
    invites: List[PeopleInvitesAnswerInvitesItem]


class People:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def members(
        self,
        *,
        timeout: float | None = None,
    ) -> PeopleMembersAnswer:
        """The members of the organisation. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/members",
            repeats="always",
            timeout=timeout,
        )

    def names(
        self,
        *,
        timeout: float | None = None,
    ) -> PeopleNamesAnswer:
        """What to call everybody who ever belonged to the organisation, its service accounts and its API keys, by id. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/actors",
            repeats="always",
            timeout=timeout,
        )

    def invites(
        self,
        *,
        timeout: float | None = None,
    ) -> PeopleInvitesAnswer:
        """Pending invitations, newest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/invites",
            repeats="always",
            timeout=timeout,
        )
