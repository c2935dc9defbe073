import type { Actor } from '../ledger/actor.ts';

export interface SetFxRate {
  readonly type: 'fx_rate.set';
  readonly actor: Actor;
  readonly base: string;
  readonly quote: string;
  /** As it came; at most 12 significant digits. */
  readonly rate: string;
  readonly asofUs: bigint;
  readonly source: string;
}

export interface ImportFxRates {
  readonly type: 'fx_rates.import';
  readonly actor: Actor;
  readonly source: string;
  readonly base: string;
  readonly days: readonly PublishedDay[];
  /** Of the file's text. */
  readonly fileSha256: string;
}

export interface PublishedDay {
  /** From when they hold. */
  readonly asofUs: bigint;
  /** Quote currency and rate as they came: one unit of the base is so many of quote. */
  readonly rates: readonly (readonly [quote: string, rate: string])[];
}

export type FxCommand = SetFxRate | ImportFxRates;
