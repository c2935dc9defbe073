// A journal as a CSV file: a row a leg, with `date`, `account`, `currency`, and `amount` (debits above zero) or `debit` and `credit`.
// `transaction` says which rows belong together; without it a row without a date belongs to the one above. `class`, `narrative`, `memo`
// and `recorded_at` may be there.

import {
  type Books,
  currencyOf,
  type Leg,
  type Problem,
  type ReadOptions,
  readSourceAmount,
  type SourceClass,
  SourceFault,
  type SourceTransaction,
} from '../books.ts';
import { readCsvRows } from './csv-rows.ts';
import { dayOf, instantOf } from './moments.ts';
import { readTextFile } from './text-file.ts';

const classOfWord: Readonly<Record<string, SourceClass>> = {
  asset: 'A',
  liability: 'L',
  equity: 'E',
  income: 'I',
  revenue: 'I',
  expense: 'X',
};

interface Draft extends Omit<SourceTransaction, 'of'> {
  readonly of: { readonly legs: Leg[] };
}

export function readCsvJournal(file: string, options: ReadOptions): Books {
  const rows = readCsvRows(readTextFile(file), ['date', 'account', 'currency']);
  const classes = new Map<string, SourceClass | null>();
  const problems: Problem[] = [];
  const drafts = new Map<string, Draft>();
  let above: Draft | undefined;
  for (const { line, at } of rows) {
    const place = `line ${line}`;
    const wrong = (sentence: string): void => void problems.push({ place, sentence });
    const account = at('account');
    if (account === '') wrong('it names no account');
    const word = at('class').toLowerCase();
    const known = classOfWord[word] ?? null;
    if (word !== '' && known === null) wrong(`“${word}” is no class: use asset, liability, equity, income or expense`);
    classes.set(account, known ?? classes.get(account) ?? null);
    const id = at('transaction');
    const date = dayOf(at('date'));
    const continues = id === '' ? at('date') === '' : drafts.has(id);
    let draft = id === '' ? above : drafts.get(id);
    if (!continues || draft === undefined) {
      if (date === null) wrong('its date is none: use YYYY-MM-DD');
      draft = {
        place,
        id: id === '' ? null : id,
        date: date ?? '',
        recordedAt: instantOf(at('recorded_at')),
        narrative: at('narrative'),
        of: { legs: [] },
      };
      drafts.set(id === '' ? `\n${line}` : id, draft);
    } else if (date !== null && date !== draft.date) wrong(`transaction ${id} has two dates`);
    above = draft;
    const amountE8 = amountOf(at);
    if (amountE8 === null) wrong('its amount is none as 1234.56 is one, or has more than eight decimals');
    else
      draft.of.legs.push({
        account,
        currency: currencyOf(at('currency'), options),
        amountE8,
        ...(at('memo') === '' ? {} : { memo: at('memo') }),
      });
  }
  if (drafts.size === 0) throw new SourceFault('there is no row in it');
  return { classes, transactions: [...drafts.values()], balances: null, problems, leftOut: [] };
}

function amountOf(at: (column: string) => string): bigint | null {
  const [amount, debit, credit] = [at('amount'), at('debit'), at('credit')];
  if (amount !== '') return debit === '' && credit === '' ? readSourceAmount(amount) : null;
  if (debit === '' && credit === '') return null;
  const [debitE8, creditE8] = [readSourceAmount(debit === '' ? '0' : debit), readSourceAmount(credit === '' ? '0' : credit)];
  return debitE8 === null || creditE8 === null ? null : debitE8 - creditE8;
}
