// Tells a member at once that owners agreed to remove their second factor, and removes it once the member had a day to stop it and every organisation
// that they belong to agrees: the owners of one must not make it easier to sign in to the books of another.

import { RESET_WAIT_SECONDS } from '@countinghouse/contract/features/second-factor-resets';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { insertNotices, listDueResets } from '@countinghouse/store/features/second-factor-resets/reads';
import { listMemberships } from '@countinghouse/store/features/tenants/reads';
import { read } from '@countinghouse/store/reader';
import { execute } from '@countinghouse/store/sql/execute';
import { inTransaction } from '@countinghouse/store/transaction';
import { removeFactors } from '../../auth/second-factor.ts';
import type { Services } from '../../services.ts';

const RESETS_A_PASS_MAX = 500;

/** One pass. Answers how many mails it queued. */
export async function tellOfResets({
  writerPool,
  letters,
  mailWorker,
  clock,
}: Pick<Services, 'writerPool' | 'letters' | 'mailWorker' | 'clock'>): Promise<number> {
  const told = await inTransaction(writerPool, async (client) => {
    const untold = await insertNotices(client, clock.now(), RESETS_A_PASS_MAX);
    for (const { tenant_id, user_id } of untold) await execute(client, await letters.queueSecondFactorReset(user_id, tenant_id));
    return untold.length;
  });
  if (told > 0) mailWorker.nudge();
  return told;
}

/**
 * One pass. Answers how many persons have none any more. It may be killed anywhere: what was removed and not noted is removed, and noted, by the
 * next pass.
 */
export async function finishResets(
  services: Pick<Services, 'writerPool' | 'readerPool' | 'authPool' | 'ledger' | 'letters' | 'mailWorker' | 'sessions' | 'clock'>,
  stopping?: AbortSignal,
): Promise<number> {
  const { writerPool, readerPool, authPool, ledger, letters, mailWorker, sessions, clock } = services;
  const toldBy = new Date(clock.nowMs() - RESET_WAIT_SECONDS * 1000).toISOString();
  const due = new Map<string, Set<string>>();
  for (const { tenant_id, user_id } of await listDueResets(writerPool, { now: clock.now(), toldBy, limit: RESETS_A_PASS_MAX }))
    due.set(user_id, (due.get(user_id) ?? new Set()).add(tenant_id));
  let removed = 0;
  for (const [userId, agreeing] of due) {
    if (stopping?.aborted === true) break;
    const memberships = await read(readerPool, { userId }, (tx) => listMemberships(tx, userId));
    if (memberships.length === 0 || !memberships.every((m) => agreeing.has(m.tenant_id))) continue;
    await execute(writerPool, await letters.queueSecondFactorReset(userId, null));
    await removeFactors(authPool, userId);
    sessions.forgetSessions();
    for (const { tenant_id } of memberships)
      await ledger.submit(tenant_id, { type: 'second_factor.finish_reset', actor: systemActor, userId });
    removed += 1;
  }
  if (removed > 0) mailWorker.nudge();
  return removed;
}
