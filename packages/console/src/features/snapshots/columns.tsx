import type { Snapshot } from '@countinghouse/contract/features/snapshots';
import { code, id, instant, seq, status, text } from '../../ui/grid/columns.tsx';
import { cutMetadata } from './metadata.ts';

const nameOf = (s: Snapshot): string => s.label || s.kind;

export const columns = [
  text<Snapshot>('label', 'Label', 'minmax(150px, 1.4fr)', (s) => s.label, {
    fixed: true,
    sort: true,
    strong: true,
    empty: <span className="dimmed">No label</span>,
  }),
  status<Snapshot>('kind', 'Kind', '110px', (s) => s.kind, { sort: true, narrow: 'below' }),
  seq<Snapshot>('seq', 'Seq', '80px', (s) => s.seq, { sort: true }),
  instant<Snapshot>('taken', 'Taken', (s) => s.takenAt, { sort: true }),
  instant<Snapshot>('effective', 'Effective', (s) => s.effective_at, { sort: true, hidden: true }),
  text<Snapshot>('source', 'Source', 'minmax(90px, 0.7fr)', (s) => s.source),
  id<Snapshot>(
    'hash',
    'Event hash',
    '175px',
    (s) => s.event_hash,
    (s) => `event hash of ${nameOf(s)}`,
  ),
  id<Snapshot>(
    'root',
    'Root',
    '175px',
    (s) => s.root_hash,
    (s) => `root of ${nameOf(s)}`,
    {
      hidden: true,
      empty: <span className="dimmed">None</span>,
    },
  ),
  code<Snapshot>('metadata', 'Metadata', 'minmax(160px, 1.6fr)', (s) => JSON.stringify(s.metadata), {
    narrow: 'none',
    cell: (s) => <span className="mono dimmed">{cutMetadata(s.metadata)}</span>,
  }),
  id<Snapshot>(
    'id',
    'Snapshot id',
    '175px',
    (s) => s.id,
    (s) => `id of ${nameOf(s)}`,
    { hidden: true },
  ),
];
