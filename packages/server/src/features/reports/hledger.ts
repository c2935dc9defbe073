// Postings in the format of hledger (hledger.org, manual, "journal format"). Each posting is a transaction of two lines that comes
// to zero exactly. The format has no escapes: signs that mean something in it become their full-width twins.

import type { GlClass } from '@countinghouse/kernel/gl-accounts/events';
import { formatAmountE8, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import type { GlAccountRow } from '@countinghouse/store/features/gl-accounts/reads';
import type { JournalRow } from '@countinghouse/store/features/reports/reads';

const tops: Readonly<Record<GlClass, readonly [name: string, type: string]>> = {
  A: ['Assets', 'A'],
  L: ['Liabilities', 'L'],
  E: ['Equity', 'E'],
  I: ['Income', 'R'],
  X: ['Expenses', 'X'],
};

export interface NamedAccount {
  readonly id: string;
  /** The whole name, from its class down. */
  readonly name: string;
}

/** One line without what begins a comment or divides names; two spaces would end a name. */
const plain = (text: string): string =>
  text
    .replaceAll(';', '；')
    .replace(/[\s\u0085]+/g, ' ')
    .trim();
const part = (text: string): string => plain(text).replaceAll(':', '：');

/** A decimal of eight places with the currency's own, and more only where they are not zero. */
export function decimalOfAmount(amount: string, currency: string): string {
  const [whole = '0', fraction = ''] = formatAmountE8(parseBalanceE8(amount)).split('.');
  const minorUnits = minorUnitsOf(currency);
  const shown = fraction.slice(0, minorUnits) + fraction.slice(minorUnits).replace(/0+$/, '');
  return shown === '' ? whole : `${whole}.${shown}`;
}

/** Names of accounts: class, GL accounts from the top down, own code. By id. */
export function nameAccounts(
  accounts: readonly { readonly id: string; readonly code: string; readonly gl_account_id: string }[],
  chart: readonly GlAccountRow[],
): ReadonlyMap<string, NamedAccount> {
  const byId = new Map(chart.map((g) => [g.id, g]));
  const pathTo = (glId: string | null): readonly string[] => {
    const gl = glId === null ? undefined : byId.get(glId);
    if (gl === undefined) return [];
    return [...(gl.parent_id === null ? [tops[gl.class][0]] : pathTo(gl.parent_id)), part(`${gl.code} ${gl.title}`)];
  };
  return new Map(accounts.map((a) => [a.id, { id: a.id, name: [...pathTo(a.gl_account_id), part(a.code)].join(':') }]));
}

export function hledgerHead(organisation: string, throughSeq: number, accounts: readonly NamedAccount[]): string {
  const declared = Object.values(tops).map(([name, type]) => `account ${name}  ; type: ${type}`);
  const own = accounts.map((a) => `account ${a.name}`).sort((a, b) => (a < b ? -1 : 1));
  return `; ${plain(organisation)}, journal through seq ${throughSeq}\n\ndecimal-mark .\n\n${[...declared, ...own].join('\n')}\n`;
}

/** Transactions in the order of the log, each dated by its value date; the place in the log is its code. */
export function hledgerOf(rows: readonly JournalRow[], accounts: ReadonlyMap<string, NamedAccount>): string {
  const nameOf = (id: string): string => accounts.get(id)?.name ?? id;
  return rows
    .map((p) => {
      const amount = decimalOfAmount(p.amount, p.currency);
      const about = `booked: ${p.booked_at}${p.intent_id === null ? '' : `, intent: ${plain(p.intent_id).replaceAll(',', '，')}`}`;
      return `
${p.value_date} (${p.seq}.${p.line}) ${plain(p.narrative)}
    ; ${about}
    ${nameOf(p.debit_account_id)}  ${amount} ${p.currency}
    ${nameOf(p.credit_account_id)}  -${amount} ${p.currency}
`;
    })
    .join('');
}
