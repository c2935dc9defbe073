// A hold reserves on the side that would fall: the credit side of an account that is normally in debit, the debit side of one that
// is normally in credit.

import type { AccountState } from '../accounts/state.ts';
import type { PostedRow } from '../intents/posted.ts';
import { bookingDayOf } from '../ledger/events.ts';
import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import { releaseHold } from '../limits/use.ts';
import { readAmountE8 } from '../money/amount.ts';
import type { HoldEvents } from './events.ts';
import type { HoldState, HoldStatus, RestOfRow } from './state.ts';

/** What each event does to the state. */
export const evolve = {
  'hold.expired': (state, event) => {
    const hold = must(state.holds.get(event.payload.intent_id), 'intent_id', event.seq);
    releaseHold(state, bookingDayOf(event), hold, null);
    closeHold(state, hold, 'expired');
  },
} satisfies EventRows<HoldEvents>;

/** Opens a hold and reserves what its rows would take. */
export function placeHold(state: TenantState, hold: HoldState): void {
  state.holds.set(hold.intentId, hold);
  reserve(state, hold);
}

/** A part was captured: what is left of its rows stays reserved. */
export function keepRest(state: TenantState, hold: HoldState, rest: readonly RestOfRow[]): void {
  const left = new Map(rest.map(({ line, amount }) => [line, amount]));
  release(state, hold);
  hold.captured = true;
  hold.rows = hold.rows.flatMap((row) => {
    const amount = left.get(row.line);
    return amount === undefined ? [] : [{ ...row, amount }];
  });
  reserve(state, hold);
}

/** Closes a hold and frees all that it reserved. */
export function closeHold(state: TenantState, hold: HoldState, status: Exclude<HoldStatus, 'open'>): void {
  release(state, hold);
  hold.status = status;
  hold.rows = [];
  hold.captured = false;
}

function reserve(state: TenantState, hold: HoldState): void {
  forEachFall(state, hold.rows, (account, amountE8) => {
    const parts = state.held.get(account.id) ?? new Map();
    state.held.set(account.id, parts);
    const part = parts.get(hold.intentId);
    if (part === undefined) parts.set(hold.intentId, { amountE8, expiresAtUs: hold.expiresAtUs });
    else part.amountE8 += amountE8;
  });
}

function release(state: TenantState, hold: HoldState): void {
  forEachFall(state, hold.rows, (account) => {
    const parts = state.held.get(account.id);
    parts?.delete(hold.intentId);
    if (parts?.size === 0) state.held.delete(account.id);
  });
}

function forEachFall(state: TenantState, rows: readonly PostedRow[], visit: (account: AccountState, amountE8: bigint) => void): void {
  for (const row of rows) {
    const amountE8 = readAmountE8(row.amount);
    const debit = state.accounts.get(row.debit_account_id);
    const credit = state.accounts.get(row.credit_account_id);
    if (debit?.normalBalance === 'CR') visit(debit, amountE8);
    if (credit?.normalBalance === 'DR') visit(credit, amountE8);
  }
}
