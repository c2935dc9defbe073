import { splitMinor } from '../../lib/values/money.ts';
import { MINUS } from '../../lib/values/numbers.ts';

/** At the type size of a list, in px: at most what a digit, a mark between digits and a sign take; smaller ones below one, with a plus or a minus before them. */
const LIST_PX = { digit: 8.3, mark: 4.6, sign: 8.6, small: 7.1, plus: 18 } as const;

/** How much room it takes in a list, in px. */
export function minorPxOf(minor: string): number {
  const [whole, below] = splitMinor(minor);
  const digits = whole.replaceAll(/\D/g, '').length;
  const sign = minor.startsWith('-') ? LIST_PX.sign : 0;
  const rest = below === '' ? 0 : LIST_PX.plus + below.length * LIST_PX.small;
  return Math.ceil(digits * LIST_PX.digit + Math.floor((digits - 1) / 3) * LIST_PX.mark + sign + rest);
}

/** An amount in minor units: whole ones, and apart from them what is below one. `6,508 + .786333`, `−6,508 − .786333` */
export function MinorUnits({ minor }: { readonly minor: string }) {
  const [whole, below] = splitMinor(minor);
  return (
    <span className="numbers dimmed nowrap" data-amount>
      {whole}
      {below === '' ? null : (
        <small>
          {' '}
          {minor.startsWith('-') ? MINUS : '+'} {below}
        </small>
      )}
    </span>
  );
}
