// An organisation that pays interest, and what comes of it told another way than the product does.

import { accounts } from '@countinghouse/contract/features/accounts';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { type DayCount, interest } from '@countinghouse/contract/features/interest';
import { addDays } from '@countinghouse/kernel/time/instant';
import { expect } from 'vitest';
import { type Organisation, openOrganisation, row } from './organisation.ts';
import type { TestServer } from './test-server.ts';

interface Bank extends Organisation {
  readonly bucketId: string;
  /** Puts an account into the bucket from a day on. */
  accrue(accountId: string, from: string, bucketId?: string | null): Promise<void>;
  post(debit: string, credit: string, amount: string, valueDate: string, currency?: string): Promise<void>;
  explain(accountId: string, month?: string): ReturnType<typeof bodyOf>;
}
const bodyOf = async (o: Organisation, id: string, month?: string) => {
  const answer = await o.owner.call(interest.explain, { params: { id }, query: month === undefined ? {} : { month } });
  expect(answer.status).toBe(200);
  return answer.body;
};

/** An organisation that pays `rate` on what is in its bucket, out of the account PAID. */
export async function openBank(testServer: TestServer, rate: string, dayCount: DayCount = 'ACT/360', from = '2024-01-01'): Promise<Bank> {
  const o = await openOrganisation(testServer);
  const { owner } = o;
  const gl = async (code: string, glClass: 'L' | 'X') =>
    (await owner.call(glAccounts.create, { body: { code, title: code, class: glClass } })).body.gl.id;
  const [accrued, paid] = [await gl('2500', 'L'), await gl('5500', 'X')];
  const counter = (await owner.call(accounts.create, { body: { code: 'PAID', ledgerAccountId: paid } })).body.account.id;
  await owner.call(interest.change, { body: { counter_account_id: counter, day_count: dayCount } });
  const body = { code: 'SAVINGS', rate, effective_on: from, accrued_gl_id: accrued };
  const bucketId = (await owner.call(interest.create, { body })).body.bucket.id;
  return {
    ...o,
    bucketId,
    async accrue(id, effective_on, bucket_id = bucketId) {
      expect(await owner.call(interest.setBucket, { params: { id }, body: { bucket_id, effective_on } })).toMatchObject({ status: 200 });
    },
    async post(debit, credit, amount, valueDate, currency = 'USD') {
      const proposed_actions = [row(debit, credit, amount, { currency })];
      const answer = await owner.call(intents.execute, { body: o.intent({ value_date: valueDate, proposed_actions }) });
      expect(answer).toMatchObject({ status: 200, body: { status: 'executed' } });
    },
    explain: (id, month) => bodyOf(o, id, month),
  };
}

export const e8 = (text: string): bigint => BigInt(text.replace('.', ''));
const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;

/** What a day counts for, told another way than the product does: whole days of 30 a month, the last of February makes it full. */
export function counts(convention: DayCount, day: string): bigint {
  if (convention !== '30/360') return 1n;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (date === 31) return 0n;
  if (month === 2 && date === (isLeap(year) ? 29 : 28)) return BigInt(31 - date);
  return 1n;
}

export interface Move {
  readonly on: string;
  readonly e8: bigint;
}

/** Interest of an account by plain fractions of 10⁻⁸ / (365 × 360 × 10¹⁰), capitalised month by month to the cent. */
export function reckon(
  moves: readonly Move[],
  convention: DayCount,
  rateE8: (day: string) => bigint,
  from: string,
  to: string,
  unit = 1_000_000n,
) {
  const whole = 365n * 360n * 10n ** 10n;
  const basis = convention === 'ACT/365' ? 365n : 360n;
  const all = [...moves];
  let [exact, posted, taken] = [0n, 0n, 0n];
  const half = (n: bigint, d: bigint): bigint => {
    const [q, r] = [n / d, n % d];
    const twice = (r < 0n ? -r : r) * 2n;
    return twice > d || (twice === d && q % 2n !== 0n) ? q + (n < 0n ? -1n : 1n) : q;
  };
  const capitalised: Record<string, bigint> = {};
  for (let day = from; day < to; day = addDays(day, 1)) {
    const balance = all.filter((m) => m.on <= day).reduce((sum, m) => sum + m.e8, 0n);
    exact += balance * rateE8(day) * counts(convention, day) * (whole / (10n ** 10n * basis));
    posted = half(exact, whole);
    const next = addDays(day, 1);
    if (!next.endsWith('-01')) continue;
    const moved = half(posted - taken, unit) * unit;
    taken += moved;
    capitalised[day.slice(0, 7)] = moved;
    all.push({ on: next, e8: moved });
  }
  return { posted, accrued: posted - taken, capitalised, balance: all.reduce((sum, m) => sum + m.e8, 0n) };
}

export const unitsOf = (minor: string, minorUnits: number): bigint => {
  const [w = '0', f = ''] = minor.split('.');
  return BigInt(w + f.padEnd(8 - minorUnits, '0'));
};
