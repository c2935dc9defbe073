import { ECB_SOURCE, type FxRate } from '@countinghouse/contract/features/fx';
import { Badge } from '@mantine/core';
import { showInverse, showRate } from '../../lib/values/money.ts';
import { compareText, type GridColumn, TIME_WIDTH } from '../../ui/grid/column.ts';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

export const pairOf = (r: FxRate): string => `${r.base_currency}/${r.quote_currency}`;

/** Left out while the look-up is open beside the list. */
const elsewhere: ReadonlySet<string> = new Set(['inverse', 'created']);

const every: readonly GridColumn<FxRate>[] = [
  {
    id: 'pair',
    header: 'Pair',
    width: 'minmax(100px, 1fr)',
    fixed: true,
    compare: (a, b) => compareText(pairOf(a), pairOf(b)),
    text: pairOf,
    cell: (r) => <strong>{pairOf(r)}</strong>,
  },
  {
    id: 'rate',
    header: 'Rate',
    width: 'minmax(120px, 1fr)',
    align: 'right',
    text: (r) => r.rate,
    cell: (r) => (
      <span className="numbers" title={r.rate}>
        {showRate(r.rate)}
      </span>
    ),
  },
  {
    id: 'inverse',
    header: 'Inverse (derived)',
    width: 'minmax(130px, 1fr)',
    align: 'right',
    text: (r) => showInverse(r.rate),
    cell: (r) => (
      <span className="numbers dimmed" title={`One ${r.quote_currency} in ${r.base_currency}, derived from the rate`}>
        {showInverse(r.rate)}
      </span>
    ),
  },
  {
    id: 'asof',
    header: 'Effective',
    width: `minmax(${TIME_WIDTH}, 1.6fr)`,
    descendingFirst: true,
    compare: (a, b) => compareText(a.asof, b.asof),
    text: (r) => r.asof,
    cell: (r) => <Timestamp at={r.asof} />,
  },
  {
    id: 'source',
    header: 'Source',
    width: '156px',
    text: (r) => r.source,
    cell: (r) => <Badge color={r.source === ECB_SOURCE ? 'blue' : 'gray'}>{r.source}</Badge>,
  },
  {
    id: 'created',
    header: 'Set at',
    width: 'minmax(170px, 1.2fr)',
    descendingFirst: true,
    compare: (a, b) => compareText(a.created_at, b.created_at),
    text: (r) => r.created_at,
    cell: (r) => <Timestamp at={r.created_at} absolute />,
  },
];

/** The columns of the list. `beside`: the look-up is open. */
export const columnsOf = (beside: boolean): readonly GridColumn<FxRate>[] => (beside ? every.filter((c) => !elsewhere.has(c.id)) : every);
