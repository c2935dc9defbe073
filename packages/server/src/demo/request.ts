// A request of the demo, as a client would have sent it, and the command that it becomes.

import { CONSENT_LIFE_SECONDS, INTENT_ACTOR, INTENT_USE_CASE, Intent } from '@countinghouse/contract/features/intents';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type { Actor } from '@countinghouse/kernel/ledger/actor';
import { addDays } from '@countinghouse/kernel/time/instant';
import { toCommand } from '../wire/intent-command.ts';

export const DAY_MS = 86_400_000;

export interface DemoFrame {
  readonly tenantId: string;
  readonly maker: Actor;
  readonly checker: Actor;
  /** A stable id for a name. */
  readonly idOf: (name: string) => string;
  readonly nowMs: number;
}

export interface Row {
  readonly debit: string;
  readonly credit: string;
  readonly amount: string;
  readonly currency: string;
  readonly narrative: string;
}

export const dayOf = (frame: Pick<DemoFrame, 'nowMs'>, daysAgo: number): string =>
  new Date(frame.nowMs - daysAgo * DAY_MS).toISOString().slice(0, 10);

export interface Month {
  readonly start: string;
  readonly end: string;
}

function monthBefore(date: string): Month {
  const end = addDays(`${date.slice(0, 7)}-01`, -1);
  return { start: `${end.slice(0, 7)}-01`, end };
}

/** The last whole month, whose close has begun, and the one before it, which is closed: that one ended 28 to 61 days ago. */
export function monthsToClose(frame: Pick<DemoFrame, 'nowMs'>): { readonly closed: Month; readonly closing: Month } {
  const closing = monthBefore(dayOf(frame, 0));
  return { closed: monthBefore(closing.start), closing };
}

/** A name of an intent of the demo as its id. */
export const intentIdOf = (frame: Pick<DemoFrame, 'idOf'>, key: string): string => frame.idOf(`intent/${key}`);

interface Asked {
  /** Its key, and what its id is made from. */
  readonly key: string;
  readonly valueDate: string;
  readonly rows: readonly Row[];
  readonly useCase?: string;
  readonly constraints?: JsonObject;
}

/** A request of the demo as the command that it becomes. */
export function intentOf(frame: DemoFrame, { key, valueDate, rows, useCase = INTENT_USE_CASE, constraints = {} }: Asked): ExecuteIntent {
  const request = {
    intent_id: intentIdOf(frame, key),
    tenant_id: frame.tenantId,
    actor: INTENT_ACTOR,
    use_case: useCase,
    idem_key: key,
    value_date: valueDate,
    constraints,
    proposed_actions: rows.map((r) => ({
      debitAccount: r.debit,
      creditAccount: r.credit,
      amount: r.amount,
      currency: r.currency,
      valueDate,
      narrative: r.narrative,
    })),
    snapshot_ids: { fx: frame.idOf('snapshot/fx') },
    consent: {
      scope: ['ledger:post'],
      reference: 'demo',
      granted_at: new Date(frame.nowMs).toISOString(),
      expires_at: new Date(frame.nowMs + CONSENT_LIFE_SECONDS * 1000).toISOString(),
    },
  };
  return {
    ...toCommand(Intent.parse(request)),
    actor: frame.maker,
    idemKey: key,
    signature: null,
    signatureCheck: { is: 'absent' },
    request: request as JsonObject,
  };
}
