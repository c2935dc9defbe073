// The second look at locked periods: the batch's own SQL refuses what a kernel let through that does not see them.

import { randomUUID } from 'node:crypto';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { findFaults } from '@countinghouse/testkit/soundness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneTrip } from '../one-trip.ts';
import { prepareAll } from '../sql/prepared.ts';
import { Batch, type Outcome } from './batch.ts';
import { lockedPeriodOf } from './failures.ts';
import { loadState } from './load-state.ts';
import { RecentDecisions } from './recent-decisions.ts';
import { batchStatements } from './statements.ts';

const db = useDatabase();
let t: TestLedger;
beforeAll(() => {
  t = openLedger(db.where);
});
afterAll(() => t.close());

const YEAR = new Date().getUTCFullYear() - 1;
const day = (monthAndDay: string): string => `${YEAR}-${monthAndDay}`;
const MARCH = { start: day('03-01'), end: day('03-31'), evidenceRef: null };

function dated(books: Books, valueDate: string, amount = '1') {
  const intent = books.intent('A1', 'A2', amount, { valueDate });
  return { ...intent, rows: intent.rows.map((r) => ({ ...r, valueDate })) };
}
const start = (books: Books) =>
  ({
    type: 'period.start',
    actor: books.owner,
    id: randomUUID(),
    ...MARCH,
    valuationSnapshotId: books.fxSnapshotId,
    snapshotKind: null,
  }) as const;
const lock = (books: Books) =>
  ({
    type: 'period.lock',
    actor: books.owner,
    ...MARCH,
    adjustmentsSnapshotId: null,
    adjustmentsSnapshotKind: null,
    adjustingEvent: null,
  }) as const;
async function lockMarch(books: Books): Promise<void> {
  written(await books.submit(start(books)));
  written(await books.submit(lock(books)));
}
const countEvents = async ({ tenantId }: Books): Promise<number> => {
  const found = await t.loginPool.query<{ count: number }>('select count(*) from events where tenant_id = $1', [tenantId]);
  return found.rows[0]?.count ?? -1;
};
const codeOf = (outcome: Outcome): string => {
  if (outcome.kind !== 'written') return outcome.kind === 'refused' ? outcome.code : outcome.kind;
  const [event] = outcome.events;
  return event?.type === 'intent.rejected' ? event.payload.error_code : (event?.type ?? '');
};

test('a batch of a kernel that forgot every period does not commit', async () => {
  const books = await makeBooks(t);
  await lockMarch(books);
  const before = await countEvents(books);
  const client = await t.loginPool.connect();
  try {
    await prepareAll(client, batchStatements);
    const state = await loadState(client, books.tenantId);
    expect(state.periods).toMatchObject([{ code: `${YEAR}-03`, status: 'locked' }]);
    state.periods.length = 0;
    for (const [valueDate, refused] of [
      [day('03-31'), true],
      [day('04-01'), false],
    ] as const) {
      const batch = new Batch(state, new RecentDecisions(), t.clock);
      batch.add({
        commands: [dated(books, valueDate)],
        sideWrites: [],
        resolve: () => {},
        reject: () => {},
        attempts: 0,
        alone: false,
        lookedUp: true,
      });
      expect(batch.answers.flatMap((a) => ('outcomes' in a.answer ? a.answer.outcomes.map(codeOf) : []))).toEqual(['intent.executed']);
      const trip = batch.seal(t.keyring);
      const error = await oneTrip(client, (trip?.sql ?? '').replace(/commit$/, 'rollback'), trip?.copies ?? []).then(
        () => null,
        (e: unknown) => e,
      );
      await client.query('rollback');
      expect([valueDate, lockedPeriodOf(error)]).toEqual([valueDate, refused ? `${YEAR}-03` : null]);
      // The second batch stands on the log as it is.
      Object.assign(state, await loadState(client, books.tenantId), { periods: [] });
    }
  } finally {
    client.release();
  }
  expect(await countEvents(books)).toBe(before);
});

