// Months as an account's statement offers them.
import { MONTHS } from '../../lib/values/time.ts';

const SHOWN = 13;
const two = (n: number): string => String(n).padStart(2, '0');

/** This month and those before it, the latest first: `2026-11` and `Nov 2026`. */
export function monthsBack(today: string): readonly { readonly value: string; readonly label: string }[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: SHOWN }, (_, i) => {
    const at = new Date(Date.UTC(year, month - 1 - i, 1));
    const [y, m] = [at.getUTCFullYear(), at.getUTCMonth()];
    return { value: `${y}-${two(m + 1)}`, label: `${MONTHS[m]} ${y}` };
  });
}

/** First and last day of a month such as `2026-11`. */
export function monthOf(month: string): { readonly from: string; readonly to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${two(last)}` };
}
