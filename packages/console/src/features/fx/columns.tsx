import { ECB_SOURCE, type FxRate } from '@countinghouse/contract/features/fx';
import { wordOfRateSource } from '@countinghouse/contract/rate-sources';
import { showInverse, showRate } from '../../lib/values/money.ts';
import { badge, instant, text } from '../../ui/grid/columns.tsx';

export const pairOf = (r: FxRate): string => `${r.base_currency}/${r.quote_currency}`;

/** Left out while the look-up is open beside the list. */
const elsewhere: ReadonlySet<string> = new Set(['inverse', 'created']);

const every = [
  text<FxRate>('pair', 'Pair', 'minmax(100px, 1fr)', pairOf, { fixed: true, sort: true, strong: true }),
  text<FxRate>('rate', 'Rate', 'minmax(120px, 1fr)', (r) => r.rate, {
    align: 'right',
    cell: (r) => (
      <span className="numbers" title={r.rate}>
        {showRate(r.rate)}
      </span>
    ),
  }),
  text<FxRate>('inverse', 'Inverse (derived)', 'minmax(130px, 1fr)', (r) => showInverse(r.rate), {
    align: 'right',
    narrow: 'none',
    cell: (r) => (
      <span className="numbers dimmed" title={`One ${r.quote_currency} in ${r.base_currency}, derived from the rate`}>
        {showInverse(r.rate)}
      </span>
    ),
  }),
  instant<FxRate>('asof', 'Effective', (r) => r.asof, { sort: true, width: 'minmax(246px, 1.6fr)' }),
  badge<FxRate>('source', 'Source', '156px', (r) => wordOfRateSource(r.source), {
    color: (r) => (r.source === ECB_SOURCE ? 'blue' : 'gray'),
    file: (r) => r.source,
  }),
  instant<FxRate>('created', 'Set at', (r) => r.created_at, { sort: true, absolute: true, width: 'minmax(170px, 1.2fr)' }),
];

/** The columns of the list. `beside`: the look-up is open. */
export const columnsOf = (beside: boolean) => (beside ? every.filter((c) => !elsewhere.has(c.id)) : every);
