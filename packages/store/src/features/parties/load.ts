import { readAmountE8 } from '@countinghouse/kernel/money/amount';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const parties = await read<{ id: string; exposure_currency: string | null; exposure_amount: string | null }>(
    'select id, exposure_currency, exposure_amount from parties where tenant_id = $1',
  );
  for (const { id, exposure_currency: currency, exposure_amount: amount } of parties) {
    state.partyIds.add(id);
    if (currency !== null && amount !== null) state.exposureLimits.set(id, { currency, amountE8: readAmountE8(amount) });
  }
};
