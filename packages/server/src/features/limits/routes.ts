import { limits as contract, type Limits } from '@countinghouse/contract/features/limits';
import { formatDecimal, readAmountE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { listLimits } from '@countinghouse/store/features/limits/reads';
import { findSettings } from '@countinghouse/store/features/settings/reads';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { findUse } from './use.ts';

export const get = handler(contract.get, ({ tenant }, services) => find(services, tenant.tenant_id));

export const set = handler(contract.set, async ({ tenant, caller, input }, services) => {
  const { key, value } = input.body;
  const command = { type: 'limit.set', actor: caller.actor, key, value: value === null ? null : String(value) } as const;
  done(await services.ledger.submit(tenant.tenant_id, command));
  return find(services, tenant.tenant_id);
});

function find({ readerPool, clock }: Services, tenantId: string): Promise<Limits> {
  return read(readerPool, { tenantId }, async (tx) => {
    const settings = await findSettings(tx, tenantId);
    if (settings === null) throw new Refusal('NOT_FOUND');
    const currency = settings.reporting_currency;
    const say = (e8: bigint): string => formatDecimal(e8, minorUnitsOf(currency));
    const rows = await listLimits(tx, tenantId);
    const textOf = (key: string): string | null => rows.find((r) => r.key === key)?.value ?? null;
    const amountOf = (key: string): string | null => {
      const value = textOf(key);
      return value === null ? null : say(readAmountE8(value));
    };
    const count = textOf('daily_txn_count_max');
    const use = await findUse(tx, tenantId, currency, clock.nowUs());
    const missing = 'missing' in use ? use.missing : null;
    return {
      limits: {
        high_risk_amount: amountOf('high_risk_amount'),
        txn_amount_max: amountOf('txn_amount_max'),
        daily_txn_amount_max: amountOf('daily_txn_amount_max'),
        daily_txn_count_max: count === null ? null : Number(count),
      },
      reporting_currency: currency,
      set: Object.fromEntries(rows.map(({ key, set_at, set_by }) => [key, { set_at, set_by }])),
      today: { day: use.day, count: use.count, amount: 'amountE8' in use ? say(use.amountE8) : null, missing_rate: missing },
    };
  });
}

export const limitsHandlers: readonly Handler[] = [get, set];
