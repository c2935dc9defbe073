// A book of GnuCash: its XML file, packed or not. A split counts by its quantity, in the commodity of its account; templates of scheduled transactions
// are none.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import {
  type Books,
  currencyOf,
  fractionE8,
  type Leg,
  type Problem,
  type ReadOptions,
  type SourceClass,
  SourceFault,
  type SourceTransaction,
} from '../books.ts';
import { dayOf, instantOf } from './moments.ts';

const classOfType: Readonly<Record<string, SourceClass>> = {
  ...{ BANK: 'A', CASH: 'A', ASSET: 'A', STOCK: 'A', MUTUAL: 'A', RECEIVABLE: 'A', CREDIT: 'L', LIABILITY: 'L', PAYABLE: 'L' },
  ...{ EQUITY: 'E', TRADING: 'E', INCOME: 'I', EXPENSE: 'X' },
};
const GZIP = Buffer.from([0x1f, 0x8b]);

/** An element without its prefix. */
interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}
interface SourceAccount {
  readonly name: string;
  readonly commodity: string;
}

export function readGnucash(file: string, options: ReadOptions): Books {
  const bytes = readFileSync(file);
  if (bytes.subarray(0, 15).toString() === 'SQLite format 3')
    throw new SourceFault('it is an SQLite file: save it as XML in GnuCash (File, Save As)');
  const xml = bytes.subarray(0, 2).equals(GZIP) ? gunzipSync(bytes) : bytes;
  const raw = new Map<string, { readonly element: Element; readonly parent: string }>();
  const written: Element[] = [];
  readElements(xml.toString('utf8'), (element) => {
    if (element.name === 'transaction') written.push(element);
    else raw.set(textAt(element, 'id'), { element, parent: textAt(element, 'parent') });
  });
  if (raw.size === 0) throw new SourceFault('there is no account of GnuCash in it');
  const classes = new Map<string, SourceClass | null>();
  const accounts = new Map<string, SourceAccount>();
  for (const [id, { element }] of raw) {
    const type = textAt(element, 'type');
    if (type === 'ROOT') continue;
    const name = pathOf(id, raw);
    classes.set(name, classOfType[type] ?? null);
    accounts.set(id, { name, commodity: commodityOf(element, 'commodity', options) });
  }
  const problems: Problem[] = [];
  const transactions = written.map((element): SourceTransaction => {
    const id = textAt(element, 'id');
    const place = `transaction ${id}`;
    const wrong = (sentence: string): void => void problems.push({ place, sentence });
    const legs: Leg[] = [];
    for (const split of childOf(element, 'splits')?.children ?? []) {
      const account = accounts.get(textAt(split, 'account'));
      const behind = account !== undefined && options.without.has(account.commodity);
      const amountE8 = fractionAt(split, 'quantity', behind);
      const isWorth = amountE8 === 0n && (fractionAt(split, 'value', true) ?? 0n) !== 0n;
      const memo = textAt(split, 'memo');
      if (account === undefined) wrong('a split names an account that is not in the file');
      else if (amountE8 === null) wrong(`an amount of ${account.name} is none, or has more than eight decimals`);
      else
        legs.push({
          account: account.name,
          currency: account.commodity,
          amountE8,
          ...(memo === '' ? {} : { memo }),
          ...(isWorth ? { isWorth } : {}),
        });
    }
    const date = dayOf(textAt(element, 'date-posted', 'date'));
    if (date === null) wrong('it has no date');
    const [words, number] = [textAt(element, 'description'), textAt(element, 'num')];
    const narrative = [words, number === '' ? '' : `(${number})`].filter((t) => t !== '').join(' ');
    return { place, id, date: date ?? '', recordedAt: instantOf(textAt(element, 'date-entered', 'date')), narrative, of: { legs } };
  });
  return { classes, transactions, balances: null, problems, leftOut: [] };
}

/** Each account and transaction of the book as it ends; the rest is let go of. */
function readElements(xml: string, take: (element: Element) => void): void {
  const parser = new SaxesParser();
  const open: Element[] = [];
  let templates = 0;
  parser.on('error', (error) => {
    throw new SourceFault(`it is no XML: ${error.message}`, { cause: error });
  });
  parser.on('opentag', ({ name }) => {
    const local = name.slice(name.indexOf(':') + 1);
    if (local === 'template-transactions') templates += 1;
    open.push({ name: local, children: [], text: '' });
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', ({ name }) => {
    const element = open.pop();
    if (element === undefined) return;
    if (element.name === 'template-transactions') templates -= 1;
    // An account of the book, not the reference of a split to one.
    const whole = name === 'gnc:account' || name === 'gnc:transaction';
    if (!whole) open.at(-1)?.children.push(element);
    else if (templates === 0) take(element);
    // What a book holds beside is not needed.
    if (open.at(-1)?.name === 'book') open.at(-1)?.children.splice(0);
  });
  parser.write(xml).close();
}

const childOf = (element: Element | undefined, name: string): Element | undefined => element?.children.find((child) => child.name === name);

/** The text at the end of a path; an empty one where there is none. */
function textAt(element: Element, ...path: readonly string[]): string {
  return path.reduce<Element | undefined>((at, name) => childOf(at, name), element)?.text.trim() ?? '';
}

function commodityOf(element: Element, member: string, options: ReadOptions): string {
  const [space, id] = [textAt(element, member, 'space'), textAt(element, member, 'id')];
  const isCurrency = space === 'CURRENCY' || space === 'ISO4217';
  return isCurrency ? currencyOf(id, options) : (options.commodities.get(id) ?? `${space}:${id}`);
}

/** Names from the top down, as GnuCash shows them; the root has none. */
function pathOf(id: string, raw: ReadonlyMap<string, { readonly element: Element; readonly parent: string }>): string {
  const names: string[] = [];
  for (let at = raw.get(id); at !== undefined && names.length < raw.size; at = raw.get(at.parent))
    if (textAt(at.element, 'type') !== 'ROOT') names.unshift(textAt(at.element, 'name'));
  return names.join(':');
}

/** `12345/100`. */
function fractionAt(split: Element, name: string, staysBehind: boolean): bigint | null {
  const [, over = '', under = '1'] = /^(-?\d+)(?:\/(\d+))?$/.exec(textAt(split, name)) ?? [];
  const divisor = BigInt(under);
  return over === '' || divisor === 0n ? null : fractionE8(BigInt(over), divisor, staysBehind);
}
