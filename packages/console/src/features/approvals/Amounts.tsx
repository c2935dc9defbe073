import type { Approval } from '@countinghouse/contract/features/approvals';
import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import { minorUnitsIn, readAmountE8 } from '../../lib/values/money.ts';
import { Money } from '../../ui/money/Money.tsx';

interface AmountsProps {
  readonly amounts: Approval['amounts'];
  readonly currencies: readonly CurrencyInfo[];
}

/** Each amount of what waits, a currency a line: whoever decides sees them all. */
export function Amounts({ amounts, currencies }: AmountsProps) {
  return amounts.map(({ currency, amount }) => (
    <div key={currency}>
      <Money amountE8={readAmountE8(amount)} minorUnits={minorUnitsIn(currencies, currency)} currency={currency} showCurrency />
    </div>
  ));
}
