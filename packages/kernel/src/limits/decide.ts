import { append, type Decision, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatAmountE8, parseAmountE8 } from '../money/amount.ts';
import type { SetLimit } from './commands.ts';

/** Refuses, first match wins: as `guardWrite` (an owner), VALIDATION_ERROR. */
export function decideSetLimit(state: TenantState, { actor, key, value }: SetLimit): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const normal = value === null ? null : key === 'daily_txn_count_max' ? readCount(value) : readAmount(value);
  if (normal === undefined) {
    return refuseField(
      'value',
      key === 'daily_txn_count_max'
        ? 'Use a whole number from 0 to 999999999.'
        : 'Use an amount of zero or more, with at most 20 digits before and 8 after the point.',
    );
  }
  return append({ type: 'limit.set', payload: { key, value: normal } });
}

function readAmount(text: string): string | undefined {
  const amountE8 = parseAmountE8(text);
  return amountE8 === null || amountE8 < 0n ? undefined : formatAmountE8(amountE8);
}

const readCount = (text: string): string | undefined => (/^\d{1,9}$/.test(text) ? String(Number.parseInt(text, 10)) : undefined);
