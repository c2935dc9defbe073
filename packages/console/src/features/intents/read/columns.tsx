import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import { Group } from '@mantine/core';
import { compareBigints, minorUnitsIn, plainAmountE8 } from '../../../lib/values/money.ts';
import { compareText, type GridColumn, TIME_WIDTH } from '../../../ui/grid/column.ts';
import { Actor } from '../../../ui/value/Actor.tsx';
import { Hash } from '../../../ui/value/Hash.tsx';
import { Money } from '../../../ui/value/Money.tsx';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../../ui/value/Timestamp.tsx';
import { amountsOf } from '../payload.ts';
import type { LogRow } from './log.ts';

const dash = <span className="dimmed">—</span>;

function Amounts({ row, currencies }: { readonly row: LogRow; readonly currencies: readonly CurrencyInfo[] }) {
  const [first, ...more] = amountsOf(row.payload);
  if (first === undefined) return dash;
  return (
    <>
      <Money amountE8={first.amountE8} minorUnits={minorUnitsIn(currencies, first.currency)} currency={first.currency} showCurrency />
      {more.length === 0 ? null : <span className="dimmed"> +{more.length}</span>}
    </>
  );
}

export const columnsFor = (duplicates: ReadonlySet<string>, currencies: readonly CurrencyInfo[]): readonly GridColumn<LogRow>[] => [
  {
    id: 'status',
    header: 'Status',
    width: '116px',
    fixed: true,
    compare: (a, b) => compareText(a.status, b.status),
    text: (r) => r.status,
    cell: (r) => <StatusBadge status={r.status} />,
  },
  {
    id: 'intent',
    header: 'Intent',
    width: 'minmax(206px, 1.2fr)',
    fixed: true,
    compare: (a, b) => compareText(a.intentId, b.intentId),
    text: (r) => r.intentId,
    cell: (r) => (
      <Group gap={4} wrap="nowrap">
        <Hash value={r.intentId} what="intent id" />
        {duplicates.has(r.intentId) ? <StatusBadge status="duplicate" /> : null}
      </Group>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 'minmax(176px, 1fr)',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => compareBigints(amountsOf(a.payload)[0]?.amountE8 ?? 0n, amountsOf(b.payload)[0]?.amountE8 ?? 0n),
    text: (r) =>
      amountsOf(r.payload)
        .map((a) => `${a.currency} ${plainAmountE8(a.amountE8, minorUnitsIn(currencies, a.currency))}`)
        .join('; '),
    cell: (r) => <Amounts row={r} currencies={currencies} />,
  },
  {
    id: 'valueDate',
    header: 'Value date',
    width: '104px',
    compare: (a, b) => compareText(a.payload.value_date ?? '', b.payload.value_date ?? ''),
    text: (r) => r.payload.value_date ?? '',
    cell: (r) => <span className="mono">{r.payload.value_date ?? dash}</span>,
  },
  {
    id: 'seq',
    header: 'Seq',
    width: '62px',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => a.event.seq - b.event.seq,
    text: (r) => String(r.event.seq),
    cell: (r) => <span className="numbers">{r.event.seq}</span>,
  },
  { id: 'time', header: 'Time', width: TIME_WIDTH, text: (r) => r.event.event_ts, cell: (r) => <Timestamp at={r.event.event_ts} /> },
  {
    id: 'actor',
    header: 'Actor',
    width: 'minmax(134px, 0.8fr)',
    text: (r) => r.event.actor_id,
    cell: (r) => <Actor id={r.event.actor_id} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 'minmax(120px, 1fr)',
    compare: (a, b) => compareText(a.reason, b.reason),
    text: (r) => r.reason,
    cell: (r) =>
      r.reason === '' ? (
        dash
      ) : (
        <span className="mono" title={r.reason}>
          {r.reason}
        </span>
      ),
  },
  {
    id: 'useCase',
    header: 'Use case',
    width: '130px',
    hidden: true,
    text: (r) => r.payload.use_case ?? '',
    cell: (r) => r.payload.use_case ?? dash,
  },
  {
    id: 'fx',
    header: 'FX snapshot',
    width: '175px',
    hidden: true,
    text: (r) => r.payload.snapshot_ids?.fx ?? '',
    cell: (r) => <Hash value={r.payload.snapshot_ids?.fx ?? ''} what="FX snapshot id" />,
  },
  {
    id: 'hash',
    header: 'Event hash',
    width: '175px',
    hidden: true,
    text: (r) => r.event.event_hash,
    cell: (r) => <Hash value={r.event.event_hash} what="event hash" />,
  },
];
