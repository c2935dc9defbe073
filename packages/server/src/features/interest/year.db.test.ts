// A year of interest by each convention, held against plain fractions.

import { accounts } from '@countinghouse/contract/features/accounts';
import type { DayCount } from '@countinghouse/contract/features/interest';
import { addDays, addMonths } from '@countinghouse/kernel/time/instant';
import { useDatabase } from '@countinghouse/testkit/database';
import { expectSound } from '@countinghouse/testkit/expect-sound';
import { counts, e8, type Move, openBank, reckon, unitsOf } from '@countinghouse/testkit/interest';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postInterest } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

/** What a server does that wakes up on a day. */
const wake = (today: string): Promise<number> => postInterest(testServer.opened.services, today);

describe('a year of interest', () => {
  test.each<readonly [DayCount, string]>([
    ['ACT/360', '3.25'],
    ['ACT/365', '-0.6'],
    ['30/360', '11.1234567'],
  ])(
    '%s at %s %%: each day of a leap year is what an independent reckoning says, each month goes to the account',
    async (convention, rate) => {
      const bank = await openBank(testServer, rate, convention);
      const [saver, yen] = [await bank.account('SAVER'), await bank.account('YEN', { currency: 'EUR' })];
      const far = await bank.account('FAR', { currency: 'EUR' });
      expect(far).toBeTruthy();
      const moves: Move[] = [];
      let seed = 7n;
      for (let i = 0; i < 30; i++) {
        seed = (seed * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
        const on = addDays('2023-12-20', Number(seed % 370n));
        const amount = (seed / 1000n) % 1_000_000_000_000_000n;
        const credits = i % 3 !== 0;
        const text = `${amount / 100_000_000n}.${(amount % 100_000_000n).toString().padStart(8, '0')}`;
        await bank.post(credits ? 'BANK' : 'SAVER', credits ? 'SAVER' : 'BANK', text, on);
        moves.push({ on, e8: credits ? -amount : amount });
      }
      await bank.post('FAR', 'YEN', '1000', '2023-12-31', 'EUR');
      await bank.accrue(saver, '2024-01-01');
      await bank.accrue(yen, '2024-01-01');
      expect(await wake('2025-01-01')).toBe(2 * (366 + 12));
      expect(await wake('2025-01-01')).toBe(0);

      const expected = reckon(
        moves,
        convention,
        () => e8(`${rate.split('.')[0]}.${(rate.split('.')[1] ?? '').padEnd(8, '0')}`),
        '2024-01-01',
        '2025-01-01',
      );
      const months = (await bank.explain(saver)).months.toReversed();
      expect(months).toEqual(Object.keys(expected.capitalised));
      const days: string[] = [];
      let posted = 0n;
      for (const month of months) {
        const told = await bank.explain(saver, month);
        expect(told.capitalisations.map((c) => [c.month, e8(c.amount), c.value_date])).toEqual([
          [month, expected.capitalised[month], addMonths(`${month}-01`, 1)],
        ]);
        for (const day of told.days.toReversed()) {
          days.push(day.on);
          posted += e8(day.amount);
          expect([day.on, BigInt(day.days)]).toEqual([day.on, counts(convention, day.on)]);
        }
      }
      expect(days).toEqual(Array.from({ length: 366 }, (_, i) => addDays('2024-01-01', i)));
      expect(posted).toBe(expected.posted);
      const { interest: now, account } = await bank.explain(saver);
      expect(unitsOf(now?.accrued ?? '', account.minorUnits)).toBe(expected.accrued);
      const held = (await bank.owner.call(accounts.get, { params: { id: saver } })).body.account;
      expect([unitsOf(held.balance, 2), held.interestBucket]).toEqual([expected.balance, 'SAVINGS']);

      // In its own currency, from accounts that were opened for it.
      const all = (await bank.owner.call(accounts.list, { body: {} })).body.accounts;
      const opened = all.filter((a) => a.kind === 'interest').map((a) => [a.code, a.currency, a.glCode]);
      expect(opened).toEqual([
        ['2500-EUR', 'EUR', '2500'],
        ['2500-USD', 'USD', '2500'],
        ['PAID-EUR', 'EUR', '5500'],
      ]);
      const accruedUsd = all.find((a) => a.code === '2500-USD')?.balance ?? '';
      expect(unitsOf(accruedUsd, 2)).toBe(expected.accrued);
      await expectSound(testServer, bank);
    },
  );
});
