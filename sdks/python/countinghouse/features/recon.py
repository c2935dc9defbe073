# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, List, Literal, NotRequired, TypedDict

from ..transport import File, Transport, segment


class ReconStatusAnswerAging(TypedDict):
    days_0_7: int
    days_8_30: int
    days_31_90: int
    days_over_90: int


class ReconStatusAnswerRun(TypedDict):
    id: str
    status: Literal["running", "done"]
    started_by: str
    started_at: str
    finished_at: str | None
    rows_total: int
    rows_done: int
    rows_matched: int
    matches: int


class ReconStatusAnswerAccountsItem(TypedDict):
    id: str
    code: str
    currency: str
    unmatched: int


class ReconStatusAnswer(TypedDict):
    matched: int
    unmatched: int
    exceptions: int
    aging: ReconStatusAnswerAging
    updated_at: str | None
    run: ReconStatusAnswerRun | None
    accounts: List[ReconStatusAnswerAccountsItem]


class ReconImportRowsAnswerDetails(TypedDict):
    eligible: int


class ReconImportRowsAnswer(TypedDict):
    imported: NotRequired[int]
    duplicates: NotRequired[int]
    import_id: NotRequired[str | None]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[ReconImportRowsAnswerDetails]


class ReconImportRowsBodyRowsItem(TypedDict):
    source: str
    posted_at: str
    account_code: str
    amount: Any
    currency: str


class ReconImportRowsBody(TypedDict):
    rows: List[ReconImportRowsBodyRowsItem]


class ReconImportsAnswerImportsItemStatementsItem(TypedDict):
    id: str
    source: str
    account_id: str
    account_code: str
    currency: str
    reference: str
    opening_balance: str | None
    closing_balance: str | None
    from_on: str | None
    to_on: str | None
    rows: int
    duplicates: int


class ReconImportsAnswerImportsItem(TypedDict):
    id: str
    format: Literal["json", "camt.053", "mt940", "bai2", "ofx", "csv"]
    file_sha256: str | None
    imported_at: str
    imported_by: str
    seq: int
    statements: List[ReconImportsAnswerImportsItemStatementsItem]


class ReconImportsAnswer(TypedDict):
    imports: List[ReconImportsAnswerImportsItem]


class ReconRowsAnswerRowsItemMatch(TypedDict):
    id: str
    rule: Literal["one_to_one", "one_intent", "one_to_many", "many_to_one", "manual"]
    score: int | None
    reason: str
    matched_at: str
    matched_by: str
    seq: int


class ReconRowsAnswerRowsItemException(TypedDict):
    owner_id: str | None
    note: str
    set_at: str
    set_by: str


class ReconRowsAnswerRowsItem(TypedDict):
    id: str
    source: str
    statement: str
    line: int
    account_id: str
    account_code: str
    currency: str
    posted_at: str
    posted_on: str
    amount: str
    reference: str
    description: str
    counterparty: str
    state: Literal["unmatched", "exception", "matched"]
    age_days: int
    match: ReconRowsAnswerRowsItemMatch | None
    exception: ReconRowsAnswerRowsItemException | None


class ReconRowsAnswer(TypedDict):
    rows: List[ReconRowsAnswerRowsItem]
    total: int
    as_of: int
    next: str | None


class ReconPostingsAnswerPostingsItemCounterparty(TypedDict):
    id: str
    code: str


class ReconPostingsAnswerPostingsItem(TypedDict):
    seq: int
    line: int
    intent_id: str
    value_date: str
    narrative: str
    counterparty: ReconPostingsAnswerPostingsItemCounterparty
    amount: str
    currency: str
    reversed: bool


class ReconPostingsAnswer(TypedDict):
    postings: List[ReconPostingsAnswerPostingsItem]
    next: str | None


class ReconMatchesAnswerMatchesItemRowsItem(TypedDict):
    id: str
    source: str
    statement: str
    line: int
    account_id: str
    account_code: str
    currency: str
    posted_at: str
    posted_on: str
    amount: str
    reference: str
    description: str
    counterparty: str


