import { IconChecklist } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { paths } from '../../lib/screen/paths.ts';
import { byDue, dueWords } from './tasks.ts';

test('a day that is over is told by how long, today by its name, one to come by its date and where it is another year with that', () => {
  expect(dueWords('2026-11-25', '2026-11-27')).toEqual({ words: '2 days late', late: true });
  expect(dueWords('2026-11-26', '2026-11-27')).toEqual({ words: '1 day late', late: true });
  expect(dueWords('2026-11-27', '2026-11-27')).toEqual({ words: 'Today', late: false });
  expect(dueWords('2026-12-01', '2026-11-27')).toEqual({ words: '1 Dec', late: false });
  expect(dueWords('2027-01-04', '2026-11-27')).toEqual({ words: '4 Jan 2027', late: false });
});

test('what is due first comes first; what is due on one day stays as it was', () => {
  const task = (key: string, dueOn: string) => ({ key, dueOn, icon: IconChecklist, words: key, of: '', to: paths.approvals });
  const tasks = [task('a', '2026-12-02'), task('b', '2026-11-25'), task('c', '2026-12-02'), task('d', '2026-01-01')];
  expect(byDue(tasks).map((t) => t.key)).toEqual(['d', 'b', 'a', 'c']);
});
