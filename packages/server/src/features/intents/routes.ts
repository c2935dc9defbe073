import {
  intents as contract,
  INTENT_TOTALS_SCANNED_MAX,
  INTENTS_SCANNED_MAX,
  type ListedIntent,
  type Receipt,
} from '@countinghouse/contract/features/intents';
import { nextAt } from '@countinghouse/contract/fields';
import type { IntentAsked } from '@countinghouse/kernel/approvals/events';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { findApprovalOfIntent } from '@countinghouse/store/features/approvals/reads';
import { type EventRow, findLatestPosition, listEventsAt, listEventsOfIntent } from '@countinghouse/store/features/events/reads';
import { findHoldOfIntent } from '@countinghouse/store/features/holds/reads';
import { type IntentFilter, listIntents, sumIntents } from '@countinghouse/store/features/intents/list';
import { findReversalOf, listPostings } from '@countinghouse/store/features/intents/reads';
import { findRepeats } from '@countinghouse/store/features/intents/repeats';
import { findMetadata } from '@countinghouse/store/features/metadata/reads';
import { read, type Tx } from '@countinghouse/store/reader';
import type { Outcome } from '@countinghouse/store/writer/batch';
import { statusOf } from '@countinghouse/store/writer/recent-decisions';
import { LIST_FILE_PAGE, type ListPage, listFile } from '../../documents/list-file.ts';
import { Refusal } from '../../http/refusal.ts';
import { aside, type Handler, handler } from '../../route/route.ts';
import { namesAccount } from '../../route/row-filters.ts';
import { toWireEvent } from '../../wire/event-wire.ts';
import { toWireHold } from '../../wire/hold-wire.ts';
import { type ReceiptFacts, receiptsOfPriors } from '../../wire/receipt.ts';
import { answer, type Decided, decidedOf, describe, resultOf, wroteOf } from './answer.ts';
import { filterOf, listedColumns, toWireIntent, toWireTotals } from './listed.ts';
import { findOriginal } from './original.ts';
import { findDefaultsUsed, toPost } from './post.ts';
import { preview } from './preview.ts';
import { withProofs } from './proof.ts';
import { checkKey, chooseKey, stretchesOf, submitTogether, toSubmit } from './submit.ts';

export const post = handler(
  contract.post,
  async ({ tenant: { tenant_id }, caller, input: { body, query }, request }, services) => {
    const command = toPost(body, chooseKey(request, body), tenant_id, caller.actor);
    const outcome = await services.ledger.submit(tenant_id, {
      ...command,
      original: await findOriginal(services.writerPool, tenant_id, command),
    });
    request.routeState.wrote = wroteOf(tenant_id, [outcome]);
    const described = await describe(services, tenant_id, [outcome]);
    const [decided] = query.proof === undefined ? described : await withProofs(services, tenant_id, described);
    if (decided === undefined) throw new Error('an intent came to no decision');
    if ('refused' in decided) throw new Refusal(decided.refused, decided.details);
    const defaults = await findDefaultsUsed(services, tenant_id, outcome, decided.receipt);
    return answer({ ...decided, receipt: { ...decided.receipt, defaults } }, request.id);
  },
  { readOnlyInKernel: true },
);

export const execute = handler(
  contract.execute,
  async (asked, services) => {
    const { tenant, input, request, rawBody } = asked;
    const command = await toSubmit(services, asked, {
      intent: input.body,
      idemKey: chooseKey(request, input.body),
      raw: rawBody as JsonObject,
    });
    // Who waits for a large one waits as long as for many.
    const [outcome] =
      request.largeBytes > 0
        ? await services.ledger.submitMany(tenant.tenant_id, [command], request.largeBytes)
        : [await services.ledger.submit(tenant.tenant_id, command)];
    if (outcome === undefined) throw new Error('an intent without an outcome');
    request.routeState.wrote = wroteOf(tenant.tenant_id, [outcome]);
    const { proof } = input.query;
    // What was decided now is answered at once: nothing that was decided after it is answered before.
    if (outcome.kind !== 'duplicate' && proof === undefined) return answer(decidedOf(outcome), request.id);
    const described = await describe(services, tenant.tenant_id, [outcome]);
    const [decided] = proof === undefined ? described : await withProofs(services, tenant.tenant_id, described);
    return answer(decided as Decided, request.id);
  },
  { readOnlyInKernel: true },
);

export const batch = handler(
  contract.batch,
  async (asked, services) => {
    const { tenant, input, request, rawBody } = asked;
    const { intents, atomic } = input.body;
    const raws = (rawBody as { readonly intents: readonly JsonObject[] }).intents;
    const sent = intents.map((intent, i) => ({
      intent,
      idemKey: checkKey(intent.idem_key ?? '', `intents.${i}.idem_key`),
      raw: raws[i] as JsonObject,
    }));
    const outcomes: Outcome[] = [];
    for (const stretch of atomic ? [sent] : stretchesOf(sent)) {
      const commands = await Promise.all(stretch.map((each) => toSubmit(services, asked, each)));
      outcomes.push(
        ...(atomic
          ? await submitTogether(services, tenant.tenant_id, commands)
          : await services.ledger.submitMany(tenant.tenant_id, commands, (request.largeBytes * commands.length) / sent.length)),
      );
    }
    request.routeState.wrote = wroteOf(tenant.tenant_id, outcomes);
    const described = await describe(services, tenant.tenant_id, outcomes);
    const decided = input.query.proof === undefined ? described : await withProofs(services, tenant.tenant_id, described);
    const results = decided.map((d, index) => ({ index, intentId: intents[index]?.intent_id ?? '', ...resultOf(d) }));
    const executed = results.filter((r) => r.receipt?.status === 'executed').length;
    return { ok: executed === results.length, executed, results };
  },
  { readOnlyInKernel: true },
);

