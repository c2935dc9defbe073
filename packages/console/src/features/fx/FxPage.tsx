import { FX_LIST_SIZE, type FxRate, fx } from '@countinghouse/contract/features/fx';
import { Badge } from '@mantine/core';
import { IconArrowsExchange, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { showRate } from '../../lib/money.ts';
import { fxRatesQuery } from '../../lib/queries.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useWritePermission } from '../../lib/use-tenant.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterInput } from '../../ui/FilterInput.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { compareText, type GridColumn, TIME_WIDTH } from '../../ui/grid/column.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/ListCount.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RefreshButton } from '../../ui/RefreshButton.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import { SetRateModal } from './SetRateModal.tsx';
import { FxSearch } from './search.ts';

const MIN_WIDTH_PX = 760;
const none: readonly FxRate[] = [];
const pairOf = (r: FxRate): string => `${r.base_currency}/${r.quote_currency}`;

const columns: readonly GridColumn<FxRate>[] = [
  {
    id: 'pair',
    header: 'Pair',
    width: 'minmax(100px, 1fr)',
    fixed: true,
    compare: (a, b) => compareText(pairOf(a), pairOf(b)),
    text: pairOf,
    cell: (r) => <strong>{pairOf(r)}</strong>,
  },
  {
    id: 'rate',
    header: 'Rate',
    width: 'minmax(120px, 1fr)',
    align: 'right',
    text: (r) => r.rate,
    cell: (r) => (
      <span className="numbers" title={r.rate}>
        {showRate(r.rate)}
      </span>
    ),
  },
  {
    id: 'asof',
    header: 'Effective',
    width: TIME_WIDTH,
    descendingFirst: true,
    compare: (a, b) => compareText(a.asof, b.asof),
    text: (r) => r.asof,
    cell: (r) => <Timestamp at={r.asof} />,
  },
  {
    id: 'source',
    header: 'Source',
    width: 'minmax(150px, 1fr)',
    text: (r) => r.source,
    cell: (r) => <Badge color="gray">{r.source}</Badge>,
  },
  {
    id: 'created',
    header: 'Set at',
    width: 'minmax(170px, 1.2fr)',
    descendingFirst: true,
    compare: (a, b) => compareText(a.created_at, b.created_at),
    text: (r) => r.created_at,
    cell: (r) => <Timestamp at={r.created_at} absolute />,
  },
];

export function FxPage() {
  const [{ q = '', sort, open }, setSearch] = useUrlState(FxSearch);
  const permission = useWritePermission(fx.upsert);
  const source = useQuery(fxRatesQuery);
  const all = source.data?.rates ?? none;
  const shown = useMemo(
    () => all.filter((r) => `${pairOf(r)} ${r.base_currency}${r.quote_currency} ${r.source}`.toLowerCase().includes(q.toLowerCase())),
    [all, q],
  );
  const grid = useGrid({
    id: 'fx',
    columns,
    rows: shown,
    rowId: (r) => `${pairOf(r)} ${r.asof} ${r.created_at}`,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const openNew = (): void => setSearch({ open: 'new' });
  useShortcut('N', { name: 'Set an FX rate', group: 'This screen' }, openNew, permission.allowed);
  const button = (
    <GuardedButton permission={permission} leftSection={<IconPlus size={14} />} onClick={openNew}>
      Set rate
    </GuardedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title="Ledger FX overrides"
        description={`Rates of this organisation, the most recent ${FX_LIST_SIZE}. A rate holds from its effective time on.`}
        actions={button}
      />
      <DataGrid
        label="FX overrides"
        grid={grid}
        source={source}
        failed="Could not load FX rates"
        minWidth={MIN_WIDTH_PX}
        onClearFilters={q === '' ? undefined : () => setSearch({ q: undefined })}
        empty={<EmptyState icon={IconArrowsExchange} title="No FX rates yet" action={button} />}
        toolbar={
          <FilterInput
            label="Filter FX rates"
            placeholder="Filter by currency or source…"
            value={q}
            onChange={(next) => setSearch({ q: next || undefined }, { replace: true })}
          />
        }
        toolbarEnd={
          <>
            <ListCount pending={source.isPending} shown={shown.length} all={all.length} what="rates" />
            <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
          </>
        }
      />
      <SetRateModal opened={open === 'new'} onClose={() => setSearch({ open: undefined })} />
    </Page>
  );
}
