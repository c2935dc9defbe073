// Tells the owners of a close task once that it is late: by an event, which is what the bell shows, and by mail. The kernel says it once of each task, and
// the mails are queued in the transaction of the event: of several servers one tells, and a crash between tells nobody twice.

import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { addDays } from '@countinghouse/kernel/reports/days';
import { type CloseTaskRow, listPeriodsWithUntoldTasks, type PeriodOfTasks } from '@countinghouse/store/features/close-tasks/reads';
import { listMembers, type MemberRow } from '@countinghouse/store/features/people/reads';
import { findPeriodById } from '@countinghouse/store/features/periods/reads';
import { read } from '@countinghouse/store/reader';
import type { Services } from '../../services.ts';
import { listTasks } from './tasks.ts';

/** What has been late for longer is not told any more: after an upgrade, or where tasks are taken long after their days. Source: decision 0186. */
const TOLD_WITHIN_DAYS = 7;
const PERIODS_A_PAGE = 200;

type Told = Pick<Services, 'ledger' | 'readerPool' | 'writerPool' | 'letters' | 'mailWorker' | 'clock'>;

/** One pass. Answers of how many tasks it told. */
export async function tellOfLateTasks(services: Told, stopping?: AbortSignal): Promise<number> {
  const today = services.clock.today();
  const [from, to] = [addDays(today, -TOLD_WITHIN_DAYS), addDays(today, -1)];
  let told = 0;
  for (let after: PeriodOfTasks | null = null; ; ) {
    const page: readonly PeriodOfTasks[] = await listPeriodsWithUntoldTasks(services.writerPool, {
      from,
      to,
      after,
      limit: PERIODS_A_PAGE,
    });
    for (const of of page) {
      if (stopping?.aborted === true) return told;
      told += await tellOfPeriod(services, of, from);
    }
    after = page.at(-1) ?? null;
    if (page.length < PERIODS_A_PAGE) break;
  }
  if (told > 0) services.mailWorker.nudge();
  return told;
}

async function tellOfPeriod(services: Told, { tenant_id: tenantId, period_id: periodId }: PeriodOfTasks, from: string): Promise<number> {
  const { ledger, readerPool, letters, clock } = services;
  const { tasks, members } = await read(readerPool, { tenantId }, async (tx) => {
    const period = await findPeriodById(tx, tenantId, periodId);
    const all = period === null ? [] : await listTasks(tx, tenantId, period, clock);
    const late = all.filter((task) => task.late && !task.told_late && task.due_on >= from);
    return { tasks: late, members: late.length === 0 ? [] : await listMembers(tx, tenantId) };
  });
  if (tasks.length === 0) return 0;
  const mails = members.flatMap((member) => {
    const ids = tasks.filter((task) => isTheirs(task, member)).map((task) => task.id);
    return ids.length === 0 ? [] : [letters.queueLateTasks(member.user_id, tenantId, { periodId, ids })];
  });
  const command = { type: 'close_tasks.tell_late', actor: systemActor, periodId, ids: tasks.map((task) => task.id) } as const;
  const outcome = await ledger.submit(tenantId, command, await Promise.all(mails));
  return outcome.kind === 'written' && outcome.events.length > 0 ? tasks.length : 0;
}

/** By name or by role. Auditors change nothing: no task is theirs. */
const isTheirs = ({ owner_id, owner_role }: CloseTaskRow, { user_id, role }: MemberRow): boolean =>
  role !== 'auditor' && (owner_id === user_id || owner_role === 'member' || owner_role === role);
