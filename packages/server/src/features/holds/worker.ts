// Writes the event that says a hold has ended. Nothing waits for it: a hold past its time counts for nothing already, in the
// kernel and in every list. Two servers at it, or a crash between, leave one event: the second finds the hold closed.

import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { listHoldsToExpire } from '@countinghouse/store/features/holds/reads';
import type { Services } from '../../services.ts';
import { eachOrganisation } from '../../work/each.ts';

const HOLDS_A_PASS_MAX = 1000;

/** One pass. Answers how many holds it closed. */
export async function expireHolds(services: Pick<Services, 'ledger' | 'writerPool' | 'clock'>, stopping?: AbortSignal): Promise<number> {
  const due = await listHoldsToExpire(services.writerPool, services.clock.now(), HOLDS_A_PASS_MAX);
  let closed = 0;
  await eachOrganisation(due, stopping, async ({ tenant_id, intent_id }) => {
    const outcome = await services.ledger.submit(tenant_id, {
      type: 'hold.expire',
      actor: systemActor,
      intentId: intent_id,
    });
    if (outcome.kind === 'written') closed += 1;
  });
  return closed;
}
