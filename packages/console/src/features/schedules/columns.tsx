import type { Schedule } from '@countinghouse/contract/features/schedules';
import { actor, count, day, drawing, status, text } from '../../ui/grid/columns.tsx';
import { ContentSummary } from '../../ui/table/ContentRows.tsx';
import { TwoLines } from '../../ui/table/TwoLines.tsx';
import { Day } from '../../ui/value/Day.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import type { Status } from '../../ui/value/status.ts';
import { sentenceCase } from '../../ui/value/status.ts';

/** After every day there is. */
const NEVER = '9999';

export const statusOfSchedule = (schedule: Schedule): Status =>
  schedule.status === 'active' ? 'active' : schedule.status === 'paused' ? 'paused' : 'ended';

export const columns = [
  text<Schedule>('name', 'Name', 'minmax(150px, 1.2fr)', (s) => s.name, { fixed: true, strong: true, sort: (s) => s.name.toLowerCase() }),
  status<Schedule>('status', 'Status', '110px', statusOfSchedule, { sort: (s) => s.status, file: (s) => s.status }),
  day<Schedule>('next', 'Next day', (s) => s.next_on, { sort: (s) => s.next_on ?? NEVER }),
  text<Schedule>('every', 'Rhythm', '96px', (s) => s.frequency, { cell: (s) => sentenceCase(s.frequency) }),
  drawing<Schedule>('rows', 'Rows', 'minmax(250px, 2fr)', (s) => <ContentSummary rows={s.rows} />),
  count<Schedule>('runs', 'Posted', '84px', (s) => s.runs - s.rejected, { sort: (s) => s.runs }),
  count<Schedule>('rejected', 'Rejected', '90px', (s) => s.rejected, { sort: true, quiet: true }),
  actor<Schedule>('maker', 'In the name of', 'minmax(120px, 0.8fr)', (s) => s.maker_id),
];

/** A recurring intent where the list is narrow. */
export const compactRow = (s: Schedule) => (
  <TwoLines
    title={s.name}
    amount={s.next_on === null ? null : <Day on={s.next_on} />}
    below={<ContentSummary rows={s.rows} />}
    state={<StatusBadge status={statusOfSchedule(s)} plain />}
  />
);
