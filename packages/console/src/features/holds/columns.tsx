import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import type { Hold } from '@countinghouse/contract/features/holds';
import { minorUnitsIn, plainAmountE8 } from '../../lib/money.ts';
import { type GridColumn, TIME_WIDTH } from '../../ui/grid/column.ts';
import { Hash } from '../../ui/Hash.tsx';
import { IntentLink } from '../../ui/IntentLink.tsx';
import { Money } from '../../ui/Money.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import { sumsOf } from './sums.ts';

const dash = <span className="dimmed">—</span>;
const more = (count: number) => (count === 0 ? null : <span className="dimmed"> +{count}</span>);

const pathsOf = ({ rows }: Hold): readonly string[] => [...new Set(rows.map((r) => `${r.debit_code} → ${r.credit_code}`))];
const narrativesOf = ({ rows }: Hold): string => [...new Set(rows.map((r) => r.narrative).filter((n) => n !== ''))].join('; ');

export const columnsFor = (currencies: readonly CurrencyInfo[]): readonly GridColumn<Hold>[] => [
  { id: 'status', header: 'Status', width: '112px', fixed: true, text: (h) => h.status, cell: (h) => <StatusBadge status={h.status} /> },
  {
    id: 'intent',
    header: 'Intent',
    width: 'minmax(160px, 0.8fr)',
    fixed: true,
    text: (h) => h.intent_id,
    cell: (h) => <Hash value={h.intent_id} what="intent id" />,
  },
  {
    id: 'rows',
    header: 'Debit → credit',
    width: 'minmax(200px, 1.4fr)',
    text: (h) => pathsOf(h).join('; '),
    cell: (h) => {
      const [first = '', ...others] = pathsOf(h);
      return (
        <span title={pathsOf(h).join('\n')}>
          <strong>{first}</strong>
          {more(others.length)}
        </span>
      );
    },
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 'minmax(130px, 0.8fr)',
    align: 'right',
    text: (h) =>
      [...sumsOf([h])].map(([currency, e8]) => `${currency} ${plainAmountE8(e8, minorUnitsIn(currencies, currency))}`).join('; '),
    cell: (h) => {
      const [first, ...others] = [...sumsOf([h])];
      if (first === undefined) return dash;
      const [currency, amountE8] = first;
      return (
        <>
          <Money amountE8={amountE8} minorUnits={minorUnitsIn(currencies, currency)} currency={currency} showCurrency />
          {more(others.length)}
        </>
      );
    },
  },
  {
    id: 'narrative',
    header: 'Narrative',
    width: 'minmax(140px, 1fr)',
    text: narrativesOf,
    cell: (h) => (narrativesOf(h) === '' ? dash : <span title={narrativesOf(h)}>{narrativesOf(h)}</span>),
  },
  { id: 'expires', header: 'Expires', width: TIME_WIDTH, text: (h) => h.expires_at, cell: (h) => <Timestamp at={h.expires_at} /> },
  { id: 'placed', header: 'Placed', width: TIME_WIDTH, text: (h) => h.placed_at, cell: (h) => <Timestamp at={h.placed_at} /> },
  {
    id: 'closed',
    header: 'Closed by',
    width: '168px',
    text: (h) => h.closed_by ?? '',
    cell: (h) => (h.closed_by === null ? dash : <IntentLink id={h.closed_by} />),
  },
];
