import { randomBytes, randomUUID } from 'node:crypto';
import {
  webhooks as contract,
  REPLAY_EVENTS_MAX,
  REPLAYS_WAITING_MAX,
  TEST_EVENT_TYPE,
  WEBHOOK_LISTS,
  type Webhook,
  type WebhookDeliveryDetail,
} from '@countinghouse/contract/features/webhooks';
import { isDestination } from '@countinghouse/kernel/audit-export/events';
import { eventRows } from '@countinghouse/kernel/slices';
import { findLatestPosition, listEventsAt } from '@countinghouse/store/features/events/reads';
import { updateCursorToGoOn } from '@countinghouse/store/outbound/cursors';
import { type DeliveryRow, findDelivery, insertDeliveries, listDeliveries } from '@countinghouse/store/outbound/deliveries';
import { deleteSent, type EndpointRow, findEndpoint, listEndpointLetters, listEndpoints } from '@countinghouse/store/outbound/endpoints';
import { insertReplay, listReplays } from '@countinghouse/store/outbound/replays';
import { read, type Tx } from '@countinghouse/store/reader';
import type { Statement } from '@countinghouse/store/sql/statement';
import { uuidV7 } from '@countinghouse/store/sql/uuid-v7';
import { Refusal, refuseField } from '../../http/refusal.ts';
import { oldSecretUntil, progressOf, sinkOf } from '../../outbound/endpoint.ts';
import { noteAgain, noteConfigured, sendLettersAgain } from '../../outbound/endpoint-acts.ts';
import { type Message, messageOf } from '../../outbound/message.ts';
import { done, writtenCount, writtenEvent } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { testMessage } from './test-message.ts';

const SECRET_BYTES = 32;
const TEST_WITHIN_MS = 10_000;

export const list = handler(contract.list, async ({ tenant: { tenant_id } }, services) => {
  const rows = await read(services.readerPool, { tenantId: tenant_id }, (tx) => listEndpoints(tx, tenant_id));
  return { webhooks: await Promise.all(rows.map((row) => toWire(services, tenant_id, row))) };
});

export const create = handler(contract.create, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  checkTypes(body.event_types);
  const address = await addressOf(services, tenant_id, body.url);
  const secret = newSecret();
  const [id, secretId] = [randomUUID(), randomUUID()];
  const { name, event_types: eventTypes, enabled } = body;
  const command = { type: 'webhook_endpoint.create', actor, id, name, eventTypes, enabled, secretId, ...address.content } as const;
  const keep = [address.keep, await services.keptTexts.keep(tenant_id, 'webhook-secret', secretId, secret)];
  writtenEvent(await services.ledger.submit(tenant_id, command, keep), 'webhook_endpoint.created');
  return { webhook: await getWebhook(services, tenant_id, id), secret };
});

export const get = handler(contract.get, async ({ tenant: { tenant_id }, input: { params } }, services) => {
  const { row, letters, replays } = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => ({
    row: await getEndpoint(tx, tenant_id, params.id),
    letters: await listEndpointLetters(tx, tenant_id, params.id, WEBHOOK_LISTS.deadLetters),
    replays: await listReplays(tx, tenant_id, params.id, WEBHOOK_LISTS.replays),
  }));
  return { webhook: await toWire(services, tenant_id, row), dead_letters: [...letters], replays: [...replays] };
});

export const change = handler(contract.change, async ({ tenant: { tenant_id }, caller: { actor }, input }, services) => {
  const { params, body } = input;
  const before = await readEndpoint(services, tenant_id, params.id);
  if (before.purpose === 'audit_export') {
    const now = await toWire(services, tenant_id, before);
    refuseOtherThan(now, body);
    return { webhook: now };
  }
  if (body.event_types !== undefined) checkTypes(body.event_types);
  const isMoved = body.url !== undefined && body.url !== (await urlOf(services, tenant_id, before));
  const address = isMoved ? await addressOf(services, tenant_id, body.url ?? '') : null;
  const command = {
    type: 'webhook_endpoint.change',
    actor,
    id: params.id,
    ...(body.name !== undefined && { name: body.name }),
    ...(body.event_types !== undefined && { eventTypes: body.event_types }),
    ...(body.enabled !== undefined && { enabled: body.enabled }),
    ...address?.content,
  } as const;
  const keep = address === null ? [] : [address.keep];
  const changed = writtenCount(await services.ledger.submit(tenant_id, command, keep)) > 0;
  if (changed) await tryNow(services, tenant_id, params.id);
  return { webhook: await getWebhook(services, tenant_id, params.id) };
});

export const remove = handler(contract.remove, async ({ tenant: { tenant_id }, caller: { actor }, input: { params } }, services) => {
  const { id } = params;
  if ((await readEndpoint(services, tenant_id, id)).purpose === 'audit_export') throw new Refusal('WEBHOOK_OF_AUDIT_EXPORT');
  return done(await services.ledger.submit(tenant_id, { type: 'webhook_endpoint.delete', actor, id }, deleteSent(tenant_id, id)));
});

