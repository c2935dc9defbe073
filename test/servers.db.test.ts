// Servers as processes over one database: one of them is stopped in the middle of its work, one is killed. Whoever asks the other one goes
// on, with one log, each intent once.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseLeader } from '@countinghouse/store/cluster/choose-leader';
import { openPool } from '@countinghouse/store/connection';
import type { Caller } from '@countinghouse/testkit/caller';
import { type Fleet, openFleet } from '@countinghouse/testkit/fleet';
import { findFaults } from '@countinghouse/testkit/soundness';
import { type Organisation, openWorld, type World } from '@countinghouse/testkit/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const TIMEOUT_MS = 120_000;
const CALLERS = 8;
const PAUSE_MS_MAX = 5_000;
const STILL_MS_MIN = 500;
const TRIES_MAX = 100;
const AGAIN_MS = 50;

let fleet: Fleet;
let world: World;
beforeAll(async () => {
  fleet = await openFleet(2);
  world = await openWorld(fleet.servers[0]?.url ?? '');
}, TIMEOUT_MS);
afterAll(async () => {
  await world.close();
  await fleet.close();
}, TIMEOUT_MS);

function intentOf({ tenantId, fxSnapshotId }: Organisation): Readonly<Record<string, unknown>> {
  const today = new Date().toISOString().slice(0, 10);
  return {
    intent_id: randomUUID(),
    tenant_id: tenantId,
    use_case: 'manual_post',
    idem_key: randomUUID(),
    value_date: today,
    proposed_actions: [{ debitAccount: 'USD-1', creditAccount: 'USD-2', amount: '1.25', currency: 'USD' }],
    snapshot_ids: { fx: fxSnapshotId },
    consent: {
      scope: ['ledger:post'],
      reference: 'servers',
      granted_at: new Date(Date.now() - 1000).toISOString(),
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    },
  };
}

/** Posts until told to stop, each intent until it is executed; answers how many were, and how long the longest took. */
async function postAllTheTime(caller: Caller, organisation: Organisation, stopping: AbortSignal) {
  let posted = 0;
  let longestMs = 0;
  const codes = new Set<unknown>();
  const one = async (): Promise<void> => {
    while (!stopping.aborted) {
      const intent = intentOf(organisation);
      const beganMs = performance.now();
      for (let tries = 1; ; tries++) {
        const { status, body } = await caller.post('/api/v1/intents/execute', intent);
        if (status === 200) break;
        codes.add(status === 503 ? body['code'] : `${status} ${String(body['code'])}`);
        if (tries === TRIES_MAX) throw new Error(`not executed: ${status} ${JSON.stringify(body)}`);
        await sleep(AGAIN_MS);
      }
      longestMs = Math.max(longestMs, performance.now() - beganMs);
      posted += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, one));
  return { posted, longestMs, codes };
}

async function expectOneLog(organisation: Organisation, posted: number): Promise<void> {
  const pools = { readerPool: openPool(fleet.where, 'reader'), loginPool: openPool(fleet.where, 'login', { options: '-c timezone=UTC' }) };
  try {
    expect(await findFaults(pools, organisation.tenantId)).toEqual([]);
    const found = await pools.loginPool.query<{ n: number }>(
      "select count(*)::int as n from events where tenant_id = $1 and event_type = 'intent.executed'",
      [organisation.tenantId],
    );
    expect(found.rows[0]?.n, 'each once').toBe(posted);
  } finally {
    await Promise.all([pools.readerPool.end(), pools.loginPool.end()]);
  }
}

/** One that the first server leads, or does not. */
async function organisationThat(firstLeads: boolean): Promise<Organisation> {
  const pool = openPool(fleet.where, 'writer', { max: 1 });
  const found = await pool.query<{ id: string; port: number }>('select id, port from cluster.servers');
  await pool.end();
  const first = found.rows.find((row) => row.port === fleet.servers[0]?.clusterPort)?.id;
  const ids = found.rows.map((row) => row.id);
  expect(ids).toHaveLength(2);
  for (;;) {
    const organisation = await world.makeOrganisation({ currencies: ['USD'], accountsEach: 2 });
    if ((chooseLeader(organisation.tenantId, ids) === first) === firstLeads) return organisation;
  }
}

/** The same person through another server. */
const through = (organisation: Organisation, n: number): Caller => organisation.caller.at(fleet.servers[n]?.url ?? '');

test('a server that stands still, and moves again, and one that is killed: the other goes on within 5 s', {
  timeout: TIMEOUT_MS,
}, async () => {
  const [first, second] = fleet.servers;
  const organisations: Organisation[] = [];
  for (const leads of [true, false, true]) organisations.push(await organisationThat(leads));
  for (const organisation of organisations)
    for (const n of [0, 1])
      expect((await through(organisation, n).post('/api/v1/intents/execute', intentOf(organisation))).status).toBe(200);

  const stop = new AbortController();
  const working = organisations.map((organisation) => postAllTheTime(through(organisation, 1), organisation, stop.signal));
  await sleep(500);
  first?.child.kill('SIGSTOP');
  await sleep(4_000);
  first?.child.kill('SIGCONT');
  await sleep(1_500);
  await first?.end('SIGKILL');
  await sleep(4_000);
  stop.abort();
  const done = await Promise.all(working);
  for (const [i, { posted, longestMs, codes }] of done.entries()) {
    expect(longestMs).toBeLessThan(PAUSE_MS_MAX);
    for (const code of codes) expect(['OUTCOME_UNKNOWN', 'OVERLOADED']).toContain(code);
    await expectOneLog(organisations[i] as Organisation, posted + 2);
  }
  // What the first one led stood still until it was noticed: the window was met.
  for (const n of [0, 2]) expect(done[n]?.longestMs).toBeGreaterThan(STILL_MS_MIN);
  expect(await second?.ready()).toBe(true);
});
