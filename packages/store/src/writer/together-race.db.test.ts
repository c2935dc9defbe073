// Two processes over one database: atomic batches against single postings that would overdraw an account with `floor: zero`. It never
// falls below zero, a batch is there as a whole or not at all, and it is counted how often both wanted what was left.

import { randomBytes, randomUUID } from 'node:crypto';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { inForm } from '@countinghouse/testkit/long-form';
import { findFaults } from '@countinghouse/testkit/soundness';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
const ROUNDS = inForm(40, 100);
const TIMEOUT_MS = 180_000;
/** What is there in each round, what a batch takes in parts, what each single takes: never both. */
const [THERE, PARTS, SINGLE] = ['10', ['4', '4', '2'], '3'] as const;
const SINGLES = 2;

let ledgers: readonly [TestLedger, TestLedger];
beforeAll(() => {
  const masterKey = randomBytes(32);
  ledgers = [openLedger(db.where, { masterKey }), openLedger(db.where, { masterKey })];
});
afterAll(() => Promise.all(ledgers.map((l) => l.close())));

async function openFund(books: Books): Promise<void> {
  written(
    await books.submit({
      type: 'account.create',
      actor: books.owner,
      id: randomUUID(),
      code: 'FUND',
      currency: 'USD',
      kind: 'operational',
      externalRef: null,
      entityId: null,
      glAccountId: books.glAccountId,
      floor: 'zero',
    }),
  );
}

/** How many of these are in the log as executed, and the lowest balance that the account ever had. */
async function look(tenantId: string, intentIds: readonly string[]) {
  const found = await ledgers[0].loginPool.query<{ executed: number; lowest: string; balance: string }>(
    `select (select count(*)::int from events where tenant_id = $1 and intent_id = any($2) and event_type = 'intent.executed') as executed,
            (select min(least(case when p.debit_account_id = a.id then p.debit_balance_after else p.credit_balance_after end)) from postings p
             where p.tenant_id = $1 and a.id in (p.debit_account_id, p.credit_account_id))::text as lowest,
            a.balance::text as balance
     from accounts a where a.tenant_id = $1 and a.code = 'FUND'`,
    [tenantId, intentIds],
  );
  return found.rows[0] ?? expect.fail('the account is there');
}

test('an atomic batch and single postings that cannot all fit: whole or absent, and never below zero', {
  timeout: TIMEOUT_MS,
}, async () => {
  const [here] = ledgers;
  const books = await makeBooks(here);
  const { tenantId } = books;
  await openFund(books);
  const met = { contended: 0, batch: 0, singles: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const { balance } = await look(tenantId, []);
    written(await books.post('FUND', 'A1', (Number(THERE) - Number(balance)).toFixed(2)));
    const take = (amount: string): ExecuteIntent => books.intent('A2', 'FUND', amount);
    const [batch, singles] = [PARTS.map(take), Array.from({ length: SINGLES }, () => take(SINGLE))];
    // Each process has the batch every other round.
    const [forBatch, forSingles] = round % 2 === 0 ? ledgers : ([ledgers[1], ledgers[0]] as const);
    const sendBatch = async () => {
      const sentMs = performance.now();
      const answer = await forBatch.ledger.submitTogether(tenantId, batch as [ExecuteIntent, ...ExecuteIntent[]]);
      return { answer, sentMs, answeredMs: performance.now() };
    };
    const sendSingle = async (intent: ExecuteIntent) => {
      const sentMs = performance.now();
      const { events } = written(await forSingles.ledger.submit(tenantId, intent));
      return { type: events[0]?.type, sentMs, answeredMs: performance.now() };
    };
    const batchFirst = Math.floor(round / 2) % 2 === 0;
    const sending = batchFirst ? null : singles.map(sendSingle);
    const batched = sendBatch();
    const [{ answer, ...times }, ...alone] = await Promise.all([batched, ...(sending ?? singles.map(sendSingle))]);

    const passed = alone.filter((a) => a.type === 'intent.executed').length;
    const { executed, lowest } = await look(
      tenantId,
      batch.map((c) => c.intentId),
    );
    expect([round, executed]).toEqual([round, 'outcomes' in answer ? PARTS.length : 0]);
    expect(Number(lowest)).toBeGreaterThanOrEqual(0);
    // Who was first took what the others needed; the singles fit both.
    expect([round, passed]).toEqual([round, 'outcomes' in answer ? 0 : SINGLES]);
    if ('failure' in answer) expect(answer.failure).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    met['outcomes' in answer ? 'batch' : 'singles'] += 1;
    const all = [times, ...alone];
    if (Math.max(...all.map((t) => t.sentMs)) < Math.min(...all.map((t) => t.answeredMs))) met.contended += 1;
  }
  console.log(`atomic batches against single postings: ${JSON.stringify(met)} of ${ROUNDS} rounds`);
  expect(met.contended).toBeGreaterThan(ROUNDS / 2);
  expect(Math.min(met.batch, met.singles)).toBeGreaterThan(0);
  expect(await findFaults(here, tenantId)).toEqual([]);
});
