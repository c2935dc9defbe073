import { randomUUID } from 'node:crypto';
import { interest as contract, type InterestBucket, type InterestSettings } from '@countinghouse/contract/features/interest';
import { readAmountE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { findNamedAccount } from '@countinghouse/store/features/accounts/reads';
import {
  findInterestSettings,
  type InterestSettingsRow,
  listCapitalisations,
  listInterestAccounts,
  listInterestBuckets,
  listInterestDays,
  listInterestMonths,
} from '@countinghouse/store/features/interest/reads';
import { read, type Tx } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler, reading } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { toWireAccount, toWireDay, waitsAltogether } from './rules.ts';

export const settings = handler(contract.settings, ({ tenant }, services) => findSettings(services, tenant.tenant_id));

export const change = handler(contract.change, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { day_count, counter_account_id } = input.body;
  done(
    await services.ledger.submit(tenant_id, {
      type: 'interest_settings.change',
      actor: caller.actor,
      ...(day_count === undefined ? {} : { dayCount: day_count }),
      ...(counter_account_id === undefined ? {} : { counterAccountId: counter_account_id }),
    }),
  );
  return findSettings(services, tenant_id);
});

export const buckets = reading(contract.buckets, async ({ tenant: { tenant_id } }, { readerPool, clock }) => {
  const buckets = await read(readerPool, { tenantId: tenant_id }, (tx) => listInterestBuckets(tx, tenant_id, clock.today()));
  return { buckets: buckets.map((b) => ({ ...b, rates: [...b.rates] })) };
});

export const create = handler(contract.create, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { code, rate, effective_on, accrued_gl_id } = input.body;
  const id = randomUUID();
  done(
    await services.ledger.submit(tenant_id, {
      type: 'interest_bucket.create',
      actor: caller.actor,
      id,
      code,
      accruedGlId: accrued_gl_id,
      rateE8: readAmountE8(rate),
      effectiveOn: effective_on,
    }),
  );
  return { bucket: await getBucket(services, tenant_id, id) };
});

export const addRate = handler(contract.addRate, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { id } = input.params;
  const { rate, effective_on } = input.body;
  const rateE8 = readAmountE8(rate);
  const change = { type: 'interest_rate.set', actor: caller.actor, bucketId: id, rateE8, effectiveOn: effective_on } as const;
  done(await services.ledger.submit(tenant_id, change));
  return { bucket: await getBucket(services, tenant_id, id) };
});

export const setBucket = handler(contract.setBucket, async ({ tenant, caller, input }, { ledger }) =>
  done(
    await ledger.submit(tenant.tenant_id, {
      type: 'account.set_bucket',
      actor: caller.actor,
      accountId: input.params.id,
      bucketId: input.body.bucket_id,
      effectiveOn: input.body.effective_on ?? null,
    }),
  ),
);

export const accounts = reading(contract.accounts, async ({ tenant: { tenant_id }, input }, { readerPool, clock }) =>
  read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const settings = await getSettings(tx, tenant_id);
    const rows = await listInterestAccounts(tx, tenant_id, clock.today(), { q: input.query.q ?? null, accountId: null });
    return { accounts: rows.map((row) => toWireAccount(row, settings)) };
  }),
);

export const explain = reading(contract.explain, async ({ tenant: { tenant_id }, input }, { readerPool, clock }) =>
  read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const { id } = input.params;
    const account = await findNamedAccount(tx, tenant_id, id);
    if (account === null) throw new Refusal('NOT_FOUND');
    const { code, currency } = account;
    const [row] = await listInterestAccounts(tx, tenant_id, clock.today(), { q: null, accountId: id });
    const settings = await getSettings(tx, tenant_id);
    const months = await listInterestMonths(tx, tenant_id, id);
    const month = input.query.month ?? months[0] ?? null;
    const days = month === null ? [] : await listInterestDays(tx, tenant_id, id, month);
    const capitalisations = month === null ? [] : await listCapitalisations(tx, tenant_id, id, month);
    return {
      interest: row === undefined ? null : toWireAccount(row, settings),
      account: { id, code, currency, minorUnits: minorUnitsOf(currency) },
      months: [...months],
      month,
      days: days.map((day) => toWireDay(day, currency)),
      capitalisations: capitalisations.map(({ left_over, ...rest }) => ({ ...rest, left: left_over })),
    };
  }),
);

async function getSettings(tx: Tx, tenantId: string): Promise<InterestSettingsRow> {
  const row = await findInterestSettings(tx, tenantId);
  if (row === null) throw new Refusal('NOT_FOUND');
  return row;
}

async function findSettings(services: Services, tenantId: string): Promise<InterestSettings> {
  const row = await read(services.readerPool, { tenantId }, (tx) => getSettings(tx, tenantId));
  const { day_count, counter_account_id, counter_account_code } = row;
  return { day_count, counter_account_id, counter_account_code, waits: waitsAltogether(row) };
}

async function getBucket(services: Services, tenantId: string, id: string): Promise<InterestBucket> {
  const [bucket] = await read(services.readerPool, { tenantId }, (tx) => listInterestBuckets(tx, tenantId, services.clock.today(), id));
  if (bucket === undefined) throw new Refusal('NOT_FOUND');
  return { ...bucket, rates: [...bucket.rates] };
}

export const interestHandlers: readonly Handler[] = [settings, change, buckets, create, addRate, setBucket, accounts, explain];
