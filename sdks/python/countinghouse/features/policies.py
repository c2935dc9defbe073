# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, TypedDict

from ..transport import Transport


class PoliciesListAnswerPoliciesItem(TypedDict):
    id: str
    name: str
    hook: Literal["intent.validate", "intent.high_risk", "period.lock"]
    expr: str
    max_rows: int
    cost_units: int | None
    spec: Dict[str, Any]
    version: int
    retired_at: str | None
    retired_by: str | None
    registered_at: str
    registered_by: str
    seq: int


class PoliciesListAnswerBudgetsItem(TypedDict):
    hooks: List[Literal["intent.validate", "intent.high_risk", "period.lock"]]
    used_units: int
    budget_units: int


class PoliciesListAnswer(TypedDict):
    policies: List[PoliciesListAnswerPoliciesItem]
    total: int
    budgets: List[PoliciesListAnswerBudgetsItem]


class PoliciesEvaluateAnswerFault(TypedDict):
    path: str
    message: str
    line: int | None
    column: int | None


class PoliciesEvaluateAnswerCost(TypedDict):
    units: int
    others_units: int
    budget_units: int
    max_rows: int


class PoliciesEvaluateAnswerResult(TypedDict):
    answer: Any
    allows: bool
    failure: Literal["error", "over_budget", "timed_out"] | None
    why: str | None
    spent_units: int


class PoliciesEvaluateAnswer(TypedDict):
    fault: PoliciesEvaluateAnswerFault | None
    cost: PoliciesEvaluateAnswerCost | None
    result: PoliciesEvaluateAnswerResult | None
    seen: Dict[str, Any] | None


class PoliciesEvaluateBodySampleRowsItem(TypedDict):
    debit_account: str
    credit_account: str
    amount: str
    currency: str
    value_date: NotRequired[str]
    narrative: NotRequired[str]


class PoliciesEvaluateBodySample(TypedDict):
    use_case: NotRequired[str]
    value_date: NotRequired[str]
    constraints: NotRequired[Dict[str, Any]]
    metadata: NotRequired[Dict[str, str]]
    rows: List[PoliciesEvaluateBodySampleRowsItem]


class PoliciesEvaluateBody(TypedDict):
    control_id: NotRequired[str]
    spec: Dict[str, Any]
    intent_id: NotRequired[str]
    sample: NotRequired[PoliciesEvaluateBodySample]


class Policies:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        q: str | None = None,
        state: Literal["active", "retired", "all"] | None = None,
        hook: Literal["intent.validate", "intent.high_risk", "period.lock"] | None = None,
        timeout: float | None = None,
    ) -> PoliciesListAnswer:
        """Policies by name, what each costs, and the budget that they share. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/policies",
            query={"q": q, "state": state, "hook": hook},
            repeats="always",
            timeout=timeout,
        )

    def evaluate(
        self,
        body: PoliciesEvaluateBody,
        *,
        timeout: float | None = None,
    ) -> PoliciesEvaluateAnswer:
        """Check a spec, say what it costs, and what it answers for a past intent or a sample; nothing is saved. Needs the grant `read`."""
        return self._transport.call(
            "POST",
            "/api/v1/policies/evaluate",
            body=body,
            repeats="always",
            timeout=timeout,
        )
