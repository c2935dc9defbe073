// What today has used of the limits, by the kernel's own count over what is stored.

import { ECB_BASE } from '@countinghouse/kernel/fx/find-rate';
import type { HoldState } from '@countinghouse/kernel/holds/state';
import { type DayUse, useOn } from '@countinghouse/kernel/limits/check';
import { noUsage } from '@countinghouse/kernel/limits/state';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { dateOf, formatInstant, readInstant } from '@countinghouse/kernel/time/instant';
import { listRatesInForce } from '@countinghouse/store/features/fx/reads';
import { findBooked, listEndedHolds } from '@countinghouse/store/features/limits/reads';
import type { Tx } from '@countinghouse/store/reader';

export async function findUse(tx: Tx, tenantId: string, reportingCurrency: string, nowUs: bigint): Promise<DayUse> {
  const today = dateOf(nowUs);
  const row = await findBooked(tx, tenantId);
  const dailyUsage = noUsage(row?.booked_on);
  const holds = new Map<string, HoldState>();
  const fxRates = new Map<string, { rate: string; asofUs: bigint; source: string }[]>();
  if (row !== null && row.booked_on === today) {
    dailyUsage.count = row.txn_count;
    for (const [currency, amount] of Object.entries(row.sums)) dailyUsage.sums.set(currency, parseBalanceE8(amount));
    const now = formatInstant(nowUs);
    for (const hold of await listEndedHolds(tx, tenantId, today, now)) {
      const intentId = hold.intent_id;
      const expiresAtUs = readInstant(hold.expires_at);
      dailyUsage.ending.set(intentId, expiresAtUs);
      const rows = hold.rows.map((r) => ({ ...nowhere, ...r }));
      const { reporting_amount: reporting, captured } = hold;
      holds.set(intentId, { intentId, status: 'open', expiresAtUs, bookedOn: today, reporting, rows, captured });
    }
    const currencies = [...new Set([...dailyUsage.sums.keys(), reportingCurrency, ECB_BASE])];
    if (dailyUsage.sums.size > (dailyUsage.sums.has(reportingCurrency) ? 1 : 0))
      for (const r of await listRatesInForce(tx, tenantId, currencies, now))
        fxRates.set(`${r.base_currency}/${r.quote_currency}`, [{ rate: r.rate, asofUs: readInstant(r.asof), source: r.source }]);
  }
  return useOn({ dailyUsage, holds, fxRates, reportingCurrency }, nowUs);
}

/** What a hold counts for does not depend on where it would be posted. */
const nowhere = { line: 0, debit_account_id: '', credit_account_id: '', value_date: '', narrative: '' };
