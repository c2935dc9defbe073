// node bench/citus.ts --url ADDRESS --database URL [--seconds N] [--organisations N] [--callers N] [--move]
// Posts through a server that runs on a database spread by `countinghouse distribute` (or on one that is not, to compare), one intent a call, and
// says how many were posted, what was answered, and how long the longest call waited. With --move the first organisation is moved to another machine
// meanwhile. At the end each ledger is checked, and each intent that was acknowledged looked for. By hand: docs/operating/scale.md.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Moved, moveOrganisation } from '@countinghouse/store/citus/placement';
import { connect } from '@countinghouse/store/connection';
import { type Organisation, openWorld } from '@countinghouse/testkit/world';
import { bodyOf } from './intents.ts';

const { values: asked } = parseArgs({
  options: {
    url: { type: 'string' },
    database: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    organisations: { type: 'string', default: '3' },
    callers: { type: 'string', default: '2' },
    move: { type: 'boolean', default: false },
  },
});
const { url, database } = asked;
if (url === undefined || database === undefined) throw new Error('--url and --database are to be given');
const ACCOUNTS = 20;
const BUSY_PAUSE_MS = 200;
/** The middle of the run. */
const MOVE_AFTER = 0.25;
const where = { connectionString: database };
const seconds = Number(asked.seconds);

/** What callers of one organisation met. */
class Told {
  readonly acknowledged: string[] = [];
  readonly others = new Map<string, number>();
  longestMs = 0;

  note(answer: string): void {
    this.others.set(answer, (this.others.get(answer) ?? 0) + 1);
  }
}

async function callUntil(untilMs: number, { caller, tenantId, fxSnapshotId }: Organisation, told: Told): Promise<void> {
  for (let n = 0; performance.now() < untilMs; n++) {
    const id = randomUUID();
    const [debit, credit] = [`USD-${(n % ACCOUNTS) + 1}`, `USD-${((n + 1 + (n % (ACCOUNTS - 1))) % ACCOUNTS) + 1}`];
    const body = bodyOf({ tenantId, fxSnapshotId, debit, credit }, id);
    const beganMs = performance.now();
    for (;;) {
      const status = await caller.post('/api/v1/intents/execute', body).then(
        (answer) => String(answer.status),
        (error: Error) => error.message,
      );
      if (status === '200') break;
      told.note(status);
      // The same key again, as every caller does.
      await sleep(BUSY_PAUSE_MS);
    }
    told.longestMs = Math.max(told.longestMs, performance.now() - beganMs);
    told.acknowledged.push(id);
  }
}

async function move(tenantId: string): Promise<Moved> {
  const owner = await connect(where, 'owner', { statement_timeout: 0 });
  try {
    return await moveOrganisation(owner, tenantId, { to: null, alone: false });
  } finally {
    await owner.end();
  }
}

const world = await openWorld({ url, where });
const organisations = await Promise.all(
  Array.from({ length: Number(asked.organisations) }, () => world.makeOrganisation({ currencies: ['USD'], accountsEach: ACCOUNTS })),
);
const tolds = organisations.map(() => new Told());
const untilMs = performance.now() + seconds * 1_000;
const calling = Promise.all(
  organisations.flatMap((organisation, i) =>
    Array.from({ length: Number(asked.callers) }, () => callUntil(untilMs, organisation, tolds[i] as Told)),
  ),
);
if (asked.move) {
  await sleep(seconds * 1_000 * MOVE_AFTER);
  const moved = await move(organisations[0]?.tenantId ?? '');
  console.log(`moved from ${moved.from} to ${moved.to} in ${moved.seconds.toFixed(1)} s`);
}
await calling;

let faults = 0;
for (const [i, organisation] of organisations.entries()) {
  const { acknowledged, others, longestMs } = tolds[i] as Told;
  const there = await world.query<{ id: string }>('select intent_id as id from events where tenant_id = $1 and intent_id = any($2)', [
    organisation.tenantId,
    acknowledged,
  ]);
  const found = [
    ...(await world.check(organisation)),
    ...(there.length === acknowledged.length ? [] : ['acknowledged intents are not there']),
  ];
  faults += found.length;
  console.log(
    `${organisation.tenantId}  ${acknowledged.length} posted, ${(acknowledged.length / seconds).toFixed(0)}/s, longest ${longestMs.toFixed(0)} ms, not 200: ${
      [...others].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none'
    }; ${found.join('; ') || 'sound'}`,
  );
}
console.log(`${tolds.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0) / seconds} intents/s together`);
await world.close();
process.exitCode = faults === 0 ? 0 : 1;
