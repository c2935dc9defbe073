// What an intent would come to now: the kernel's own decision on the state as it is. Writes nothing, and uses no key.

import type { ErrorCode } from '@countinghouse/contract/errors';
import { intents as contract } from '@countinghouse/contract/features/intents';
import type { HeldFor, IntentPreview } from '@countinghouse/contract/intent-preview';
import { messageOf } from '@countinghouse/contract/messages';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { decideNow } from '@countinghouse/kernel/ledger';
import type { Decision } from '@countinghouse/kernel/ledger/decision';
import { handler } from '../../route/route.ts';
import { toSubmit } from './submit.ts';

/** Stands for the key of an intent that has none yet. */
const NO_KEY = 'preview';

export const preview = handler(contract.preview, async (asked, services) => {
  const { tenant, input, rawBody } = asked;
  const { intent } = input.body;
  const raw = (rawBody as { readonly intent: JsonObject }).intent;
  const command = await toSubmit(services, asked, { intent, idemKey: intent.idem_key ?? NO_KEY, raw });
  return sayDecision(await services.ledger.examine(tenant.tenant_id, (state, facts) => decideNow(state, command, facts)));
});

function sayDecision(decision: Decision): IntentPreview {
  if (decision.kind === 'duplicate') throw new Error('a preview looks at no earlier decision');
  if (decision.kind === 'refused') return { ...fault(decision.code), outcome: 'refused', details: decision.details };
  for (const { type, payload } of decision.events) {
    if (type === 'intent.rejected') return { ...fault(payload.error_code as ErrorCode), outcome: 'rejected', details: payload.reason };
    if (type !== 'intent.proposed' || payload.approval === undefined) continue;
    const { held_for, needed, eligible } = payload.approval;
    return {
      outcome: 'proposed',
      code: null,
      message: null,
      held: { held_for: held_for as HeldFor, needed, eligible },
    };
  }
  return { outcome: 'executed', code: null, message: null, held: null };
}

const fault = (code: ErrorCode) => ({ code, message: messageOf(code), held: null });