class ReconMatchesAnswerMatchesItemPostingsItemCounterparty(TypedDict):
    id: str
    code: str


class ReconMatchesAnswerMatchesItemPostingsItem(TypedDict):
    seq: int
    line: int
    intent_id: str
    value_date: str
    narrative: str
    counterparty: ReconMatchesAnswerMatchesItemPostingsItemCounterparty
    amount: str
    currency: str
    reversed: bool


class ReconMatchesAnswerMatchesItem(TypedDict):
    id: str
    rule: Literal["one_to_one", "one_intent", "one_to_many", "many_to_one", "manual"]
    score: int | None
    reason: str
    matched_at: str
    matched_by: str
    seq: int
    account_id: str
    account_code: str
    currency: str
    rows: List[ReconMatchesAnswerMatchesItemRowsItem]
    postings: List[ReconMatchesAnswerMatchesItemPostingsItem]


class ReconMatchesAnswer(TypedDict):
    matches: List[ReconMatchesAnswerMatchesItem]
    next: str | None


class ReconMatchByHandAnswerDetails(TypedDict):
    eligible: int


class ReconMatchByHandAnswer(TypedDict):
    id: NotRequired[str]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[ReconMatchByHandAnswerDetails]


class ReconMatchByHandBodyPostingsItem(TypedDict):
    seq: int
    line: int


class ReconMatchByHandBody(TypedDict):
    account_id: str
    row_ids: List[str]
    postings: List[ReconMatchByHandBodyPostingsItem]
    note: NotRequired[str]


class ReconSuggestionsAnswerSuggestionsItemRowsItem(TypedDict):
    id: str
    source: str
    statement: str
    line: int
    account_id: str
    account_code: str
    currency: str
    posted_at: str
    posted_on: str
    amount: str
    reference: str
    description: str
    counterparty: str


class ReconSuggestionsAnswerSuggestionsItemPostingsItemCounterparty(TypedDict):
    id: str
    code: str


class ReconSuggestionsAnswerSuggestionsItemPostingsItem(TypedDict):
    seq: int
    line: int
    intent_id: str
    value_date: str
    narrative: str
    counterparty: ReconSuggestionsAnswerSuggestionsItemPostingsItemCounterparty
    amount: str
    currency: str
    reversed: bool


class ReconSuggestionsAnswerSuggestionsItem(TypedDict):
    certainty: Literal["exact", "likely", "sum"]
    reason: str
    rows: List[ReconSuggestionsAnswerSuggestionsItemRowsItem]
    postings: List[ReconSuggestionsAnswerSuggestionsItemPostingsItem]


class ReconSuggestionsAnswer(TypedDict):
    suggestions: List[ReconSuggestionsAnswerSuggestionsItem]


class ReconConfirmAnswerDetails(TypedDict):
    eligible: int


class ReconConfirmAnswer(TypedDict):
    ids: NotRequired[List[str]]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[ReconConfirmAnswerDetails]


class ReconConfirmBodyMatchesItemPostingsItem(TypedDict):
    seq: int
    line: int


class ReconConfirmBodyMatchesItem(TypedDict):
    row_ids: List[str]
    postings: List[ReconConfirmBodyMatchesItemPostingsItem]
    note: NotRequired[str]


class ReconConfirmBody(TypedDict):
    account_id: str
    matches: List[ReconConfirmBodyMatchesItem]


class ReconUnmatchAnswerDetails(TypedDict):
    eligible: int


class ReconUnmatchAnswer(TypedDict):
    ok: bool
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[ReconUnmatchAnswerDetails]


