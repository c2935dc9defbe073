// A ledger of Formance: the log that `POST /v2/{ledger}/logs/export` writes, or transactions as its API lists them. A posting goes from a source
// to a destination, whose balance grows; `USD/2` counts in hundredths.

import {
  type Books,
  currencyOf,
  type Move,
  type Problem,
  type ReadOptions,
  SourceFault,
  type SourceTransaction,
  scaledE8,
  some,
} from '../books.ts';
import { isObject, readObjects, textOf } from './json-exact.ts';
import { dayOf, instantOf } from './moments.ts';
import { moveOf, wholeNumberOf } from './moves.ts';
import { readTextFile } from './text-file.ts';

export function readFormance(file: string, options: ReadOptions): Books {
  const problems: Problem[] = [];
  const classes = new Map<string, null>();
  let others = 0;
  const transactions = readObjects(readTextFile(file), ['cursor', 'data']).flatMap((entry): readonly SourceTransaction[] => {
    const found = transactionIn(entry);
    if (found === null) {
      others += 1;
      return [];
    }
    const id = textOf(found, 'id', 'txid');
    const place = `transaction ${id ?? '?'}`;
    const wrong = (sentence: string): readonly never[] => {
      problems.push({ place, sentence });
      return [];
    };
    const written = textOf(found, 'timestamp') ?? textOf(entry, 'date') ?? '';
    const date = dayOf(written);
    if (id === null || date === null) return wrong('it has no id, or no timestamp');
    const moves = (found['postings'] as readonly unknown[]).filter(isObject).flatMap((posting): readonly Move[] => {
      const [from, to, asset] = [textOf(posting, 'source'), textOf(posting, 'destination'), textOf(posting, 'asset')];
      const amount = wholeNumberOf(posting['amount']);
      if (from === null || to === null || asset === null || amount === null)
        return wrong('a posting lacks source, destination, asset or a whole amount');
      const [commodity = '', places = '0'] = asset.split('/');
      const currency = currencyOf(commodity, options);
      const amountE8 = scaledE8(amount, Number(places), options.without.has(currency));
      if (amountE8 === null) return wrong(`an amount of ${asset} has more than eight decimals`);
      for (const name of [from, to]) classes.set(name, null);
      return [moveOf({ from, to, currency, amountE8 }, options)];
    });
    const metadata = isObject(found['metadata']) ? found['metadata'] : {};
    const narrative = textOf(found, 'reference') ?? textOf(metadata, 'description', 'memo') ?? `Transaction ${id}`;
    // The timestamp may be any that was given; when the ledger took the transaction up stands beside.
    const takenUp = textOf(found, 'insertedAt') ?? textOf(entry, 'date') ?? written;
    return [{ place, id, date, recordedAt: instantOf(takenUp), narrative, of: { moves } }];
  });
  if (transactions.length === 0 && problems.length === 0) throw new SourceFault('there is no transaction in it');
  const leftOut = others === 0 ? [] : [`${some(others, 'entry', 'entries')} of the log that post nothing (metadata)`];
  return { classes, transactions, balances: null, problems, leftOut };
}

/** Of an entry of the log, or the transaction itself; null where it posts nothing. */
function transactionIn(entry: Record<string, unknown>): Record<string, unknown> | null {
  const data = isObject(entry['data']) ? entry['data'] : {};
  return [entry, data, data['transaction']].filter(isObject).find((one) => Array.isArray(one['postings'])) ?? null;
}
