import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import { Group } from '@mantine/core';
import { minorUnitsIn, plainAmountE8 } from '../../../lib/values/money.ts';
import { actor, code, id, instant, seq, status, text } from '../../../ui/grid/columns.tsx';
import { FirstAmount } from '../../../ui/value/FirstAmount.tsx';
import { Hash } from '../../../ui/value/Hash.tsx';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { amountsOf } from '../payload.ts';
import type { LogRow } from './log.ts';

export const columnsFor = (duplicates: ReadonlySet<string>, currencies: readonly CurrencyInfo[]) => [
  status<LogRow>('status', 'Status', '116px', (r) => r.status, { fixed: true, sort: true }),
  text<LogRow>('intent', 'Intent', 'minmax(206px, 1.2fr)', (r) => r.intentId, {
    fixed: true,
    sort: true,
    cell: (r) => (
      <Group gap={4} wrap="nowrap">
        <Hash value={r.intentId} what="intent id" />
        {duplicates.has(r.intentId) ? <StatusBadge status="duplicate" /> : null}
      </Group>
    ),
  }),
  text<LogRow>(
    'amount',
    'Amount',
    'minmax(176px, 1fr)',
    (r) =>
      amountsOf(r.payload)
        .map((a) => `${a.currency} ${plainAmountE8(a.amountE8, minorUnitsIn(currencies, a.currency))}`)
        .join('; '),
    {
      align: 'right',
      descending: true,
      sort: (r) => amountsOf(r.payload)[0]?.amountE8,
      cell: (r) => <FirstAmount amounts={amountsOf(r.payload)} currencies={currencies} />,
    },
  ),
  code<LogRow>('valueDate', 'Value date', '104px', (r) => r.payload.value_date, { sort: true }),
  seq<LogRow>('seq', 'Seq', '62px', (r) => r.event.seq, { sort: true }),
  instant<LogRow>('time', 'Time', (r) => r.event.event_ts),
  actor<LogRow>('actor', 'Actor', 'minmax(134px, 0.8fr)', (r) => r.event.actor_id),
  code<LogRow>('reason', 'Reason', 'minmax(120px, 1fr)', (r) => r.reason, { sort: true, titled: true }),
  text<LogRow>('useCase', 'Use case', '130px', (r) => r.payload.use_case, { hidden: true }),
  id<LogRow>('fx', 'FX snapshot', '175px', (r) => r.payload.snapshot_ids?.fx, 'FX snapshot id', { hidden: true }),
  id<LogRow>('hash', 'Event hash', '175px', (r) => r.event.event_hash, 'event hash', { hidden: true }),
];
