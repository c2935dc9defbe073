import type { EvidenceBundle } from '@countinghouse/contract/features/evidence';
import { showBytes } from '../../lib/values/bytes.ts';
import { code, count, id, instant, seq, status, text } from '../../ui/grid/columns.tsx';
import { shorten } from '../../ui/value/Hash.tsx';
import { AnchorState } from './AnchorState.tsx';
import { statusOfBundle, subjectOf } from './bundles.ts';

/** What tells one name from the next is at its end: the day, the last of an id. */
const NAME_HEAD = 12;
const NAME_TAIL = 10;

export const columns = [
  code<EvidenceBundle>('name', 'Bundle', 'minmax(196px, 1.2fr)', (b) => b.name, {
    fixed: true,
    sort: true,
    cell: (b) => (
      <span className="mono" title={b.name}>
        {shorten(b.name, NAME_HEAD, NAME_TAIL)}
      </span>
    ),
  }),
  text<EvidenceBundle>('subject', 'About', 'minmax(130px, 0.9fr)', subjectOf, { sort: true }),
  status<EvidenceBundle>('status', 'Status', '120px', statusOfBundle, { sort: true }),
  seq<EvidenceBundle>('seq', 'Seq', '80px', (b) => b.seq, { sort: true }),
  instant<EvidenceBundle>('written', 'Written', (b) => b.created_at, { sort: true }),
  id<EvidenceBundle>(
    'sha256',
    'SHA-256',
    '175px',
    (b) => b.content_sha256,
    (b) => `SHA-256 of ${b.name}`,
  ),
  text<EvidenceBundle>('anchor', 'Anchor', '120px', (b) => (b.anchor?.anchored === true ? 'Anchored' : 'Pending'), {
    file: (b) => (b.anchor === null ? '' : b.anchor.anchored ? 'Anchored' : 'Pending'),
    cell: (b) => <AnchorState bundle={b} />,
  }),
  count<EvidenceBundle>('size', 'Size', '80px', (b) => b.size, {
    hidden: true,
    sort: true,
    descending: false,
    cell: (b) => <span className="numbers">{showBytes(b.size)}</span>,
  }),
];
