// The trial balance that a lock carries, made of what the accounts held at the end of the period. It is checked against itself
// before it is written: a lock never seals books that do not agree.

import { canonicalize } from '../canonical/jcs.ts';
import type { Sha256Hex } from '../chain/event-hash.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatAmountE8, parseBalanceE8 } from '../money/amount.ts';
import { addTo } from '../money/sums.ts';
import type { TrialBalance, TrialBalanceLine } from './events.ts';
import type { BalancesAt } from './reading.ts';

/** null where the books do not agree: a currency is not zero, or accounts and GL accounts say different things. */
export function makeTrialBalance(state: TenantState, at: BalancesAt, sha256: Sha256Hex): TrialBalance | null {
  const sums = new Map<string, bigint>();
  const byCurrency = new Map<string, bigint>();
  const accounts = at.accounts.map(({ id, balance }) => {
    const account = state.accounts.get(id);
    if (account === undefined) throw new Error(`a balance of account ${id}, which is not there`);
    const e8 = parseBalanceE8(balance);
    const key = `${account.glAccountId} ${account.currency}`;
    addTo(sums, key, e8);
    addTo(byCurrency, account.currency, e8);
    return { account_id: id, balance: formatAmountE8(e8), code: account.code, currency: account.currency };
  });
  if ([...byCurrency.values()].some((sum) => sum !== 0n) || sums.size !== at.gl.length) return null;
  const lines: TrialBalanceLine[] = [];
  for (const { glAccountId, currency, balance } of at.gl) {
    const gl = state.glAccounts.get(glAccountId);
    const e8 = parseBalanceE8(balance);
    if (gl === undefined || sums.get(`${glAccountId} ${currency}`) !== e8) return null;
    lines.push({ gl_account_id: gl.id, code: gl.code, title: gl.title, currency, balance: formatAmountE8(e8) });
  }
  lines.sort((a, b) => order(a.code, b.code) || order(a.currency, b.currency));
  accounts.sort((a, b) => order(a.code, b.code));
  return {
    as_of: at.asOf,
    known_at_seq: at.knownAtSeq,
    lines,
    sha256: sha256(canonicalize(lines)),
    accounts: { count: accounts.length, sha256: sha256(canonicalize(accounts)) },
  };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
