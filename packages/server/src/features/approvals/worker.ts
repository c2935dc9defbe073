// Tells whoever may approve that something waits, once; and writes the event that says nobody decided in time. Nothing waits for
// that event: what is past its time can be decided no more, in the kernel and in every list.

import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { listApprovalsToExpire, takeUntoldApprovals } from '@countinghouse/store/features/approvals/reads';
import { execute } from '@countinghouse/store/sql/execute';
import { inTransaction } from '@countinghouse/store/transaction';
import type { Services } from '../../services.ts';
import { eachOrganisation } from '../../work/each.ts';

const APPROVALS_A_PASS_MAX = 500;

/** One pass. Answers how many it closed. */
export async function expireApprovals(
  services: Pick<Services, 'ledger' | 'writerPool' | 'clock'>,
  stopping?: AbortSignal,
): Promise<number> {
  let closed = 0;
  const due = await listApprovalsToExpire(services.writerPool, services.clock.now(), APPROVALS_A_PASS_MAX);
  await eachOrganisation(due, stopping, async ({ tenant_id, id }) => {
    const outcome = await services.ledger.submit(tenant_id, { type: 'approval.expire', actor: systemActor, id });
    if (outcome.kind === 'written') closed += 1;
  });
  return closed;
}

/**
 * One pass. Answers how many mails it queued. Who was told is noted in the transaction that queues the mail: of several servers one
 * tells, and a crash between tells nobody twice.
 */
export async function tellCheckers(services: Pick<Services, 'writerPool' | 'letters' | 'mailWorker' | 'clock'>): Promise<number> {
  const queued = await inTransaction(services.writerPool, async (client) => {
    let count = 0;
    for (const { tenant_id, id, checkers } of await takeUntoldApprovals(client, services.clock.now(), APPROVALS_A_PASS_MAX)) {
      for (const userId of checkers) {
        await execute(client, await services.letters.queueApproval(userId, tenant_id, id));
        count += 1;
      }
    }
    return count;
  });
  if (queued > 0) services.mailWorker.nudge();
  return queued;
}
