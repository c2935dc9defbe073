import { type InterestDay, interest } from '@countinghouse/contract/features/interest';
import { messageOf } from '@countinghouse/contract/messages';
import { Alert, Button, Select, Skeleton } from '@mantine/core';
import { IconPigMoney, IconReceipt, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ApiError } from '../../lib/calls/api-error.ts';
import { given, q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { inFileName } from '../../lib/values/csv.ts';
import { readAmountE8 } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Totals } from '../../ui/table/Totals.tsx';
import { dayColumns } from './columns.tsx';
import { DayPanel } from './DayPanel.tsx';
import { InterestStats } from './InterestStats.tsx';
import { PutModal } from './PutModal.tsx';
import { AccountInterestSearch } from './search.ts';
import { waitsWords } from './waits.ts';

const MIN_WIDTH_PX = 1090;
const none: readonly InterestDay[] = [];
const idOf = (d: InterestDay): string => `${d.on}.${d.seq}`;

/** Explains every accrual of an account, a month at a time. */
export function AccountInterestPage() {
  const { accountId } = useParams({ strict: false }) as { readonly accountId: string };
  const [search, setSearch] = useUrlState(AccountInterestSearch);
  const { month, open, act } = search;
  const permission = useWritePermission(interest.setBucket);
  const source = useQuery(q(interest.explain, { params: { id: accountId }, query: given({ month }) }));
  const days = source.data?.days ?? none;
  const minorUnits = source.data?.account.minorUnits ?? 2;
  const columns = useMemo(() => dayColumns(minorUnits), [minorUnits]);
  const list = useList({
    id: 'account-interest',
    columns,
    source,
    rows: source.data?.days,
    rowId: idOf,
    search,
    setSearch,
    filters: ['month'],
  });
  if (source.isError) {
    const gone = source.error instanceof ApiError && (source.error.status === 404 || source.error.status === 400);
    return (
      <Page>
        <PageHeader title="Interest" />
        {gone ? (
          <EmptyState icon={IconWallet} title={messageOf('NOT_FOUND')} />
        ) : (
          <ErrorState title="Could not load the interest of the account" error={source.error} onRetry={() => void source.refetch()} />
        )}
      </Page>
    );
  }
  if (source.data === undefined)
    return (
      <Page>
        <PageHeader title="Interest" />
        <Skeleton height={78} aria-busy />
        <Skeleton height={420} />
      </Page>
    );
  const { account, interest: state, months, month: shown } = source.data;
  const opened = days.find((d) => idOf(d) === open);
  const move = (
    <GuardedButton permission={permission} leftSection={<IconPigMoney size={14} />} onClick={() => setSearch({ act: 'put' })}>
      {state?.bucket_code == null ? 'Put into a bucket' : 'Change the bucket'}
    </GuardedButton>
  );
  return (
    <ListPage
      list={list}
      title={`Interest of ${account.code}`}
      fileName={`interest-${inFileName(account.code)}.csv`}
      description="How each day was calculated, with what rounding left over, and what of it went to the account at the end of the month."
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconReceipt size={14} />}
            renderRoot={(props) => <Link {...props} to={paths.account} params={{ accountId }} />}
          >
            Statement
          </Button>
          {move}
        </>
      }
      above={
        <>
          {state === null || state.waits === null ? null : (
            <Alert color="orange" p="xs" title="Interest waits">
              {waitsWords[state.waits]}
            </Alert>
          )}
          {state === null ? null : <InterestStats state={state} capitalisations={source.data.capitalisations} month={shown} />}
        </>
      }
      label={`Interest of ${account.code}`}
      failed="Could not load the interest of the account"
      minWidth={MIN_WIDTH_PX}
      {...(months.length === 0 ? { onWiden: null } : {})}
      empty={
        <EmptyState
          icon={IconPigMoney}
          title={state === null ? 'This account is in no interest bucket' : 'Nothing has accrued yet'}
          action={state === null ? move : undefined}
        >
          {state === null
            ? 'From the day it is put into one, interest accrues on its closing balance every day.'
            : `The first day is ${state.next_on === null ? 'not set' : showDay(state.next_on)}. A day accrues once it is over, after midnight UTC.`}
        </EmptyState>
      }
      choices={
        <Select
          aria-label="Month"
          w={130}
          allowDeselect={false}
          data={shown !== null && !months.includes(shown) ? [shown, ...months] : months}
          value={shown}
          onChange={(next) => setSearch({ month: next ?? undefined, open: undefined })}
        />
      }
      footer={
        <Totals
          label={`Posted in ${shown ?? ''}`}
          sums={new Map([[account.currency, days.reduce((sum, d) => sum + readAmountE8(d.amount), 0n)]])}
          minorUnitsOf={() => minorUnits}
        />
      }
      panel={
        opened === undefined ? null : (
          <DayPanel day={opened} currency={account.currency} minorUnits={minorUnits} onClose={() => setSearch({ open: undefined })} />
        )
      }
    >
      <PutModal opened={act === 'put'} accountId={accountId} onClose={() => setSearch({ act: undefined })} />
    </ListPage>
  );
}
