// A ledger of another program, in terms of no program in particular: what each reader makes of its files, and what the plan goes by.

import { formatDecimal, parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { isoCurrencies } from '@countinghouse/kernel/money/iso4217';

/** Asset, liability, equity, income, expense. */
export type SourceClass = 'A' | 'L' | 'E' | 'I' | 'X';

/** One side of a transaction: debits above zero. */
export interface Leg {
  readonly account: string;
  readonly currency: string;
  readonly amountE8: bigint;
  /** Words of its own, beside those of the transaction. */
  readonly memo?: string;
  /** Of no amount, but it was worth something: a gain on shares, say. What the others lack for it is an exchange. */
  readonly isWorth?: true;
}

/** What goes from one account to another, as some programs keep it. */
export interface Move {
  readonly debit: string;
  readonly credit: string;
  readonly currency: string;
  readonly amountE8: bigint;
}

export interface SourceTransaction {
  /** Where it stands, for whoever looks for it: `line 12`, `transaction 7`. */
  readonly place: string;
  /** Its name in the source, the same for ever; null where it has none. */
  readonly id: string | null;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** When the source took it up, RFC 3339; null where it does not say. */
  readonly recordedAt: string | null;
  readonly narrative: string;
  /** What it is made of: legs, or moves where the source keeps pairs. */
  readonly of: { readonly legs: readonly Leg[] } | { readonly moves: readonly Move[] };
}

export interface Problem {
  readonly place: string;
  readonly sentence: string;
}

/** By account, then by currency: debits above zero. */
export type Balances = Map<string, Map<string, bigint>>;

export interface Books {
  /** Accounts that the source names, also where nothing moved; null: it does not say what they are. */
  readonly classes: ReadonlyMap<string, SourceClass | null>;
  readonly transactions: readonly SourceTransaction[];
  /** What the source itself says that its accounts hold; null: it says nothing. */
  readonly balances: Balances | null;
  /** What cannot be read as a transaction. */
  readonly problems: readonly Problem[];
  /** What is no posting and was left where it is, as sentences. */
  readonly leftOut: readonly string[];
}

export interface ReadOptions {
  /** What the source calls a currency, and which one of ISO 4217 it is. */
  readonly commodities: ReadonlyMap<string, string>;
  /** On which side a balance above zero stands, where the source knows no debits and credits. */
  readonly positive: 'debit' | 'credit';
  /** Currencies and commodities that stay behind. */
  readonly without: ReadonlySet<string>;
}

/** What stops reading altogether, in one line. */
export class SourceFault extends Error {}

export const DECIMALS_MAX = 8;

/** An amount of the source; null where it is none, or has more than eight decimals that count. */
export function readSourceAmount(text: string): bigint | null {
  const [whole = '', fraction = ''] = text.trim().replace(/^\+/, '').split('.');
  const counting = fraction.replace(/0+$/, '');
  return parseAmountE8(counting === '' ? whole : `${whole}.${counting}`);
}

/**
 * `over` / `under`; null where that has more than eight decimals. Of what stays behind only counts whether there is any, so that it is rounded, and
 * never to nothing.
 */
export function fractionE8(over: bigint, under: bigint, staysBehind = false): bigint | null {
  const scaled = over * 10n ** BigInt(DECIMALS_MAX);
  if (scaled % under === 0n) return scaled / under;
  return staysBehind ? scaled / under + (over < 0n ? -1n : 1n) : null;
}

/** `mantissa` × 10^−`places`, as `fractionE8`. */
export const scaledE8 = (mantissa: bigint, places: number, staysBehind = false): bigint | null =>
  fractionE8(mantissa, 10n ** BigInt(places), staysBehind);

/** The currency of ISO 4217 that the source's own name stands for: its own where it is none, which the plan then says. */
export function currencyOf(name: string, { commodities }: Pick<ReadOptions, 'commodities'>): string {
  return commodities.get(name) ?? (isoCurrencies.has(name.toUpperCase()) ? name.toUpperCase() : name);
}

export function addTo(balances: Balances, account: string, currency: string, amountE8: bigint): void {
  const held = balances.get(account) ?? new Map<string, bigint>();
  balances.set(account, held.set(currency, (held.get(currency) ?? 0n) + amountE8));
}

/** What the transactions come to. */
export function sumsOf(transactions: readonly SourceTransaction[]): Balances {
  const sums: Balances = new Map();
  for (const { of } of transactions) {
    if ('legs' in of) for (const { account, currency, amountE8 } of of.legs) addTo(sums, account, currency, amountE8);
    else
      for (const { debit, credit, currency, amountE8 } of of.moves) {
        addTo(sums, debit, currency, amountE8);
        addTo(sums, credit, currency, -amountE8);
      }
  }
  return sums;
}

export const showMoney = (amountE8: bigint, currency: string): string => {
  const minorUnits = isoCurrencies.get(currency)?.minorUnits ?? 2;
  const side = amountE8 === 0n ? '' : amountE8 > 0n ? ' Dr' : ' Cr';
  return `${currency} ${formatDecimal(amountE8 < 0n ? -amountE8 : amountE8, minorUnits)}${side}`;
};

/** `1 transaction`, `1,200 transactions`. */
export const some = (n: number, one: string, more = `${one}s`): string => `${n.toLocaleString('en-US')} ${n === 1 ? one : more}`;
