// Whatever is posted across entities, each entity's trial balance is zero in each currency, and what one is due the other owes.

import { accounts } from '@countinghouse/contract/features/accounts';
import { entities } from '@countinghouse/contract/features/entities';
import { intents } from '@countinghouse/contract/features/intents';
import { parseMinor } from '@countinghouse/kernel/money/amount';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { fc } from '@fast-check/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const codes = ['HQ', 'DE', 'JP'];
const owners = [...codes, 'NONE'];
const currencies = ['USD', 'EUR'];
const side = fc.record({ of: fc.constantFrom(...owners), n: fc.nat(1) });
const posting = fc
  .record({
    debit: side,
    credit: side,
    currency: fc.constantFrom(...currencies),
    units: fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).filter((u) => u !== 0n),
  })
  .filter((p) => p.debit.of !== p.credit.of || p.debit.n !== p.credit.n)
  .map(({ debit, credit, currency, units }) => {
    const digits = (units < 0n ? -units : units).toString().padStart(9, '0');
    const amount = `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`;
    return row(`${debit.of}-${currency}-${debit.n}`, `${credit.of}-${currency}-${credit.n}`, amount, { currency });
  });
const business = fc.array(fc.array(posting, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 });

async function openGroup() {
  const acme = await openOrganisation(testServer);
  const ids = new Map<string, string>();
  for (const code of codes) ids.set(code, await acme.entity(code));
  for (const of of owners) {
    const entityId = ids.get(of);
    for (const currency of currencies)
      for (const n of [0, 1]) await acme.account(`${of}-${currency}-${n}`, { currency, ...(entityId === undefined ? {} : { entityId }) });
  }
  return { ...acme, ids };
}

const add = (sums: Map<string, bigint>, key: string, value: bigint): void => void sums.set(key, (sums.get(key) ?? 0n) + value);

test.each(fc.sample(business, { numRuns: 12, seed: 3 }).map((list, i) => [i, list] as const))('random business %i', async (_i, list) => {
  const { owner, ids, intent } = await openGroup();
  for (const proposed_actions of list)
    expect(await owner.call(intents.execute, { body: intent({ proposed_actions }) })).toMatchObject({ status: 200 });
  const dues = new Map<string, bigint>();
  for (const code of codes) {
    const sums = new Map<string, bigint>();
    const { lines } = (await owner.call(entities.trialBalance, { params: { id: ids.get(code) ?? '' } })).body;
    for (const line of lines) {
      const units = parseMinor(line.balance, line.minorUnits);
      if (units === null) throw new Error(`no balance: ${line.balance}`);
      add(sums, line.currency, units);
      if (line.kind === 'due') dues.set(`${code} ${line.code} ${line.currency}`, units);
    }
    expect([code, ...sums.values()].slice(1).every((sum) => sum === 0n)).toBe(true);
    expect(lines.filter((l) => l.kind === 'account').length).toBe(4);
  }
  const none = new Map<string, bigint>();
  for (const [key, units] of dues) {
    const [from = '', to = '', currency = ''] = key.split(' ');
    if (to === '–') add(none, currency, units);
    else expect([key, dues.get(`${to} ${from} ${currency}`)]).toEqual([key, -units]);
  }
  const listed = (await owner.call(accounts.list, { body: {} })).body.accounts.filter((a) => a.code.startsWith('NONE-'));
  for (const currency of currencies) {
    const held = listed.filter((a) => a.currency === currency).reduce((sum, a) => sum + (parseMinor(a.balance, a.minorUnits) ?? 0n), 0n);
    expect([currency, none.get(currency) ?? 0n]).toEqual([currency, held]);
  }
});

test('the business above crosses entities in both currencies', () => {
  const rows = fc.sample(business, { numRuns: 12, seed: 3 }).flat(2);
  for (const currency of currencies)
    expect(
      rows.filter((r) => r.currency === currency && r.debitAccount.slice(0, 2) !== r.creditAccount.slice(0, 2)).length,
    ).toBeGreaterThan(10);
});

test('a balance may have more digits than an amount: it is shown whole, also after the server forgot what it knew', async () => {
  const { owner, intent, account, entity } = await openOrganisation(testServer);
  const hq = await entity('HQ');
  await account('HQ-1', { entityId: hq });
  const most = '99999999999999999999.99999999';
  const post = () => owner.call(intents.execute, { body: intent({ proposed_actions: [row('HQ-1', 'CASH', most)] }) });
  for (let i = 0; i < 3; i++) expect((await post()).status).toBe(200);
  const whole = '29999999999999999999999.999997';
  const shown = async (who = owner) => (await who.call(accounts.list, { body: {} })).body.accounts.find((a) => a.code === 'HQ-1')?.balance;
  expect(await shown()).toBe(whole);
  expect((await owner.call(entities.trialBalance, { params: { id: hq } })).body.lines.map((l) => l.balance)).toEqual([whole, `-${whole}`]);
  const again = await openTestServer(db.where, { DATA_DIR: testServer.dataDir });
  const there = await again.signIn(owner.email, owner.password);
  expect(await there.call(intents.execute, { body: intent({ proposed_actions: [row('HQ-1', 'CASH', '1')] }) })).toMatchObject({
    status: 200,
  });
  await again.close();
});
