import type { Snapshot } from '@countinghouse/contract/features/snapshots';
import { compareText, type GridColumn, TIME_WIDTH } from '../../ui/grid/column.ts';
import { Hash } from '../../ui/value/Hash.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { cutMetadata } from './metadata.ts';

export const columns: readonly GridColumn<Snapshot>[] = [
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
    id: 'root',
    header: 'Root',
    width: '175px',
    hidden: true,
    text: (s) => s.root_hash ?? '',
    cell: (s) =>
      s.root_hash === null ? <span className="dimmed">None</span> : <Hash value={s.root_hash} what={`root of ${s.label || s.kind}`} />,
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
