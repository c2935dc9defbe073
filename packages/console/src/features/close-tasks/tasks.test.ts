import type { CloseTask } from '@countinghouse/contract/features/close-tasks';
import { expect, test } from 'vitest';
import { linesOf } from './tasks.ts';

const task: CloseTask = {
  id: 't',
  title: 'Match, and confirm',
  group: 'Cash',
  owner_id: null,
  owner_role: 'member',
  due_on: '2026-11-03',
  check: 'bank_rows',
  done: false,
  done_at: null,
  done_by: null,
  left: 8,
  late: true,
  comments: 0,
};

test('a file of tasks says whose each is, when it is due, who did it when, and what is left', () => {
  const done = {
    ...task,
    owner_id: 'p1',
    owner_role: null,
    done: true,
    done_at: '2026-11-02T09:00:00Z',
    done_by: 'p2',
    left: null,
    late: false,
  };
  expect(linesOf([task, done, { ...done, owner_id: null, done_at: null, done_by: null }], (id) => `name of ${id}`).slice(1)).toEqual([
    ['Match, and confirm', 'Cash', 'Everybody', '2026-11-03', 'no', '', 'yes', '8'],
    ['Match, and confirm', 'Cash', 'name of p1', '2026-11-03', '2026-11-02', 'name of p2', 'no', ''],
    ['Match, and confirm', 'Cash', '', '2026-11-03', 'yes', '', 'no', ''],
  ]);
});