export const list = aside(
  contract.list,
  async ({ tenant: { tenant_id }, caller, input, request }, { readerPool, pii }) => {
    const { limit, after = null, ...asked } = input.query;
    return read(readerPool, { tenantId: tenant_id }, async (tx) => {
      const filter = await filterOf(tx, tenant_id, asked, { session: caller.session, request, pii });
      const as_of = (await findLatestPosition(tx, tenant_id))?.seq ?? 0;
      const { intents, next } = await readPage(tx, tenant_id, filter, after, limit);
      return { intents, next: nextAt(next), as_of };
    });
  },
  { words: namesAccount },
);

/** Intents that the log had when it was asked for, each as it stands when its page is read. */
export const exportIntents = aside(
  contract.export,
  async ({ tenant: { tenant_id }, caller, input, request }, { readerPool, pii }) => {
    const filter = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
      const head = (await findLatestPosition(tx, tenant_id))?.seq ?? 0;
      const asked = await filterOf(tx, tenant_id, input.query, { session: caller.session, request, pii });
      return { ...asked, toSeq: Math.min(asked.toSeq ?? head, head) };
    });
    const pageAfter = (after: number | null): Promise<ListPage<ListedIntent, number>> =>
      read(readerPool, { tenantId: tenant_id }, async (tx) => {
        const { intents, next } = await readPage(tx, tenant_id, filter, after, LIST_FILE_PAGE);
        return { items: intents, next };
      });
    return listFile('intents', input.params, pageAfter, listedColumns);
  },
  { words: namesAccount },
);

/** The newest intents that the filter leaves, from before a seq on. */
async function readPage(tx: Tx, tenantId: string, filter: IntentFilter, after: number | null, limit: number) {
  const toSeq = after === null ? filter.toSeq : Math.min(after - 1, filter.toSeq ?? after);
  const { intents, next } = await listIntents(tx, tenantId, { ...filter, toSeq }, { limit, scanned: INTENTS_SCANNED_MAX });
  const [ids, lastSeqs] = [intents.map((i) => i.intent_id), intents.map((i) => i.last_seq)];
  const events = new Map((await listEventsAt(tx, tenantId, lastSeqs)).map((e) => [e.seq, e]));
  const repeats = await findRepeats(tx, tenantId, ids);
  const kept = await findMetadata(tx, tenantId, 'intent', ids);
  return { intents: intents.map((intent) => toWireIntent(intent, { events, repeats, kept })), next };
}

export const totals = aside(
  contract.totals,
  async ({ tenant: { tenant_id }, caller, input, request }, { readerPool, pii }) =>
    read(readerPool, { tenantId: tenant_id }, async (tx) => {
      const filter = await filterOf(tx, tenant_id, input.query, { session: caller.session, request, pii });
      return toWireTotals(await sumIntents(tx, tenant_id, filter, INTENT_TOTALS_SCANNED_MAX), filter.status);
    }),
  { ofLog: true, words: namesAccount },
);

export const get = handler(contract.get, async ({ tenant: { tenant_id }, input }, services) => {
  const now = services.clock.now();
  const { events, postings, hold, reversedBy, approval, receipt, repeats, kept } = await read(
    services.readerPool,
    { tenantId: tenant_id },
    async (tx) => {
      const found = await listEventsOfIntent(tx, tenant_id, input.params.intent_id);
      const executed = found.find((e) => e.event_type === 'intent.executed');
      const last = found.at(-1);
      if (last === undefined) throw new Refusal('NOT_FOUND');
      const [receipt] = await receiptsOfPriors(tx, tenant_id, [factsOf(last)], false);
      return {
        events: found,
        receipt: receipt as Receipt,
        postings: executed === undefined ? [] : await listPostings(tx, tenant_id, executed.seq),
        hold: await findHoldOfIntent(tx, tenant_id, now, input.params.intent_id),
        reversedBy: await findReversalOf(tx, tenant_id, input.params.intent_id),
        approval: await findApprovalOfIntent(tx, tenant_id, now, input.params.intent_id),
        repeats: await findRepeats(tx, tenant_id, [input.params.intent_id]),
        kept: await findMetadata(tx, tenant_id, 'intent', [input.params.intent_id]),
      };
    },
  );
  const [first] = events;
  if (first === undefined) throw new Refusal('NOT_FOUND');
  const payload = JSON.parse(first.payload) as DecidedPayload;
  // Its present state is that of its last event, whose first was perhaps a proposal.
  const last = events.at(-1) ?? first;
  const decided = JSON.parse(last.payload) as DecidedPayload;
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
      repeats: repeats.get(input.params.intent_id) ?? null,
      metadata: kept.get(input.params.intent_id) ?? {},
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

const factsOf = (e: EventRow): ReceiptFacts => {
  const decided = JSON.parse(e.payload) as DecidedPayload;
  return {
    intentId: e.intent_id ?? '',
    eventId: e.event_id,
    eventHash: e.event_hash,
    seq: e.seq,
    status: statusOf(e.event_type),
    error: decided.error_code ?? null,
    awaitingApproval: decided.approval === undefined ? null : { approvalId: decided.approval.id, eligible: decided.approval.eligible },
  };
};

export const intentsHandlers: readonly Handler[] = [post, execute, batch, preview, list, exportIntents, totals, get];
