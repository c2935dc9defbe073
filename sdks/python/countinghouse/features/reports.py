# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import File, Transport


ReportsBalancesByGlAnswerBalancesItem = TypedDict(
    "ReportsBalancesByGlAnswerBalancesItem",
    {
        "code": "str",
        "title": "str",
        "total": "str",
        "total_minor": "str",
        "gl_account_id": "str",
        "class": "str",
    },
)


class ReportsBalancesByGlAnswerEntity(TypedDict):
    id: str
    code: str
    name: str


class ReportsBalancesByGlAnswerPosition(TypedDict):
    seq: int
    event_hash: str
    snapshot_id: str | None
    value_date: str | None


class ReportsBalancesByGlAnswer(TypedDict):
    currency: str
    balances: List[ReportsBalancesByGlAnswerBalancesItem]
    minor_units: int
    organisation: str
    entity: ReportsBalancesByGlAnswerEntity | None
    generated_at: str
    position: ReportsBalancesByGlAnswerPosition


class ReportsTrialBalanceAnswerEntity(TypedDict):
    id: str
    code: str
    name: str


class ReportsTrialBalanceAnswerPosition(TypedDict):
    seq: int
    event_hash: str
    snapshot_id: str | None
    value_date: str | None


ReportsTrialBalanceAnswerPeriod = TypedDict(
    "ReportsTrialBalanceAnswerPeriod",
    {
        "from": "str | None",
        "as_of": "str",
    },
)


ReportsTrialBalanceAnswerPrior = TypedDict(
    "ReportsTrialBalanceAnswerPrior",
    {
        "from": "str | None",
        "as_of": "str",
    },
)


class ReportsTrialBalanceAnswerCurrenciesItem(TypedDict):
    code: str
    minor_units: int


class ReportsTrialBalanceAnswerTranslationConversionsItemRatesItem(TypedDict):
    base_currency: str
    quote_currency: str
    rate: str
    asof: str
    source: str


ReportsTrialBalanceAnswerTranslationConversionsItem = TypedDict(
    "ReportsTrialBalanceAnswerTranslationConversionsItem",
    {
        "column": "Literal[\"current\", \"prior\"]",
        "from": "str",
        "how": "Literal[\"direct\", \"inverse\", \"cross\"]",
        "rates": "List[ReportsTrialBalanceAnswerTranslationConversionsItemRatesItem]",
    },
)


class ReportsTrialBalanceAnswerTranslationMissingItem(TypedDict):
    column: Literal["current", "prior"]
    currency: str


class ReportsTrialBalanceAnswerTranslation(TypedDict):
    currency: str
    minor_units: int
    conversions: List[ReportsTrialBalanceAnswerTranslationConversionsItem]
    missing: List[ReportsTrialBalanceAnswerTranslationMissingItem]


class ReportsTrialBalanceAnswerLinesItemAmountsItem(TypedDict):
    currency: str
    current: str
    current_minor: str
    prior: str | None
    prior_minor: str | None


class ReportsTrialBalanceAnswerLinesItemTranslated(TypedDict):
    current: str | None
    current_minor: str | None
    prior: str | None
    prior_minor: str | None


ReportsTrialBalanceAnswerLinesItem = TypedDict(
    "ReportsTrialBalanceAnswerLinesItem",
    {
        "kind": "Literal[\"section\", \"group\", \"account\", \"due\", \"retained\", \"result\", \"rounding\", \"total\"]",
        "code": "str",
        "title": "str",
        "class": "Literal[\"A\", \"L\", \"E\", \"I\", \"X\"] | None",
        "gl_account_id": "str | None",
        "depth": "int",
        "amounts": "List[ReportsTrialBalanceAnswerLinesItemAmountsItem]",
        "translated": "ReportsTrialBalanceAnswerLinesItemTranslated",
    },
)


class ReportsTrialBalanceAnswer(TypedDict):
    report: Literal["trial-balance", "balance-sheet", "income-statement"]
    organisation: str
    entity: ReportsTrialBalanceAnswerEntity | None
    generated_at: str
    position: ReportsTrialBalanceAnswerPosition
    period: ReportsTrialBalanceAnswerPeriod
    prior: ReportsTrialBalanceAnswerPrior | None
    currencies: List[ReportsTrialBalanceAnswerCurrenciesItem]
    translation: ReportsTrialBalanceAnswerTranslation
    left_out: List[Literal["revaluation", "year_end"]]
    lines: List[ReportsTrialBalanceAnswerLinesItem]