class ReconSourcesAnswerSourcesItemCsvColumns(TypedDict):
    posted_at: Any
    value_date: NotRequired[Any]
    amount: NotRequired[Any]
    direction: NotRequired[Any]
    status: NotRequired[Any]
    debit: NotRequired[Any]
    credit: NotRequired[Any]
    fee: NotRequired[Any]
    balance: NotRequired[Any]
    currency: NotRequired[Any]
    account: NotRequired[Any]
    reference: NotRequired[Any]
    bank_reference: NotRequired[Any]
    counterparty: NotRequired[Any]
    payer: NotRequired[Any]
    description: NotRequired[List[Any]]


ReconSourcesAnswerSourcesItemCsvDirections = TypedDict(
    "ReconSourcesAnswerSourcesItemCsvDirections",
    {
        "in": "List[str]",
        "out": "List[str]",
    },
)


class ReconSourcesAnswerSourcesItemCsvStatuses(TypedDict):
    booked: List[str]
    not_booked: List[str]


class ReconSourcesAnswerSourcesItemCsv(TypedDict):
    delimiter: NotRequired[Literal[",", ";", "\t", "|"]]
    encoding: NotRequired[Literal["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-15", "windows-1250", "iso-8859-2", "windows-1251", "windows-1253", "windows-1254", "windows-1257", "iso-8859-7"]]
    header_row: int
    footer_rows: NotRequired[int]
    columns: ReconSourcesAnswerSourcesItemCsvColumns
    date_format: str
    decimal: Literal[".", ","]
    directions: NotRequired[ReconSourcesAnswerSourcesItemCsvDirections]
    statuses: NotRequired[ReconSourcesAnswerSourcesItemCsvStatuses]
    positive: NotRequired[Literal["in", "out"]]


class ReconSourcesAnswerSourcesItem(TypedDict):
    name: str
    account_id: str
    account_code: str
    currency: str
    bank_account: str | None
    csv: ReconSourcesAnswerSourcesItemCsv | None
    saved_at: str
    saved_by: str


class ReconSourcesAnswer(TypedDict):
    sources: List[ReconSourcesAnswerSourcesItem]


class ReconSaveSourceAnswerDetails(TypedDict):
    eligible: int


class ReconSaveSourceAnswer(TypedDict):
    ok: bool
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[ReconSaveSourceAnswerDetails]


class ReconSaveSourceBodyCsvColumns(TypedDict):
    posted_at: Any
    value_date: NotRequired[Any]
    amount: NotRequired[Any]
    direction: NotRequired[Any]
    status: NotRequired[Any]
    debit: NotRequired[Any]
    credit: NotRequired[Any]
    fee: NotRequired[Any]
    balance: NotRequired[Any]
    currency: NotRequired[Any]
    account: NotRequired[Any]
    reference: NotRequired[Any]
    bank_reference: NotRequired[Any]
    counterparty: NotRequired[Any]
    payer: NotRequired[Any]
    description: NotRequired[List[Any]]


ReconSaveSourceBodyCsvDirections = TypedDict(
    "ReconSaveSourceBodyCsvDirections",
    {
        "in": "List[str]",
        "out": "List[str]",
    },
)


class ReconSaveSourceBodyCsvStatuses(TypedDict):
    booked: List[str]
    not_booked: List[str]


class ReconSaveSourceBodyCsv(TypedDict):
    delimiter: NotRequired[Literal[",", ";", "\t", "|"]]
    encoding: NotRequired[Literal["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-15", "windows-1250", "iso-8859-2", "windows-1251", "windows-1253", "windows-1254", "windows-1257", "iso-8859-7"]]
    header_row: NotRequired[int]
    footer_rows: NotRequired[int]
    columns: ReconSaveSourceBodyCsvColumns
    date_format: str
    decimal: NotRequired[Literal[".", ","]]
    directions: NotRequired[ReconSaveSourceBodyCsvDirections]
    statuses: NotRequired[ReconSaveSourceBodyCsvStatuses]
    positive: NotRequired[Literal["in", "out"]]


class ReconSaveSourceBody(TypedDict):
    name: str
    account_code: str
    bank_account: NotRequired[str | None]
    csv: NotRequired[ReconSaveSourceBodyCsv | None]


