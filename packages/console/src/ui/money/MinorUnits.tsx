import { splitMinor } from '../../lib/values/money.ts';

/** At the type size of a list, in px: at most what a digit takes, and a separator. */
const CHARACTER_PX = 8.3;

/** How much room it takes in a list, in px. */
export const minorPxOf = (minor: string): number => Math.ceil(splitMinor(minor).join(' + ').length * CHARACTER_PX);

/** An amount in minor units: whole ones, and apart from them what is below one. `6,508 + .786333` */
export function MinorUnits({ minor }: { readonly minor: string }) {
  const [whole, below] = splitMinor(minor);
  return (
    <span className="numbers dimmed nowrap" data-amount>
      {whole}
      {below === '' ? null : <small> + {below}</small>}
    </span>
  );
}