class ReportsBalanceSheetAnswerEntity(TypedDict):
    id: str
    code: str
    name: str


class ReportsBalanceSheetAnswerPosition(TypedDict):
    seq: int
    event_hash: str
    snapshot_id: str | None
    value_date: str | None


ReportsBalanceSheetAnswerPeriod = TypedDict(
    "ReportsBalanceSheetAnswerPeriod",
    {
        "from": "str | None",
        "as_of": "str",
    },
)


ReportsBalanceSheetAnswerPrior = TypedDict(
    "ReportsBalanceSheetAnswerPrior",
    {
        "from": "str | None",
        "as_of": "str",
    },
)


class ReportsBalanceSheetAnswerCurrenciesItem(TypedDict):
    code: str
    minor_units: int


class ReportsBalanceSheetAnswerTranslationConversionsItemRatesItem(TypedDict):
    base_currency: str
    quote_currency: str
    rate: str
    asof: str
    source: str


ReportsBalanceSheetAnswerTranslationConversionsItem = TypedDict(
    "ReportsBalanceSheetAnswerTranslationConversionsItem",
    {
        "column": "Literal[\"current\", \"prior\"]",
        "from": "str",
        "how": "Literal[\"direct\", \"inverse\", \"cross\"]",
        "rates": "List[ReportsBalanceSheetAnswerTranslationConversionsItemRatesItem]",
    },
)


class ReportsBalanceSheetAnswerTranslationMissingItem(TypedDict):
    column: Literal["current", "prior"]
    currency: str


class ReportsBalanceSheetAnswerTranslation(TypedDict):
    currency: str
    minor_units: int
    conversions: List[ReportsBalanceSheetAnswerTranslationConversionsItem]
    missing: List[ReportsBalanceSheetAnswerTranslationMissingItem]


class ReportsBalanceSheetAnswerLinesItemAmountsItem(TypedDict):
    currency: str
    current: str
    current_minor: str
    prior: str | None
    prior_minor: str | None


class ReportsBalanceSheetAnswerLinesItemTranslated(TypedDict):
    current: str | None
    current_minor: str | None
    prior: str | None
    prior_minor: str | None


ReportsBalanceSheetAnswerLinesItem = TypedDict(
    "ReportsBalanceSheetAnswerLinesItem",
    {
        "kind": "Literal[\"section\", \"group\", \"account\", \"due\", \"retained\", \"result\", \"rounding\", \"total\"]",
        "code": "str",
        "title": "str",
        "class": "Literal[\"A\", \"L\", \"E\", \"I\", \"X\"] | None",
        "gl_account_id": "str | None",
        "depth": "int",
        "amounts": "List[ReportsBalanceSheetAnswerLinesItemAmountsItem]",
        "translated": "ReportsBalanceSheetAnswerLinesItemTranslated",
    },
)


class ReportsBalanceSheetAnswer(TypedDict):
    report: Literal["trial-balance", "balance-sheet", "income-statement"]
    organisation: str
    entity: ReportsBalanceSheetAnswerEntity | None
    generated_at: str
    position: ReportsBalanceSheetAnswerPosition
    period: ReportsBalanceSheetAnswerPeriod
    prior: ReportsBalanceSheetAnswerPrior | None
    currencies: List[ReportsBalanceSheetAnswerCurrenciesItem]
    translation: ReportsBalanceSheetAnswerTranslation
    left_out: List[Literal["revaluation", "year_end"]]
    lines: List[ReportsBalanceSheetAnswerLinesItem]


class ReportsIncomeStatementAnswerEntity(TypedDict):
    id: str
    code: str
    name: str


class ReportsIncomeStatementAnswerPosition(TypedDict):
    seq: int
    event_hash: str
    snapshot_id: str | None
    value_date: str | None


ReportsIncomeStatementAnswerPeriod = TypedDict(
    "ReportsIncomeStatementAnswerPeriod",
    {
        "from": "str | None",
        "as_of": "str",
    },
)


ReportsIncomeStatementAnswerPrior = TypedDict(
    "ReportsIncomeStatementAnswerPrior",
    {
        "from": "str | None",
        "as_of": "str",
    },
)


class ReportsIncomeStatementAnswerCurrenciesItem(TypedDict):
    code: str
    minor_units: int


