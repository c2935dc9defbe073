// What a writer works with, and whom it tells what a batch took.

import type { LostEvents } from '@countinghouse/kernel/health/state';
import type { Facts } from '@countinghouse/kernel/ledger/decision';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import type pg from 'pg';
import type { CheckedClock } from '../clock.ts';
import type { HighWaterMark } from '../high-water/mark.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { IntentTiming } from './batch.ts';

/** The token of what an account is called outside, blanks and case aside. */
export type TokenOf = NonNullable<Facts['tokenOf']>;

/** What a batch took that is committed. */
export interface ObservedBatch {
  readonly tenantId: string;
  readonly commands: number;
  readonly events: number;
  readonly commitMs: number;
  readonly intents: readonly IntentTiming[];
  /** From the time of its first event until its projections can be read; null for a batch without events. */
  readonly lagMs: number | null;
  /** The head that it left, signed; null for a batch without events. */
  readonly signedHead: HighWaterMark | null;
  /** A position of the database's log that the batch lies before; null where it was not asked for. */
  readonly position: string | null;
}

export interface WriterResources {
  /** Connections as the writer role. */
  readonly pool: pg.Pool;
  /** Reads the state of an organisation, as the log leaves it: `loadState`. */
  readonly loadState: (client: pg.ClientBase, tenantId: string) => Promise<TenantState>;
  /** A connection of its own, to ask what became of a lost commit: `connectToResolve`. */
  readonly connectToResolve: () => Promise<pg.Client>;
  readonly keyring: Keyring;
  readonly clock: CheckedClock;
  /** Whether there is too little room left to take anything on. */
  readonly storageFull?: () => boolean;
  /** Told where words were prepared for a key that is not in use any more. */
  readonly forgetWords?: (tenantId: string) => void;
  /** What makes tokens of what accounts are called outside, from one erasure to the next. Asked only where accounts have such tokens. */
  readonly tokensOf?: (tenantId: string) => Promise<TokenOf>;
  /** Whether a batch asks how far the database's log reaches once it is committed. */
  readonly asksPosition?: boolean;
  readonly observe?: (batch: ObservedBatch) => void;
  /** What is known outside the database to be lost of a log, asked before anything is decided on a state that was loaded. */
  readonly findLoss?: (tenantId: string) => Promise<LostEvents | null>;
}
