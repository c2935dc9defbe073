# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, List, Literal, NotRequired, TypedDict

from ..transport import Transport, segment


class YearEndsListAnswerYearsItemActsItemIntentsItem(TypedDict):
    intent_id: str
    reversed_by: str | None


class YearEndsListAnswerYearsItemActsItem(TypedDict):
    seq: int
    act: Literal["closed", "reopened"]
    run: int
    accounts: int
    intents: List[YearEndsListAnswerYearsItemActsItemIntentsItem]
    done_at: str
    done_by: str


class YearEndsListAnswerYearsItem(TypedDict):
    year_start: str
    year_end: str
    status: Literal["running", "open", "closed"]
    locked_by: str | None
    acts: List[YearEndsListAnswerYearsItemActsItem]


class YearEndsListAnswer(TypedDict):
    years: List[YearEndsListAnswerYearsItem]


class YearEndsGetAnswerYearActsItemIntentsItem(TypedDict):
    intent_id: str
    reversed_by: str | None


class YearEndsGetAnswerYearActsItem(TypedDict):
    seq: int
    act: Literal["closed", "reopened"]
    run: int
    accounts: int
    intents: List[YearEndsGetAnswerYearActsItemIntentsItem]
    done_at: str
    done_by: str


class YearEndsGetAnswerYear(TypedDict):
    year_start: str
    year_end: str
    status: Literal["running", "open", "closed"]
    locked_by: str | None
    acts: List[YearEndsGetAnswerYearActsItem]


YearEndsGetAnswerLinesItem = TypedDict(
    "YearEndsGetAnswerLinesItem",
    {
        "account_id": "str",
        "code": "str",
        "entity_id": "str | None",
        "entity_code": "str | None",
        "class": "Literal[\"I\", \"X\"]",
        "gl_code": "str",
        "currency": "str",
        "minor_units": "int",
        "result": "str",
        "result_minor": "str",
        "booked": "str",
        "booked_minor": "str",
        "left": "str",
        "left_minor": "str",
        "inactive": "bool",
    },
)


class YearEndsGetAnswerBarred(TypedDict):
    code: str
    message: str
    details: NotRequired[Any]


class YearEndsGetAnswer(TypedDict):
    year: YearEndsGetAnswerYear
    lines: List[YearEndsGetAnswerLinesItem]
    barred: YearEndsGetAnswerBarred | None


class YearEnds:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> YearEndsListAnswer:
        """Fiscal years with income or expenses, the latest first, and whether they are closed. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/years",
            repeats="always",
            timeout=timeout,
        )

    def get(
        self,
        year_end: str,
        *,
        timeout: float | None = None,
    ) -> YearEndsGetAnswer:
        """What the accounts of income and expenses came to in a fiscal year, and what closing it would book. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/years/{segment(year_end)}",
            repeats="always",
            timeout=timeout,
        )
