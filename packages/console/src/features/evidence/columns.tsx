import type { EvidenceBundle } from '@countinghouse/contract/features/evidence';
import { showBytes } from '../../lib/values/bytes.ts';
import { compareText, type GridColumn, TIME_WIDTH } from '../../ui/grid/column.ts';
import { Hash, shorten } from '../../ui/value/Hash.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { AnchorState } from './AnchorState.tsx';
import { statusOfBundle, subjectOf } from './bundles.ts';

/** What tells one name from the next is at its end: the day, the last of an id. */
const NAME_HEAD = 12;
const NAME_TAIL = 10;

export const columns: readonly GridColumn<EvidenceBundle>[] = [
  {
    id: 'name',
    header: 'Bundle',
    width: 'minmax(196px, 1.2fr)',
    fixed: true,
    compare: (a, b) => compareText(a.name, b.name),
    text: (b) => b.name,
    cell: (b) => (
      <span className="mono" title={b.name}>
        {shorten(b.name, NAME_HEAD, NAME_TAIL)}
      </span>
    ),
  },
  {
    id: 'subject',
    header: 'About',
    width: 'minmax(130px, 0.9fr)',
    compare: (a, b) => compareText(subjectOf(a), subjectOf(b)),
    text: subjectOf,
    cell: subjectOf,
  },
  {
    id: 'status',
    header: 'Status',
    width: '120px',
    compare: (a, b) => compareText(statusOfBundle(a), statusOfBundle(b)),
    text: statusOfBundle,
    cell: (b) => <StatusBadge status={statusOfBundle(b)} />,
  },
  {
    id: 'seq',
    header: 'Seq',
    width: '80px',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => a.seq - b.seq,
    text: (b) => String(b.seq),
    cell: (b) => <span className="numbers">{b.seq}</span>,
  },
  {
    id: 'written',
    header: 'Written',
    width: TIME_WIDTH,
    descendingFirst: true,
    compare: (a, b) => compareText(a.created_at, b.created_at),
    text: (b) => b.created_at,
    cell: (b) => <Timestamp at={b.created_at} />,
  },
  {
    id: 'sha256',
    header: 'SHA-256',
    width: '175px',
    text: (b) => b.content_sha256,
    cell: (b) => <Hash value={b.content_sha256} what={`SHA-256 of ${b.name}`} />,
  },
  {
    id: 'anchor',
    header: 'Anchor',
    width: '120px',
    text: (b) => (b.anchor === null ? '' : b.anchor.anchored ? 'Anchored' : 'Pending'),
    cell: (b) => <AnchorState bundle={b} />,
  },
  {
    id: 'size',
    header: 'Size',
    width: '80px',
    align: 'right',
    hidden: true,
    compare: (a, b) => a.size - b.size,
    text: (b) => String(b.size),
    cell: (b) => <span className="numbers">{showBytes(b.size)}</span>,
  },
];
