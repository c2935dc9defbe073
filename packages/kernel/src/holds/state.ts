import type { PostedRow, ReportingRecord } from '../intents/posted.ts';

export type HoldStatus = 'open' | 'captured' | 'voided' | 'expired';

export interface HoldState {
  /** The intent that placed it. */
  readonly intentId: string;
  status: HoldStatus;
  readonly expiresAtUs: bigint;
  /** The day, UTC, on which it was placed: it counts for the limits of that day. */
  readonly bookedOn: string;
  /** What it amounted to then; null where nobody asked. */
  readonly reporting: ReportingRecord | null;
  /** What it still reserves, as it would be posted. Let go of once it is closed. */
  rows: readonly PostedRow[];
  /** Whether a part of it was captured while the rest is still reserved. */
  captured: boolean;
}

/** What a capture of a part leaves of a row of the hold. */
export type RestOfRow = {
  /** Of the hold. */
  readonly line: number;
  /** Above zero, eight decimals. */
  readonly amount: string;
};

/** What one hold reserves on one account, units of 10⁻⁸. It ends at its time, whether or not the event that says so is written yet. */
export interface HeldPart {
  amountE8: bigint;
  readonly expiresAtUs: bigint;
}

/** What the state of an organisation keeps of it. */
export interface HoldsPart {
  /** By the intent that placed it. */
  readonly holds: Map<string, HoldState>;
  /** By account, then by hold: what is reserved there. Only accounts with an open hold. */
  readonly held: Map<string, Map<string, HeldPart>>;
}

export const holdsPart = (): HoldsPart => ({
  holds: new Map(),
  held: new Map(),
});
