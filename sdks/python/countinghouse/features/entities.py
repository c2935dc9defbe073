# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Dict, List, Literal, NotRequired, TypedDict

from ..transport import Transport, segment


class EntitiesListAnswerEntitiesItem(TypedDict):
    id: str
    code: str
    name: str
    base_currency: str
    active: bool
    entity_role: Literal["entity_admin", "entity_member"] | None
    members: int
    metadata: Dict[str, str]


class EntitiesListAnswer(TypedDict):
    entities: List[EntitiesListAnswerEntitiesItem]
    current_id: str | None


class EntitiesCreateAnswerEntity(TypedDict):
    id: str
    code: str
    name: str
    base_currency: str
    active: bool
    entity_role: Literal["entity_admin", "entity_member"] | None
    members: int
    metadata: Dict[str, str]


class EntitiesCreateAnswerDetails(TypedDict):
    eligible: int


class EntitiesCreateAnswer(TypedDict):
    entity: NotRequired[EntitiesCreateAnswerEntity]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[EntitiesCreateAnswerDetails]


class EntitiesCreateBody(TypedDict):
    code: str
    name: str
    base_currency: str
    metadata: NotRequired[Dict[str, str]]


class EntitiesRenameAnswerDetails(TypedDict):
    eligible: int


class EntitiesRenameAnswer(TypedDict):
    ok: bool
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[EntitiesRenameAnswerDetails]


class EntitiesRenameBody(TypedDict):
    id: str
    name: str


class EntitiesDeactivateAnswerDetails(TypedDict):
    eligible: int


class EntitiesDeactivateAnswer(TypedDict):
    ok: bool
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[EntitiesDeactivateAnswerDetails]


class EntitiesDeactivateBody(TypedDict):
    id: str


class EntitiesReactivateAnswerDetails(TypedDict):
    eligible: int


class EntitiesReactivateAnswer(TypedDict):
    ok: bool
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[EntitiesReactivateAnswerDetails]


class EntitiesReactivateBody(TypedDict):
    id: str


class EntitiesMembersAnswerMembersItem(TypedDict):
    id: str
    kind: Literal["person", "service_account"]
    email: str
    name: str
    role: Literal["entity_admin", "entity_member"]


class EntitiesMembersAnswerTenantMembersItem(TypedDict):
    id: str
    kind: Literal["person", "service_account"]
    email: str
    name: str


class EntitiesMembersAnswer(TypedDict):
    members: List[EntitiesMembersAnswerMembersItem]
    tenant_members: List[EntitiesMembersAnswerTenantMembersItem]


class EntitiesTrialBalanceAnswerEntity(TypedDict):
    id: str
    code: str
    name: str


class EntitiesTrialBalanceAnswerLinesItem(TypedDict):
    kind: Literal["account", "due"]
    code: str
    title: str
    currency: str
    balance: str
    balance_minor: str
    minor_units: int


class EntitiesTrialBalanceAnswer(TypedDict):
    entity: EntitiesTrialBalanceAnswerEntity
    lines: List[EntitiesTrialBalanceAnswerLinesItem]


class Entities:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        metadata: Dict[str, str] | None = None,
        timeout: float | None = None,
    ) -> EntitiesListAnswer:
        """The entities of the organisation, and the one that is active in this session. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/entities",
            query={"metadata": metadata},
            repeats="always",
            timeout=timeout,
        )

    def create(
        self,
        body: EntitiesCreateBody,
        *,
        timeout: float | None = None,
    ) -> EntitiesCreateAnswer:
        """Make an entity; its maker administers it. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/entities",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def rename(
        self,
        body: EntitiesRenameBody,
        *,
        timeout: float | None = None,
    ) -> EntitiesRenameAnswer:
        """Give an entity another name. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/entities/rename",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def deactivate(
        self,
        body: EntitiesDeactivateBody,
        *,
        timeout: float | None = None,
    ) -> EntitiesDeactivateAnswer:
        """Stop postings to the accounts of an entity. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/entities/deactivate",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def reactivate(
        self,
        body: EntitiesReactivateBody,
        *,
        timeout: float | None = None,
    ) -> EntitiesReactivateAnswer:
        """Undo a deactivation. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/entities/reactivate",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def members(
        self,
        *,
        entity_id: str,
        timeout: float | None = None,
    ) -> EntitiesMembersAnswer:
        """Who has a role in an entity, and the members and service accounts of the organisation that could get one. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/entities/members",
            query={"entity_id": entity_id},
            repeats="always",
            timeout=timeout,
        )

    def trial_balance(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> EntitiesTrialBalanceAnswer:
        """The balances of an entity’s accounts with its due-from and due-to lines; each currency sums to zero. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/entities/{segment(id)}/trial-balance",
            repeats="always",
            timeout=timeout,
        )
