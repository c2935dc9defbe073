import type { Period } from '@countinghouse/contract/features/periods';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const dash = <span className="dimmed">—</span>;

const moment = (id: string, header: string, at: (p: Period) => string | null): GridColumn<Period> => ({
  id,
  header,
  width: '168px',
  descendingFirst: true,
  compare: (a, b) => compareText(at(a) ?? '', at(b) ?? ''),
  text: (p) => at(p) ?? '',
  cell: (p) => {
    const instant = at(p);
    return instant === null ? dash : <Timestamp at={instant} absolute />;
  },
});

export const columns: readonly GridColumn<Period>[] = [
  {
    id: 'code',
    header: 'Code',
    width: 'minmax(96px, 1fr)',
    fixed: true,
    compare: (a, b) => compareText(a.period_code, b.period_code),
    text: (p) => p.period_code,
    cell: (p) => <strong className="mono">{p.period_code}</strong>,
  },
  {
    id: 'status',
    header: 'Status',
    width: '116px',
    compare: (a, b) => compareText(a.status, b.status),
    text: (p) => p.status,
    cell: (p) => <StatusBadge status={p.status} />,
  },
  moment('started', 'Started', (p) => p.started_at),
  moment('locked', 'Locked', (p) => p.locked_at),
  moment('published', 'Published', (p) => p.published_at),
  {
    id: 'days',
    header: 'Value dates',
    width: '200px',
    descendingFirst: true,
    compare: (a, b) => compareText(a.period_start, b.period_start),
    text: (p) => `${p.period_start} – ${p.period_end}`,
    cell: (p) => (
      <span className="mono nowrap">
        {p.period_start} – {p.period_end}
      </span>
    ),
  },
];
