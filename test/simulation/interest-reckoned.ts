// Interest of an account reckoned from its postings alone, in another way than the product does: whole sums of balance × rate × days
// over a common denominator, nothing carried, rounded once at the end.

import { addDays } from '@countinghouse/kernel/time/instant';
import type { Pool } from '@countinghouse/store/connection';

export interface Terms {
  readonly convention: 'ACT/360' | 'ACT/365' | '30/360';
  /** The first day that accrues. */
  readonly from: string;
  /** The first day that does not. */
  readonly to: string;
  /** Percent a year in units of 10⁻⁸ from a day on, ascending. */
  readonly rates: readonly { readonly on: string; readonly e8: bigint }[];
}

interface Told {
  /** All that was accrued, corrections included, debit-positive units of 10⁻⁸. */
  readonly posted: bigint;
  readonly reckoned: bigint;
  /** How many days were accrued, each counted once, and how many there are. */
  readonly days: number;
  readonly daysExpected: number;
}

const PARTS = 360n * 365n * 10n ** 10n;

/** 30/360 as ISDA 2006 4.16(f) cumulates it: a 31st adds nothing, the last of February what its month lacks of 30. */
function thirtyDays(day: string): bigint {
  const [of = 0, to = 0] = [day, addDays(day, 1)].map((d) => {
    const [y = 0, m = 0, n = 0] = d.split('-').map(Number);
    return 360 * y + 30 * m + n;
  });
  return BigInt(to - of);
}

const e8 = (decimal: string): bigint => {
  const [whole = '', part = ''] = decimal.replace('-', '').split('.');
  return (decimal.startsWith('-') ? -1n : 1n) * BigInt(whole + part.padEnd(8, '0'));
};

/** The nearest integer, of two equally near the one that `posted` is. */
function nearest(sum: bigint, posted: bigint): bigint {
  const off = 2n * (sum - posted * PARTS);
  if (off >= -PARTS && off <= PARTS) return posted;
  return sum / PARTS;
}

export async function interestOf(pool: Pool, tenantId: string, accountId: string, terms: Terms): Promise<Told> {
  const moved = await pool.query<{ value_date: string; net: string }>(
    `select value_date, sum(case when debit_account_id = $2 then amount else -amount end) as net
     from postings where tenant_id = $1 and $2 in (debit_account_id, credit_account_id) group by value_date order by value_date`,
    [tenantId, accountId],
  );
  // What was accrued stands on accounts of GL 2500; a credit there will be a credit of the account.
  const accrued = await pool.query<{ net: string }>(
    `select coalesce(sum(case when g.code = '2500' then p.amount else -p.amount end), 0) as net
     from events e
     join postings p on p.tenant_id = e.tenant_id and p.seq = e.seq
     join accounts a on a.tenant_id = p.tenant_id and a.id = p.debit_account_id
     join gl_accounts g on g.tenant_id = a.tenant_id and g.id = a.gl_account_id
     where e.tenant_id = $1 and e.intent_id like 'interest-' || $2 || '-%' and e.payload::jsonb ->> 'use_case' = 'interest_accrual'`,
    [tenantId, accountId],
  );
  const days = await pool.query<{ count: number }>(
    `select count(distinct d ->> 'on') as count
     from events e, jsonb_array_elements(e.payload::jsonb -> 'interest' -> 'days') d
     where e.tenant_id = $1 and e.intent_id like 'interest-' || $2 || '-%' and d -> 'was' is null`,
    [tenantId, accountId],
  );
  const posted = e8(accrued.rows[0]?.net ?? '0');
  let [sum, balance, i, daysExpected] = [0n, 0n, 0, 0];
  for (let day = terms.from; day < terms.to; day = addDays(day, 1)) {
    for (; (moved.rows[i]?.value_date ?? '9') <= day; i++) balance += e8(moved.rows[i]?.net ?? '0');
    const rate = terms.rates.findLast((r) => r.on <= day)?.e8 ?? 0n;
    const [count, year] = terms.convention === '30/360' ? [thirtyDays(day), 360n] : [1n, terms.convention === 'ACT/360' ? 360n : 365n];
    sum += (balance * rate * count * PARTS) / (10n ** 10n * year);
    daysExpected += 1;
  }
  return { posted, reckoned: nearest(sum, posted), days: days.rows[0]?.count ?? 0, daysExpected };
}
