import type { InterestPosted } from '@countinghouse/kernel/interest/events';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<
  ChainedEvent,
  { type: 'interest_settings.changed' | 'interest_bucket.created' | 'interest_rate.set' | 'account.bucket_set' }
>;

function projectInterest(tenantId: string, event: Event): readonly Statement[] {
  switch (event.type) {
    case 'interest_settings.changed': {
      const { day_count, counter_account_id } = event.payload;
      return [
        ...(day_count === undefined
          ? []
          : [statement('update tenants set interest_day_count = $2 where tenant_id = $1', tenantId, day_count)]),
        ...(counter_account_id === undefined
          ? []
          : [statement('update tenants set interest_counter_account_id = $2 where tenant_id = $1', tenantId, counter_account_id)]),
      ];
    }
    case 'interest_bucket.created': {
      const { id, code, accrued_gl_account_id } = event.payload;
      return [
        statement(
          'insert into interest_buckets (tenant_id, id, code, accrued_gl_account_id, created_at, created_seq) values ($1, $2, $3, $4, $5, $6)',
          tenantId,
          id,
          code,
          accrued_gl_account_id,
          event.eventTs,
          event.seq,
        ),
      ];
    }
    case 'interest_rate.set': {
      const { bucket_id, rate, effective_on } = event.payload;
      return [
        statement(
          `insert into interest_rates (tenant_id, bucket_id, effective_on, rate, set_at, set_by, set_seq) values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (tenant_id, bucket_id, effective_on)
           do update set rate = excluded.rate, set_at = excluded.set_at, set_by = excluded.set_by, set_seq = excluded.set_seq`,
          tenantId,
          bucket_id,
          effective_on,
          rate,
          event.eventTs,
          event.actorId,
          event.seq,
        ),
      ];
    }
    case 'account.bucket_set': {
      const { account_id, bucket_id, effective_on, next_on } = event.payload;
      return [
        statement(
          'delete from interest_memberships where tenant_id = $1 and account_id = $2 and effective_on >= $3',
          tenantId,
          account_id,
          effective_on,
        ),
        statement(
          'insert into interest_memberships (tenant_id, account_id, effective_on, bucket_id) values ($1, $2, $3, $4)',
          tenantId,
          account_id,
          effective_on,
          bucket_id,
        ),
        statement(
          `insert into interest_accounts (tenant_id, account_id, next_on, remainder, known_at, last_seq) values ($1, $2, $3, '0', 0, 0)
           on conflict (tenant_id, account_id) do update set next_on = excluded.next_on`,
          tenantId,
          account_id,
          next_on,
        ),
      ];
    }
  }
}

/** What an intent of interest leaves beside its postings. */
function projectInterestPosted(tenantId: string, seq: number, intentId: string, posted: InterestPosted | undefined): readonly Statement[] {
  if (posted === undefined) return [];
  return posted.kind === 'accrual'
    ? projectAccrual(tenantId, seq, intentId, posted)
    : projectCapitalisation(tenantId, seq, intentId, posted);
}

const addAccrued = (tenantId: string, accountId: string, bucketId: string, amount: string): Statement =>
  statement(
    `insert into interest_accrued (tenant_id, account_id, bucket_id, amount) values ($1, $2, $3, $4::numeric)
     on conflict (tenant_id, account_id, bucket_id) do update set amount = interest_accrued.amount + excluded.amount`,
    tenantId,
    accountId,
    bucketId,
    amount,
  );

function projectAccrual(
  tenantId: string,
  seq: number,
  intentId: string,
  { account_id, known_at, days, next_on, month }: InterestPosted & { readonly kind: 'accrual' },
): readonly Statement[] {
  const last = days.findLast((d) => d.was === undefined);
  return [
    ...days.flatMap((d) => [
      statement(
        `insert into interest_days (tenant_id, account_id, day, seq, intent_id, bucket_id, value_date, balance, rate, day_count, days, basis, exact,
           was_balance, was_rate, was_exact, carried, amount, remainder, known_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
        tenantId,
        account_id,
        d.on,
        seq,
        intentId,
        d.bucket_id,
        d.value_date,
        d.balance,
        d.rate,
        d.day_count,
        d.days,
        d.basis,
        d.exact,
        d.was?.balance ?? null,
        d.was?.rate ?? null,
        d.was?.exact ?? null,
        d.carried,
        d.amount,
        d.remainder,
        known_at,
      ),
      addAccrued(tenantId, account_id, d.bucket_id, d.amount),
    ]),
    statement(
      `update interest_accounts set next_on = $3, last_on = coalesce($4::date, last_on), month = $5, remainder = $6, known_at = $7, last_seq = $8
       where tenant_id = $1 and account_id = $2`,
      tenantId,
      account_id,
      next_on,
      last?.on ?? null,
      month,
      days.at(-1)?.remainder ?? '0',
      known_at,
      seq,
    ),
  ];
}

function projectCapitalisation(
  tenantId: string,
  seq: number,
  intentId: string,
  posted: InterestPosted & { readonly kind: 'capitalisation' },
): readonly Statement[] {
  const { account_id, month, value_date, accrued, amount, left, parts } = posted;
  return [
    statement(
      `insert into interest_capitalisations (tenant_id, account_id, month, seq, intent_id, value_date, accrued, amount, left_over)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      tenantId,
      account_id,
      month,
      seq,
      intentId,
      value_date,
      accrued,
      amount,
      left,
    ),
    ...parts.map((p) => addAccrued(tenantId, account_id, p.bucket_id, p.amount.startsWith('-') ? p.amount.slice(1) : `-${p.amount}`)),
    statement(
      'update interest_accounts set month = null, last_seq = $3 where tenant_id = $1 and account_id = $2',
      tenantId,
      account_id,
      seq,
    ),
  ];
}

/** Tables, and what events do to them. */
export const interest = {
  tables: [
    'interest_buckets',
    'interest_rates',
    'interest_memberships',
    'interest_accounts',
    'interest_accrued',
    'interest_days',
    'interest_capitalisations',
  ],
  project: {
    'intent.executed': (tenantId, event) => projectInterestPosted(tenantId, event.seq, event.payload.intent_id, event.payload.interest),
    'interest_settings.changed': projectInterest,
    'interest_bucket.created': projectInterest,
    'interest_rate.set': projectInterest,
    'account.bucket_set': projectInterest,
  },
} satisfies Feature;
