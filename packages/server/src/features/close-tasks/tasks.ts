// The tasks of a period as they stand: what somebody said is done, what the ledger knows to be, and what is late.

import type { CloseCheck } from '@countinghouse/kernel/close-tasks/events';
import type { Clock } from '@countinghouse/store/clock';
import { type CloseTaskRow, listCloseTasks } from '@countinghouse/store/features/close-tasks/reads';
import { findPeriodWork, type PeriodRow, type PeriodWork } from '@countinghouse/store/features/periods/reads';
import type { Tx } from '@countinghouse/store/reader';

export interface StandingTask extends CloseTaskRow {
  readonly done: boolean;
  /** Of a task with a check: how much is left, as far as it is counted. */
  readonly left: number | null;
  /** Not done, and its day is over. */
  readonly late: boolean;
}

/** In their order. What the ledger knows is looked for where a task asks for it. */
export async function listTasks(tx: Tx, tenantId: string, period: PeriodRow, clock: Clock): Promise<readonly StandingTask[]> {
  const rows = await listCloseTasks(tx, tenantId, period.id);
  const asked = rows.some((row) => row.check !== null);
  const work = asked ? await findPeriodWork(tx, tenantId, clock.now(), period) : null;
  const today = clock.today();
  return rows.map((row) => {
    const left = row.check === null || work === null ? null : leftOf(row.check, period, work);
    const done = left === null ? row.done_at !== null : left === 0;
    return { ...row, done, left, late: !done && row.due_on < today };
  });
}

/** How much the ledger knows to be left. */
function leftOf(check: CloseCheck, { status }: PeriodRow, work: PeriodWork): number {
  const { open_holds, pending_approvals, bank_rows, imports, revaluation } = work;
  switch (check) {
    case 'bank_rows':
      return bank_rows.reduce((sum, row) => sum + row.unmatched, 0);
    case 'holds':
      return open_holds.length;
    case 'approvals':
      return pending_approvals.filter((a) => a.intent_id !== null).length;
    case 'imports':
      return imports.reduce((sum, i) => sum + i.waiting, 0);
    case 'revaluation':
      return revaluation.runs > 0 ? 0 : revaluation.foreign_accounts;
    case 'locked':
      return status === 'closing' ? 1 : 0;
    case 'published':
      return status === 'published' ? 0 : 1;
  }
}
