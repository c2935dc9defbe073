// Rung 7 of the ladder: accounts, currencies, funds.

import { listCalled } from '../accounts/find.ts';
import type { AccountState } from '../accounts/state.ts';
import { heldE8 } from '../holds/reserved.ts';
import type { TenantState } from '../ledger/state.ts';
import { addTo } from '../money/sums.ts';
import type { ExecuteIntent } from './commands.ts';
import type { Plan, ResolvedRow } from './planned.ts';
import { type Rejection, reject } from './rejections.ts';

/** How many of the accounts that a reference may mean a rejection names. */
const CODES_TOLD_MAX = 5;

/** Rung 7, rule by rule: the earliest rule that any row breaks wins, then the earliest row. Floors come last. */
export function checkAccounts(state: TenantState, command: ExecuteIntent, plan: Plan, nowUs: bigint): Rejection | null {
  const { rows } = plan;
  let first: Rejection | null = null;
  let firstRule = accountRules.length;
  for (let i = 0; i < rows.length; i++) {
    for (let rule = 0; rule < firstRule; rule++) {
      const broken = accountRules[rule]?.(rows[i] as ResolvedRow, i, state) ?? null;
      if (broken === null) continue;
      first = broken;
      firstRule = rule;
    }
  }
  // Letting a hold go takes nothing from anybody.
  return first ?? (plan.effect === 'release' ? null : checkFunds(state, command, plan, nowUs));
}

/** In documented order. A rule may rely on the ones before it. */
const accountRules: readonly ((r: ResolvedRow, index: number, state: TenantState) => Rejection | null)[] = [
  ({ row, debit, credit }, i, state) =>
    debit !== undefined && credit !== undefined ? null : notFound(state, i, debit === undefined ? row.debit : row.credit),
  ({ debit, credit }, i) => {
    const closed = debit?.closed ? debit : credit?.closed ? credit : null;
    return closed === null ? null : reject('ACCOUNT_CLOSED', { row: i, account: closed.code });
  },
  ({ debit, credit }, i, state) => {
    const inactive = [debit, credit].find(
      (side) => side !== undefined && side.entityId !== null && state.entities.get(side.entityId)?.active !== true,
    );
    return inactive === undefined ? null : reject('ENTITY_INACTIVE', { row: i, account: inactive.code });
  },
  ({ debit, credit }, i) => (debit === credit ? reject('SAME_ACCOUNT', { row: i }) : null),
  ({ row, debit, credit }, i) =>
    debit?.currency === row.currency && credit?.currency === row.currency
      ? null
      : reject('CURRENCY_MISMATCH', { row: i, currency: row.currency, debit: debit?.currency ?? '', credit: credit?.currency ?? '' }),
  ({ row }, i, state) => (state.currencies.has(row.currency) ? null : reject('CURRENCY_NOT_ALLOWED', { row: i, currency: row.currency })),
];

/** Of several that are called so outside, the codes of the first. */
function notFound(state: TenantState, row: number, account: string): Rejection {
  const called = listCalled(state, account);
  if (called.length < 2) return reject('ACCOUNT_NOT_FOUND', { row, account });
  const codes = called.map(({ code }) => code).sort((a, b) => (a < b ? -1 : 1));
  return reject('ACCOUNT_AMBIGUOUS', { row, account, accounts: codes.slice(0, CODES_TOLD_MAX) });
}

/**
 * The intent as a whole may not take an account below its floor on its normal side, less what other holds reserve there. Where the intent asks
 * for it (`require_available`), an account without a floor has one of zero. What raises an account is never refused, however low it stands.
 */
function checkFunds(state: TenantState, command: ExecuteIntent, plan: Plan, nowUs: bigint): Rejection | null {
  const everyAccount = command.constraints['require_available'] === true;
  const nets = new Map<AccountState, bigint>();
  const move = (account: AccountState | undefined, byE8: bigint): void => {
    if (account === undefined || (account.floorE8 === null && !everyAccount)) return;
    const onNormalSide = account.normalBalance === 'DR' ? byE8 : -byE8;
    // A hold only reserves: what it would bring in is not there yet.
    if (plan.effect === 'hold' && onNormalSide > 0n) return;
    addTo(nets, account, onNormalSide);
  };
  for (const { row, debit, credit } of plan.rows) {
    move(debit, row.amountE8);
    move(credit, -row.amountE8);
  }
  for (const [account, net] of nets) {
    if (net >= 0n) continue;
    const balance = account.normalBalance === 'DR' ? account.balanceE8 : -account.balanceE8;
    if (balance + net - heldE8(state, account, nowUs, plan.hold?.intentId) < (account.floorE8 ?? 0n))
      return reject('INSUFFICIENT_FUNDS', { account: account.code });
  }
  return null;
}
