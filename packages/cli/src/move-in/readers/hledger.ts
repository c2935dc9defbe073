// A journal of hledger, read by hledger: includes, rules, lots and what amounts are left to be inferred are its own business. Prices are
// left out: a leg counts in its own commodity.

import { readFileSync } from 'node:fs';
import {
  addTo,
  type Balances,
  type Books,
  currencyOf,
  type Leg,
  type Problem,
  type ReadOptions,
  type SourceClass,
  type SourceTransaction,
  scaledE8,
  some,
} from '../books.ts';
import { isObject, readObjects, textOf } from './json-exact.ts';
import { dayOf } from './moments.ts';
import { ask } from './other-program.ts';

/** Cash is an asset, conversion is equity. */
const classOfType: Readonly<Record<string, SourceClass>> = { A: 'A', C: 'A', L: 'L', E: 'E', V: 'E', R: 'I', X: 'X' };
/** What hledger itself takes names at the top for. */
const classOfName: readonly (readonly [RegExp, SourceClass])[] = [
  [/^assets?(:|$)/i, 'A'],
  [/^(debts?|liabilit(y|ies))(:|$)/i, 'L'],
  [/^equity(:|$)/i, 'E'],
  [/^(income|revenues?)(:|$)/i, 'I'],
  [/^expenses?(:|$)/i, 'X'],
];

/** `file`: a journal, or with `.json` what `hledger print -x -O json` wrote of one. */
export function readHledger(file: string, options: ReadOptions): Books {
  const isJson = file.endsWith('.json');
  const printed = isJson ? readFileSync(file, 'utf8') : ask('hledger', ['-f', file, 'print', '-x', '-O', 'json']);
  const classes = new Map<string, SourceClass | null>();
  if (!isJson) for (const [name, type] of typesOf(ask('hledger', ['-f', file, 'accounts', '--types']))) classes.set(name, type);
  const problems: Problem[] = [];
  let virtual = 0;
  const transactions = readObjects(printed).map((one): SourceTransaction => {
    const place = placeOf(one);
    const legs: Leg[] = [];
    for (const posting of Array.isArray(one['tpostings']) ? (one['tpostings'] as unknown[]).filter(isObject) : []) {
      const account = textOf(posting, 'paccount') ?? '';
      if (posting['ptype'] !== 'RegularPosting') {
        virtual += 1;
        continue;
      }
      if (!classes.has(account)) classes.set(account, classOfName.find(([shape]) => shape.test(account))?.[1] ?? null);
      const memo = textOf(posting, 'pcomment')?.trim() ?? '';
      for (const amount of amountsIn(posting['pamount'])) {
        const currency = currencyOf(amount.commodity, options);
        const amountE8 = scaledE8(amount.mantissa, amount.places, options.without.has(currency));
        if (amountE8 === null) problems.push({ place, sentence: `an amount of ${account} has more than eight decimals` });
        else legs.push({ account, currency, amountE8, ...(memo === '' ? {} : { memo }) });
      }
    }
    const date = dayOf(textOf(one, 'tdate') ?? '');
    if (date === null) problems.push({ place, sentence: 'it has no date' });
    const [words, code] = [textOf(one, 'tdescription') ?? '', textOf(one, 'tcode') ?? ''];
    const narrative = [words, code === '' ? '' : `(${code})`].filter((t) => t !== '').join(' ');
    return { place, id: null, date: date ?? '', recordedAt: null, narrative, of: { legs } };
  });
  const leftOut = virtual === 0 ? [] : [some(virtual, 'virtual posting')];
  return { classes, transactions, balances: isJson ? null : balancesOf(file, options), problems, leftOut };
}

/** What `hledger balance` says: a judge of its own of what was read. */
function balancesOf(file: string, options: ReadOptions): Balances {
  const balances: Balances = new Map();
  const [rows] = JSON.parse(ask('hledger', ['-f', file, 'balance', '--flat', '--real', '--empty', '-O', 'json'])) as [
    readonly (readonly [string, string, number, unknown])[],
  ];
  for (const [account, , , amounts] of rows)
    for (const { commodity, mantissa, places } of amountsIn(amounts)) {
      const amountE8 = scaledE8(mantissa, places);
      if (amountE8 !== null) addTo(balances, account, currencyOf(commodity, options), amountE8);
    }
  return balances;
}

interface Amount {
  readonly commodity: string;
  readonly mantissa: bigint;
  readonly places: number;
}

function amountsIn(value: unknown): readonly Amount[] {
  return (Array.isArray(value) ? (value as unknown[]).filter(isObject) : []).map((amount) => {
    const quantity = isObject(amount['aquantity']) ? amount['aquantity'] : {};
    const mantissa = quantity['decimalMantissa'];
    return {
      commodity: textOf(amount, 'acommodity') ?? '',
      mantissa: BigInt(typeof mantissa === 'bigint' || typeof mantissa === 'number' ? mantissa : 0),
      places: Number(quantity['decimalPlaces'] ?? 0),
    };
  });
}

/** Lines as `assets:bank    ; type: A`. */
function typesOf(text: string): readonly (readonly [string, SourceClass | null])[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', type = ''] = /^(.*?)\s*; type: (\w)/.exec(line) ?? [];
    return name === '' ? [] : [[name, classOfType[type] ?? null] as const];
  });
}

function placeOf(transaction: Record<string, unknown>): string {
  const at = JSON.stringify(transaction['tsourcepos'] ?? '');
  const line = /"sourceLine":(\d+)/.exec(at)?.[1];
  return line === undefined ? `transaction ${textOf(transaction, 'tindex') ?? ''}`.trim() : `line ${line}`;
}
