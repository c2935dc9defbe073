import { SNAPSHOT_METADATA_SHOWN_MAX, type Snapshot, SnapshotKind, snapshots } from '@countinghouse/contract/features/snapshots';
import { Select } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { snapshotsQuery } from '../../lib/queries.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useWritePermission } from '../../lib/use-tenant.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { compareText, type GridColumn, TIME_WIDTH } from '../../ui/grid/column.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { Hash } from '../../ui/Hash.tsx';
import { Page, Split } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RefreshButton } from '../../ui/RefreshButton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import { CaptureModal } from './CaptureModal.tsx';
import { SnapshotPanel } from './SnapshotPanel.tsx';
import { SnapshotsSearch } from './search.ts';

const NEW = 'new';
const MIN_WIDTH_PX = 980;
const none: readonly Snapshot[] = [];

/** Metadata on one line, cut at 80 characters (specification §9). */
export function cutMetadata(metadata: Snapshot['metadata']): string {
  const text = JSON.stringify(metadata);
  return text.length > SNAPSHOT_METADATA_SHOWN_MAX ? `${text.slice(0, SNAPSHOT_METADATA_SHOWN_MAX)}…` : text;
}

const columns: readonly GridColumn<Snapshot>[] = [
  {
    id: 'label',
    header: 'Label',
    width: 'minmax(150px, 1.4fr)',
    fixed: true,
    compare: (a, b) => compareText(a.label, b.label),
    text: (s) => s.label,
    cell: (s) => (s.label === '' ? <span className="dimmed">No label</span> : <strong>{s.label}</strong>),
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '110px',
    compare: (a, b) => compareText(a.kind, b.kind),
    text: (s) => s.kind,
    cell: (s) => <StatusBadge status={s.kind} />,
  },
  {
    id: 'seq',
    header: 'Seq',
    width: '80px',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => a.seq - b.seq,
    text: (s) => String(s.seq),
    cell: (s) => <span className="numbers">{s.seq}</span>,
  },
  {
    id: 'taken',
    header: 'Taken',
    width: TIME_WIDTH,
    descendingFirst: true,
    compare: (a, b) => compareText(a.takenAt, b.takenAt),
    text: (s) => s.takenAt,
    cell: (s) => <Timestamp at={s.takenAt} />,
  },
  { id: 'source', header: 'Source', width: 'minmax(90px, 0.7fr)', text: (s) => s.source, cell: (s) => s.source },
  {
    id: 'hash',
    header: 'Event hash',
    width: '175px',
    text: (s) => s.event_hash,
    cell: (s) => <Hash value={s.event_hash} what={`event hash of ${s.label || s.kind}`} />,
  },
  {
    id: 'metadata',
    header: 'Metadata',
    width: 'minmax(160px, 1.6fr)',
    text: (s) => JSON.stringify(s.metadata),
    cell: (s) => <span className="mono dimmed">{cutMetadata(s.metadata)}</span>,
  },
  {
    id: 'id',
    header: 'Snapshot id',
    width: '175px',
    hidden: true,
    text: (s) => s.id,
    cell: (s) => <Hash value={s.id} what={`id of ${s.label || s.kind}`} />,
  },
];

export function SnapshotsPage() {
  const [search, setSearch] = useUrlState(SnapshotsSearch);
  const { kind, sort, open } = search;
  const router = useRouter();
  const permission = useWritePermission(snapshots.take);
  const source = useQuery(snapshotsQuery(kind === undefined ? {} : { kind }));
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
