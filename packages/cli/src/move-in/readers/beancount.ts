// A file of beancount, read by beancount (2 or 3): a small program in its own Python says what it found.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  addTo,
  type Balances,
  type Books,
  currencyOf,
  type Leg,
  type Problem,
  type ReadOptions,
  readSourceAmount,
  type SourceClass,
  SourceFault,
  type SourceTransaction,
  scaledE8,
} from '../books.ts';
import { ask } from './other-program.ts';

const reader = fileURLToPath(new URL('./read_beancount.py', import.meta.url));

type Said =
  | { readonly kind: 'error'; readonly place: string; readonly sentence: string }
  | { readonly kind: 'account'; readonly name: string; readonly class: SourceClass | null }
  | { readonly kind: 'balance'; readonly account: string; readonly number: string; readonly currency: string }
  | {
      readonly kind: 'transaction';
      readonly place: string;
      readonly date: string;
      readonly narrative: string;
      readonly legs: readonly (readonly [account: string, number: string, currency: string])[];
    };

export function readBeancount(file: string, options: ReadOptions): Books {
  const classes = new Map<string, SourceClass | null>();
  const balances: Balances = new Map();
  const problems: Problem[] = [];
  const transactions: SourceTransaction[] = [];
  for (const line of printed(file).split('\n')) {
    if (line === '') continue;
    const said = JSON.parse(line) as Said;
    if (said.kind === 'error') problems.push({ place: said.place, sentence: said.sentence });
    else if (said.kind === 'account') classes.set(said.name, said.class);
    else if (said.kind === 'balance') {
      const amountE8 = readSourceAmount(said.number);
      if (amountE8 !== null) addTo(balances, said.account, currencyOf(said.currency, options), amountE8);
    } else {
      const { place, date, narrative } = said;
      const legs = said.legs.flatMap(([account, number, currency]): readonly Leg[] => {
        const known = currencyOf(currency, options);
        const amountE8 = amountOf(number, options.without.has(known));
        if (amountE8 !== null) return [{ account, currency: known, amountE8 }];
        problems.push({ place, sentence: `${number} of ${account} has more than eight decimals` });
        return [];
      });
      transactions.push({ place, id: null, date, recordedAt: null, narrative, of: { legs } });
    }
  }
  return { classes, transactions, balances, problems, leftOut: [] };
}

/** Of what stays behind with any number of decimals. */
function amountOf(text: string, staysBehind: boolean): bigint | null {
  const [, whole = '', fraction = ''] = /^(-?\d+)\.(\d+)$/.exec(text) ?? [];
  return staysBehind && whole !== '' ? scaledE8(BigInt(whole + fraction), fraction.length, true) : readSourceAmount(text);
}

function printed(file: string): string {
  return ask(pythonOfBeancount(), [reader, file]);
}

/** Beancount is a library of one Python among several: the one that its own `bean-check` says in its first line. Throws SourceFault. */
function pythonOfBeancount(): string {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const program = path.join(folder, 'bean-check');
    if (!existsSync(program)) continue;
    const [, python] = /^#!\s*(\S*python\S*)/.exec(readFileSync(program, 'utf8')) ?? [];
    if (python !== undefined) return python;
  }
  throw new SourceFault('beancount is not installed here: it reads its own files');
}
