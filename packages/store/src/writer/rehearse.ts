// A command's decision as it would be now, with what it is decided on, for whoever shows it before it is pressed. Writes nothing.

import { decide } from '@countinghouse/kernel/ledger/decide';
import type { Decision } from '@countinghouse/kernel/ledger/decision';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import type pg from 'pg';
import { sha256 } from './batch.ts';
import { HeadMoved, LedgerUnavailable } from './failures.ts';
import { loadState } from './load-state.ts';
import { type Reading, type ReadingCommand, readFor } from './readings.ts';

/** How often it begins again where somebody posts between its two reads. */
const TRIES_MAX = 5;

export interface Rehearsal {
  readonly state: TenantState;
  readonly reading: Reading;
  readonly decision: Decision;
}

export async function rehearse(pool: pg.Pool, tenantId: string, command: ReadingCommand): Promise<Rehearsal> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const client = await pool.connect();
    const state = await loadState(client, tenantId).finally(() => client.release());
    const { reading, head } = await readFor(pool, tenantId, command);
    if (head.seq !== state.head.seq || head.hash !== state.head.hash) continue;
    const nowUs = BigInt(Date.now()) * 1000n;
    return { state, reading, decision: decide(state, command, { nowUs, sha256, prior: null, ...reading }) };
  }
  throw new LedgerUnavailable('OVERLOADED', new HeadMoved());
}
