// What is due of a person, as Home lists it: whatever it is of, by its day.
import type { Icon } from '@tabler/icons-react';
import { lateWords } from '../../features/close-tasks/tasks.ts';
import type { Path } from '../../lib/screen/paths.ts';
import { showDay } from '../../lib/values/time.ts';

export interface HomeTask {
  readonly key: string;
  readonly icon: Icon;
  readonly words: string;
  /** What it is a part of, or who waits for it. */
  readonly of: string;
  /** The last day for it, in UTC: `2026-11-26`. */
  readonly dueOn: string;
  readonly to: Path;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, unknown>>;
}

/** `2 days late`, `Today`, `26 Nov`: a day ends as the ledger's days do, in UTC. */
export function dueWords(dueOn: string, today: string): { readonly words: string; readonly late: boolean } {
  if (dueOn < today) return { words: lateWords(dueOn, Date.parse(today)), late: true };
  return { words: dueOn === today ? 'Today' : showDay(dueOn, today.slice(0, 4)), late: false };
}

/** The nearest day first; of one day as they were. */
export const byDue = (tasks: readonly HomeTask[]): readonly HomeTask[] => tasks.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn));
