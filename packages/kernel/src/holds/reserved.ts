// What open holds reserve, and where.

import type { AccountState } from '../accounts/state.ts';
import type { TenantState } from '../ledger/state.ts';

/** What open holds reserve on an account at an instant, units of 10⁻⁸, zero or more. `except` is a hold that does not count. */
export function heldE8(state: TenantState, account: AccountState, nowUs: bigint, except: string | null = null): bigint {
  let sum = 0n;
  for (const [intentId, part] of state.held.get(account.id) ?? [])
    if (part.expiresAtUs > nowUs && intentId !== except) sum += part.amountE8;
  return sum;
}

/** Whether an open hold would post to an account, on either side. */
export function isHeld(state: TenantState, account: AccountState, nowUs: bigint): boolean {
  for (const hold of state.holds.values()) {
    if (hold.status !== 'open' || hold.expiresAtUs <= nowUs) continue;
    if (hold.rows.some((r) => r.debit_account_id === account.id || r.credit_account_id === account.id)) return true;
  }
  return false;
}