class ReconRemoveSourceAnswerDetails(TypedDict):
    eligible: int


class ReconRemoveSourceAnswer(TypedDict):
    ok: bool
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[ReconRemoveSourceAnswerDetails]


class ReconRemoveSourceBody(TypedDict):
    name: str


class ReconStatementAnswerAccount(TypedDict):
    id: str
    code: str
    currency: str


class ReconStatementAnswerBankBalanceFrom(TypedDict):
    statement: str
    source: str
    on: str


class ReconStatementAnswerRowsItemsItem(TypedDict):
    id: str
    source: str
    statement: str
    line: int
    account_id: str
    account_code: str
    currency: str
    posted_at: str
    posted_on: str
    amount: str
    reference: str
    description: str
    counterparty: str


class ReconStatementAnswerRows(TypedDict):
    count: int
    sum: str
    items: List[ReconStatementAnswerRowsItemsItem]


class ReconStatementAnswerPostingsItemsItemCounterparty(TypedDict):
    id: str
    code: str


class ReconStatementAnswerPostingsItemsItem(TypedDict):
    seq: int
    line: int
    intent_id: str
    value_date: str
    narrative: str
    counterparty: ReconStatementAnswerPostingsItemsItemCounterparty
    amount: str
    currency: str
    reversed: bool


class ReconStatementAnswerPostings(TypedDict):
    count: int
    sum: str
    items: List[ReconStatementAnswerPostingsItemsItem]


class ReconStatementAnswer(TypedDict):
    account: ReconStatementAnswerAccount
    date: str
    book_balance: str
    bank_balance: str | None
    bank_balance_from: ReconStatementAnswerBankBalanceFrom | None
    since: str | None
    before: str | None
    rows: ReconStatementAnswerRows
    postings: ReconStatementAnswerPostings
    difference: str | None


class ReconImportFileAnswerLeftOut(TypedDict):
    pending: int
    zero: int


class ReconImportFileAnswerContinuityGapsItem(TypedDict):
    source: str
    account_code: str
    currency: str
    closed_on: str
    closing_balance: str
    opens_on: str
    opening_balance: str


class ReconImportFileAnswerContinuity(TypedDict):
    gaps: List[ReconImportFileAnswerContinuityGapsItem]
    gap_count: int
    alike: int


class ReconImportFileAnswerDetails(TypedDict):
    eligible: int


class ReconImportFileAnswer(TypedDict):
    imported: NotRequired[int]
    duplicates: NotRequired[int]
    import_id: NotRequired[str | None]
    format: NotRequired[Literal["json", "camt.053", "mt940", "bai2", "ofx", "csv"]]
    statements: NotRequired[int]
    left_out: NotRequired[ReconImportFileAnswerLeftOut]
    continuity: NotRequired[ReconImportFileAnswerContinuity]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[ReconImportFileAnswerDetails]


