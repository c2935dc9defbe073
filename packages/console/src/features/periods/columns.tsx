import type { Period } from '@countinghouse/contract/features/periods';
import { showDay } from '../../lib/values/time.ts';
import { code, instant, status, text } from '../../ui/grid/columns.tsx';
import { TwoLines } from '../../ui/table/TwoLines.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';

const moment = (id: string, header: string, at: (p: Period) => string | null) =>
  instant<Period>(id, header, at, { sort: true, absolute: true, width: '168px' });

export const columns = [
  code<Period>('code', 'Code', 'minmax(96px, 1fr)', (p) => p.period_code, { fixed: true, sort: true, strong: true }),
  status<Period>('status', 'Status', '116px', (p) => p.status, { sort: true }),
  moment('started', 'Started', (p) => p.started_at),
  moment('locked', 'Locked', (p) => p.locked_at),
  moment('published', 'Published', (p) => p.published_at),
  text<Period>('days', 'Value dates', '200px', (p) => `${p.period_start} – ${p.period_end}`, {
    sort: (p) => p.period_start,
    descending: true,
    cell: (p) => (
      <span className="nowrap">
        {showDay(p.period_start)} – {showDay(p.period_end)}
      </span>
    ),
  }),
];

/** A period where the list is narrow. */
export const compactRow = (p: Period) => (
  <TwoLines
    title={p.period_code}
    below={`${showDay(p.period_start)} – ${showDay(p.period_end)}`}
    state={<StatusBadge status={p.status} plain />}
  />
);
