// A ledger of Blnk: its transactions as JSON, and beside them its balances, where the file has both: `{"transactions": […], "balances": […]}`. What is
// queued, in flight, void or rejected moves nothing there: what came of it is an applied transaction of its own. A transaction keeps the ids of its
// balances, also where it was given an indicator (`@World`): the balances beside say which id has which.

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
  some,
} from '../books.ts';
import { isObject, readObjects, textOf } from './json-exact.ts';
import { dayOf, instantOf } from './moments.ts';
import { heldE8, moveOf, wholeNumberOf } from './moves.ts';
import { readTextFile } from './text-file.ts';

const E8 = 100_000_000n;

export function readBlnk(file: string, options: ReadOptions): Books {
  const objects = readObjects(readTextFile(file));
  const [whole] = objects;
  const has = whole !== undefined && objects.length === 1 && Array.isArray(whole['transactions']);
  const listed = has ? (whole['transactions'] as readonly unknown[]).filter(isObject) : objects;
  const kept = has && Array.isArray(whole['balances']) ? (whole['balances'] as readonly unknown[]).filter(isObject) : null;
  const names = new Map((kept ?? []).map((one) => [textOf(one, 'balance_id') ?? '', nameOf(one)]));
  const named = (text: string | null): string | null => names.get(text ?? '') ?? text;
  const precisions = new Map<string, bigint>();
  const problems: Problem[] = [];
  const classes = new Map<string, null>();
  let others = 0;
  const transactions = listed.flatMap((one): readonly SourceTransaction[] => {
    const id = textOf(one, 'transaction_id');
    const place = `transaction ${id ?? '?'}`;
    const wrong = (sentence: string): readonly never[] => {
      problems.push({ place, sentence });
      return [];
    };
    if (textOf(one, 'status')?.toUpperCase() !== 'APPLIED') {
      others += 1;
      return [];
    }
    const written = textOf(one, 'effective_date') ?? textOf(one, 'created_at') ?? '';
    const [from, to, currency, date] = [
      named(textOf(one, 'source')),
      named(textOf(one, 'destination')),
      textOf(one, 'currency'),
      dayOf(written),
    ];
    if (id === null || from === null || to === null || currency === null || date === null)
      return wrong('it lacks one of transaction_id, source, destination, currency and created_at');
    const amountE8 = amountOf(one);
    if (amountE8 === null) return wrong('its amount is none, or has more than eight decimals');
    for (const name of [from, to]) classes.set(name, null);
    precisions.set(currency, wholeNumberOf(one['precision']) ?? 1n);
    const move = moveOf({ from, to, currency: currencyOf(currency, options), amountE8 }, options);
    const narrative = textOf(one, 'description', 'reference') ?? `Transaction ${id}`;
    return [{ place, id, date, recordedAt: instantOf(textOf(one, 'created_at') ?? ''), narrative, of: { moves: [move] } }];
  });
  if (transactions.length === 0 && problems.length === 0) throw new SourceFault('there is no applied transaction in it');
  const leftOut = others === 0 ? [] : [`${some(others, 'transaction')} queued, in flight, void or rejected`];
  const balances = kept === null ? null : balancesIn(kept, precisions, options);
  return { classes, transactions, balances, problems, leftOut };
}

/** `precise_amount` is a whole number of 1/`precision`; older versions have `amount` alone. */
function amountOf(one: Record<string, unknown>): bigint | null {
  const [precise, precision] = [wholeNumberOf(one['precise_amount']), wholeNumberOf(one['precision']) ?? 1n];
  if (precise === null) return readSourceAmount(textOf(one, 'amount') ?? '');
  const scaled = precise * E8;
  return precision > 0n && scaled % precision === 0n ? scaled / precision : null;
}

/** What a balance is called: by its indicator where it has one. */
const nameOf = (balance: Record<string, unknown>): string | null => textOf(balance, 'indicator') ?? textOf(balance, 'balance_id');

/** A balance is a whole number of parts: as many to a unit as it says itself, or, where it says none or one, as transactions of its currency say. */
function balancesIn(listed: readonly Record<string, unknown>[], precisions: ReadonlyMap<string, bigint>, options: ReadOptions): Balances {
  const balances: Balances = new Map();
  for (const one of listed) {
    const [name, currency] = [nameOf(one), textOf(one, 'currency')];
    const held = wholeNumberOf(one['balance']);
    const scaled = (held ?? 0n) * E8;
    const own = wholeNumberOf(one['currency_multiplier']) ?? wholeNumberOf(one['precision']) ?? 1n;
    const multiplier = own > 1n ? own : (precisions.get(currency ?? '') ?? 1n);
    if (name === null || currency === null || held === null || multiplier <= 0n || scaled % multiplier !== 0n)
      throw new SourceFault(`balance ${name ?? '?'} lacks a currency, a whole number or a precision`);
    addTo(balances, name, currencyOf(currency, options), heldE8(scaled / multiplier, options));
  }
  return balances;
}
