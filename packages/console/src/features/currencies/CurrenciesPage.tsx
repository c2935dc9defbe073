import { type CurrencyInfo, currencies } from '@countinghouse/contract/features/currencies';
import { IconCoins } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useActiveTenant, useWritePermission } from '../../lib/session/use-tenant.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { Columns } from '../../ui/page/Columns.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { AddCurrency } from './AddCurrency.tsx';
import { RemoveCurrency } from './RemoveCurrency.tsx';
import { CurrenciesSearch } from './search.ts';
import { suggestionsOf } from './suggestions.ts';

const none: readonly CurrencyInfo[] = [];

const facts: readonly GridColumn<CurrencyInfo>[] = [
  {
    id: 'code',
    header: 'Code',
    width: '90px',
    fixed: true,
    compare: (a, b) => compareText(a.code, b.code),
    text: (c) => c.code,
    cell: (c) => <strong>{c.code}</strong>,
  },
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(150px, 1fr)',
    compare: (a, b) => compareText(a.name, b.name),
    text: (c) => c.name,
    cell: (c) => c.name,
  },
  {
    id: 'minor',
    header: 'Minor units',
    width: '110px',
    align: 'right',
    compare: (a, b) => a.minorUnits - b.minorUnits,
    text: (c) => String(c.minorUnits),
    cell: (c) => <span className="numbers">{c.minorUnits}</span>,
  },
];

export function CurrenciesPage() {
  const [{ q: words = '', sort, remove }, setSearch] = useUrlState(CurrenciesSearch);
  const permission = useWritePermission(currencies.remove);
  const reporting = useActiveTenant()?.reportingCurrency;
  const source = useQuery(q(currencies.tenantList));
  const all = useQuery(q(currencies.all)).data?.currencies ?? none;
  const allowed = source.data?.currencies ?? none;
  const suggestions = useMemo(() => (source.isSuccess ? suggestionsOf(all, allowed) : none), [source.isSuccess, all, allowed]);
  const shown = useMemo(
    () => allowed.filter((c) => `${c.code} ${c.name}`.toLowerCase().includes(words.trim().toLowerCase())),
    [allowed, words],
  );
  const action: GridColumn<CurrencyInfo> = {
    id: 'action',
    header: 'Action',
    width: '110px',
    align: 'right',
    cell: (c) => (
      <GuardedButton
        size="compact-xs"
        variant="subtle"
        color="red"
        permission={permission.allowed && c.code === reporting ? { allowed: false, reason: 'The reports are kept in it.' } : permission}
        aria-label={`Remove ${c.code}`}
        onClick={() => setSearch({ remove: c.code })}
      >
        Remove
      </GuardedButton>
    ),
  };
  const grid = useGrid({
    id: 'tenant-currencies',
    columns: [...facts, action],
    rows: shown,
    rowId: (c) => c.code,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  return (
    <Page>
      <PageHeader title="Tenant currencies" description="The currencies in which accounts may be opened and intents posted." />
      <Columns
        main={
          <DataGrid
            label="Tenant currencies"
            grid={grid}
            source={source}
            failed="Failed to load currencies"
            onClearFilters={words === '' ? undefined : () => setSearch({ q: undefined })}
            empty={<EmptyState icon={IconCoins} title="No currencies yet" />}
            toolbar={
              <FilterInput
                label="Filter currencies"
                placeholder="Filter by code or name…"
                value={words}
                onChange={(next) => setSearch({ q: next || undefined }, { replace: true })}
              />
            }
            toolbarEnd={
              <>
                <span role="status">
                  {shown.length} of {allowed.length} currencies
                </span>
                <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
              </>
            }
          />
        }
        side={<AddCurrency suggestions={suggestions} />}
      />
      <RemoveCurrency currency={allowed.find((c) => c.code === remove)} onClose={() => setSearch({ remove: undefined })} />
    </Page>
  );
}
