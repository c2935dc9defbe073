import type { IntentTotals } from '@countinghouse/contract/features/intents';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { minorUnitsIn, readAmountE8 } from '../../../lib/values/money.ts';
import { showCount } from '../../../lib/values/numbers.ts';
import { Money } from '../../../ui/money/Money.tsx';
import classes from './IntentsLog.module.css';

const CURRENCIES_SHOWN_MAX = 4;

/** How many intents the filters leave, and what they sum to in each currency. */
export function LogFoot({ totals }: { readonly totals: IntentTotals | undefined }) {
  const currencies = useCurrencies();
  if (totals === undefined) return <span className="dimmed">Adding up…</span>;
  const { count, amounts, complete } = totals;
  const largestFirst = [...amounts].sort((a, b) => b.count - a.count);
  return (
    <>
      <span>
        <strong className="numbers">{showCount(count)}</strong> {count === 1 ? 'intent' : 'intents'}
        {complete ? '' : ' of the latest 10,000'}
      </span>
      <span className={classes['sums']}>
        {largestFirst.slice(0, CURRENCIES_SHOWN_MAX).map(({ currency, amount, count: n }) => (
          <span key={currency} title={`${n} ${n === 1 ? 'intent' : 'intents'}`}>
            <Money amountE8={readAmountE8(amount)} minorUnits={minorUnitsIn(currencies, currency)} currency={currency} showCurrency />
          </span>
        ))}
        {amounts.length > CURRENCIES_SHOWN_MAX ? <span className="dimmed">+{amounts.length - CURRENCIES_SHOWN_MAX} more</span> : null}
      </span>
    </>
  );
}
