import { messageOf } from '@countinghouse/contract/errors';
import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import { useTimeZone } from '../../../lib/screen/preferences.ts';
import { minorUnitsIn, plainAmountE8 } from '../../../lib/values/money.ts';
import { showDay, showInstant } from '../../../lib/values/time.ts';
import { actor, code, dash, id, instant, seq, status, text } from '../../../ui/grid/columns.tsx';
import { FirstAmount } from '../../../ui/money/FirstAmount.tsx';
import { amountPxOf } from '../../../ui/money/Money.tsx';
import { Hash } from '../../../ui/value/Hash.tsx';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { amountsOf } from '../payload.ts';
import classes from './IntentsLog.module.css';
import type { LogRow } from './log.ts';
import { RouteLine } from './RouteLine.tsx';
import { type CodeOf, routeOf, shortReason, titleOf } from './words.ts';

const CURRENCY_PX = 62;

/** The day and minute, in the zone that the person has chosen. */
export function Booked({ at }: { readonly at: string }) {
  const [zone] = useTimeZone();
  const [day = '', time = ''] = showInstant(at, zone).split(' ');
  return (
    <time dateTime={at} title={at} className="numbers dimmed">
      {showDay(day)} {time.slice(0, 5)}
    </time>
  );
}

interface Known {
  readonly duplicates: ReadonlySet<string>;
  readonly currencies: readonly CurrencyInfo[];
  readonly codeOf: CodeOf;
}

function State({ row, duplicate }: { readonly row: LogRow; readonly duplicate: boolean }) {
  return (
    <span className={classes['state']}>
      <StatusBadge status={row.status} plain />
      {duplicate ? <StatusBadge status="duplicate" /> : null}
      {row.reason === '' ? null : (
        <span className="dimmed" title={`${row.reason}: ${messageOf(row.reason)}`}>
          {shortReason(row.reason)}
        </span>
      )}
    </span>
  );
}

export const columnsFor = ({ duplicates, currencies, codeOf }: Known) => [
  text<LogRow>('narrative', 'Narrative', 'minmax(218px, 2.6fr)', (r) => titleOf(r.payload, codeOf), {
    fixed: true,
    strong: true,
    titled: true,
    sort: true,
  }),
  text<LogRow>(
    'route',
    'Debit to credit',
    'minmax(214px, 1.6fr)',
    (r) => {
      const route = routeOf(r.payload, codeOf);
      return route === null ? null : `${route.debit} to ${route.credit}${route.more === 0 ? '' : ` +${route.more}`}`;
    },
    { cell: (r) => <RouteLine route={routeOf(r.payload, codeOf)} /> },
  ),
  text<LogRow>(
    'amount',
    'Amount',
    'minmax(130px, 0.5fr)',
    (r) =>
      amountsOf(r.payload)
        .map((a) => `${a.currency} ${plainAmountE8(a.amountE8, minorUnitsIn(currencies, a.currency))}`)
        .join('; '),
    {
      align: 'right',
      descending: true,
      sort: (r) => amountsOf(r.payload)[0]?.amountE8,
      amountPx: (r) => {
        const [first] = amountsOf(r.payload);
        return first === undefined ? 0 : CURRENCY_PX + amountPxOf({ ...first, minorUnits: minorUnitsIn(currencies, first.currency) }, {});
      },
      cell: (r) => <FirstAmount amounts={amountsOf(r.payload)} currencies={currencies} apart />,
    },
  ),
  text<LogRow>('valueDate', 'Value date', '92px', (r) => r.payload.value_date, {
    sort: true,
    cell: (r) => (
      <time dateTime={r.payload.value_date} title={r.payload.value_date} className="numbers">
        {showDay(r.payload.value_date ?? '', r.event.event_ts.slice(0, 4))}
      </time>
    ),
  }),
  actor<LogRow>('actor', 'Made by', 'minmax(124px, 0.8fr)', (r) => r.event.actor_id),
  status<LogRow>('status', 'Status', 'minmax(112px, 0.8fr)', (r) => r.status, {
    sort: true,
    cell: (r) => <State row={r} duplicate={duplicates.has(r.intentId)} />,
  }),
  instant<LogRow>('time', 'Booked', (r) => r.event.event_ts, {
    width: '114px',
    cell: (r) => <Booked at={r.event.event_ts} />,
  }),
  text<LogRow>('intent', 'Intent', '124px', (r) => r.intentId, {
    sort: true,
    cell: (r) => <Hash value={r.intentId} what="intent id" brief />,
  }),
  seq<LogRow>('seq', 'Seq', '62px', (r) => r.event.seq, { sort: true, hidden: true }),
  code<LogRow>('reason', 'Reason', 'minmax(120px, 1fr)', (r) => r.reason, { sort: true, titled: true, hidden: true }),
  text<LogRow>('useCase', 'Use case', '130px', (r) => r.payload.use_case, { hidden: true }),
  id<LogRow>('fx', 'FX snapshot', '175px', (r) => r.payload.snapshot_ids?.fx, 'FX snapshot id', { hidden: true }),
  id<LogRow>('hash', 'Event hash', '175px', (r) => r.event.event_hash, 'event hash', { hidden: true }),
];

/** A row where the log is narrow: words and amount, below them accounts and state. */
export function compactRow({ duplicates, currencies, codeOf }: Known, row: LogRow) {
  const amounts = amountsOf(row.payload);
  return (
    <div className={classes['compact']}>
      <strong>{titleOf(row.payload, codeOf)}</strong>
      <span>{amounts.length === 0 ? dash : <FirstAmount amounts={amounts} currencies={currencies} />}</span>
      <RouteLine route={routeOf(row.payload, codeOf)} />
      <State row={row} duplicate={duplicates.has(row.intentId)} />
    </div>
  );
}
