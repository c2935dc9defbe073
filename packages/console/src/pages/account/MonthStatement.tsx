import type { AccountDetail } from '@countinghouse/contract/features/accounts';
import { recon } from '@countinghouse/contract/features/recon';
import { statements } from '@countinghouse/contract/features/statements';
import { Button, Group, Select, Skeleton } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconListDetails } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callFile } from '../../lib/calls/client.ts';
import { q } from '../../lib/calls/query.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { inFileName, saveFile } from '../../lib/values/csv.ts';
import { readAmountE8, readMinorE8 } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import { Money } from '../../ui/money/Money.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './Account.module.css';
import { monthOf, monthsBack } from './months.ts';

interface MonthStatementProps {
  readonly account: AccountDetail;
  /** Whether a bank tells about it. */
  readonly isFed: boolean;
  readonly today: string;
  /** Shows the month's postings in the list. */
  readonly onShow: (days: { readonly from: string; readonly to: string }) => void;
}

/** What a month began and ended with, what moved in it, and whether the bank says the same. */
export function MonthStatement({ account, isFed, today, onShow }: MonthStatementProps) {
  const { id, code, currency, minorUnits } = account;
  const months = monthsBack(today);
  const [chosen, setChosen] = useState(months[0]?.value ?? '');
  const { from, to } = monthOf(chosen);
  const totals = useQuery({ ...q(statements.totals, { params: { id }, query: { from, to } }), placeholderData: keepPreviousData });
  const end = to < today ? to : today;
  const bank = useQuery({ ...q(recon.statement, { query: { account_id: id, date: end } }), enabled: isFed }).data;
  const agrees = bank?.difference != null && readAmountE8(bank.difference) === 0n && bank.rows.count === 0 && bank.postings.count === 0;
  const file = useAct(() => callFile(statements.csv, { params: { id }, query: { from, to } }), {
    done: ({ content }) => saveFile(`statement-${inFileName(code)}-${chosen}.csv`, content),
  });
  const lines =
    totals.data === undefined
      ? []
      : ([
          [`Opening, ${showDay(from)}`, readMinorE8(totals.data.opening ?? '0', minorUnits), true],
          ['Debits', readAmountE8(totals.data.debit), false],
          ['Credits', readAmountE8(totals.data.credit), false],
          [`Closing, ${showDay(end)}`, readMinorE8(totals.data.closing ?? '0', minorUnits), true],
        ] as const);
  return (
    <Panel
      title="Statement"
      aside={
        <Select
          aria-label="Month"
          w={150}
          data={months}
          value={chosen}
          allowDeselect={false}
          onChange={(next) => setChosen(next ?? chosen)}
          className="no-print"
        />
      }
    >
      {totals.isError ? (
        <ErrorState title="Could not load the month" error={totals.error} onRetry={() => void totals.refetch()} />
      ) : totals.data === undefined ? (
        <Skeleton height={92} />
      ) : (
        <dl className={classes['month']}>
          {lines.map(([name, amountE8, side]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Money amountE8={amountE8} minorUnits={minorUnits} currency={currency} side={side} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {agrees ? (
        <p className={classes['agrees']}>
          <IconCircleCheck size={15} aria-hidden />
          Agrees with the bank’s statement
        </p>
      ) : null}
      <Group gap="xs" mt={10} className="no-print">
        <Button variant="default" size="compact-sm" leftSection={<IconListDetails size={14} />} onClick={() => onShow({ from, to })}>
          Postings
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} />}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          CSV
        </Button>
      </Group>
    </Panel>
  );
}
