# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict

from ..transport import Transport, segment


class ControlsListAnswerControlsItemLastAttestation(TypedDict):
    seq: int
    version: int
    status: Literal["passed", "failed"]
    evidence: str
    attested_at: str
    attested_by: str


class ControlsListAnswerControlsItem(TypedDict):
    version: int
    name: str
    spec: Dict[str, Any]
    registered_at: str
    registered_by: str
    seq: int
    id: str
    hook: str | None
    expr: str | None
    created_at: str
    retired_at: str | None
    retired_by: str | None
    attest_every_days: int | None
    due_on: str | None
    due: Literal["none", "later", "due", "overdue"]
    last_attestation: ControlsListAnswerControlsItemLastAttestation | None


class ControlsListAnswer(TypedDict):
    controls: List[ControlsListAnswerControlsItem]


class ControlsGetAnswerControlLastAttestation(TypedDict):
    seq: int
    version: int
    status: Literal["passed", "failed"]
    evidence: str
    attested_at: str
    attested_by: str


class ControlsGetAnswerControl(TypedDict):
    version: int
    name: str
    spec: Dict[str, Any]
    registered_at: str
    registered_by: str
    seq: int
    id: str
    hook: str | None
    expr: str | None
    created_at: str
    retired_at: str | None
    retired_by: str | None
    attest_every_days: int | None
    due_on: str | None
    due: Literal["none", "later", "due", "overdue"]
    last_attestation: ControlsGetAnswerControlLastAttestation | None


class ControlsGetAnswerVersionsItem(TypedDict):
    version: int
    name: str
    spec: Dict[str, Any]
    registered_at: str
    registered_by: str
    seq: int


class ControlsGetAnswerAttestationsItem(TypedDict):
    seq: int
    version: int
    status: Literal["passed", "failed"]
    evidence: str
    attested_at: str
    attested_by: str


class ControlsGetAnswer(TypedDict):
    control: ControlsGetAnswerControl
    versions: List[ControlsGetAnswerVersionsItem]
    attestations: List[ControlsGetAnswerAttestationsItem]


class Controls:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> ControlsListAnswer:
        """Every control, the retired ones last, with what is due. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/controls",
            repeats="always",
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> ControlsGetAnswer:
        """A control with its versions and attestations, newest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/controls/{segment(id)}",
            repeats="always",
            timeout=timeout,
        )
