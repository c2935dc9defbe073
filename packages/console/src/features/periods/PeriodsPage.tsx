import { type Period, PeriodStatus, periods } from '@countinghouse/contract/features/periods';
import { Button } from '@mantine/core';
import { IconCalendarPlus, IconCalendarStats, IconCalendarTime, IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { CompareModal } from './CompareModal.tsx';
import { columns, compactRow } from './columns.tsx';
import { LockModal } from './LockModal.tsx';
import { PeriodPanel } from './PeriodPanel.tsx';
import { PublishModal } from './PublishModal.tsx';
import { ReopenModal } from './ReopenModal.tsx';
import { StartModal } from './StartModal.tsx';
import { PeriodsSearch } from './search.ts';

const COMPACT_BELOW_PX = 560;
const MIN_WIDTH_PX = 900;
const keep = (p: Period, { q: typed, status }: PeriodsSearch): boolean =>
  (status === undefined || p.status === status) && says(typed, p.period_code, p.period_start, p.period_end);

/**
 * Periods and what closes them: among the screens of the ledger, and where those who administer look for it. `commentsOf`: what people say
 * about one.
 */
export function PeriodsPage({ commentsOf }: { readonly commentsOf?: (id: string) => ReactNode }) {
  const [search, setSearch] = useUrlState(PeriodsSearch);
  const { open, act, other } = search;
  const isAdmins = useLocation({ select: (l) => l.pathname === paths.periods });
  const source = useQuery(q(periods.list));
  const list = useList({
    id: 'periods',
    columns,
    source,
    rows: source.data?.periods,
    rowId: (p) => p.id,
    search,
    setSearch,
    keep,
    filters: ['q', 'status'],
  });
  const opened = list.all.find((p) => p.id === open);
  const close = (): void => setSearch({ act: undefined, other: undefined });
  const button = useFirstAction({
    label: 'Start close',
    name: 'Start a close',
    icon: IconCalendarPlus,
    permission: useWritePermission(periods.start),
    run: () => setSearch({ act: 'start' }),
  });
  return (
    <ListPage
      list={list}
      title={isAdmins ? 'Accounting periods' : 'Period close'}
      description="Close a range of value dates: start, lock, publish. A locked day takes no posting."
      fileName="periods.csv"
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconChecklist size={14} />}
            renderRoot={(props) => <Link {...props} to={paths.closeTemplate} />}
          >
            Close tasks
          </Button>
          <Button
            variant="default"
            leftSection={<IconCalendarStats size={14} />}
            renderRoot={(props) => <Link {...props} to={paths.yearEnd} />}
          >
            Close the year
          </Button>
          {button}
        </>
      }
      label="Accounting periods"
      failed="Could not load the accounting periods"
      minWidth={MIN_WIDTH_PX}
      compact={{ belowPx: COMPACT_BELOW_PX, row: compactRow }}
      empty={
        <EmptyState icon={IconCalendarTime} title="No period was closed yet" action={button}>
          While a period is closing, postings into it are marked as adjustments. Locked, it takes none, and its trial balance is sealed.
        </EmptyState>
      }
      filter={{ label: 'Filter periods', placeholder: 'Filter by code or day…' }}
      choices={<Choice list={list} name="status" label="Status" all="All statuses" width={130} options={[...PeriodStatus.options]} />}
      counts="periods"
      panel={
        opened === undefined ? null : (
          <PeriodPanel
            period={opened}
            others={list.all.filter((p) => p.id !== opened.id && p.status !== 'closing')}
            onClose={() => setSearch({ open: undefined })}
            onAct={(next) => setSearch({ act: next })}
            onCompare={(id) => setSearch({ act: 'compare', other: id })}
            comments={commentsOf?.(opened.id)}
          />
        )
      }
    >
      <StartModal
        opened={act === 'start'}
        ends={list.all.map((p) => p.period_end)}
        onClose={close}
        onStarted={(id) => setSearch({ act: undefined, open: id })}
      />
      <LockModal period={act === 'lock' ? opened : undefined} onClose={close} />
      <PublishModal period={act === 'publish' ? opened : undefined} onClose={close} />
      <ReopenModal period={act === 'reopen' ? opened : undefined} onClose={close} />
      <CompareModal period={act === 'compare' ? opened : undefined} other={list.all.find((p) => p.id === other)} onClose={close} />
    </ListPage>
  );
}
