import { Skeleton } from '@mantine/core';
import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { showDay } from '../../../lib/values/time.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import classes from './Cash.module.css';
import { type CashLine, cashQuery, linesOf, todayOf } from './query.ts';
import { Spark } from './Spark.tsx';

const MONTH_DAYS = 30;
const colors = ['var(--s1)', 'var(--s1)', 'var(--s2)', 'var(--s3)'] as const;

function Card({
  line,
  days,
  today,
  color,
}: {
  readonly line: CashLine;
  readonly days: readonly string[];
  readonly today: number;
  readonly color: string;
}) {
  const { currency, minorUnits, accounts, balancesE8 } = line;
  const month = balancesE8.slice(today - MONTH_DAYS, today + 1);
  const nowE8 = month.at(-1) ?? 0n;
  const changeE8 = nowE8 - (month[0] ?? 0n);
  const Trend = changeE8 < 0n ? IconTrendingDown : IconTrendingUp;
  const label = accounts === null ? `All cash in ${currency}` : currency;
  return (
    <Link
      to={accounts === null ? paths.cashPosition : paths.balances}
      {...(accounts === null ? {} : { search: { currency } })}
      className={`${classes['card']} ${accounts === null ? classes['all'] : ''}`}
    >
      <span className={classes['top']}>
        <strong>{label}</strong>
        {accounts === null ? null : <span className="dimmed">{accounts === 1 ? '1 account' : `${accounts} accounts`}</span>}
      </span>
      <span className={classes['amount']}>
        <Money amountE8={nowE8} minorUnits={minorUnits} currency={currency} side fit inControl />
      </span>
      <span className={classes['change']}>
        {changeE8 === 0n ? null : <Trend size={13} aria-hidden />}
        {changeE8 === 0n ? 'unchanged' : <Money amountE8={changeE8} minorUnits={minorUnits} currency={currency} plus inControl />}
        {accounts === null ? <span className="dimmed">in {MONTH_DAYS} days</span> : null}
      </span>
      <span className={classes['spark']}>
        <Spark balancesE8={month} color={color} />
        <span className={classes['ends']}>
          <span>{showDay(days[today - MONTH_DAYS] ?? '')}</span>
          <span>{showDay(days[today] ?? '')}</span>
        </span>
      </span>
    </Link>
  );
}

/** All cash as one, then a card a currency: what is held, how a month changed it. */
export function CashCards() {
  const source = useQuery(cashQuery(90));
  if (source.isError) return <ErrorState title="Could not load the cash" error={source.error} onRetry={() => void source.refetch()} />;
  // On a phone the currencies stand below each other: as many as most have.
  if (source.data === undefined) return <Skeleton h={{ base: 250, sm: 146 }} radius="md" />;
  const { data } = source;
  const today = todayOf(data);
  return (
    <section className={classes['cards']} aria-label="Cash">
      {linesOf(data).map((line, i) => (
        <Card
          key={`${line.currency} ${line.accounts}`}
          line={line}
          days={data.days}
          today={today}
          color={colors[i % colors.length] ?? colors[0]}
        />
      ))}
    </section>
  );
}
