import { type Snapshot, SnapshotKind, snapshots } from '@countinghouse/contract/features/snapshots';
import { Select } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useShortcut } from '../../lib/screen/shortcuts.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page, Split } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { CaptureModal } from './CaptureModal.tsx';
import { columns } from './columns.tsx';
import { SnapshotPanel } from './SnapshotPanel.tsx';
import { SnapshotsSearch } from './search.ts';

const NEW = 'new';
const MIN_WIDTH_PX = 980;
const none: readonly Snapshot[] = [];

export function SnapshotsPage() {
  const [search, setSearch] = useUrlState(SnapshotsSearch);
  const { kind, sort, open } = search;
  const router = useRouter();
  const permission = useWritePermission(snapshots.take);
  const source = useQuery(q(snapshots.list, { query: kind === undefined ? {} : { kind } }));
  const all = source.data?.snapshots ?? none;
  const grid = useGrid({
    id: 'snapshots',
    columns,
    rows: all,
    rowId: (s) => s.id,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const opened = all.find((s) => s.id === open);
  const openNew = (): void => setSearch({ open: NEW });
  useShortcut('N', { name: 'Capture a snapshot', group: 'This screen' }, openNew, permission.allowed);
  const button = (
    <GuardedButton permission={permission} leftSection={<IconCamera size={14} />} onClick={openNew}>
      Capture snapshot
    </GuardedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title="Snapshots"
        description="Positions in the log that stay readable: balances, rates and configuration as they were."
        actions={button}
      />
      <Split>
        <DataGrid
          label="Snapshots"
          grid={grid}
          source={source}
          failed="Could not load snapshots"
          minWidth={MIN_WIDTH_PX}
          openId={open ?? null}
          onOpen={(row, { follow }) => setSearch({ open: row.id }, { replace: follow })}
          hrefOf={(row) => router.buildLocation({ to: paths.snapshots, search: { ...search, open: row.id } }).href}
          onClearFilters={kind === undefined ? undefined : () => setSearch({ kind: undefined })}
          empty={<EmptyState icon={IconCamera} title="No snapshots yet" action={button} />}
          toolbar={
            <Select
              aria-label="Kind"
              placeholder="Kind"
              w={140}
              clearable
              clearButtonProps={{ 'aria-label': 'All kinds' }}
              data={[...SnapshotKind.options]}
              value={kind ?? null}
              onChange={(next) => setSearch({ kind: (next ?? undefined) as typeof kind })}
            />
          }
          toolbarEnd={
            <>
              <span role="status">{all.length} snapshots</span>
              <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
            </>
          }
        />
        {opened === undefined ? null : <SnapshotPanel snapshot={opened} onClose={() => setSearch({ open: undefined })} />}
      </Split>
      <CaptureModal opened={open === NEW} onClose={() => setSearch({ open: undefined })} />
    </Page>
  );
}
