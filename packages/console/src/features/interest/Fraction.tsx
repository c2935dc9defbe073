import { showFraction, sideOfFraction } from './figures.ts';

/** An exact fraction as a decimal with its side; the fraction itself on hover. */
export function Fraction({ value }: { readonly value: string }) {
  return (
    <span className="numbers nowrap" data-amount title={value.replace('-', '\u2212')}>
      {showFraction(value)} <span className="dimmed">{sideOfFraction(value)}</span>
    </span>
  );
}
