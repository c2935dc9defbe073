import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { minorUnitsIn, readAmountE8 } from '../../../lib/values/money.ts';
import { Money } from '../../../ui/money/Money.tsx';

/** A decimal of the wire as an amount of its currency. */
export function Amount({
  amount,
  currency,
  shown = false,
  plus = false,
}: {
  readonly amount: string;
  readonly currency: string;
  readonly shown?: boolean;
  readonly plus?: boolean;
}) {
  const currencies = useCurrencies();
  return (
    <Money
      amountE8={readAmountE8(amount)}
      minorUnits={minorUnitsIn(currencies, currency)}
      currency={currency}
      showCurrency={shown}
      plus={plus}
    />
  );
}
