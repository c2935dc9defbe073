// From a transaction of any number of legs to rows of two sides each. Each leg keeps a row of its own, so that an account reads as it did:
// where one leg stands against the others they are paired; where several stand against several all go through a clearing account, which
// is empty again at once. What does not come to nothing within a currency is an exchange, and stands on an account of that currency.

import type { Leg, SourceTransaction } from './books.ts';

/** Accounts that no source has: their names are this module's own. */
export const CLEARING = Symbol('clearing');
export const EXCHANGE = Symbol('exchange');
export type Place = string | typeof CLEARING | typeof EXCHANGE;

export interface Row {
  readonly debit: Place;
  readonly credit: Place;
  readonly currency: string;
  /** Above zero. */
  readonly amountE8: bigint;
  readonly memo?: string | undefined;
}

/** The rows, or what it lacks or has too much of in a currency. */
export type Rows = { readonly rows: readonly Row[] } | { readonly off: readonly { readonly currency: string; readonly byE8: bigint }[] };

interface Side extends Omit<Leg, 'account'> {
  readonly account: Place;
}

/** `without`: currencies that are not taken along; what such a leg was worth stands as an exchange. */
export function rowsOf({ of }: SourceTransaction, without: ReadonlySet<string> = new Set()): Rows {
  if ('moves' in of) {
    const moved = of.moves.filter(({ currency, amountE8 }) => amountE8 !== 0n && !without.has(currency));
    return { rows: moved.map((move) => (move.amountE8 > 0n ? move : turned(move))) };
  }
  const byCurrency = new Map<string, Side[]>();
  for (const leg of of.legs) {
    if (leg.amountE8 === 0n || without.has(leg.currency)) continue;
    byCurrency.set(leg.currency, [...(byCurrency.get(leg.currency) ?? []), leg]);
  }
  const isExchange =
    new Set(of.legs.filter(({ amountE8, isWorth }) => amountE8 !== 0n || isWorth).map(({ currency }) => currency)).size > 1;
  const rows: Row[] = [];
  const off: { currency: string; byE8: bigint }[] = [];
  for (const [currency, sides] of byCurrency) {
    const byE8 = sides.reduce((sum, { amountE8 }) => sum + amountE8, 0n);
    if (byE8 !== 0n && !isExchange) off.push({ currency, byE8 });
    const whole: readonly Side[] = byE8 === 0n ? sides : [...sides, { account: EXCHANGE, currency, amountE8: -byE8 }];
    rows.push(...paired(whole));
  }
  return off.length > 0 ? { off } : { rows };
}

const turned = ({ debit, credit, amountE8, ...rest }: Row): Row => ({ ...rest, debit: credit, credit: debit, amountE8: -amountE8 });

/** Sides of one currency, which come to nothing. */
function paired(sides: readonly Side[]): readonly Row[] {
  const debits = sides.filter(({ amountE8 }) => amountE8 > 0n);
  const credits = sides.filter(({ amountE8 }) => amountE8 < 0n);
  const [debit, credit] = [debits[0], credits[0]];
  const meets = (other: Side): boolean => sides.filter(({ account }) => account === other.account).length > 1;
  if (debits.length === 1 && debit !== undefined && !meets(debit)) return credits.map((side) => rowOf(side, debit.account));
  if (credits.length === 1 && credit !== undefined && !meets(credit)) return debits.map((side) => rowOf(side, credit.account));
  return sides.map((side) => rowOf(side, CLEARING));
}

function rowOf({ account, currency, amountE8, memo }: Side, against: Place): Row {
  const row: Row = { debit: account, credit: against, currency, amountE8, memo };
  return amountE8 > 0n ? row : turned(row);
}
