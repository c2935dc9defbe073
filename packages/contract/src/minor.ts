// Sums in minor units. The specification tells a balance so, and calls it `balance`; under /api/v1 a plain name is a decimal, and minor units are
// named as such. A field that is marked here is told there as both: `balance`, and `balance_minor` beside it. Source: decision 0210.

import { formatAmountE8, readMinor } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import * as z from 'zod';

/** Of a field in a JSON Schema: where the currency stands whose minor units it is in. */
export const MINOR_OF = 'x-minor-of';

/** Minor units as text, exact. `currency` is a path in the object that the field is in, or in one around it. */
export const minorOf = (currency: string) => z.string().meta({ [MINOR_OF]: currency });
export const Minor = minorOf('currency');

/** What the names of a field's two figures end in. */
export const MINOR = '_minor';

/** An object, and the one that it stands in. */
export interface Around {
  readonly object: object;
  readonly around: Around | null;
}

function at(object: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) => (typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>)[name] : undefined),
    object,
  );
}

/** Throws where it is nowhere: a sum of no currency is none. */
function currencyAt(path: string, nearest: Around): string {
  const names = path.split('.');
  for (let where: Around | null = nearest; where !== null; where = where.around) {
    const found = at(where.object, names);
    if (typeof found === 'string') return found;
  }
  throw new Error(`minor units of an unknown currency: ${path} is nowhere around`);
}

/** Minor units, or a list of them, as decimals with eight places. */
export function decimalsOf(minor: unknown, currency: string, nearest: Around): unknown {
  if (Array.isArray(minor)) return minor.map((one) => decimalsOf(one, currency, nearest));
  return typeof minor === 'string' ? formatAmountE8(readMinor(minor, minorUnitsOf(currencyAt(currency, nearest)))) : minor;
}
