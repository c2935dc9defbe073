import type { Capitalisation, InterestAccount } from '@countinghouse/contract/features/interest';
import { readAmountE8, readMinorE8 } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import { Money } from '../../ui/money/Money.tsx';
import { StatCard } from '../../ui/page/StatCard.tsx';
import { IntentLink } from '../../ui/value/IntentLink.tsx';
import { Fraction } from './Fraction.tsx';
import classes from './InterestStats.module.css';

interface InterestStatsProps {
  readonly state: InterestAccount;
  readonly capitalisations: readonly Capitalisation[];
  readonly month: string | null;
}

/** Where an account stands: what has accrued, to which day, and what of the month went to the account. */
export function InterestStats({ state, capitalisations, month }: InterestStatsProps) {
  const { currency, minorUnits } = state;
  const money = (amountE8: bigint) => <Money amountE8={amountE8} minorUnits={minorUnits} currency={currency} showCurrency side fit />;
  const capitalisedE8 = capitalisations.reduce((sum, c) => sum + readAmountE8(c.amount), 0n);
  const [latest] = capitalisations;
  return (
    <div className={classes['stats']}>
      <StatCard
        label="Accrued, not capitalised"
        value={money(readMinorE8(state.accrued, minorUnits))}
        note={
          <>
            Carried: <Fraction value={state.remainder} />
          </>
        }
      />
      <StatCard label="Bucket" value={state.bucket_code ?? 'None'} note={state.bucket_code === null ? 'No interest today' : 'Today'} />
      <StatCard
        label="Accrued to"
        value={state.last_on === null ? '—' : showDay(state.last_on)}
        note={state.next_on === null ? 'No day will accrue' : `Next: ${showDay(state.next_on)}`}
      />
      <StatCard
        label={`Capitalised${month === null ? '' : ` for ${month}`}`}
        value={latest === undefined ? '—' : money(capitalisedE8)}
        note={
          latest === undefined ? (
            state.month === null ? (
              'Nothing waits to be capitalised'
            ) : (
              `${state.month} is capitalised once it is over`
            )
          ) : (
            <>
              Value date {latest.value_date} · <IntentLink id={latest.intent_id} />
            </>
          )
        }
      />
    </div>
  );
}