class ReportsIncomeStatementAnswerTranslationConversionsItemRatesItem(TypedDict):
    base_currency: str
    quote_currency: str
    rate: str
    asof: str
    source: str


ReportsIncomeStatementAnswerTranslationConversionsItem = TypedDict(
    "ReportsIncomeStatementAnswerTranslationConversionsItem",
    {
        "column": "Literal[\"current\", \"prior\"]",
        "from": "str",
        "how": "Literal[\"direct\", \"inverse\", \"cross\"]",
        "rates": "List[ReportsIncomeStatementAnswerTranslationConversionsItemRatesItem]",
    },
)


class ReportsIncomeStatementAnswerTranslationMissingItem(TypedDict):
    column: Literal["current", "prior"]
    currency: str


class ReportsIncomeStatementAnswerTranslation(TypedDict):
    currency: str
    minor_units: int
    conversions: List[ReportsIncomeStatementAnswerTranslationConversionsItem]
    missing: List[ReportsIncomeStatementAnswerTranslationMissingItem]


class ReportsIncomeStatementAnswerLinesItemAmountsItem(TypedDict):
    currency: str
    current: str
    current_minor: str
    prior: str | None
    prior_minor: str | None


class ReportsIncomeStatementAnswerLinesItemTranslated(TypedDict):
    current: str | None
    current_minor: str | None
    prior: str | None
    prior_minor: str | None


ReportsIncomeStatementAnswerLinesItem = TypedDict(
    "ReportsIncomeStatementAnswerLinesItem",
    {
        "kind": "Literal[\"section\", \"group\", \"account\", \"due\", \"retained\", \"result\", \"rounding\", \"total\"]",
        "code": "str",
        "title": "str",
        "class": "Literal[\"A\", \"L\", \"E\", \"I\", \"X\"] | None",
        "gl_account_id": "str | None",
        "depth": "int",
        "amounts": "List[ReportsIncomeStatementAnswerLinesItemAmountsItem]",
        "translated": "ReportsIncomeStatementAnswerLinesItemTranslated",
    },
)


class ReportsIncomeStatementAnswer(TypedDict):
    report: Literal["trial-balance", "balance-sheet", "income-statement"]
    organisation: str
    entity: ReportsIncomeStatementAnswerEntity | None
    generated_at: str
    position: ReportsIncomeStatementAnswerPosition
    period: ReportsIncomeStatementAnswerPeriod
    prior: ReportsIncomeStatementAnswerPrior | None
    currencies: List[ReportsIncomeStatementAnswerCurrenciesItem]
    translation: ReportsIncomeStatementAnswerTranslation
    left_out: List[Literal["revaluation", "year_end"]]
    lines: List[ReportsIncomeStatementAnswerLinesItem]


class ReportsLineAccountsAnswerEntity(TypedDict):
    id: str
    code: str
    name: str


class ReportsLineAccountsAnswerPosition(TypedDict):
    seq: int
    event_hash: str
    snapshot_id: str | None
    value_date: str | None


ReportsLineAccountsAnswerPeriod = TypedDict(
    "ReportsLineAccountsAnswerPeriod",
    {
        "from": "str | None",
        "as_of": "str",
    },
)


ReportsLineAccountsAnswerPrior = TypedDict(
    "ReportsLineAccountsAnswerPrior",
    {
        "from": "str | None",
        "as_of": "str",
    },
)


class ReportsLineAccountsAnswerTranslationConversionsItemRatesItem(TypedDict):
    base_currency: str
    quote_currency: str
    rate: str
    asof: str
    source: str


ReportsLineAccountsAnswerTranslationConversionsItem = TypedDict(
    "ReportsLineAccountsAnswerTranslationConversionsItem",
    {
        "column": "Literal[\"current\", \"prior\"]",
        "from": "str",
        "how": "Literal[\"direct\", \"inverse\", \"cross\"]",
        "rates": "List[ReportsLineAccountsAnswerTranslationConversionsItemRatesItem]",
    },
)


class ReportsLineAccountsAnswerTranslationMissingItem(TypedDict):
    column: Literal["current", "prior"]
    currency: str


class ReportsLineAccountsAnswerTranslation(TypedDict):
    currency: str
    minor_units: int
    conversions: List[ReportsLineAccountsAnswerTranslationConversionsItem]
    missing: List[ReportsLineAccountsAnswerTranslationMissingItem]