class Recon:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def status(
        self,
        *,
        timeout: float | None = None,
    ) -> ReconStatusAnswer:
        """How many statement rows are matched and how many are not. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/recon/status",
            repeats="always",
            timeout=timeout,
        )

    def import_rows(
        self,
        body: ReconImportRowsBody,
        *,
        timeout: float | None = None,
    ) -> ReconImportRowsAnswer:
        """Take in statement rows; what is there already is counted and changes nothing. Needs the grant `post`."""
        return self._transport.call(
            "POST",
            "/api/v1/recon/import",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def imports(
        self,
        *,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> ReconImportsAnswer:
        """What was imported, the last first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/recon/imports",
            query={"limit": limit},
            repeats="always",
            timeout=timeout,
        )

    def rows(
        self,
        *,
        id: str | None = None,
        state: Literal["unmatched", "exception", "matched"] | None = None,
        account_id: str | None = None,
        q: str | None = None,
        after: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> ReconRowsAnswer:
        """Statement rows, the oldest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/recon/rows",
            query={"id": id, "state": state, "account_id": account_id, "q": q, "after": after, "limit": limit},
            repeats="always",
            timeout=timeout,
        )

    def postings(
        self,
        *,
        account_id: str,
        around: str | None = None,
        days: int | None = None,
        after: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> ReconPostingsAnswer:
        """Postings of an account that no row is matched to, the newest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/recon/postings",
            query={"account_id": account_id, "around": around, "days": days, "after": after, "limit": limit},
            repeats="always",
            timeout=timeout,
        )

    def matches(
        self,
        *,
        id: str | None = None,
        account_id: str | None = None,
        rule: Literal["one_to_one", "one_intent", "one_to_many", "many_to_one", "manual"] | None = None,
        after: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> ReconMatchesAnswer:
        """What is matched with what, and why; the last first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/recon/matches",
            query={"id": id, "account_id": account_id, "rule": rule, "after": after, "limit": limit},
            repeats="always",
            timeout=timeout,
        )

    def match_by_hand(
        self,
        body: ReconMatchByHandBody,
        *,
        timeout: float | None = None,
    ) -> ReconMatchByHandAnswer:
        """Match rows and postings of one account that come to the same amount. Needs the grant `post`."""
        return self._transport.call(
            "POST",
            "/api/v1/recon/matches",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def suggestions(
        self,
        *,
        account_id: str,
        timeout: float | None = None,
    ) -> ReconSuggestionsAnswer:
        """What of an account’s 500 latest open rows may belong to which of its postings, for a person to confirm; the surest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/recon/suggestions",
            query={"account_id": account_id},
            repeats="always",
            timeout=timeout,
        )

    def confirm(
        self,
        body: ReconConfirmBody,
        *,
        timeout: float | None = None,
    ) -> ReconConfirmAnswer:
        """Match rows and postings of one account, several matches at once: all of them or none. Needs the grant `post`."""
        return self._transport.call(
            "POST",
            "/api/v1/recon/matches/confirm",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def unmatch(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> ReconUnmatchAnswer:
        """Undo one match. Needs the grant `post`."""
        return self._transport.call(
            "POST",
            f"/api/v1/recon/matches/{segment(id)}/unmatch",
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def sources(
        self,
        *,
        timeout: float | None = None,
    ) -> ReconSourcesAnswer:
        """Feeds of statements and the accounts they tell about. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/recon/sources",
            repeats="always",
            timeout=timeout,
        )

    def save_source(
        self,
        body: ReconSaveSourceBody,
        *,
        timeout: float | None = None,
    ) -> ReconSaveSourceAnswer:
        """Say which account a feed tells about, and how its CSV is read; replaces what was said under that name. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/recon/sources",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def remove_source(
        self,
        body: ReconRemoveSourceBody,
        *,
        timeout: float | None = None,
    ) -> ReconRemoveSourceAnswer:
        """Forget a feed; what came in from it stays. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/recon/sources/remove",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def statement(
        self,
        *,
        account_id: str,
        date: str,
        timeout: float | None = None,
    ) -> ReconStatementAnswer:
        """Bank reconciliation statement of an account on a day: what the books hold, what the bank says, and what explains the difference. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/recon/statement",
            query={"account_id": account_id, "date": date},
            repeats="always",
            timeout=timeout,
        )

    def import_file(
        self,
        file: File,
        *,
        source: str | None = None,
        account_code: str | None = None,
        encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-15", "windows-1250", "iso-8859-2", "windows-1251", "windows-1253", "windows-1254", "windows-1257", "iso-8859-7"] | None = None,
        timeout: float | None = None,
    ) -> ReconImportFileAnswer:
        """Take in a statement file of at most 10 MB: multipart/form-data with one part called file; the format is found by content. Needs the grant `post`."""
        return self._transport.call(
            "POST",
            "/api/v1/recon/import/file",
            query={"source": source, "account_code": account_code, "encoding": encoding},
            file=file,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )
