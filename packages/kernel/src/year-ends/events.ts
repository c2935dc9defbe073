// The closing of a fiscal year: what income and expenses came to is booked to retained earnings.

/** Of an intent of the system: the year that it closes. Of its reversal the same. */
export type YearEndPart = {
  readonly year_start: string;
  readonly year_end: string;
  /** 1, 2, … within the year. */
  readonly run: number;
  /** The last event whose postings count. */
  readonly known_at_seq: number;
};

/** Who had a year closed, and the intents that the system posted for it. */
export type YearClosed = YearEndPart & {
  /** How many accounts were brought to zero. */
  readonly accounts: number;
  readonly intent_ids: readonly string[];
};

/** The closing was taken back. */
export type YearReopened = YearEndPart & {
  readonly intents: readonly { readonly intent_id: string; readonly reversed_by: string }[];
};

export interface YearEndEvents {
  readonly 'year.closed': YearClosed;
  readonly 'year.reopened': YearReopened;
}
