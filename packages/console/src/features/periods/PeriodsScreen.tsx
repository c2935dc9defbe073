import { type Period, PeriodStatus, periods } from '@countinghouse/contract/features/periods';
import { Button, Select } from '@mantine/core';
import { IconCalendarPlus, IconCalendarStats, IconCalendarTime } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useShortcut } from '../../lib/screen/shortcuts.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/list/ListCount.tsx';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page, Split } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { CompareModal } from './CompareModal.tsx';
import { columns } from './columns.tsx';
import { LockModal } from './LockModal.tsx';
import { PeriodPanel } from './PeriodPanel.tsx';
import { PublishModal } from './PublishModal.tsx';
import { ReopenModal } from './ReopenModal.tsx';
import { StartModal } from './StartModal.tsx';
import { PeriodsSearch } from './search.ts';

const MIN_WIDTH_PX = 900;
const none: readonly Period[] = [];

/** Periods and what closes them; the page of the close and the page of the administrators show the same. */
export function PeriodsScreen({ title }: { readonly title: string }) {
  const [search, setSearch] = useUrlState(PeriodsSearch);
  const { q: words = '', status, open, act, other, sort } = search;
  const router = useRouter();
  const here = useLocation({ select: (l) => l.pathname });
  const permission = useWritePermission(periods.start);
  const source = useQuery(q(periods.list));
  const all = source.data?.periods ?? none;
  const shown = useMemo(
    () =>
      all.filter(
        (p) =>
          (status === undefined || p.status === status) &&
          `${p.period_code} ${p.period_start} ${p.period_end}`.toLowerCase().includes(words.trim().toLowerCase()),
      ),
    [all, words, status],
  );
  const grid = useGrid({
    id: 'periods',
    columns,
    rows: shown,
    rowId: (p) => p.id,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const opened = all.find((p) => p.id === open);
  const start = (): void => setSearch({ act: 'start' });
  const close = (): void => setSearch({ act: undefined, other: undefined });
  useShortcut('N', { name: 'Start a close', group: 'This screen' }, start, permission.allowed);
  const button = (
    <GuardedButton permission={permission} leftSection={<IconCalendarPlus size={14} />} onClick={start}>
      Start close
    </GuardedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title={title}
        description="Close a range of value dates: start, lock, publish. A locked day takes no posting."
        actions={
          <>
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
      />
      <Split>
        <DataGrid
          label="Accounting periods"
          grid={grid}
          source={source}
          failed="Could not load the accounting periods"
          minWidth={MIN_WIDTH_PX}
          openId={open ?? null}
          onOpen={(row, { follow }) => setSearch({ open: row.id }, { replace: follow })}
          hrefOf={(row) => router.buildLocation({ to: here, search: { ...search, open: row.id } }).href}
          onClearFilters={words === '' && status === undefined ? undefined : () => setSearch({ q: undefined, status: undefined })}
          empty={
            <EmptyState icon={IconCalendarTime} title="No period was closed yet" action={button}>
              While a period is closing, postings into it are marked as adjustments. Locked, it takes none, and its trial balance is sealed.
            </EmptyState>
          }
          toolbar={
            <>
              <FilterInput
                label="Filter periods"
                placeholder="Filter by code or day…"
                value={words}
                onChange={(next) => setSearch({ q: next || undefined }, { replace: true })}
              />
              <Select
                aria-label="Status"
                placeholder="Status"
                w={130}
                clearable
                clearButtonProps={{ 'aria-label': 'All statuses' }}
                data={[...PeriodStatus.options]}
                value={status ?? null}
                onChange={(next) => setSearch({ status: (next ?? undefined) as typeof status })}
              />
            </>
          }
          toolbarEnd={
            <>
              <ListCount pending={source.isPending} shown={shown.length} all={all.length} what="periods" />
              <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
            </>
          }
        />
        {opened === undefined ? null : (
          <PeriodPanel
            period={opened}
            others={all.filter((p) => p.id !== opened.id && p.status !== 'closing')}
            onClose={() => setSearch({ open: undefined })}
            onAct={(next) => setSearch({ act: next })}
            onCompare={(id) => setSearch({ act: 'compare', other: id })}
          />
        )}
      </Split>
      <StartModal opened={act === 'start'} onClose={close} onStarted={(id) => setSearch({ act: undefined, open: id })} />
      <LockModal period={act === 'lock' ? opened : undefined} onClose={close} />
      <PublishModal period={act === 'publish' ? opened : undefined} onClose={close} />
      <ReopenModal period={act === 'reopen' ? opened : undefined} onClose={close} />
      <CompareModal period={act === 'compare' ? opened : undefined} other={all.find((p) => p.id === other)} onClose={close} />
    </Page>
  );
}