class ReportsLineAccountsAnswerAccountsItemAmountsItem(TypedDict):
    currency: str
    current: str
    current_minor: str
    prior: str | None
    prior_minor: str | None


class ReportsLineAccountsAnswerAccountsItemTranslated(TypedDict):
    current: str | None
    current_minor: str | None
    prior: str | None
    prior_minor: str | None


class ReportsLineAccountsAnswerAccountsItem(TypedDict):
    id: str
    code: str
    amounts: List[ReportsLineAccountsAnswerAccountsItemAmountsItem]
    translated: ReportsLineAccountsAnswerAccountsItemTranslated


class ReportsLineAccountsAnswer(TypedDict):
    report: Literal["trial-balance", "balance-sheet", "income-statement"]
    organisation: str
    entity: ReportsLineAccountsAnswerEntity | None
    generated_at: str
    position: ReportsLineAccountsAnswerPosition
    gl_account_id: str
    period: ReportsLineAccountsAnswerPeriod
    prior: ReportsLineAccountsAnswerPrior | None
    translation: ReportsLineAccountsAnswerTranslation
    accounts: List[ReportsLineAccountsAnswerAccountsItem]
    complete: bool


class ReportsCashPositionAnswerEntity(TypedDict):
    id: str
    code: str
    name: str


class ReportsCashPositionAnswerPosition(TypedDict):
    seq: int
    event_hash: str
    snapshot_id: str | None
    value_date: str | None


class ReportsCashPositionAnswerAccountsItem(TypedDict):
    balance: str
    balance_minor: str
    movements: List[str]
    movements_minor: List[str]
    projected: str
    projected_minor: str
    id: str
    code: str
    entity_code: str | None
    gl_code: str
    gl_title: str
    currency: str
    minor_units: int


class ReportsCashPositionAnswerTotalsItem(TypedDict):
    balance: str
    balance_minor: str
    movements: List[str]
    movements_minor: List[str]
    projected: str
    projected_minor: str
    currency: str
    minor_units: int


class ReportsCashPositionAnswerTranslationConversionsItemRatesItem(TypedDict):
    base_currency: str
    quote_currency: str
    rate: str
    asof: str
    source: str


ReportsCashPositionAnswerTranslationConversionsItem = TypedDict(
    "ReportsCashPositionAnswerTranslationConversionsItem",
    {
        "column": "Literal[\"current\", \"prior\"]",
        "from": "str",
        "how": "Literal[\"direct\", \"inverse\", \"cross\"]",
        "rates": "List[ReportsCashPositionAnswerTranslationConversionsItemRatesItem]",
    },
)


class ReportsCashPositionAnswerTranslationMissingItem(TypedDict):
    column: Literal["current", "prior"]
    currency: str


class ReportsCashPositionAnswerTranslation(TypedDict):
    currency: str
    minor_units: int
    conversions: List[ReportsCashPositionAnswerTranslationConversionsItem]
    missing: List[ReportsCashPositionAnswerTranslationMissingItem]


class ReportsCashPositionAnswerTranslated(TypedDict):
    balance: str
    balance_minor: str
    movements: List[str]
    movements_minor: List[str]
    projected: str
    projected_minor: str


class ReportsCashPositionAnswer(TypedDict):
    organisation: str
    entity: ReportsCashPositionAnswerEntity | None
    generated_at: str
    position: ReportsCashPositionAnswerPosition
    as_of: str
    days: List[str]
    accounts: List[ReportsCashPositionAnswerAccountsItem]
    totals: List[ReportsCashPositionAnswerTotalsItem]
    translation: ReportsCashPositionAnswerTranslation
    translated: ReportsCashPositionAnswerTranslated | None


class ReportsCashOverTimeAnswerEntity(TypedDict):
    id: str
    code: str
    name: str


class ReportsCashOverTimeAnswerPosition(TypedDict):
    seq: int
    event_hash: str
    snapshot_id: str | None
    value_date: str | None


class ReportsCashOverTimeAnswerCurrenciesItem(TypedDict):
    currency: str
    minor_units: int
    accounts: int
    balances: List[str]
    balances_minor: List[str]


class ReportsCashOverTimeAnswerTranslationConversionsItemRatesItem(TypedDict):
    base_currency: str
    quote_currency: str
    rate: str
    asof: str
    source: str


