import { type BankRow, RECON_PAGE_SIZE, RowState } from '@countinghouse/contract/features/recon';
import { Button, Select } from '@mantine/core';
import { IconBuildingBank, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { FilterInput } from '../../../ui/form/FilterInput.tsx';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { exportCsv, useGrid } from '../../../ui/grid/use-grid.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { bankRowsQuery } from '../queries.ts';
import { ReconSearch } from '../search.ts';
import { AccountFilter } from './AccountFilter.tsx';
import { rowColumns } from './columns.tsx';
import { RowModal } from './RowModal.tsx';

const MIN_WIDTH_PX = 1180;
const none: readonly BankRow[] = [];

/** Every row, what became of it, and how long it has been waiting. */
export function RowsView() {
  const [{ state, account, q = '', after = 0, sort }, setSearch] = useUrlState(ReconSearch);
  const source = useQuery(
    bankRowsQuery({
      after,
      ...(state === undefined ? {} : { state }),
      ...(account === undefined ? {} : { account_id: account }),
      ...(q === '' ? {} : { q }),
    }),
  );
  const rows = source.data?.rows ?? none;
  const total = source.data?.total ?? 0;
  const [openId, setOpenId] = useState<string | null>(null);
  const grid = useGrid({
    id: 'recon-rows',
    columns: rowColumns,
    rows,
    rowId: (r) => r.id,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const filtered = state !== undefined || account !== undefined || q !== '';
  return (
    <>
      <DataGrid
        label="Statement rows"
        grid={grid}
        source={source}
        failed="Could not load the rows"
        minWidth={MIN_WIDTH_PX}
        onOpen={(row, { follow }) => (follow ? undefined : setOpenId(row.id))}
        onClearFilters={filtered ? () => setSearch({ state: undefined, account: undefined, q: undefined, after: undefined }) : undefined}
        empty={
          <EmptyState icon={IconBuildingBank} title="No statement rows yet">
            They come in by import.
          </EmptyState>
        }
        toolbar={
          <>
            <FilterInput
              label="Search rows"
              placeholder="Search source, account or amount…"
              value={q}
              onChange={(next) => setSearch({ q: next || undefined, after: undefined }, { replace: true })}
            />
            <Select
              aria-label="Status"
              placeholder="Status"
              w={130}
              clearable
              clearButtonProps={{ 'aria-label': 'Every status' }}
              data={[...RowState.options]}
              value={state ?? null}
              onChange={(next) => setSearch({ state: (next ?? undefined) as typeof state, after: undefined })}
            />
            <AccountFilter value={account} placeholder="Account" onChange={(id) => setSearch({ account: id, after: undefined })} />
          </>
        }
        toolbarEnd={
          <>
            <span role="status">
              {total === 0 ? 'no rows' : `${after + 1}–${after + rows.length} of ${total.toLocaleString('en-GB')} rows`}
            </span>
            <Button
              variant="subtle"
              disabled={after === 0}
              onClick={() => setSearch({ after: Math.max(0, after - RECON_PAGE_SIZE) || undefined })}
            >
              Previous
            </Button>
            <Button variant="subtle" disabled={after + rows.length >= total} onClick={() => setSearch({ after: after + RECON_PAGE_SIZE })}>
              Next
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={14} />}
              disabled={rows.length === 0}
              onClick={() => exportCsv(grid, 'statement-rows.csv')}
            >
              Export CSV
            </Button>
          </>
        }
      />
      <RowModal row={rows.find((r) => r.id === openId) ?? null} onClose={() => setOpenId(null)} />
    </>
  );
}
