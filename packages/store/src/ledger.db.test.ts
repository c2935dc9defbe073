import { makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { findFaults } from '@countinghouse/testkit/soundness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Ledger } from './ledger.ts';
import { loadState } from './writer/load-state.ts';
import { connectToResolve } from './writer/outcome.ts';

const db = useDatabase();
let t: TestLedger;
beforeAll(() => {
  t = openLedger(db.where);
});
afterAll(() => t.close());

const resources = () => ({
  pool: t.writerPool,
  loadState,
  connectToResolve: () => connectToResolve(db.where),
  keyring: t.keyring,
  clock: t.clock,
});

test('what writers keep in memory stays within its bound: the longest unused are let go, and post again afterwards', async () => {
  const ledger = new Ledger(resources(), 100_000);
  const all = await Promise.all(Array.from({ length: 8 }, () => makeBooks({ ...t, ledger }, 20)));
  expect(ledger.memory.bytes).toBeLessThanOrEqual(100_000);
  expect(ledger.memory.organisations).toBeLessThan(8);
  for (const books of all) written(await books.post('A1', 'A2', '5'));
  for (const books of all) expect(await findFaults(t, books.tenantId)).toEqual([]);
});

test('a key that was decided before its writer was let go still decides nothing again', async () => {
  const ledger = new Ledger(resources(), 1);
  const [first, second] = [await makeBooks({ ...t, ledger }), await makeBooks({ ...t, ledger })];
  const intent = first.intent('A1', 'A2', '5');
  written(await ledger.submit(first.tenantId, intent));
  written(await second.post('A1', 'A2', '5'));
  expect(ledger.memory.organisations).toBe(1);
  expect(await ledger.submit(first.tenantId, intent)).toMatchObject({ kind: 'duplicate' });
});

test('accounts of many pages are loaded as they were written', async () => {
  const books = await makeBooks(t, 20_001);
  t.ledger.reload(books.tenantId);
  written(await books.post('A1', 'A20001', '5'));
  const loaded = await t.ledger.examine(books.tenantId, (state) => [
    state.accounts.size,
    state.accountByCode.get('A20001')?.balanceE8,
    state.glAccounts.get(books.glAccountId)?.usage,
  ]);
  expect(loaded).toEqual([20_001, -500_000_000n, 20_001]);
});
