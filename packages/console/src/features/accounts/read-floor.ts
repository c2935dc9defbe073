import { minorOfE8 } from '../../lib/values/account/floor.ts';
import { typedAmountE8 } from '../../lib/values/money.ts';

/** What a person typed as a floor, in major units: minor units for the wire, null where it is empty; or what is wrong with it. */
export function readFloor(typed: string, minorUnits: number): { readonly minor: string | null } | { readonly fault: string } {
  if (typed.trim() === '') return { minor: null };
  const amountE8 = typedAmountE8(typed);
  if (amountE8 === null) return { fault: 'Use an amount, or leave it empty.' };
  const minor = minorOfE8(amountE8, minorUnits);
  return minor === null ? { fault: `Use at most ${minorUnits} decimals.` } : { minor };
}