ReportsCashOverTimeAnswerTranslationConversionsItem = TypedDict(
    "ReportsCashOverTimeAnswerTranslationConversionsItem",
    {
        "column": "Literal[\"current\", \"prior\"]",
        "from": "str",
        "how": "Literal[\"direct\", \"inverse\", \"cross\"]",
        "rates": "List[ReportsCashOverTimeAnswerTranslationConversionsItemRatesItem]",
    },
)


class ReportsCashOverTimeAnswerTranslationMissingItem(TypedDict):
    column: Literal["current", "prior"]
    currency: str


class ReportsCashOverTimeAnswerTranslation(TypedDict):
    currency: str
    minor_units: int
    conversions: List[ReportsCashOverTimeAnswerTranslationConversionsItem]
    missing: List[ReportsCashOverTimeAnswerTranslationMissingItem]


class ReportsCashOverTimeAnswerFlowsItem(TypedDict):
    intent_id: str | None
    narrative: str
    value_date: str
    account_code: str
    currency: str
    minor_units: int
    amount: str
    amount_minor: str


class ReportsCashOverTimeAnswer(TypedDict):
    organisation: str
    entity: ReportsCashOverTimeAnswerEntity | None
    generated_at: str
    position: ReportsCashOverTimeAnswerPosition
    as_of: str
    days: List[str]
    currencies: List[ReportsCashOverTimeAnswerCurrenciesItem]
    translation: ReportsCashOverTimeAnswerTranslation
    translated: List[str] | None
    translated_minor: List[str] | None
    flows: List[ReportsCashOverTimeAnswerFlowsItem]


class ReportsAgeingAnswerEntity(TypedDict):
    id: str
    code: str
    name: str


class ReportsAgeingAnswerPosition(TypedDict):
    seq: int
    event_hash: str
    snapshot_id: str | None
    value_date: str | None


class ReportsAgeingAnswerRowsItem(TypedDict):
    current: str
    current_minor: str
    up_to_30: str
    up_to_30_minor: str
    up_to_60: str
    up_to_60_minor: str
    up_to_90: str
    up_to_90_minor: str
    older: str
    older_minor: str
    advance: str
    advance_minor: str
    total: str
    total_minor: str
    party_id: str
    label: str
    accounts: int
    currency: str
    minor_units: int


class ReportsAgeingAnswerTotalsItem(TypedDict):
    current: str
    current_minor: str
    up_to_30: str
    up_to_30_minor: str
    up_to_60: str
    up_to_60_minor: str
    up_to_90: str
    up_to_90_minor: str
    older: str
    older_minor: str
    advance: str
    advance_minor: str
    total: str
    total_minor: str
    currency: str
    minor_units: int


class ReportsAgeingAnswer(TypedDict):
    organisation: str
    entity: ReportsAgeingAnswerEntity | None
    generated_at: str
    position: ReportsAgeingAnswerPosition
    as_of: str
    side: Literal["receivable", "payable"]
    rows: List[ReportsAgeingAnswerRowsItem]
    totals: List[ReportsAgeingAnswerTotalsItem]
    complete: bool


