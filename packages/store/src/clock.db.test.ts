// A wall clock that jumps by a day and comes back, while an organisation posts with a limit for each day.

import { CheckedClock } from '@countinghouse/store/clock';
import { makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { findFaults } from '@countinghouse/testkit/soundness';
import { afterAll, beforeAll, expect, test } from 'vitest';

const DAY_MS = 86_400_000;
const db = useDatabase();
let aheadMs = 0;
let t: TestLedger;
beforeAll(() => {
  const clock = new CheckedClock(() => {}, {
    wallMs: () => Date.now() + aheadMs,
    steadyMs: () => performance.now(),
    uptimeMs: () => performance.now(),
  });
  t = openLedger(db.where, { clock });
});
afterAll(() => t.close());

test.each([1, -1])('nothing is written meanwhile; before and after, events and limits are of the true day (%i d)', async (days) => {
  aheadMs = 0;
  const books = await makeBooks(t);
  await books.submit({ type: 'limit.set', actor: books.owner, key: 'daily_txn_count_max', value: '2' });
  written(await books.post('A1', 'A2', '1'));
  aheadMs = days * DAY_MS;
  const during = books.intent('A1', 'A2', '2');
  await expect(books.submit(during)).rejects.toMatchObject({ code: 'CLOCK_UNSURE' });
  aheadMs = 0;
  const after = written(await books.submit(during));
  const today = new Date().toISOString().slice(0, 10);
  expect(after.events[0]).toMatchObject({ type: 'intent.executed', eventTs: expect.stringContaining(today) });
  const third = written(await books.post('A1', 'A2', '3'));
  expect(third.events[0], 'the third of the same day').toMatchObject({ type: 'intent.rejected' });
  expect(await findFaults(t, books.tenantId)).toEqual([]);
});
