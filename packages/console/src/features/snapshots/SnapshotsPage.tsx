import { SnapshotKind, snapshots } from '@countinghouse/contract/features/snapshots';
import { IconCamera } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { given, q } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { CaptureModal } from './CaptureModal.tsx';
import { columns } from './columns.tsx';
import { SnapshotPanel } from './SnapshotPanel.tsx';
import { SnapshotsSearch } from './search.ts';

const NEW = 'new';
const MIN_WIDTH_PX = 980;

export function SnapshotsPage() {
  const [search, setSearch] = useUrlState(SnapshotsSearch);
  const source = useQuery(q(snapshots.list, { query: given({ kind: search.kind }) }));
  const list = useList({
    id: 'snapshots',
    columns,
    source,
    rows: source.data?.snapshots,
    rowId: (s) => s.id,
    search,
    setSearch,
    filters: ['kind'],
  });
  const opened = list.all.find((s) => s.id === search.open);
  const close = (): void => setSearch({ open: undefined });
  const button = useFirstAction({
    label: 'Capture snapshot',
    name: 'Capture a snapshot',
    icon: IconCamera,
    permission: useWritePermission(snapshots.take),
    run: () => setSearch({ open: NEW }),
  });
  return (
    <ListPage
      list={list}
      title="Snapshots"
      description="Positions in the log that stay readable: balances, rates and configuration as they were."
      fileName="snapshots.csv"
      actions={button}
      label="Snapshots"
      failed="Could not load snapshots"
      minWidth={MIN_WIDTH_PX}
      empty={<EmptyState icon={IconCamera} title="No snapshots yet" action={button} />}
      choices={<Choice list={list} name="kind" label="Kind" all="All kinds" width={140} options={[...SnapshotKind.options]} />}
      counts={{ sentence: list.all.length === 1 ? '1 snapshot' : `${list.all.length} snapshots` }}
      panel={opened === undefined ? null : <SnapshotPanel snapshot={opened} onClose={close} />}
    >
      <CaptureModal opened={search.open === NEW} onClose={close} />
    </ListPage>
  );
}
