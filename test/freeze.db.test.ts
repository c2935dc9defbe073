// A database that stands still while people work: every process of it, or the one backend that commits. Nobody waits longer than the
// deadline, nobody is told an error of the server, and once it moves again nothing is lost or doubled.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@countinghouse/testkit/caller';
import { databaseProcessesOf } from '@countinghouse/testkit/server-process';
import { type Organisation, openWorld, type World } from '@countinghouse/testkit/world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const DEADLINE_MS = 21_000;
const BEFORE_MS = 300;
const DURING_MS = 3_000;
const EVERY_MS = 100;
const TIMEOUT_MS = 120_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, TIMEOUT_MS);
afterAll(() => world.close(), TIMEOUT_MS);

interface Asked {
  readonly what: string;
  readonly status: number;
  readonly code: unknown;
  readonly tookMs: number;
}

function intentOf({ tenantId, fxSnapshotId }: Organisation): Readonly<Record<string, unknown>> {
  const today = new Date().toISOString().slice(0, 10);
  const row = { debitAccount: 'USD-1', creditAccount: 'USD-2', amount: '1.25000000', currency: 'USD', valueDate: today, narrative: '' };
  return {
    intent_id: randomUUID(),
    tenant_id: tenantId,
    actor: 'web-console',
    use_case: 'manual_post',
    idem_key: randomUUID(),
    value_date: today,
    constraints: {},
    proposed_actions: [row],
    snapshot_ids: { fx: fxSnapshotId },
    consent: {
      scope: ['ledger:post'],
      reference: 'freeze',
      granted_at: new Date(Date.now() - 1000).toISOString(),
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    },
  };
}

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) process.kill(pid, signal);
};

/** Reads and posts to two organisations all the time, before and while `freeze` holds; then everything posted is sent again. */
async function workThrough(freeze: () => Promise<readonly number[]>): Promise<readonly Asked[]> {
  const organisations = [
    await world.makeOrganisation({ currencies: ['USD'], accountsEach: 2 }),
    await world.makeOrganisation({ currencies: ['USD'], accountsEach: 2 }),
  ];
  const asked: Promise<Asked>[] = [];
  const note = async (what: string, call: Promise<Answer>): Promise<Asked> => {
    const startedMs = performance.now();
    const { status, body } = await call;
    return { what, status, code: body['code'], tookMs: performance.now() - startedMs };
  };
  const posted: { readonly organisation: Organisation; readonly intent: Readonly<Record<string, unknown>> }[] = [];
  const askFor = async (ms: number): Promise<void> => {
    for (const until = performance.now() + ms; performance.now() < until; await sleep(EVERY_MS)) {
      for (const organisation of organisations) {
        const intent = intentOf(organisation);
        posted.push({ organisation, intent });
        asked.push(note('post', organisation.caller.post('/api/v1/intents/execute', intent)));
        asked.push(note('events', organisation.caller.get('/api/v1/events?limit=1')));
        asked.push(note('balances', organisation.caller.get('/api/v1/balances')));
      }
    }
  };
  await askFor(BEFORE_MS);
  const frozen = await freeze();
  try {
    await askFor(DURING_MS);
    await Promise.all(asked);
  } finally {
    signalAll(frozen, 'SIGCONT');
  }
  expect(await world.server()?.ready(), 'it moves again').toBe(true);
  for (const { organisation, intent } of posted) {
    const answer = await until200(() => organisation.caller.post('/api/v1/intents/execute', intent));
    expect(answer.body).toMatchObject({ ok: true });
  }
  for (const organisation of organisations) {
    expect(await world.check(organisation)).toEqual([]);
    const found = await world.query<{ n: number }>(
      "select count(*)::int as n from events where tenant_id = $1 and event_type = 'intent.executed'",
      [organisation.tenantId],
    );
    expect(found[0]?.n, 'each once').toBe(posted.filter((p) => p.organisation === organisation).length);
  }
  return Promise.all(asked);
}

async function until200(call: () => Promise<Answer>): Promise<Answer> {
  for (const end = performance.now() + DEADLINE_MS; ; await sleep(EVERY_MS)) {
    const answer = await call();
    if (answer.status === 200 || performance.now() > end) return answer;
  }
}

function expectHonest(asked: readonly Asked[]): void {
  const late = asked.filter((a) => a.tookMs > DEADLINE_MS);
  const wrong = asked.filter((a) => a.status !== 200 && a.status !== 503);
  expect({ late, wrong }).toEqual({ late: [], wrong: [] });
}

describe('while PostgreSQL stands still', () => {
  test('all of it: everybody is answered within 21 s, with 503 or what is true', { timeout: TIMEOUT_MS }, async () => {
    const asked = await workThrough(async () => {
      const pids = databaseProcessesOf(world.server()?.dataDir ?? '');
      expect(pids.length).toBeGreaterThan(3);
      signalAll(pids, 'SIGSTOP');
      return pids;
    });
    expectHonest(asked);
    expect(asked.filter((a) => a.status === 503).length, 'the window was met').toBeGreaterThan(50);
    expect(new Set(asked.filter((a) => a.status === 503).map((a) => a.code))).toContain('OUTCOME_UNKNOWN');
  });

  test('the backends that write: the same, and reads go on', { timeout: TIMEOUT_MS }, async () => {
    const asked = await workThrough(async () => {
      const found = await world.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'countinghouse-writer'",
        [],
      );
      const pids = found.map((row) => row.pid);
      expect(pids.length).toBeGreaterThan(0);
      signalAll(pids, 'SIGSTOP');
      return pids;
    });
    expectHonest(asked);
    expect(
      asked.some((a) => a.what === 'post' && a.status === 503),
      'the window was met',
    ).toBe(true);
  });
});
