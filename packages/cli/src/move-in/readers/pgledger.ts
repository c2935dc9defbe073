// A ledger of pgledger: a folder with `accounts.csv` and `transfers.csv`, as psql writes its two views:
// \copy (select * from pgledger_accounts_view) to accounts.csv csv header

import path from 'node:path';
import {
  addTo,
  type Balances,
  type Books,
  currencyOf,
  type Problem,
  type ReadOptions,
  readSourceAmount,
  SourceFault,
  type SourceTransaction,
} from '../books.ts';
import { type CsvRow, readCsvRows } from './csv-rows.ts';
import { dayOf, instantOf } from './moments.ts';
import { heldE8, moveOf } from './moves.ts';
import { readTextFile } from './text-file.ts';

export function readPgledger(folder: string, options: ReadOptions): Books {
  const read = (name: string, needed: readonly string[]): readonly CsvRow[] => {
    const file = path.join(folder, name);
    try {
      return readCsvRows(readTextFile(file), needed);
    } catch (error) {
      if (error instanceof SourceFault) throw new SourceFault(`${name}: ${error.message}`, { cause: error });
      throw new SourceFault(`${folder} is to be a folder with accounts.csv and transfers.csv`, { cause: error });
    }
  };
  const problems: Problem[] = [];
  const classes = new Map<string, null>();
  const balances: Balances = new Map();
  const accounts = new Map<string, { readonly name: string; readonly currency: string }>();
  for (const row of read('accounts.csv', ['id', 'name', 'currency', 'balance'])) {
    // A name may be given twice there.
    const name = classes.has(row.at('name')) ? `${row.at('name')} (${row.at('id')})` : row.at('name');
    const currency = currencyOf(row.at('currency'), options);
    const balanceE8 = readSourceAmount(row.at('balance'));
    if (balanceE8 === null)
      problems.push({ place: `accounts.csv line ${row.line}`, sentence: 'its balance is none, or has more than eight decimals' });
    else addTo(balances, name, currency, heldE8(balanceE8, options));
    classes.set(name, null);
    accounts.set(row.at('id'), { name, currency });
  }
  const transactions = read('transfers.csv', ['id', 'from_account_id', 'to_account_id', 'amount', 'created_at']).flatMap(
    (row): readonly SourceTransaction[] => {
      const place = `transfers.csv line ${row.line}`;
      const wrong = (sentence: string): readonly never[] => {
        problems.push({ place, sentence });
        return [];
      };
      const [from, to] = [accounts.get(row.at('from_account_id')), accounts.get(row.at('to_account_id'))];
      const [amountE8, date] = [readSourceAmount(row.at('amount')), dayOf(row.at('event_at') || row.at('created_at'))];
      if (from === undefined || to === undefined) return wrong('accounts.csv does not have its two accounts');
      if (from.currency !== to.currency) return wrong('its two accounts have different currencies');
      if (amountE8 === null) return wrong('its amount is none, or has more than eight decimals');
      if (date === null) return wrong('its event_at, or created_at, is no time');
      const move = moveOf({ from: from.name, to: to.name, currency: from.currency, amountE8 }, options);
      const recordedAt = instantOf(row.at('created_at'));
      return [{ place, id: row.at('id'), date, recordedAt, narrative: `${from.name} → ${to.name}`, of: { moves: [move] } }];
    },
  );
  return { classes, transactions, balances, problems, leftOut: [] };
}
