// What an event keeps of a row that was posted, and of what an intent amounted to.

/** A row as posted: sides swapped where the request's amount was negative, accounts by id, eight decimals. */
export type PostedRow = {
  /** 1, 2, 3, … within the intent. */
  readonly line: number;
  readonly debit_account_id: string;
  readonly credit_account_id: string;
  /** Above zero. */
  readonly amount: string;
  readonly currency: string;
  readonly value_date: string;
  readonly narrative: string;
};

/** What an intent amounted to in the reporting currency when it was booked, as its event keeps it. */
export type ReportingRecord = {
  readonly currency: string;
  /** Zero or more, eight decimals. */
  readonly amount: string;
  /** Of every other currency in it: one unit in the reporting currency, as far as 12 significant digits say it. */
  readonly rates: readonly { readonly currency: string; readonly rate: string }[];
};

/** A rate that was used, as the event records it: one unit of the currency in the reporting currency, 12 significant digits. */
export type UsedRate = { readonly currency: string; readonly rate: string };