export const rotateSecret = handler(
  contract.rotateSecret,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { params } }, services) => {
    const secret = newSecret();
    const secretId = randomUUID();
    const { id } = params;
    const keep = [await services.keptTexts.keep(tenant_id, 'webhook-secret', secretId, secret)];
    const ofExport = isDestination(id);
    const command = ofExport
      ? ({ type: 'audit_export.rotate_secret', actor, destination: id, secretId } as const)
      : ({ type: 'webhook_endpoint.rotate_secret', actor, id, secretId } as const);
    done(await services.ledger.submit(tenant_id, command, keep));
    if (ofExport) await noteConfigured(services, tenant_id, actor.id);
    return { webhook: await getWebhook(services, tenant_id, id), secret };
  },
);

export const endOldSecret = handler(
  contract.endOldSecret,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { params } }, services) => {
    const { id } = params;
    const command = isDestination(id)
      ? ({ type: 'audit_export.end_old_secret', actor, destination: id } as const)
      : ({ type: 'webhook_endpoint.end_old_secret', actor, id } as const);
    done(await services.ledger.submit(tenant_id, command));
    return { webhook: await getWebhook(services, tenant_id, id) };
  },
);

export const test = handler(contract.test, async ({ tenant: { tenant_id }, input: { params } }, services) => {
  const endpoint = await readEndpoint(services, tenant_id, params.id);
  const sink = await sinkOf(services, tenant_id, endpoint);
  const sentAt = new Date().toISOString();
  const beganMs = performance.now();
  const answer = await sink.send([testMessage(tenant_id, params.id, sentAt)], TEST_WITHIN_MS);
  const delivery = {
    seq: null,
    event_type: TEST_EVENT_TYPE,
    cause: 'test',
    attempt: 1,
    sent_at: sentAt,
    duration_ms: Math.round(performance.now() - beganMs),
    outcome: answer.kind,
    status: answer.reply?.status ?? null,
    answer: answer.reply?.text ?? null,
    error: answer.kind === 'taken' ? null : answer.error,
  } as const;
  const [id = ''] = await insertDeliveries(services.writerPool, tenant_id, params.id, [delivery]);
  return { delivery: toDetail({ id, ...delivery }, testMessage(tenant_id, params.id, sentAt)) };
});

export const goOn = handler(contract.goOn, async ({ tenant: { tenant_id }, input: { params } }, services) => {
  await readEndpoint(services, tenant_id, params.id);
  await tryNow(services, tenant_id, params.id);
  return { webhook: await getWebhook(services, tenant_id, params.id) };
});

export const replay = handler(contract.replay, async ({ tenant: { tenant_id }, caller: { actor }, input }, services) => {
  const { params, body } = input;
  const head = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => {
    await getEndpoint(tx, tenant_id, params.id);
    return findLatestPosition(tx, tenant_id);
  });
  if (body.to_seq < body.from_seq) throw refuseField('to_seq', 'Use a number that is not before the first.');
  if (body.to_seq - body.from_seq >= REPLAY_EVENTS_MAX)
    throw refuseField('to_seq', `Ask for at most ${REPLAY_EVENTS_MAX.toLocaleString('en-GB')} events at a time.`);
  if (body.to_seq > (head?.seq ?? 0)) throw refuseField('to_seq', `The log ends with event ${head?.seq ?? 0}.`);
  const asked = { id: uuidV7(Date.now()), fromSeq: body.from_seq, toSeq: body.to_seq, askedBy: actor.id, most: REPLAYS_WAITING_MAX };
  const made = await insertReplay(services.writerPool, tenant_id, params.id, asked);
  if (made === null) throw new Refusal('WEBHOOK_REPLAYS_FULL');
  const events = body.to_seq - body.from_seq + 1;
  const again = { seq: events === 1 ? body.from_seq : null, events };
  await noteAgain(services, { tenantId: tenant_id, id: params.id, actorId: actor.id }, again);
  services.grownLogs.note(tenant_id);
  return { replay: made };
});

export const resend = handler(contract.resend, async ({ tenant: { tenant_id }, caller: { actor }, input: { params, body } }, services) => {
  await readEndpoint(services, tenant_id, params.id);
  const asked = { tenantId: tenant_id, id: params.id, actorId: actor.id };
  const queued = await sendLettersAgain(services, asked, body.seq ?? null);
  if (queued === 0) throw new Refusal('NOT_FOUND', body.seq === undefined ? {} : { seq: body.seq });
  return { queued };
});

