// The column of what an intent comes to: the first of its sums in its currency, and how many more there are.
import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import { minorUnitsIn, plainAmountE8 } from '../../lib/values/money.ts';
import { FirstAmount } from '../money/FirstAmount.tsx';
import { amountPxOf } from '../money/Money.tsx';
import { text } from './columns.tsx';

/** Beside the figures. */
const CURRENCY_PX = 62;

interface Sum {
  readonly currency: string;
  readonly amountE8: bigint;
}

/** `of`: the sums of a row, a currency each. */
export const amounts = <T,>(width: string, of: (row: T) => readonly Sum[], currencies: readonly CurrencyInfo[]) =>
  text<T>(
    'amount',
    'Amount',
    width,
    (row) =>
      of(row)
        .map((a) => `${a.currency} ${plainAmountE8(a.amountE8, minorUnitsIn(currencies, a.currency))}`)
        .join('; '),
    {
      align: 'right',
      descending: true,
      sort: (row) => of(row)[0]?.amountE8,
      amountPx: (row) => {
        const [first] = of(row);
        return first === undefined ? 0 : CURRENCY_PX + amountPxOf({ ...first, minorUnits: minorUnitsIn(currencies, first.currency) }, {});
      },
      cell: (row) => <FirstAmount amounts={of(row)} currencies={currencies} apart />,
    },
  );
