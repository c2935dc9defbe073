import type { EvidenceBundle } from '@countinghouse/contract/features/evidence';
import { Button, Select } from '@mantine/core';
import { IconArchive, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { exportCsv, useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/list/ListCount.tsx';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page, Split } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { isShown } from './bundles.ts';
import { columns } from './columns.tsx';
import { EvidencePanel } from './EvidencePanel.tsx';
import { latestBundles } from './queries.ts';
import { EvidenceSearch } from './search.ts';
import { Trouble } from './Trouble.tsx';

const MIN_WIDTH_PX = 1040;
const none: readonly EvidenceBundle[] = [];

/** The latest 100 bundles. */
export function EvidencePage() {
  const [search, setSearch] = useUrlState(EvidenceSearch);
  const { q = '', status, sort, open } = search;
  const router = useRouter();
  const source = useQuery(latestBundles({}));
  const all = source.data?.evidence ?? none;
  const shown = useMemo(() => all.filter((b) => isShown(b, q, status)), [all, q, status]);
  const grid = useGrid({
    id: 'evidence',
    columns,
    rows: shown,
    rowId: (b) => b.id,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const { waiting = 0, failure = null } = source.data ?? {};
  return (
    <Page fill>
      <PageHeader
        title="Evidence vault"
        description="One bundle for every decided intent and published period: what was asked, checked and approved, with its proof. The latest 100."
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={14} />}
            disabled={shown.length === 0}
            onClick={() => exportCsv(grid, 'evidence.csv')}
          >
            Export CSV
          </Button>
        }
      />
      <Trouble waiting={waiting} failure={failure} />
      <Split>
        <DataGrid
          label="Evidence"
          grid={grid}
          source={source}
          failed="Could not load the evidence"
          minWidth={MIN_WIDTH_PX}
          openId={open ?? null}
          onOpen={(row, { follow }) => setSearch({ open: row.id }, { replace: follow })}
          hrefOf={(row) => router.buildLocation({ to: paths.evidence, search: { ...search, open: row.id } }).href}
          onClearFilters={q === '' && status === undefined ? undefined : () => setSearch({ q: undefined, status: undefined })}
          empty={
            <EmptyState icon={IconArchive} title="No evidence yet">
              The first bundle is written as soon as an intent is executed or rejected.
            </EmptyState>
          }
          toolbar={
            <>
              <FilterInput
                label="Filter evidence"
                placeholder="Filter by intent, use case, hash…"
                value={q}
                onChange={(text) => setSearch({ q: text || undefined }, { replace: true })}
              />
              <Select
                aria-label="Status"
                placeholder="Status"
                w={140}
                clearable
                clearButtonProps={{ 'aria-label': 'All statuses' }}
                data={['executed', 'rejected', 'published']}
                value={status ?? null}
                onChange={(next) => setSearch({ status: (next ?? undefined) as typeof status })}
              />
            </>
          }
          toolbarEnd={
            <>
              {waiting > 0 && failure === null ? <span>{waiting} being written</span> : null}
              <ListCount pending={source.isPending} shown={shown.length} all={all.length} what="bundles" />
              <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
            </>
          }
        />
        {open === undefined ? null : (
          <EvidencePanel key={open} id={open} listed={all.find((b) => b.id === open)} onClose={() => setSearch({ open: undefined })} />
        )}
      </Split>
    </Page>
  );
}