export const deliveries = handler(contract.deliveries, async ({ tenant: { tenant_id }, input: { params, query } }, { readerPool }) => {
  const { limit, after = null, only } = query;
  const rows = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
    await getEndpoint(tx, tenant_id, params.id);
    return listDeliveries(tx, tenant_id, params.id, { after, failed: only === 'failed', limit: limit + 1 });
  });
  const page = rows.slice(0, limit);
  return { deliveries: page.map(toDelivery), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
});

export const delivery = handler(contract.delivery, async ({ tenant: { tenant_id }, input: { params } }, { readerPool }) =>
  read(readerPool, { tenantId: tenant_id }, async (tx) => {
    await getEndpoint(tx, tenant_id, params.id);
    const row = await findDelivery(tx, tenant_id, params.id, params.delivery_id);
    if (row === null) throw new Refusal('NOT_FOUND');
    if (row.seq === null) return { delivery: toDetail(row, testMessage(tenant_id, params.id, row.sent_at)) };
    const [event] = await listEventsAt(tx, tenant_id, [row.seq]);
    if (event === undefined) throw new Refusal('NOT_FOUND');
    return { delivery: toDetail(row, messageOf(event)) };
  }),
);

const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** A type that no event has would wait for ever. */
function checkTypes(patterns: readonly string[]): void {
  const known = Object.keys(eventRows);
  for (const pattern of patterns) {
    const isKnown = pattern.endsWith('*') ? known.some((type) => type.startsWith(pattern.slice(0, -1))) : known.includes(pattern);
    if (!isKnown) throw refuseField('event_types', `No event is of the type ${pattern}. The types are listed in the reference of events.`);
  }
}

/** What a command says of an address, and how the address itself is kept. */
async function addressOf({ egress, keptTexts }: Services, tenantId: string, url: string) {
  const fault = egress.faultOf(url);
  if (fault !== null) throw refuseField('url', fault);
  const addressId = randomUUID();
  const keep: Statement = await keptTexts.keep(tenantId, 'webhook-address', addressId, url);
  return { content: { origin: new URL(url).origin, addressId }, keep };
}

/** What the audit export keeps elsewhere, or has not: said with what it is already, nothing is refused. */
const ofExport = {
  name: 'The endpoints of the audit export keep their names.',
  url: 'This address is set where the audit export is: POST /api/internal/audit/export/config, or the screen Audit export.',
  event_types: 'The audit export sends the whole log: of a log with gaps nobody could check that nothing was left out.',
  enabled: 'The audit export is not paused. Its address can be emptied, where it is set: the screen Audit export.',
} as const satisfies Partial<Record<keyof Webhook, string>>;

function refuseOtherThan(now: Webhook, body: Readonly<Partial<Record<keyof typeof ofExport, unknown>>>): void {
  for (const field of Object.keys(ofExport) as readonly (keyof typeof ofExport)[])
    if (body[field] !== undefined && String(body[field]) !== String(now[field])) throw refuseField(field, ofExport[field]);
}

const urlOf = ({ keptTexts }: Services, tenantId: string, { address_id }: EndpointRow): Promise<string> =>
  keptTexts.read(tenantId, 'webhook-address', address_id);

/** What waits for it goes now. */
async function tryNow({ writerPool, grownLogs }: Services, tenantId: string, id: string): Promise<void> {
  await updateCursorToGoOn(writerPool, tenantId, id);
  grownLogs.note(tenantId);
}

async function getEndpoint(tx: Tx, tenantId: string, id: string): Promise<EndpointRow> {
  const row = await findEndpoint(tx, tenantId, id);
  if (row === null) throw new Refusal('NOT_FOUND');
  return row;
}

const readEndpoint = ({ readerPool }: Services, tenantId: string, id: string): Promise<EndpointRow> =>
  read(readerPool, { tenantId }, (tx) => getEndpoint(tx, tenantId, id));

const getWebhook = async (services: Services, tenantId: string, id: string): Promise<Webhook> =>
  toWire(services, tenantId, await readEndpoint(services, tenantId, id));

async function toWire(services: Services, tenantId: string, row: EndpointRow): Promise<Webhook> {
  const { id, purpose, name, event_types, payload_version, enabled, created_at, created_by } = row;
  const progress = progressOf(row);
  return {
    id,
    purpose,
    name,
    url: await urlOf(services, tenantId, row),
    event_types: [...event_types],
    payload_version,
    enabled,
    created_at,
    created_by,
    ...progress,
    state: enabled ? progress.state : 'paused',
    old_secret_until: oldSecretUntil(row),
  };
}

const toDelivery = ({ answer: _answer, ...delivery }: DeliveryRow) => delivery;

const toDetail = (row: DeliveryRow, { id, body }: Message): WebhookDeliveryDetail => ({ ...row, request: { id, body } });

export const webhooksHandlers: readonly Handler[] = [
  list,
  create,
  get,
  change,
  remove,
  rotateSecret,
  endOldSecret,
  test,
  goOn,
  replay,
  resend,
  deliveries,
  delivery,
];
