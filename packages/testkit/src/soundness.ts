// Everything that must hold of a ledger, whatever happened to it.

import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { checkChain } from '@countinghouse/store/features/health/chain';
import { listBalanceDrift, listGlDrift } from '@countinghouse/store/features/health/reads';
import { read, type Tx } from '@countinghouse/store/reader';
import { type ReplayReport, replay } from '@countinghouse/store/replay';
import { loadState } from '@countinghouse/store/writer/load-state';
import type pg from 'pg';

const FAULTS_SHOWN_MAX = 10;
/** How often replay and stored state are read anew because a server appended between the two. */
const TRIES_MAX = 20;

/** Connections to look with; `loginPool` owns the schema, or is a superuser, and may build the shadow of a replay. */
export interface Pools {
  readonly readerPool: pg.Pool;
  readonly loginPool: pg.Pool;
}

/**
 * What is wrong with the ledger of an organisation; empty if nothing is.
 *
 * Looks for: faults of the chain and gaps in it, intents without their postings, balances that drift, currencies that do not
 * sum to zero, policies that say something else than they said, and anything that a replay from event 1 builds otherwise.
 */
export async function findFaults(pools: Pools, tenantId: string): Promise<readonly string[]> {
  const stored = await read(pools.readerPool, { tenantId }, async (tx) => ({
    ...(await checkLog(tx, tenantId)),
    drift: [...(await listBalanceDrift(tx, tenantId, FAULTS_SHOWN_MAX)), ...(await listGlDrift(tx, tenantId, FAULTS_SHOWN_MAX))],
    sums: (await tx.query('select currency, sum(balance) as sum from accounts group by currency having sum(balance) <> 0')).rows,
    gaps: (await tx.query('select count(*) as events, max(seq) as last from public.events having count(*) <> max(seq)')).rows,
  }));
  const replayed = await findReplayFaults(pools.loginPool, tenantId);
  return Object.entries({ ...stored, ...replayed }).flatMap(([what, found]) =>
    found.slice(0, FAULTS_SHOWN_MAX).map((fault) => `${what}: ${JSON.stringify(fault)}`),
  );
}

async function checkLog(tx: Tx, tenantId: string) {
  const { faults, missingPostings } = await checkChain(tx, tenantId);
  return { chain: faults, missing: missingPostings };
}

async function findReplayFaults(loginPool: pg.Pool, tenantId: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const client = await loginPool.connect();
  try {
    const { report, loaded } = await readBoth(client, tenantId);
    const [stored, evolved] = [describeState(loaded), describeState(report.state)];
    const differs = Object.keys(stored).filter((part) => stored[part] !== evolved[part]);
    return {
      replay: report.chainFault === null ? report.differences : [report.chainFault],
      verdicts: report.verdictFaults,
      state: differs,
    };
  } finally {
    client.release();
  }
}

/** What a replay comes to and what is stored, at the same head: a server that runs may record an anchor between the two reads. */
async function readBoth(client: pg.ClientBase, tenantId: string): Promise<{ report: ReplayReport; loaded: TenantState }> {
  for (let tries = 1; ; tries++) {
    const report = await replay(client, tenantId);
    await client.query(`set app.tenant_id = '${tenantId}'`);
    const loaded = await loadState(client, tenantId);
    const stopped = report.chainFault !== null || tries === TRIES_MAX;
    if (stopped || loaded.head.seq === report.state.head.seq) return { report, loaded };
  }
}

/** Each part of a state as text that does not depend on the order things were learnt in. */
function describeState(state: TenantState): Readonly<Record<string, string>> {
  const ordered = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !(value instanceof Map) && !(value instanceof Set) && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  const plain = (_name: string, value: unknown): unknown => {
    if (typeof value === 'bigint') return `${value}n`;
    if (value instanceof Map) return sorted([...value].map((entry) => JSON.stringify(entry, plain)));
    return value instanceof Set ? sorted([...value].map(String)) : ordered(value);
  };
  return Object.fromEntries(Object.entries(state).map(([part, value]) => [part, JSON.stringify(value, plain)]));
}
const sorted = (texts: readonly string[]): readonly string[] => [...texts].sort((a, b) => (a < b ? -1 : 1));
