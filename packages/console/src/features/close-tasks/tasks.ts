// What is said of the tasks of a close: what the ledger looks at, how much is left, whose they are, how they stand together.
import type { CloseCheck, CloseTask, CloseTemplateTask } from '@countinghouse/contract/features/close-tasks';
import { paths } from '../../lib/screen/paths.ts';

/** What the ledger looks at, as a person chooses it. */
export const checkWords: Readonly<Record<CloseCheck, string>> = {
  bank_rows: 'No statement row is unmatched',
  holds: 'No hold is open',
  approvals: 'No approval is pending',
  imports: 'Every import is posted',
  revaluation: 'Foreign balances are revalued',
  locked: 'The period is locked',
  published: 'The statement is published',
};

const one: Readonly<Record<CloseCheck, readonly [one: string, many: string]>> = {
  bank_rows: ['row left', 'rows left'],
  holds: ['hold open', 'holds open'],
  approvals: ['approval waits', 'approvals wait'],
  imports: ['intent not posted', 'intents not posted'],
  revaluation: ['account to revalue', 'accounts to revalue'],
  locked: ['Not locked yet', ''],
  published: ['Not published yet', ''],
};

/** `8 rows left`. */
export function leftWords(check: CloseCheck, left: number): string {
  const [single, many] = one[check];
  return many === '' ? single : `${left} ${left === 1 ? single : many}`;
}

const DAY_MS = 86_400_000;

/** `2 days late`: a day ends as the ledger's days do, in UTC. */
export function lateWords(dueOn: string, nowMs = Date.now()): string {
  const days = Math.max(1, Math.floor((nowMs - Date.parse(`${dueOn}T00:00:00Z`)) / DAY_MS));
  return days === 1 ? '1 day late' : `${days} days late`;
}

/** Where what is left is done; none for what is done on the page of the period itself. */
export const whereToGo: Readonly<Partial<Record<CloseCheck, string>>> = {
  bank_rows: paths.riskRecon,
  holds: paths.holds,
  approvals: paths.approvals,
  imports: paths.imports,
};

/** Tasks by group, groups in the order of their first task. */
export function groupsOf(tasks: readonly CloseTask[]): readonly (readonly [group: string, tasks: readonly CloseTask[]])[] {
  const groups = new Map<string, CloseTask[]>();
  for (const task of tasks) groups.set(task.group, [...(groups.get(task.group) ?? []), task]);
  return [...groups];
}

export const roleWords = { owner: 'Owners', member: 'Everybody' } as const;
const head = ['Task', 'Group', 'Whose', 'Due', 'Done', 'Done by', 'Late', 'Left'] as const;

/** The lines of a file of tasks, under their head. `nameOf`: what a person is called. */
export const linesOf = (tasks: readonly CloseTask[], nameOf: (id: string) => string): readonly (readonly string[])[] => [
  head,
  ...tasks.map(({ title, group, owner_id, owner_role, due_on, done, done_at, done_by, late, left }) => [
    title,
    group,
    owner_id !== null ? nameOf(owner_id) : owner_role === null ? '' : roleWords[owner_role],
    due_on,
    done ? (done_at?.slice(0, 10) ?? 'yes') : 'no',
    done_by === null ? '' : nameOf(done_by),
    late ? 'yes' : 'no',
    left === null ? '' : String(left),
  ]),
];

const noOwner = { owner_id: null, owner_role: null } as const;
const owners = { owner_id: null, owner_role: 'owner' } as const;
const everybody = { owner_id: null, owner_role: 'member' } as const;

/** What most months need, to begin with. */
export const usualTasks: readonly CloseTemplateTask[] = [
  { title: 'Match the bank statements', group: 'Cash', ...everybody, check: 'bank_rows', due_days: 3 },
  { title: 'Count cash and confirm balances', group: 'Cash', ...everybody, check: null, due_days: 3 },
  { title: 'Post what was imported', group: 'Postings', ...everybody, check: 'imports', due_days: 3 },
  { title: 'Accrue what is not invoiced yet', group: 'Postings', ...noOwner, check: null, due_days: 4 },
  { title: 'Revalue foreign balances', group: 'Postings', ...owners, check: 'revaluation', due_days: 4 },
  { title: 'Capture or void open holds', group: 'Review', ...everybody, check: 'holds', due_days: 5 },
  { title: 'Decide what waits for approval', group: 'Review', ...owners, check: 'approvals', due_days: 5 },
  { title: 'Explain changes to the month before', group: 'Review', ...noOwner, check: null, due_days: 5 },
  { title: 'Lock the period', group: 'Close', ...owners, check: 'locked', due_days: 6 },
  { title: 'Publish the statement', group: 'Close', ...owners, check: 'published', due_days: 7 },
];
