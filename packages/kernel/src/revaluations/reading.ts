import type { SnapshotKind } from '../snapshots/events.ts';

/** What a revaluation is decided on, read where the log ended at `knownAtSeq`. */
export interface ForeignReading {
  /** The last value date that counts. */
  readonly asOf: string;
  readonly knownAtSeq: number;
  /** The snapshot it is valued by; null where there is none of this id. */
  readonly snapshot: {
    readonly id: string;
    readonly kind: SnapshotKind;
    readonly effectiveAt: string;
    /** The given rates that an fx snapshot froze; null of another kind. */
    readonly rates: readonly FrozenRate[] | null;
  } | null;
  /** Days of the accounts in a foreign currency, ascending; decimals, debit-positive. */
  readonly days: ReadonlyMap<string, readonly { readonly date: string; readonly net: string }[]>;
  /** What earlier runs of the period posted, by account, in the base currency. */
  readonly posted: ReadonlyMap<string, string>;
  readonly runs: number;
}

export interface FrozenRate {
  readonly base_currency: string;
  readonly quote_currency: string;
  readonly rate: string;
  readonly asof: string;
  readonly source: string;
}
