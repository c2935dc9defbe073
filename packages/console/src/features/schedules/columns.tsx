import type { Schedule } from '@countinghouse/contract/features/schedules';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { ContentSummary } from '../../ui/table/ContentRows.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import type { Status } from '../../ui/value/status.ts';

export const statusOfSchedule = (schedule: Schedule): Status =>
  schedule.status === 'active' ? 'active' : schedule.status === 'paused' ? 'paused' : 'ended';

const dash = <span className="dimmed">—</span>;

export const columns: readonly GridColumn<Schedule>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(150px, 1.2fr)',
    fixed: true,
    compare: (a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()),
    text: (s) => s.name,
    cell: (s) => <strong>{s.name}</strong>,
  },
  {
    id: 'status',
    header: 'Status',
    width: '110px',
    compare: (a, b) => compareText(a.status, b.status),
    text: (s) => s.status,
    cell: (s) => <StatusBadge status={statusOfSchedule(s)} />,
  },
  {
    id: 'next',
    header: 'Next day',
    width: '110px',
    compare: (a, b) => compareText(a.next_on ?? '9999', b.next_on ?? '9999'),
    text: (s) => s.next_on ?? '',
    cell: (s) => (s.next_on === null ? dash : <span className="mono">{s.next_on}</span>),
  },
  { id: 'every', header: 'Rhythm', width: '96px', text: (s) => s.frequency, cell: (s) => s.frequency },
  { id: 'rows', header: 'Rows', width: 'minmax(250px, 2fr)', cell: (s) => <ContentSummary rows={s.rows} /> },
  {
    id: 'runs',
    header: 'Posted',
    width: '84px',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => a.runs - b.runs,
    text: (s) => String(s.runs - s.rejected),
    cell: (s) => <span className="numbers">{s.runs - s.rejected}</span>,
  },
  {
    id: 'rejected',
    header: 'Rejected',
    width: '90px',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => a.rejected - b.rejected,
    text: (s) => String(s.rejected),
    cell: (s) => (s.rejected === 0 ? dash : <strong className="numbers">{s.rejected}</strong>),
  },
  { id: 'maker', header: 'In the name of', width: 'minmax(120px, 0.8fr)', text: (s) => s.maker_id, cell: (s) => <Actor id={s.maker_id} /> },
];
