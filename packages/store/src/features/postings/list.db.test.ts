import { makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { mostRowsOf } from '@countinghouse/testkit/plans';
import { whereCounted } from '@countinghouse/testkit/spread';
import { afterAll, beforeAll, expect } from 'vitest';
import { read, type Tx } from '../../reader.ts';
import { allPostings, listBookedPostings } from './list.ts';

const db = useDatabase();
let t: TestLedger;
beforeAll(() => {
  t = openLedger(db.where);
});
afterAll(() => t.close());

/** In four goes: a table of a few thousand PostgreSQL reads whole. */
const POSTINGS = 20_000;
const GOES = 4;
const SCANNED = 500;

whereCounted(
  'a call looks at a stretch of the postings, however many there are',
  async () => {
    // PostgreSQL has counted two others, and expects of this one that it is as large as they.
    for (let other = 0; other < 2; other++) {
      const small = await makeBooks(t, 5);
      for (let n = 0; n < 300; n++) written(await small.post('A1', 'A2', '1'));
    }
    await t.loginPool.query('analyze');
    const books = await makeBooks(t, 5);
    for (let go = 0; go < GOES; go++) {
      const posting = Array.from({ length: POSTINGS / GOES }, (_, n) => books.post(`A${1 + (n % 2)}`, `A${3 + (n % 3)}`, '1'));
      for (const outcome of await Promise.all(posting)) written(outcome);
    }
    const [hot = ''] = books.accounts;
    for (const more of [{}, { accountId: hot }, { currency: 'EUR' }, { entityId: hot }, { amountFrom: '5' }, { q: 'nothing' }]) {
      let most = 0;
      await read(t.readerPool, { tenantId: books.tenantId }, async (tx) => {
        const watched: Tx = {
          query: async (sql: string, values: unknown[]) => {
            most = Math.max(most, await mostRowsOf(tx, sql, values));
            return tx.query(sql, values);
          },
        } as unknown as Tx;
        await listBookedPostings(watched, books.tenantId, { ...allPostings, ...more }, { before: null, limit: 100, scanned: SCANNED });
      });
      // Accounts are so few that they are looked through.
      expect([more, most < POSTINGS / 2, most > 0]).toEqual([more, true, true]);
    }
  },
  120_000,
);
