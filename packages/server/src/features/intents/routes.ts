import { errors } from '@countinghouse/contract/errors';
import { intents as contract, type Intent, type Receipt } from '@countinghouse/contract/features/intents';
import type { IntentAsked } from '@countinghouse/kernel/approvals/events';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { findApprovalOfIntent } from '@countinghouse/store/features/approvals/reads';
import { type EventRow, listEventsOfIntent } from '@countinghouse/store/features/events/reads';
import { findHoldOfIntent } from '@countinghouse/store/features/holds/reads';
import { findReversalOf, listPostings } from '@countinghouse/store/features/intents/reads';
import { read } from '@countinghouse/store/reader';
import type { Outcome } from '@countinghouse/store/writer/batch';
import { statusOf } from '@countinghouse/store/writer/priors';
import type { FastifyRequest } from 'fastify';
import { errorBody } from '../../http/errors.ts';
import { Refusal, refuseField } from '../../http/refusal.ts';
import { Also, type Handler, handler } from '../../route/route.ts';
import { toWireEvent } from '../../wire/event-wire.ts';
import { toWireHold } from '../../wire/hold-wire.ts';
import { toCommand } from '../../wire/intent-command.ts';
import { type ReceiptFacts, receiptOf, receiptOfEvent } from '../../wire/receipt.ts';
import { findOriginal } from './original.ts';
import { checkSignature } from './rules.ts';

export const execute = handler(
  contract.execute,
  async ({ tenant: { tenant_id }, caller, input, request, rawBody }, services) => {
    const intent = input.body;
    const idemKey = chooseKey(request, intent);
    const signature = intent.signature === undefined || intent.signature === null || intent.signature === '' ? null : intent.signature;
    const raw = rawBody as JsonObject;
    const command = toCommand(intent);
    const outcome = await services.ledger.submit(tenant_id, {
      ...command,
      actor: caller.actor,
      idemKey,
      signature,
      signatureCheck: await checkSignature(services, tenant_id, caller.session, signature, raw),
      original: await findOriginal(services.writerPool, tenant_id, command),
      request: raw,
    });
    return answer(outcome, request.id);
  },
  { readOnlyInKernel: true },
);

export const get = handler(contract.get, async ({ tenant: { tenant_id }, input }, services) => {
  const { events, postings, hold, reversedBy, approval } = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => {
    const found = await listEventsOfIntent(tx, tenant_id, input.params.intent_id);
    const executed = found.find((e) => e.event_type === 'intent.executed');
    return {
      events: found,
      postings: executed === undefined ? [] : await listPostings(tx, tenant_id, executed.seq),
      hold: await findHoldOfIntent(tx, tenant_id, input.params.intent_id),
      reversedBy: await findReversalOf(tx, tenant_id, input.params.intent_id),
      approval: await findApprovalOfIntent(tx, tenant_id, input.params.intent_id),
    };
  });
  const [first] = events;
  if (first === undefined) throw new Refusal('NOT_FOUND');
  const payload = JSON.parse(first.payload) as DecidedPayload;
  // Its present state is that of its last event, whose first was perhaps a proposal.
  const last = events.at(-1) ?? first;
  const decided = JSON.parse(last.payload) as DecidedPayload;
  const receipt = receiptOf(priorOf(last, decided), false);
  return {
    intent: {
      intent_id: input.params.intent_id,
      status: receipt.status,
      use_case: payload.use_case,
      value_date: payload.value_date,
      actor_id: first.actor_id,
      created_at: first.event_ts,
      receipt,
      approval,
      hold: hold === null ? null : toWireHold(hold),
      reverses: decided.reverses?.intent_id ?? payload.approval?.payload.original?.intent_id ?? null,
      reversed_by: reversedBy,
      schedule: payload.schedule === undefined ? null : { id: payload.schedule.id, on: payload.schedule.on },
      postings: [...postings],
      events: events.map(toWireEvent),
    },
  };
});

interface DecidedPayload {
  readonly use_case: string;
  readonly value_date: string;
  readonly error_code?: string;
  readonly approval?: Pick<IntentAsked, 'id' | 'eligible' | 'payload'>;
  readonly reverses?: { readonly intent_id: string };
  readonly schedule?: { readonly id: string; readonly on: string };
}

/** Header and body may both carry the key; they must then agree (rung 1). */
function chooseKey(request: FastifyRequest, intent: Intent): string {
  const header = request.headers['idempotency-key'];
  const named = header === undefined ? undefined : String(header);
  if (named !== undefined && intent.idem_key !== undefined && named !== intent.idem_key) {
    throw new Refusal('BAD_REQUEST', [{ path: 'idem_key', message: 'The header idempotency-key names another key.' }]);
  }
  const key = intent.idem_key ?? named ?? '';
  if (key === '') throw new Refusal('MISSING_FIELDS', [{ path: 'idem_key', message: 'Required, here or as header idempotency-key.' }]);
  if (!keyShape.test(key)) throw refuseField('idem_key', 'Use 1 to 200 printable characters.');
  return key;
}
// Printable: nothing that a header or a log line would break on.
const keyShape = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

const priorOf = (e: EventRow, decided: DecidedPayload): ReceiptFacts => ({
  intentId: e.intent_id ?? '',
  eventId: e.event_id,
  eventHash: e.event_hash,
  seq: e.seq,
  status: statusOf(e.event_type),
  error: decided.error_code ?? null,
  held: decided.approval === undefined ? null : { approvalId: decided.approval.id, eligible: decided.approval.eligible },
});

/** The receipt with the status of what was decided; a duplicate answers as the first did. */
function answer(outcome: Outcome, requestId: string): Receipt | Also {
  if (outcome.kind === 'refused') throw new Refusal(outcome.code, outcome.details);
  if (outcome.kind === 'duplicate') return withStatus(receiptOf(outcome.prior, true), requestId, undefined);
  const [event] = outcome.events;
  if (event === undefined) throw new Error('an intent came to no decision');
  return withStatus(receiptOfEvent(event), requestId, event.type === 'intent.rejected' ? event.payload.reason : undefined);
}

function withStatus(receipt: Receipt, requestId: string, reason: JsonObject | undefined): Receipt | Also {
  if (receipt.status === 'executed') return receipt;
  if (receipt.status === 'proposed') return new Also(202, receipt);
  const code = receipt.error as keyof typeof errors;
  return new Also(errors[code].status, { ...receipt, ...errorBody(code, requestId, reason) });
}

export const intentsHandlers: readonly Handler[] = [execute, get];
