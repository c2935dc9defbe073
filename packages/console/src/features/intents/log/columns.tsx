import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import { messageOf } from '@countinghouse/contract/messages';
import { IconClock } from '@tabler/icons-react';
import { useTimeZone } from '../../../lib/screen/preferences.ts';
import { type CodeOf, titleOf } from '../../../lib/values/intent/title.ts';
import { showDay, showInstant, today } from '../../../lib/values/time.ts';
import { wordOfUseCase } from '../../../lib/values/use-case.ts';
import { amounts } from '../../../ui/grid/amounts.tsx';
import { actor, code, dash, id, instant, seq, status, text } from '../../../ui/grid/columns.tsx';
import { FirstAmount } from '../../../ui/money/FirstAmount.tsx';
import { RouteLine } from '../../../ui/money/RouteLine.tsx';
import { Hash } from '../../../ui/value/Hash.tsx';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { RepeatsBadge } from '../read/RepeatsBadge.tsx';
import classes from './IntentsLog.module.css';
import type { LogRow } from './log.ts';
import { routeOf, shortReason } from './words.ts';

/** The day and minute, in the zone that the person has chosen. */
export function Booked({ at }: { readonly at: string }) {
  const [zone] = useTimeZone();
  return (
    <time dateTime={at} title={at} className="numbers dimmed">
      {showInstant(at, zone)}
    </time>
  );
}

interface Known {
  readonly currencies: readonly CurrencyInfo[];
  readonly codeOf: CodeOf;
}

function State({ row }: { readonly row: LogRow }) {
  return (
    <span className={classes['state']}>
      <StatusBadge status={row.intent.status} plain />
      <RepeatsBadge repeats={row.intent.repeats} />
      {row.intent.error === null ? null : (
        <span className="dimmed" title={`${row.intent.error}: ${messageOf(row.intent.error)}`}>
          {shortReason(row.intent.error)}
        </span>
      )}
    </span>
  );
}

/** A value date; a clock where it lies ahead. */
function ValueDate({ row: { intent } }: { readonly row: LogRow }) {
  const ahead = intent.value_date > today(new Date());
  return (
    <time dateTime={intent.value_date} title={intent.value_date} className={`numbers ${classes['day']}`}>
      {showDay(intent.value_date)}
      {ahead ? <IconClock size={13} role="img" aria-label="ahead" /> : null}
    </time>
  );
}

export const columnsFor = ({ currencies, codeOf }: Known) => [
  text<LogRow>('narrative', 'Narrative', 'minmax(220px, 2.5fr)', (r) => titleOf(r.payload, codeOf), {
    fixed: true,
    strong: true,
    titled: true,
    sort: true,
  }),
  text<LogRow>(
    'route',
    'Debit to credit',
    'minmax(214px, 1.6fr)',
    ({ intent }) => {
      const route = routeOf(intent);
      return route === null ? null : `${route.debit} to ${route.credit}${route.more === 0 ? '' : ` +${route.more}`}`;
    },
    { cell: (r) => <RouteLine route={routeOf(r.intent)} /> },
  ),
  amounts<LogRow>('minmax(130px, 0.5fr)', (r) => r.amounts, currencies),
  text<LogRow>('valueDate', 'Value date', '100px', (r) => r.intent.value_date, { sort: true, cell: (r) => <ValueDate row={r} /> }),
  actor<LogRow>('actor', 'Made by', 'minmax(128px, 1.1fr)', (r) => r.intent.actor_id),
  status<LogRow>('status', 'Status', 'minmax(112px, 0.9fr)', (r) => r.intent.status, {
    sort: true,
    cell: (r) => <State row={r} />,
  }),
  text<LogRow>('intent', 'Intent', '122px', (r) => r.intent.intent_id, {
    sort: true,
    cell: (r) => <Hash value={r.intent.intent_id} what="intent id" brief />,
  }),
  instant<LogRow>('time', 'Booked', (r) => r.intent.created_at, {
    width: '114px',
    hidden: true,
    cell: (r) => <Booked at={r.intent.created_at} />,
  }),
  seq<LogRow>('seq', 'Seq', '62px', (r) => r.intent.event.seq, { sort: true, hidden: true }),
  code<LogRow>('reason', 'Reason', 'minmax(120px, 1fr)', (r) => r.intent.error, { sort: true, titled: true, hidden: true }),
  text<LogRow>('useCase', 'Use case', '130px', (r) => wordOfUseCase(r.intent.use_case), { hidden: true }),
  id<LogRow>('fx', 'FX snapshot', '175px', (r) => r.payload.snapshot_ids?.fx, 'FX snapshot id', { hidden: true }),
  id<LogRow>('hash', 'Event hash', '175px', (r) => r.intent.event.event_hash, 'event hash', { hidden: true }),
];

/** A row where the log is narrow: words and amount, below them accounts and state. */
export function compactRow({ currencies, codeOf }: Known, row: LogRow) {
  return (
    <div className={classes['compact']}>
      <strong>{titleOf(row.payload, codeOf)}</strong>
      <span>{row.amounts.length === 0 ? dash : <FirstAmount amounts={row.amounts} currencies={currencies} />}</span>
      <RouteLine route={routeOf(row.intent)} />
      <State row={row} />
    </div>
  );
}
