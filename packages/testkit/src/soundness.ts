// Everything that must hold of a ledger, whatever happened to it.

import { checkChain } from '@countinghouse/store/features/health/chain';
import { listBalanceDrift, listMissingPostings } from '@countinghouse/store/features/health/reads';
import { read } from '@countinghouse/store/reader';
import { replay } from '@countinghouse/store/replay';
import { loadState } from '@countinghouse/store/writer/load-state';
import type pg from 'pg';
import { expect } from 'vitest';

const FAULTS_SHOWN_MAX = 10;

export interface Pools {
  readonly readerPool: pg.Pool;
  readonly loginPool: pg.Pool;
}

/** The chain verifies without a gap, every executed intent has its postings, no balance drifts, each currency sums to zero. */
export async function expectSound(pools: Pick<Pools, 'readerPool'>, tenantId: string): Promise<void> {
  const [chain, missing, drift, sums, counted] = await read(pools.readerPool, { tenantId }, async (tx) => [
    await checkChain(tx, tenantId),
    await listMissingPostings(tx, tenantId, FAULTS_SHOWN_MAX),
    await listBalanceDrift(tx, tenantId, FAULTS_SHOWN_MAX),
    (await tx.query<{ sum: string }>('select sum(balance) as sum from accounts group by currency')).rows,
    (await tx.query<{ events: number; last: number }>('select count(*) as events, coalesce(max(seq), 0) as last from events')).rows[0],
  ]);
  expect(chain.faults).toEqual([]);
  expect(missing).toEqual([]);
  expect(drift).toEqual([]);
  expect(counted?.last).toBe(counted?.events);
  for (const s of sums) expect(s.sum).toBe('0.00000000');
}

/** Rebuilding every projection from event 1 gives what is stored, and the state the kernel loads is the one it evolves. */
export async function expectReplayEqual(pools: Pick<Pools, 'loginPool'>, tenantId: string): Promise<void> {
  const client = await pools.loginPool.connect();
  try {
    const report = await replay(client, tenantId);
    expect(report.chainFault).toBeNull();
    expect(report.differences).toEqual([]);
    expect(await loadState(client, tenantId)).toEqual(report.state);
  } finally {
    client.release();
  }
}
