import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import type { EvidenceBundle } from '@countinghouse/contract/features/evidence';
import { showBytes } from '../../lib/values/bytes.ts';
import { amounts } from '../../ui/grid/amounts.tsx';
import { code, count, id, instant, seq, status, text } from '../../ui/grid/columns.tsx';
import { shorten } from '../../ui/value/Hash.tsx';
import { AnchorState } from './AnchorState.tsx';
import { amountsOf, statusOfBundle, subjectOf, titleOf } from './bundles.ts';

/** What tells one name from the next is at its end: the day, the last of an id. */
const NAME_HEAD = 12;
const NAME_TAIL = 10;

export const columnsFor = (currencies: readonly CurrencyInfo[]) => [
  text<EvidenceBundle>('about', 'About', 'minmax(220px, 2fr)', titleOf, { fixed: true, strong: true, titled: true, sort: true }),
  amounts<EvidenceBundle>('minmax(140px, 0.7fr)', amountsOf, currencies),
  status<EvidenceBundle>('status', 'Status', '110px', statusOfBundle, { sort: true }),
  instant<EvidenceBundle>('written', 'Written', (b) => b.created_at, { sort: true, absolute: true, narrow: 'below' }),
  text<EvidenceBundle>('anchor', 'Anchor', '110px', (b) => (b.anchor?.anchored === true ? 'Anchored' : 'Pending'), {
    file: (b) => (b.anchor === null ? '' : b.anchor.anchored ? 'Anchored' : 'Pending'),
    cell: (b) => <AnchorState bundle={b} />,
    leaves: 3,
  }),
  id<EvidenceBundle>(
    'sha256',
    'SHA-256',
    '175px',
    (b) => b.content_sha256,
    (b) => `SHA-256 of ${b.name}`,
    { leaves: 1 },
  ),
  seq<EvidenceBundle>('seq', 'Seq', '76px', (b) => b.seq, { sort: true, leaves: 2 }),
  text<EvidenceBundle>('subject', 'Use case', 'minmax(130px, 0.9fr)', subjectOf, { sort: true, hidden: true }),
  code<EvidenceBundle>('name', 'Bundle', 'minmax(196px, 1.2fr)', (b) => b.name, {
    hidden: true,
    sort: true,
    cell: (b) => (
      <span className="mono" title={b.name}>
        {shorten(b.name, NAME_HEAD, NAME_TAIL)}
      </span>
    ),
  }),
  count<EvidenceBundle>('size', 'Size', '80px', (b) => b.size, {
    hidden: true,
    sort: true,
    descending: false,
    cell: (b) => <span className="numbers">{showBytes(b.size)}</span>,
  }),
];