class Reports:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def balances_by_gl(
        self,
        *,
        snapshot_id: str | None = None,
        seq: int | None = None,
        known_at_seq: int | None = None,
        known_at: str | None = None,
        entity: str | None = None,
        currency: str | None = None,
        as_of: str | None = None,
        timeout: float | None = None,
    ) -> ReportsBalancesByGlAnswer:
        """What the accounts of each GL account hold in one currency. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/balances-by-gl",
            query={"snapshot_id": snapshot_id, "seq": seq, "known_at_seq": known_at_seq, "known_at": known_at, "entity": entity, "currency": currency, "as_of": as_of},
            repeats="always",
            timeout=timeout,
        )

    def balances_by_gl_file(
        self,
        *,
        format: Literal["csv", "pdf"],
        snapshot_id: str | None = None,
        seq: int | None = None,
        known_at_seq: int | None = None,
        known_at: str | None = None,
        entity: str | None = None,
        currency: str | None = None,
        as_of: str | None = None,
        timeout: float | None = None,
    ) -> File:
        """What the accounts of each GL account hold in one currency. As a file. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/balances-by-gl",
            query={"format": format, "snapshot_id": snapshot_id, "seq": seq, "known_at_seq": known_at_seq, "known_at": known_at, "entity": entity, "currency": currency, "as_of": as_of},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )

    def trial_balance(
        self,
        *,
        snapshot_id: str | None = None,
        seq: int | None = None,
        known_at_seq: int | None = None,
        known_at: str | None = None,
        entity: str | None = None,
        currency: str | None = None,
        as_of: str | None = None,
        compare: Literal["none", "month", "quarter", "year"] | None = None,
        timeout: float | None = None,
    ) -> ReportsTrialBalanceAnswer:
        """Every GL account with its balance; each currency is zero. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/trial-balance",
            query={"snapshot_id": snapshot_id, "seq": seq, "known_at_seq": known_at_seq, "known_at": known_at, "entity": entity, "currency": currency, "as_of": as_of, "compare": compare},
            repeats="always",
            timeout=timeout,
        )

    def trial_balance_file(
        self,
        *,
        format: Literal["csv", "pdf"],
        snapshot_id: str | None = None,
        seq: int | None = None,
        known_at_seq: int | None = None,
        known_at: str | None = None,
        entity: str | None = None,
        currency: str | None = None,
        as_of: str | None = None,
        compare: Literal["none", "month", "quarter", "year"] | None = None,
        timeout: float | None = None,
    ) -> File:
        """Every GL account with its balance; each currency is zero. As a file. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/trial-balance",
            query={"format": format, "snapshot_id": snapshot_id, "seq": seq, "known_at_seq": known_at_seq, "known_at": known_at, "entity": entity, "currency": currency, "as_of": as_of, "compare": compare},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )

    def balance_sheet(
        self,
        *,
        snapshot_id: str | None = None,
        seq: int | None = None,
        known_at_seq: int | None = None,
        known_at: str | None = None,
        entity: str | None = None,
        currency: str | None = None,
        as_of: str | None = None,
        compare: Literal["none", "month", "quarter", "year"] | None = None,
        timeout: float | None = None,
    ) -> ReportsBalanceSheetAnswer:
        """Assets, liabilities and equity, with the result of the year and retained earnings in equity. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/balance-sheet",
            query={"snapshot_id": snapshot_id, "seq": seq, "known_at_seq": known_at_seq, "known_at": known_at, "entity": entity, "currency": currency, "as_of": as_of, "compare": compare},
            repeats="always",
            timeout=timeout,
        )

    def balance_sheet_file(
        self,
        *,
        format: Literal["csv", "pdf"],
        snapshot_id: str | None = None,
        seq: int | None = None,
        known_at_seq: int | None = None,
        known_at: str | None = None,
        entity: str | None = None,
        currency: str | None = None,
        as_of: str | None = None,
        compare: Literal["none", "month", "quarter", "year"] | None = None,
        timeout: float | None = None,
    ) -> File:
        """Assets, liabilities and equity, with the result of the year and retained earnings in equity. As a file. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/balance-sheet",
            query={"format": format, "snapshot_id": snapshot_id, "seq": seq, "known_at_seq": known_at_seq, "known_at": known_at, "entity": entity, "currency": currency, "as_of": as_of, "compare": compare},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )

    def income_statement(
        self,
        *,
        snapshot_id: str | None = None,
        seq: int | None = None,
        known_at_seq: int | None = None,
        known_at: str | None = None,
        entity: str | None = None,
        currency: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        compare: Literal["none", "month", "quarter", "year"] | None = None,
        timeout: float | None = None,
    ) -> ReportsIncomeStatementAnswer:
        """Income and expenses of a period; without `from` since the fiscal year began, without `to` until today. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/income-statement",
            query={"snapshot_id": snapshot_id, "seq": seq, "known_at_seq": known_at_seq, "known_at": known_at, "entity": entity, "currency": currency, "from": from_, "to": to, "compare": compare},
            repeats="always",
            timeout=timeout,
        )

    def income_statement_file(
        self,
        *,
        format: Literal["csv", "pdf"],
        snapshot_id: str | None = None,
        seq: int | None = None,
        known_at_seq: int | None = None,
        known_at: str | None = None,
        entity: str | None = None,
        currency: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        compare: Literal["none", "month", "quarter", "year"] | None = None,
        timeout: float | None = None,
    ) -> File:
        """Income and expenses of a period; without `from` since the fiscal year began, without `to` until today. As a file. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/income-statement",
            query={"format": format, "snapshot_id": snapshot_id, "seq": seq, "known_at_seq": known_at_seq, "known_at": known_at, "entity": entity, "currency": currency, "from": from_, "to": to, "compare": compare},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )

    def line_accounts(
        self,
        *,
        report: Literal["trial-balance", "balance-sheet", "income-statement"],
        gl_account_id: str,
        snapshot_id: str | None = None,
        seq: int | None = None,
        known_at_seq: int | None = None,
        known_at: str | None = None,
        entity: str | None = None,
        currency: str | None = None,
        from_: str | None = None,
        as_of: str | None = None,
        compare: Literal["none", "month", "quarter", "year"] | None = None,
        timeout: float | None = None,
    ) -> ReportsLineAccountsAnswer:
        """The accounts that one line of a statement is the sum of, by code, with their part of its figures; the first 200. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/line-accounts",
            query={"snapshot_id": snapshot_id, "seq": seq, "known_at_seq": known_at_seq, "known_at": known_at, "entity": entity, "currency": currency, "report": report, "gl_account_id": gl_account_id, "from": from_, "as_of": as_of, "compare": compare},
            repeats="always",
            timeout=timeout,
        )

    def cash_position(
        self,
        *,
        snapshot_id: str | None = None,
        seq: int | None = None,
        known_at_seq: int | None = None,
        known_at: str | None = None,
        entity: str | None = None,
        currency: str | None = None,
        as_of: str | None = None,
        days: int | None = None,
        timeout: float | None = None,
    ) -> ReportsCashPositionAnswer:
        """What bank and cash accounts hold, and what is value-dated on the days ahead. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/cash-position",
            query={"snapshot_id": snapshot_id, "seq": seq, "known_at_seq": known_at_seq, "known_at": known_at, "entity": entity, "currency": currency, "as_of": as_of, "days": days},
            repeats="always",
            timeout=timeout,
        )

    def cash_position_file(
        self,
        *,
        format: Literal["csv", "pdf"],
        snapshot_id: str | None = None,
        seq: int | None = None,
        known_at_seq: int | None = None,
        known_at: str | None = None,
        entity: str | None = None,
        currency: str | None = None,
        as_of: str | None = None,
        days: int | None = None,
        timeout: float | None = None,
    ) -> File:
        """What bank and cash accounts hold, and what is value-dated on the days ahead. As a file. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/cash-position",
            query={"format": format, "snapshot_id": snapshot_id, "seq": seq, "known_at_seq": known_at_seq, "known_at": known_at, "entity": entity, "currency": currency, "as_of": as_of, "days": days},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )

    def cash_over_time(
        self,
        *,
        entity: str | None = None,
        currency: str | None = None,
        as_of: str | None = None,
        back: int | None = None,
        ahead: int | None = None,
        timeout: float | None = None,
    ) -> ReportsCashOverTimeAnswer:
        """What bank and cash accounts held at the end of each day, and will hold with what is value-dated ahead. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/cash-over-time",
            query={"entity": entity, "currency": currency, "as_of": as_of, "back": back, "ahead": ahead},
            repeats="always",
            timeout=timeout,
        )

    def ageing(
        self,
        *,
        entity: str | None = None,
        as_of: str | None = None,
        side: Literal["receivable", "payable"] | None = None,
        party_id: str | None = None,
        timeout: float | None = None,
    ) -> ReportsAgeingAnswer:
        """What parties owe, or are owed, by how long it has been due; payments settle the oldest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/ageing",
            query={"entity": entity, "as_of": as_of, "side": side, "party_id": party_id},
            repeats="always",
            timeout=timeout,
        )

    def ageing_file(
        self,
        *,
        format: Literal["csv", "pdf"],
        entity: str | None = None,
        as_of: str | None = None,
        side: Literal["receivable", "payable"] | None = None,
        party_id: str | None = None,
        timeout: float | None = None,
    ) -> File:
        """What parties owe, or are owed, by how long it has been due; payments settle the oldest first. As a file. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/reports/ageing",
            query={"format": format, "entity": entity, "as_of": as_of, "side": side, "party_id": party_id},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )

    def journal_csv(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        entity: str | None = None,
        timeout: float | None = None,
    ) -> File:
        """Every posting in the order of the log, as CSV; `from` and `to` are value dates. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/journal.csv",
            query={"from": from_, "to": to, "entity": entity},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )

    def journal_hledger(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        entity: str | None = None,
        timeout: float | None = None,
    ) -> File:
        """Every posting in the order of the log, as an hledger journal. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/journal.hledger",
            query={"from": from_, "to": to, "entity": entity},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )
