// What a batch adds to the days: per account and value date, per GL account, and per pair of entities where a posting crosses. Summed in
// memory and written in one statement each, however many postings there are. Live writing and replay both come through here.

import type { AccountState } from '@countinghouse/kernel/accounts/state';
import type { Posting } from '@countinghouse/kernel/ledger/posting';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { literal } from '../sql/statement.ts';

/** Stands for accounts of no entity where a key may not be null. */
export const NO_ENTITY = '00000000-0000-0000-0000-000000000000';

interface DaySums {
  debitsE8: bigint;
  creditsE8: bigint;
}

/** Sums of account days as columns of an unnest. */
class DayRows {
  private readonly ids: string[] = [];
  private readonly dates: string[] = [];
  private readonly debits: string[] = [];
  private readonly credits: string[] = [];

  add(accountId: string, date: string, { debitsE8, creditsE8 }: DaySums): void {
    this.ids.push(accountId);
    this.dates.push(date);
    this.debits.push(formatAmountE8(debitsE8));
    this.credits.push(formatAmountE8(creditsE8));
  }

  /** The statement over these rows; none where there are none. */
  sql(write: (rows: string, count: number) => string): readonly string[] {
    if (this.ids.length === 0) return [];
    const { ids, dates, debits, credits } = this;
    return [write(`unnest('{${ids}}'::uuid[], '{${dates}}'::date[], '{${debits}}'::numeric[], '{${credits}}'::numeric[])`, ids.length)];
  }
}

interface Crossing {
  readonly debitEntityId: string;
  readonly creditEntityId: string;
  readonly currency: string;
  readonly valueDate: string;
  amountE8: bigint;
}

/**
 * Days of accounts that are in the table, by the state they were written from: a batch that fails throws its state away, and what
 * was known with it. Moving a row that is there costs half of asking first whether it is.
 */
const writtenDays = new WeakMap<TenantState, Set<string>>();
const WRITTEN_MAX = 200_000;

export class Days {
  private readonly written: Set<string>;
  private readonly byAccount = new Map<AccountState, Map<string, DaySums>>();
  private readonly crossings = new Map<string, Crossing>();
  private held = 0;

  /** Account days that were moved. */
  get size(): number {
    return this.held;
  }

  add({ debit, credit, amountE8, row }: Posting): void {
    this.sumsOf(debit, row.value_date).debitsE8 += amountE8;
    this.sumsOf(credit, row.value_date).creditsE8 += amountE8;
    if (debit.entityId !== credit.entityId) this.cross(debit, credit, amountE8, row.value_date);
  }

  constructor(state: TenantState) {
    this.written = writtenDays.get(state) ?? new Set();
    if (this.written.size > WRITTEN_MAX) this.written.clear();
    writtenDays.set(state, this.written);
  }

  /** The accounts that were moved. */
  get accounts(): ReadonlySet<AccountState> {
    return new Set(this.byAccount.keys());
  }

  private sumsOf(account: AccountState, valueDate: string): DaySums {
    const days = this.byAccount.get(account) ?? new Map<string, DaySums>();
    const known = days.get(valueDate);
    if (known !== undefined) return known;
    const sums: DaySums = { debitsE8: 0n, creditsE8: 0n };
    if (days.size === 0) this.byAccount.set(account, days);
    days.set(valueDate, sums);
    this.held += 1;
    return sums;
  }

  private cross(debit: AccountState, credit: AccountState, amountE8: bigint, valueDate: string): void {
    const [debitEntityId, creditEntityId] = [debit.entityId ?? NO_ENTITY, credit.entityId ?? NO_ENTITY];
    const key = `${debitEntityId}${creditEntityId}${debit.currency}${valueDate}`;
    const known = this.crossings.get(key);
    if (known === undefined) this.crossings.set(key, { debitEntityId, creditEntityId, currency: debit.currency, valueDate, amountE8 });
    else known.amountE8 += amountE8;
  }

  /** The statements that write them, for the schema of the search path; rows in the order of their keys. */
  statements(tenantId: string): readonly string[] {
    const tenant = literal(tenantId);
    return [...this.writeAccounts(tenant), ...this.writeGlAccounts(tenant), ...this.writeCrossings(tenant)];
  }

  private writeAccounts(tenant: string): readonly string[] {
    if (this.byAccount.size === 0) return [];
    const sorted = [...this.byAccount].sort(([a], [b]) => (a.id < b.id ? -1 : 1));
    const [known, fresh] = [new DayRows(), new DayRows()];
    for (const [account, days] of sorted) {
      const ofAccount = days.size === 1 ? [...days] : [...days].sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [date, sums] of ofAccount) {
        const key = account.id + date;
        (this.written.has(key) ? known : fresh).add(account.id, date, sums);
        this.written.add(key);
      }
    }
    return [
      ...known.sql(
        (rows, count) => `with moved as (update account_days a set debits = a.debits + t.debits, credits = a.credits + t.credits
from ${rows} t(account_id, value_date, debits, credits)
where a.tenant_id = ${tenant} and a.account_id = t.account_id and a.value_date = t.value_date returning 1)
select 1 / (count(*) = ${count})::int from moved`,
      ),
      ...fresh.sql(
        (rows) => `insert into account_days (tenant_id, account_id, value_date, debits, credits)
select ${tenant}, t.* from ${rows} t
on conflict (tenant_id, account_id, value_date)
do update set debits = account_days.debits + excluded.debits, credits = account_days.credits + excluded.credits`,
      ),
    ];
  }

  /** From the sums of the accounts: a GL account has few days of its own however many accounts map to it. */
  private writeGlAccounts(tenant: string): readonly string[] {
    if (this.byAccount.size === 0) return [];
    const byGl = new Map<string, DaySums & { readonly account: AccountState; readonly valueDate: string }>();
    for (const [account, days] of this.byAccount)
      for (const [valueDate, { debitsE8, creditsE8 }] of days) {
        const key = `${account.glAccountId}${account.entityId ?? NO_ENTITY}${account.currency}${valueDate}`;
        const known = byGl.get(key);
        if (known === undefined) byGl.set(key, { account, valueDate, debitsE8, creditsE8 });
        else {
          known.debitsE8 += debitsE8;
          known.creditsE8 += creditsE8;
        }
      }
    const sorted = [...byGl].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, d]) => d);
    const list = (of: (d: (typeof sorted)[number]) => string): string => `'{${sorted.map(of).join(',')}}'`;
    return [
      `insert into gl_days (tenant_id, gl_account_id, entity_id, currency, value_date, debits, credits)
select ${tenant}, t.* from unnest(${list((d) => d.account.glAccountId)}::uuid[], ${list((d) => d.account.entityId ?? NO_ENTITY)}::uuid[], ${list((d) => d.account.currency)}::text[], ${list((d) => d.valueDate)}::date[], ${list((d) => formatAmountE8(d.debitsE8))}::numeric[], ${list((d) => formatAmountE8(d.creditsE8))}::numeric[]) t
on conflict (tenant_id, gl_account_id, entity_id, currency, value_date)
do update set debits = gl_days.debits + excluded.debits, credits = gl_days.credits + excluded.credits`,
    ];
  }

  private writeCrossings(tenant: string): readonly string[] {
    if (this.crossings.size === 0) return [];
    const sorted = [...this.crossings].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, c]) => c);
    const list = (of: (c: Crossing) => string): string => `'{${sorted.map(of).join(',')}}'`;
    return [
      `insert into entity_days (tenant_id, debit_entity_id, credit_entity_id, currency, value_date, amount)
select ${tenant}, t.* from unnest(${list((c) => c.debitEntityId)}::uuid[], ${list((c) => c.creditEntityId)}::uuid[], ${list((c) => c.currency)}::text[], ${list((c) => c.valueDate)}::date[], ${list((c) => formatAmountE8(c.amountE8))}::numeric[]) t
on conflict (tenant_id, debit_entity_id, credit_entity_id, currency, value_date)
do update set amount = entity_days.amount + excluded.amount`,
    ];
  }
}
