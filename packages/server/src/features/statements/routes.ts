import { Readable } from 'node:stream';
import { statements as contract, type StatementLine } from '@countinghouse/contract/features/statements';
import { formatMinor, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { findNamedAccount, type NamedAccount } from '@countinghouse/store/features/accounts/reads';
import {
  type Cursor,
  listStatement,
  newest,
  type StatementFilter,
  type StatementRow,
  sumStatement,
} from '@countinghouse/store/features/statements/reads';
import { read, type Tx } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { FileAnswer } from '../../route/answers.ts';
import { aside, type Handler } from '../../route/route.ts';
import { fileOf } from './file.ts';

interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly q?: string | undefined;
  readonly counterparty?: string | undefined;
}

export const get = aside(
  contract.get,
  async ({ tenant: { tenant_id }, input }, { readerPool }) => {
    const { limit, before, ...asked } = input.query;
    const rows = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
      const { id } = await getAccount(tx, tenant_id, input.params.id);
      // One more than asked for tells whether there is a next page.
      return listStatement(tx, tenant_id, id, toFilter(asked), { before: cursorOf(before), limit: limit + 1 });
    });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return { lines: shown.map(toWire), next: rows.length > limit && last !== undefined ? `${last.seq}.${last.line}` : null };
  },
  { ofLog: true },
);

export const totals = aside(
  contract.totals,
  async ({ tenant: { tenant_id }, input }, { readerPool }) => {
    const { account, totals } = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
      const found = await getAccount(tx, tenant_id, input.params.id);
      return { account: found, totals: await sumStatement(tx, tenant_id, found.id, toFilter(input.query)) };
    });
    const { count, debit, credit } = totals;
    const minorUnits = minorUnitsOf(account.currency);
    const openingE8 = parseBalanceE8(totals.opening);
    const closingE8 = openingE8 + parseBalanceE8(debit) - parseBalanceE8(credit);
    // Only dates leave a stretch of the account without gaps.
    const whole = filtersOnlyDates(input.query);
    return {
      count,
      currency: account.currency,
      debit,
      credit,
      opening: whole ? formatMinor(openingE8, minorUnits) : null,
      closing: whole ? formatMinor(closingE8, minorUnits) : null,
    };
  },
  { ofLog: true },
);

export const csv = aside(contract.csv, async ({ tenant: { tenant_id }, input }, { readerPool }) => {
  const account = await read(readerPool, { tenantId: tenant_id }, (tx) => getAccount(tx, tenant_id, input.params.id));
  const filter = toFilter(input.query);
  const pageOf = (before: Cursor, limit: number): Promise<readonly StatementRow[]> =>
    read(readerPool, { tenantId: tenant_id }, (tx) => listStatement(tx, tenant_id, account.id, filter, { before, limit }));
  return new FileAnswer(fileName(account.code), 'text/csv; charset=utf-8', Readable.from(fileOf(account.currency, pageOf, newest)));
});

/** What of a code may stand in a name of a file on any system. */
const fileName = (code: string): string => `statement-${code.replace(/[^A-Za-z0-9._-]/g, '_')}.csv`;

async function getAccount(tx: Tx, tenantId: string, id: string): Promise<NamedAccount> {
  const account = await findNamedAccount(tx, tenantId, id);
  if (account === null) throw new Refusal('NOT_FOUND');
  return account;
}

const given = (value: string | undefined): string | null => (value === undefined || value === '' ? null : value);

const toFilter = ({ from, to, min, max, q, counterparty }: Asked): StatementFilter => ({
  from: given(from),
  to: given(to),
  min: given(min),
  max: given(max),
  text: given(q),
  counterparty: given(counterparty),
});

const filtersOnlyDates = ({ min, max, q, counterparty }: Asked): boolean => [min, max, q, counterparty].every((v) => given(v) === null);

function cursorOf(before: string | undefined): Cursor {
  if (before === undefined) return newest;
  const [seq = '', line = ''] = before.split('.');
  return { seq: Number(seq), line: Number(line) };
}

function toWire(row: StatementRow): StatementLine {
  const { seq, line, event_id, intent_id, value_date, booked_at, narrative, amount, currency } = row;
  return {
    seq,
    line,
    event_id,
    intent_id,
    value_date,
    booked_at,
    narrative,
    counterparty: { id: row.other_id, code: row.other_code },
    debit: row.side === 'debit' ? amount : null,
    credit: row.side === 'credit' ? amount : null,
    balance: formatMinor(parseBalanceE8(row.balance), minorUnitsOf(currency)),
    currency,
  };
}

export const statementsHandlers: readonly Handler[] = [get, totals, csv];
