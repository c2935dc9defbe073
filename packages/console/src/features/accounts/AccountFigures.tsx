import { type AccountDetail, accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { ActionIcon, Group, Paper, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { availableE8Of } from '../../lib/values/account/available.ts';
import { sayFloor } from '../../lib/values/account/floor.ts';
import { readAmountE8, readMinorE8 } from '../../lib/values/money.ts';
import { DayChart } from '../../ui/chart/DayChart.tsx';
import { DayTable } from '../../ui/chart/DayTable.tsx';
import { firstRange, RangeChoice } from '../../ui/chart/RangeChoice.tsx';
import { MinorUnits } from '../../ui/money/MinorUnits.tsx';
import { Money } from '../../ui/money/Money.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import classes from './AccountFigures.module.css';

const AHEAD_DAYS = 30;
const CHART_PX = 188;
const LABEL = 'Balance over time';
const sideWord = { DR: 'debit', CR: 'credit' } as const;

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
}

const Figure = ({ label, value, note }: FigureProps) => (
  <section aria-label={label} className={classes['figure']}>
    <h2>{label}</h2>
    <div className={`numbers ${classes['value']}`}>{value}</div>
    <div className={classes['note']}>{note}</div>
  </section>
);

/** Balance, what of it may be taken, what is held of it; and what it was, and will be, at the end of each day. */
export function AccountFigures({ account, onChangeFloor }: { readonly account: AccountDetail; readonly onChangeFloor: () => void }) {
  const mayChange = useWritePermission(accounts.setFloor);
  const [range, setRange] = useState(firstRange);
  const [asTable, setAsTable] = useState(false);
  const { balance, held, minorUnits, currency, normalBalance } = account;
  const heldE8 = readMinorE8(held, minorUnits);
  return (
    <Paper className={classes['panel'] ?? ''}>
      <div className={classes['figures']}>
        <Figure
          label="Balance"
          value={<Money amountE8={readMinorE8(balance, minorUnits)} minorUnits={minorUnits} currency={currency} showCurrency side fit />}
          note={
            <>
              <MinorUnits minor={balance} /> minor units
              {account.posted ? <ByValueDate account={account} back={range} /> : null}
            </>
          }
        />
        <Figure
          label={`Available on the ${sideWord[normalBalance]} side`}
          value={<Money amountE8={availableE8Of(account)} minorUnits={minorUnits} currency={currency} side fit />}
          note={
            <Group gap={2} wrap="nowrap">
              <span data-amount>{sayFloor(account)}</span>
              {mayChange.allowed ? (
                <ActionIcon variant="subtle" size="sm" aria-label="Change floor" onClick={onChangeFloor} className="no-print">
                  <IconPencil size={13} />
                </ActionIcon>
              ) : null}
            </Group>
          }
        />
        <Figure
          label="Held"
          value={<Money amountE8={heldE8} minorUnits={minorUnits} currency={currency} fit />}
          note={heldE8 === 0n ? 'Nothing is reserved' : 'Reserved by open holds'}
        />
        {account.posted ? (
          <div className={`no-print ${classes['choices']}`}>
            <RangeChoice range={range} onRange={setRange} asTable={asTable} onAsTable={setAsTable} />
          </div>
        ) : null}
      </div>
      {account.posted ? <OverTime account={account} back={range} asTable={asTable} /> : null}
    </Paper>
  );
}

const daysOf = (id: string, back: number) => q(balances.daysOfAccount, { params: { id }, query: { back, ahead: AHEAD_DAYS } });

/** What is booked may count from a later day on: what of it counts today. Its line is there from the start, so that nothing moves. */
function ByValueDate({ account, back }: { readonly account: AccountDetail; readonly back: number }) {
  const { id, balance, minorUnits, currency } = account;
  const { data } = useQuery({ ...daysOf(id, back), placeholderData: keepPreviousData });
  const today = data?.balances[data.days.indexOf(data.as_of)];
  const amountE8 = today === undefined ? null : readAmountE8(today);
  return (
    <div>
      {amountE8 === null ? (
        '\u00a0'
      ) : amountE8 === readMinorE8(balance, minorUnits) ? (
        'all of it by value date today'
      ) : (
        <>
          <Money amountE8={amountE8} minorUnits={minorUnits} currency={currency} side /> by value date today
        </>
      )}
    </div>
  );
}

interface OverTimeProps {
  readonly account: AccountDetail;
  readonly back: number;
  readonly asTable: boolean;
}

function OverTime({ account, back, asTable }: OverTimeProps) {
  const { id, normalBalance, minorUnits } = account;
  const { data, isError, error, refetch } = useQuery({ ...daysOf(id, back), placeholderData: keepPreviousData });
  if (isError) return <ErrorState title="Could not load the balance over time" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={CHART_PX} m="sm" w="auto" />;
  const { days, currency } = data;
  const drawn = {
    label: LABEL,
    days,
    today: days.indexOf(data.as_of),
    balancesE8: data.balances.map(readAmountE8),
    currency,
    minorUnits,
    side: normalBalance,
  };
  return asTable ? <DayTable {...drawn} /> : <DayChart {...drawn} height={CHART_PX} shape="steps" />;
}
