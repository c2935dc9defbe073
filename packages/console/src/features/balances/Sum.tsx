import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { Money } from '../../ui/money/Money.tsx';
import { type Sums, type Translator, translateE8 } from './translation.ts';

interface SumProps {
  readonly sums: Sums;
  /** Null: not known yet. */
  readonly translator: Translator | null;
  readonly minorUnitsIn: (currency: string) => number;
}

/** Balances added up: as one where there are rates for that, else currency by currency. */
export function Sum({ sums, translator, minorUnitsIn }: SumProps) {
  if (translator === null) return <span className="dimmed">…</span>;
  const wholeE8 = translateE8(sums, translator);
  const { currency } = translator;
  if (wholeE8 !== null) return <Money amountE8={wholeE8} minorUnits={minorUnitsOf(currency)} currency={currency} showCurrency side />;
  return [...sums]
    .filter(([, amountE8]) => amountE8 !== 0n)
    .map(([own, amountE8]) => <Money key={own} amountE8={amountE8} minorUnits={minorUnitsIn(own)} currency={own} showCurrency side />);
}
