import { randomUUID } from 'node:crypto';
import { makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { mostRowsOf } from '@countinghouse/testkit/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindTo } from '../../reader.ts';
import { inTransaction } from '../../transaction.ts';
import { listOpenPostings } from './open-items.ts';

const db = useDatabase();
let t: TestLedger;
beforeAll(() => {
  t = openLedger(db.where);
});
afterAll(() => t.close());

const ROWS_AN_INTENT = 500;
const INTENTS = 4;
const POSTINGS = ROWS_AN_INTENT * INTENTS;

/** Matches come by the thousand while a run goes on: what PostgreSQL has counted of them says nothing. */
test('a posting that is matched is found by its key, however few matches PostgreSQL has counted', async () => {
  const books = await makeBooks(t);
  const [debit = '', credit = ''] = books.accounts;
  const rows = Array.from({ length: ROWS_AN_INTENT }, (_, i) => ({
    debit,
    credit,
    amountE8: BigInt(i + 1) * 100_000_000n,
    currency: 'USD',
    valueDate: '2026-03-10',
    narrative: '',
  }));
  for (let n = 0; n < INTENTS; n++) written(await books.submit(books.intent(debit, credit, '1', { rows })));
  await t.loginPool.query('analyze recon_postings');
  // Every second one.
  await t.loginPool.query(
    `insert into recon_postings (tenant_id, account_id, seq, line, match_id)
     select tenant_id, debit_account_id, seq, line, $2 from postings where tenant_id = $1 and line % 2 = 0`,
    [books.tenantId, randomUUID()],
  );
  const month = { accountId: debit, month: '2026-03-01', rows: 1 };
  await inTransaction(t.loginPool, async (client) => {
    await client.query(bindTo('app.tenant_id', books.tenantId));
    expect(await listOpenPostings(client, books.tenantId, month)).toHaveLength(POSTINGS / 2);
    let most = 0;
    const explained = {
      query: async (sql: string, values: readonly unknown[]) => {
        most = await mostRowsOf(client, sql, values);
        return { rows: [] };
      },
    } as unknown as Parameters<typeof listOpenPostings>[0];
    await listOpenPostings(explained, books.tenantId, month);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(POSTINGS);
  });
});
