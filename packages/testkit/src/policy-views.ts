// What tests of policies look at: intents and periods as a policy sees them, without a ledger behind them.

import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { Decimal, Entry, Given } from '@countinghouse/kernel/policies/values';
import type { Viewed } from '@countinghouse/kernel/policies/verdicts';

interface Row {
  readonly debit?: string;
  readonly credit?: string;
  readonly amountE8?: bigint;
  readonly amountMinor?: bigint;
  readonly currency?: string;
  readonly narrative?: string;
}

export const viewedRow = ({
  debit = 'BANK',
  credit = 'RENT',
  amountE8 = 1_000_000_000n,
  amountMinor,
  currency = 'USD',
  narrative = '',
}: Row) =>
  new Entry({
    debit,
    credit,
    amount: new Decimal(amountE8),
    amount_minor: amountMinor ?? amountE8 / 1_000_000n,
    currency,
    value_date: '2026-06-15',
    narrative,
  });

export function viewedIntent(rows: readonly Row[], constraints: JsonObject = {}, amountE8 = 1_000_000_000n): Viewed {
  const value = new Entry({
    use_case: 'manual_post',
    value_date: '2026-06-15',
    actor: 'somebody',
    entities: ['ACME', 'ZETA'],
    constraints: new Given(constraints),
    metadata: new Given({ team: 'treasury', 'cost-centre': 'X1' }, 'metadata has no'),
    amount: new Decimal(amountE8),
    rows: rows.map(viewedRow),
  });
  return { value, rows: rows.length };
}