test('a kernel that looks for a day in the wrong place is caught: that one is refused, those beside it are written', async () => {
  const books = await makeBooks(t);
  await lockMarch(books);
  // Halving finds nothing beyond the end of what lies inside another: to the kernel the autumn is open, to the database it is locked.
  await t.loginPool.query(
    `insert into periods (tenant_id, id, period_code, period_start, period_end, status, valuation_snapshot_id, snapshot_kind, started_at, started_by, started_seq, locked_at, locked_by, locked_seq)
     select tenant_id, gen_random_uuid(), 'planted', $2, $3, 'locked', valuation_snapshot_id, snapshot_kind, started_at, started_by, started_seq, locked_at, locked_by, locked_seq
     from periods where tenant_id = $1`,
    [books.tenantId, day('02-01'), day('12-31')],
  );
  const before = await countEvents(books);
  const outcomes = await Promise.all([day('01-31'), day('10-10'), day('03-15')].map((on) => books.submit(dated(books, on))));
  expect(outcomes.map(codeOf)).toEqual(['intent.executed', 'PERIOD_LOCKED', 'PERIOD_LOCKED']);
  expect(outcomes[1]).toEqual({ kind: 'refused', code: 'PERIOD_LOCKED', details: { period_code: 'planted' } });
  // The refusal left nothing; the executed intent and the rejection that the kernel itself decided left one event each.
  expect(await countEvents(books)).toBe(before + 2);
  const posted = await t.loginPool.query('select from postings where tenant_id = $1 and value_date = $2', [books.tenantId, day('10-10')]);
  expect(posted.rowCount).toBe(0);
});

test('what was posted before the lock, in the same batch or long ago, is not in its way', async () => {
  const books = await makeBooks(t);
  written(await books.post('A1', 'A2', '3', dated(books, day('03-01'))));
  written(await books.submit(start(books)));
  const outcomes = await Promise.all([
    books.submit(dated(books, day('03-31'), '5')),
    books.submit(lock(books)),
    books.submit(dated(books, day('03-31'), '7')),
    books.submit(dated(books, day('04-01'), '9')),
  ]);
  expect(outcomes.map(codeOf)).toEqual(['intent.executed', 'period.locked', 'PERIOD_LOCKED', 'intent.executed']);
  const [, locked] = outcomes;
  const event = locked?.kind === 'written' ? locked.events[0] : undefined;
  if (event?.type !== 'period.locked') throw new Error('not locked');
  // All in one GL account: its sum is zero, the accounts behind it are not.
  expect(event.payload.trial_balance).toMatchObject({
    known_at_seq: event.seq - 1,
    lines: [{ code: '1000', currency: 'USD', balance: '0.00000000' }],
    accounts: { count: 2 },
  });
  expect(await findFaults({ readerPool: t.readerPool, loginPool: t.loginPool }, books.tenantId)).toEqual([]);
});

test('a lock among many postings is decided, and seals what was there', async () => {
  const books = await makeBooks(t, 4);
  written(await books.submit(start(books)));
  let until = Date.now() + 1_500;
  let busy = 0;
  const storm = Array.from({ length: 8 }, async () => {
    while (Date.now() < until) {
      if (codeOf(await books.submit(dated(books, day('03-31')))) === 'intent.executed') busy += 1;
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const locked = written(await books.submit(lock(books)));
  until = 0;
  await Promise.all(storm);
  const [event] = locked.events;
  const counted = await t.loginPool.query<{ before: number; after: number }>(
    'select count(*) filter (where seq < $2) as before, count(*) filter (where seq > $2) as after from postings where tenant_id = $1',
    [books.tenantId, event?.seq],
  );
  expect(counted.rows).toEqual([{ before: busy, after: 0 }]);
  expect(busy).toBeGreaterThan(8);
  expect(await findFaults({ readerPool: t.readerPool, loginPool: t.loginPool }, books.tenantId)).toEqual([]);
});
