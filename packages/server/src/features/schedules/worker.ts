// Posts what recurs, each day once, the oldest first; after downtime it goes on where it stopped. Who may, and whose turn it is,
// the kernel decides: two servers at it, or a crash between, post a day once.

import { Intent } from '@countinghouse/contract/features/intents';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import type { IntentContent } from '@countinghouse/kernel/templates/events';
import { type DueSchedule, listDueSchedules } from '@countinghouse/store/features/schedules/reads';
import type { Services } from '../../services.ts';
import { chooseFxSnapshot } from '../../wire/fx-snapshot.ts';
import { toCommand } from '../../wire/intent-command.ts';
import { eachOrganisation } from '../../work/each.ts';

const SCHEDULES_A_PASS_MAX = 500;
const DAY_MS = 86_400_000;
/** Refusals that pass by themselves: the schedule waits. Any other needs a person. */
const waits: ReadonlySet<string> = new Set(['TENANT_READONLY', 'SCHEDULE_STATE']);

type Needs = Pick<Services, 'ledger' | 'writerPool' | 'clock'>;

/** Posts everything that is due by `today` (UTC). Answers how many intents were decided. */
export async function postDueSchedules(services: Needs, today: string, stopping?: AbortSignal): Promise<number> {
  let decided = 0;
  for (;;) {
    const due = await listDueSchedules(services.writerPool, today, SCHEDULES_A_PASS_MAX);
    let moved = 0;
    await eachOrganisation(due, stopping, async (schedule) => {
      if (await postOne(services, schedule)) moved += 1;
    });
    decided += moved;
    if (stopping?.aborted === true) return decided;
    // A pass that moves none (others are at it, or all of them wait) would go round for ever.
    if (moved === 0) return decided;
  }
}

async function postOne(services: Needs, schedule: DueSchedule): Promise<boolean> {
  const { tenant_id, id, next_on, maker_id } = schedule;
  const request = requestOf(schedule, services.clock.nowMs(), await chooseFxSnapshot(services, tenant_id, 'Recurring intents'));
  const outcome = await services.ledger.submit(tenant_id, {
    ...toCommand(Intent.parse(request)),
    actor: { kind: 'user', id: maker_id },
    idemKey: `schedule:${id}:${next_on}`,
    signature: null,
    signatureCheck: { is: 'absent' },
    schedule: { id, on: next_on },
    request,
  });
  if (outcome.kind !== 'refused') return outcome.kind === 'written';
  if (waits.has(outcome.code)) return false;
  await services.ledger.submit(tenant_id, { type: 'schedule.pause', actor: systemActor, id, reasonCode: outcome.code });
  return false;
}

/** The intent as a person would have sent it: the consent is what its maker gave by making the schedule. */
function requestOf(schedule: DueSchedule, nowMs: number, fxSnapshotId: string): JsonObject {
  const { tenant_id, id, name, next_on, created_at } = schedule;
  const { use_case, constraints, rows } = JSON.parse(schedule.content) as IntentContent;
  return {
    intent_id: `schedule-${id}-${next_on.replaceAll('-', '')}`,
    tenant_id,
    use_case,
    idem_key: `schedule:${id}:${next_on}`,
    value_date: next_on,
    constraints,
    proposed_actions: rows.map((r) => ({
      debitAccount: r.debit_account,
      creditAccount: r.credit_account,
      amount: r.amount ?? '',
      currency: r.currency,
      narrative: r.narrative === '' ? name : r.narrative,
    })),
    snapshot_ids: { fx: fxSnapshotId },
    consent: {
      scope: ['ledger:post'],
      reference: `schedule ${id}`,
      granted_at: created_at,
      expires_at: new Date(nowMs + DAY_MS).toISOString(),
    },
  };
}
