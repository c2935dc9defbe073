// Whether what a lock sealed is what the accounts held on its day, by the tables as they are.

import { hash } from 'node:crypto';
import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { TrialBalance } from '@countinghouse/kernel/periods/events';
import type pg from 'pg';
import { listAccountsAt, listGlAt } from './balances-at.ts';

/** What a lock sealed, at its seq. */
export interface Seal {
  readonly seq: number;
  readonly date: string;
  /** Its shape was not looked at. */
  readonly sealed: Partial<TrialBalance>;
}

export async function isSealed(client: pg.ClientBase, tenantId: string, { seq, date, sealed }: Seal): Promise<boolean> {
  const { lines = [] } = sealed;
  const asked = { dates: [date], knownAtSeq: seq - 1, entityId: null };
  const accounts = (await listAccountsAt(client, tenantId, asked)).map(({ id, balances, code, currency }) => ({
    account_id: id,
    balance: balances[0] ?? '',
    code,
    currency,
  }));
  accounts.sort((a, b) => (a.code < b.code ? -1 : 1));
  const lineOf = (gl: string, currency: string, balance: string | undefined): string => `${gl} ${currency} ${balance}`;
  const held = (await listGlAt(client, tenantId, asked)).map((g) => lineOf(g.gl_account_id, g.currency, g.balances[0])).sort();
  const told = lines.map((l) => lineOf(l.gl_account_id, l.currency, l.balance)).sort();
  return (
    sealed.as_of === date &&
    sealed.known_at_seq === seq - 1 &&
    sealed.sha256 === hash('sha256', canonicalize(lines)) &&
    sealed.accounts?.count === accounts.length &&
    sealed.accounts?.sha256 === hash('sha256', canonicalize(accounts)) &&
    held.join('\n') === told.join('\n')
  );
}
