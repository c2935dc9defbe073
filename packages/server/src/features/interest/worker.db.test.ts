import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '@countinghouse/contract/features/accounts';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { interest } from '@countinghouse/contract/features/interest';
import { periods } from '@countinghouse/contract/features/periods';
import { tenants } from '@countinghouse/contract/features/tenants';
import { addDays } from '@countinghouse/kernel/time/instant';
import { useDatabase } from '@countinghouse/testkit/database';
import { expectSound } from '@countinghouse/testkit/expect-sound';
import { e8, type Move, openBank, reckon, unitsOf } from '@countinghouse/testkit/interest';
import { inForm } from '@countinghouse/testkit/long-form';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Examined, postInterest } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
/** A second server over the same database. */
let other: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  other = await openTestServer(db.where, { DATA_DIR: testServer.dataDir });
});
afterAll(async () => {
  await other.close();
  await testServer.close();
});

/** What a server does that wakes up on a day. Other organisations of this file have nothing due, or wait. */
const wake = (today: string, on: TestServer = testServer): Promise<number> => postInterest(on.opened.services, today);

describe('the daily accrual', () => {
  test('two servers that slept four days over a leap day and the end of the month: each day once, the month once', async () => {
    const bank = await openBank(testServer, '5');
    const savers = await Promise.all(['S1', 'S2', 'S3'].map((code) => bank.account(code)));
    for (const id of savers) {
      await bank.post('BANK', (await bank.explain(id)).account.code, '1000', '2024-02-01');
      await bank.accrue(id, '2024-02-01');
    }
    expect(await wake('2024-02-27')).toBe(3 * 26);
    const posted = await Promise.all([wake('2024-03-02'), wake('2024-03-02', other), wake('2024-03-02'), wake('2024-03-02', other)]);
    expect(posted.reduce((a, b) => a + b)).toBe(3 * (3 + 1 + 1));
    for (const id of savers) {
      const february = await bank.explain(id, '2024-02');
      expect(february.days.map((d) => d.on)).toEqual(Array.from({ length: 29 }, (_, i) => addDays('2024-02-29', -i)));
      expect(february.days[0]).toMatchObject({ days: 1, basis: 360, exact: '-5/36', rate: '5.00000000', balance: '-100000', was: null });
      // 29 × 5/36 = 4.02777…: to the cent, the rest stays.
      expect(february.capitalisations).toMatchObject([{ accrued: '-4.02777778', amount: '-4.03000000', left: '0.00222222' }]);
      const march = await bank.explain(id, '2024-03');
      expect(march.days).toMatchObject([{ on: '2024-03-01', balance: '-100403' }]);
      expect(march.interest).toMatchObject({ next_on: '2024-03-02', last_on: '2024-03-01', month: '2024-03', waits: null });
      await bank.accrue(id, '2024-03-02', null);
    }
    expect(await wake('2024-04-01')).toBe(3);
    await expectSound(testServer, bank);
  });

  test('a pass that is cut off anywhere goes on where it stopped: two years, each day once and each month once', async () => {
    const bank = await openBank(testServer, '5', '30/360', '2022-01-01');
    const id = await bank.account('SAVER');
    await bank.post('BANK', 'SAVER', '1000', '2022-01-01');
    await bank.accrue(id, '2022-01-01');
    await bank.accrue(id, '2024-01-01', null);
    let [posted, cut] = [0, 0];
    for (let tried = 0; posted < 730 + 24; tried++) {
      const stopping = new AbortController();
      const pass = postInterest(testServer.opened.services, '2024-01-01', stopping.signal);
      // A little later each time, so that it meets every step.
      await sleep(tried * 5);
      stopping.abort();
      const inPass = await pass;
      if (inPass > 0 && posted + inPass < 730 + 24) cut += 1;
      posted += inPass;
    }
    expect(posted).toBe(730 + 24);
    expect(cut).toBeGreaterThan(0);
    const { months } = await bank.explain(id);
    expect(months).toHaveLength(24);
    const days = (await Promise.all(months.map((m) => bank.explain(id, m)))).flatMap((m) => m.days.map((d) => d.on));
    expect(new Set(days).size).toBe(730);
    expect(days).toHaveLength(730);
    // Each year adds 5 % of what was there, month by month to the cent.
    const expected = reckon([{ on: '2022-01-01', e8: -100_000_000_000n }], '30/360', () => 500_000_000n, '2022-01-01', '2024-01-01');
    expect(unitsOf((await bank.owner.call(accounts.get, { params: { id } })).body.account.balance, 2)).toBe(expected.balance);
    await expectSound(testServer, bank);
  });

  test('a back-dated posting and a back-dated rate are corrected by the next pass, each day with what it was, and once', async () => {
    const bank = await openBank(testServer, '3.6');
    const id = await bank.account('SAVER');
    await bank.post('BANK', 'SAVER', '1000', '2024-05-01');
    await bank.accrue(id, '2024-05-01');
    await wake('2024-05-11');
    await bank.post('BANK', 'SAVER', '500', '2024-05-09');
    const rate = { params: { id: bank.bucketId }, body: { rate: '7.2', effective_on: '2024-05-10' } };
    await bank.owner.call(interest.addRate, rate);
    expect(await wake('2024-05-11')).toBe(1);
    expect(await wake('2024-05-11')).toBe(0);
    expect(await wake('2024-05-12')).toBe(1);
    const { days } = await bank.explain(id, '2024-05');
    expect(days.slice(0, 5).map((d) => [d.on, d.balance, d.rate, d.exact, d.was?.exact ?? null, d.amount])).toEqual([
      ['2024-05-11', '-150000', '7.20000000', '-3/10', null, '-0.30000000'],
      ['2024-05-10', '-150000', '7.20000000', '-3/10', '-1/10', '-0.20000000'],
      ['2024-05-10', '-100000', '3.60000000', '-1/10', null, '-0.10000000'],
      ['2024-05-09', '-150000', '3.60000000', '-3/20', '-1/10', '-0.05000000'],
      ['2024-05-09', '-100000', '3.60000000', '-1/10', null, '-0.10000000'],
    ]);
    const postingsOf = async (intent_id = '') => (await bank.owner.call(intents.get, { params: { intent_id } })).body.intent.postings;
    expect(await postingsOf(days[1]?.intent_id)).toMatchObject([
      { value_date: '2024-05-09', amount: '0.05000000' },
      { value_date: '2024-05-10', amount: '0.20000000' },
    ]);
    expect(await postingsOf(days[0]?.intent_id)).toMatchObject([{ value_date: '2024-05-11', amount: '0.30000000' }]);
    expect(await wake('2024-05-13')).toBe(1);
    expect((await bank.explain(id, '2024-05')).days).toHaveLength(12 + 2);
    // Out of every bucket: what changes after that is corrected before the month is capitalised.
    await bank.accrue(id, '2024-05-13', null);
    await bank.post('SAVER', 'BANK', '1500', '2024-05-12');
    expect(await wake('2024-06-01')).toBe(2);
    const may = await bank.explain(id, '2024-05');
    expect(may.days[0]).toMatchObject({ on: '2024-05-12', balance: '0', exact: '0', was: { exact: '-3/10' }, amount: '0.30000000' });
    expect(may.capitalisations).toMatchObject([{ accrued: '-1.55000000', amount: '-1.55000000', left: '0.00000000' }]);
    expect(may.interest).toMatchObject({ next_on: null, month: null, bucket_code: null, accrued: '0' });
    expect(await wake('2024-08-01')).toBe(0);
    await expectSound(testServer, bank);
  });

  test('a pass that has looked for changes looks again once the log has grown, and not before', async () => {
    const bank = await openBank(testServer, '3.6');
    const id = await bank.account('SAVER');
    await bank.post('BANK', 'SAVER', '1000', '2024-05-01');
    await bank.accrue(id, '2024-05-01');
    const examined: Examined = new Map();
    const pass = (): Promise<number> => postInterest(testServer.opened.services, '2024-05-11', undefined, examined);
    expect(await pass()).toBeGreaterThan(0);
    const looked = examined.get(bank.tenantId);
    expect([await pass(), examined.get(bank.tenantId)]).toEqual([0, await bank.headSeq()]);
    expect(looked).toBeLessThan(await bank.headSeq());
    await bank.post('BANK', 'SAVER', '500', '2024-05-11');
    expect(await pass()).toBe(0);
    await bank.post('BANK', 'SAVER', '500', '2024-05-09');
    expect([await pass(), await pass()]).toEqual([1, 0]);
    await expectSound(testServer, bank);
  });

  test('a day in a locked period is posted on the first open day', async () => {
    const bank = await openBank(testServer, '3.6', '30/360', '2023-02-01');
    const id = await bank.account('SAVER');
    await bank.post('BANK', 'SAVER', '1000', '2023-02-01');
    const range = { period_start: '2023-02-01', period_end: '2023-02-28' };
    await bank.owner.call(periods.start, { body: { ...range, valuation_snapshot_id: bank.fxSnapshotId, snapshot_kind: 'fx' } });
    expect(await bank.owner.call(periods.lock, { body: range })).toMatchObject({ status: 200 });
    await bank.accrue(id, '2023-02-27');
    expect(await wake('2023-03-01')).toBe(3);
    const { days, capitalisations } = await bank.explain(id, '2023-02');
    expect(days.map((d) => [d.on, d.days, d.value_date, d.exact])).toEqual([
      ['2023-02-28', 3, '2023-03-01', '-3/10'],
      ['2023-02-27', 1, '2023-03-01', '-1/10'],
    ]);
    expect(capitalisations).toMatchObject([{ value_date: '2023-03-01', amount: '-0.40000000' }]);
    await bank.accrue(id, '2023-03-01', null);
    await expectSound(testServer, bank);
  });

  test('nothing accrues without a counter account, while read-only, or on an entity that is not active; then it catches up', async () => {
    const bank = await openBank(testServer, '5');
    const { owner } = bank;
    const entityId = await bank.entity('HQ');
    const id = await bank.account('SAVER', { entityId });
    await bank.post('BANK', 'SAVER', '1000', '2024-02-27');
    await bank.accrue(id, '2024-02-27');
    const { counter_account_id } = (await owner.call(interest.settings)).body;
    await owner.call(interest.change, { body: { counter_account_id: null } });
    expect(await wake('2024-02-28')).toBe(0);
    expect((await owner.call(interest.settings)).body.waits).toBe('NO_COUNTER_ACCOUNT');
    expect((await bank.explain(id)).interest?.waits).toBe('NO_COUNTER_ACCOUNT');
    await owner.call(interest.change, { body: { counter_account_id } });
    await bank.deactivate();
    expect(await wake('2024-02-28')).toBe(0);
    expect((await bank.explain(id)).interest?.waits).toBe('TENANT_READONLY');
    await owner.call(tenants.clearReadOnly);
    await owner.send('POST', '/api/entities/deactivate', { id: entityId });
    // The days go on; the month waits for the entity, and with it the days after it.
    expect(await wake('2024-03-03')).toBe(3);
    expect((await bank.explain(id)).interest).toMatchObject({ waits: 'ENTITY_INACTIVE', next_on: '2024-03-01' });
    await owner.send('POST', '/api/entities/reactivate', { id: entityId });
    expect(await wake('2024-03-03')).toBe(1 + 2);
    expect((await bank.explain(id)).interest?.waits).toBeNull();
    await bank.accrue(id, '2024-03-03', null);
    const ofEntity = await bank.account('PAID-HQ', { entityId });
    await owner.call(interest.change, { body: { counter_account_id: ofEntity } });
    await owner.send('POST', '/api/entities/deactivate', { id: entityId });
    expect((await owner.call(interest.settings)).body.waits).toBe('COUNTER_ENTITY_INACTIVE');
    await expectSound(testServer, bank);
  });

  test('an account that moves to a bucket on another GL account mid-month: the month takes from both', async () => {
    const bank = await openBank(testServer, '3.6');
    const { owner } = bank;
    const id = await bank.account('SAVER');
    await bank.post('BANK', 'SAVER', '1000', '2024-04-01');
    const gl = (await owner.call(glAccounts.create, { body: { code: '2510', title: 'Other', class: 'L' } })).body.gl.id;
    const body = { code: 'TERM', rate: '7.2', effective_on: '2024-04-01', accrued_gl_id: gl };
    const term = (await owner.call(interest.create, { body })).body.bucket.id;
    await bank.accrue(id, '2024-04-01');
    await wake('2024-04-16');
    await bank.accrue(id, '2024-04-16', term);
    await wake('2024-05-01');
    const { capitalisations, days } = await bank.explain(id, '2024-04');
    expect([days[0]?.bucket_code, days.at(-1)?.bucket_code]).toEqual(['TERM', 'SAVINGS']);
    expect(capitalisations).toMatchObject([{ amount: '-4.50000000', left: '0.00000000' }]);
    const all = (await owner.call(accounts.list, { body: {} })).body.accounts;
    for (const code of ['2500-USD', '2510-USD']) expect(all.find((a) => a.code === code)?.balance).toBe('0');
    await bank.accrue(id, '2024-05-01', null);
    await expectSound(testServer, bank);
  });

  const ROUNDS = inForm(12, 40);
  test(`${ROUNDS} rounds of back-dated postings against two servers: what accrued is what the books say in the end`, async () => {
    const bank = await openBank(testServer, '4.2', 'ACT/365');
    const id = await bank.account('SAVER');
    await bank.post('BANK', 'SAVER', '1000', '2024-01-01');
    await bank.accrue(id, '2024-01-01');
    const moves: Move[] = [{ on: '2024-01-01', e8: -100_000_000_000n }];
    let day = '2024-01-01';
    for (let round = 0; round < ROUNDS; round++) {
      day = addDays(day, 1);
      const on = addDays(day, -1 - (round % 3));
      const late = on < '2024-01-01' ? '2024-01-01' : on;
      await Promise.all([bank.post('BANK', 'SAVER', '7.77', late), wake(day), wake(day, other)]);
      moves.push({ on: late, e8: -777_000_000n });
    }
    day = addDays(day, 1);
    await wake(day);
    const days = [...(await bank.explain(id, '2024-01')).days, ...(await bank.explain(id, '2024-02')).days];
    const once = days.filter((d) => d.was === null);
    expect(once).toHaveLength(ROUNDS + 1);
    // The window was met: some days had accrued when their posting came, and some had not.
    const corrections = days.length - once.length;
    expect(corrections).toBeGreaterThan(0);
    const capitalised = (await bank.explain(id, '2024-01')).capitalisations.map((c) => ({ on: c.value_date, e8: e8(c.amount) }));
    const rest = reckonPlain([...moves, ...capitalised], 420_000_000n, '2024-01-01', day);
    expect(days.reduce((sum, d) => sum + e8(d.amount), 0n)).toBe(rest);
    await expectSound(testServer, bank);
  }, 60_000);
});

/** ACT/365 without capitalising: all that accrued from the one day to the other, rounded once. */
function reckonPlain(moves: readonly Move[], rateE8: bigint, from: string, to: string): bigint {
  let exact = 0n;
  for (let day = from; day < to; day = addDays(day, 1))
    exact += moves.filter((m) => m.on <= day).reduce((sum, m) => sum + m.e8, 0n) * rateE8;
  const whole = 365n * 10n ** 10n;
  return -((-exact * 2n + whole) / (whole * 2n));
}
