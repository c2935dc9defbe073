import type { IntentTotals } from '@countinghouse/contract/features/intents';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { minorUnitsIn, readAmountE8 } from '../../../lib/values/money.ts';
import { showCount } from '../../../lib/values/numbers.ts';
import { Money } from '../../../ui/money/Money.tsx';
import classes from './IntentsLog.module.css';

const CURRENCIES_SHOWN_MAX = 4;

/** What is told where more may be found than was counted. */
const SOME = 'The latest 10,000 intents were counted, of those whose rows are in the database.';

/** How many intents the filters leave, and what they sum to in each currency; of a part of a long or pruned log, that there may be more. */
export function LogFoot({ totals }: { readonly totals: IntentTotals | undefined }) {
  const currencies = useCurrencies();
  if (totals === undefined) return <span className="dimmed">Adding up…</span>;
  const { count, amounts, complete } = totals;
  if (count === 0 && !complete) return <span title={SOME}>Not counted</span>;
  const largestFirst = [...amounts].sort((a, b) => b.count - a.count);
  return (
    <>
      <span title={complete ? undefined : SOME}>
        {complete ? '' : 'at least '}
        <strong className="numbers">{showCount(count)}</strong> {count === 1 ? 'intent' : 'intents'}
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
