// The endpoints of organisations, as targets: each is sent what it wants; what was sent and answered is kept for a while; owners are told by mail
// where nothing is sent any more. The two of the audit export are endpoints like the others, with more patience: nothing of the log is given up for them
// unless its receiver refuses the event itself.

import { WEBHOOK_ROTATION_HOURS } from '@countinghouse/contract/features/webhooks';
import { isDestination } from '@countinghouse/kernel/audit-export/events';
import { insertActivity } from '@countinghouse/store/features/audit-export/writes';
import { listOwnerIds } from '@countinghouse/store/features/health/reads';
import { insertDeliveries } from '@countinghouse/store/outbound/deliveries';
import { type EndpointRow, findEndpoint } from '@countinghouse/store/outbound/endpoints';
import { read } from '@countinghouse/store/reader';
import type { Services } from '../services.ts';
import type { Outlet, Target } from './outlet.ts';
import type { Sink } from './sink.ts';
import { webhookSink } from './webhook-sink.ts';

// Source: decisions 0150, 0211.
const ROTATION_MS = WEBHOOK_ROTATION_HOURS * 3_600_000;
const patience = {
  // Tries at one event that its receiver answers with an error: a few hours, as the pauses between them grow.
  events: { triesMax: 120, stopsAfterMs: 3 * 86_400_000 },
  audit_export: { triesMax: null, stopsAfterMs: null },
} as const satisfies Record<EndpointRow['purpose'], Pick<Target, 'triesMax' | 'stopsAfterMs'>>;

type Needs = Pick<Services, 'writerPool' | 'readerPool' | 'keptTexts' | 'egress'> & {
  readonly letters: Pick<Services['letters'], 'queueWebhookStopped'>;
};

export const endpointOutlet = (services: Needs): Outlet => ({
  kind: 'endpoints',
  hasDeadLetters: true,
  open: async (tenantId, name) => {
    const endpoint = await find(services, tenantId, name);
    if (endpoint === null || !endpoint.enabled) return null;
    const types = patternsOf(endpoint.event_types);
    return { sink: await sinkOf(services, tenantId, endpoint), types, version: versionOf(endpoint), ...patience[endpoint.purpose] };
  },
  tell: async (tenantId, name, happening) => {
    if (isDestination(name)) await insertActivity(services.writerPool, tenantId, { ...happening, destination: name });
  },
  mailsOfStop: async (tenantId, name) => {
    const owners = await read(services.readerPool, { tenantId }, (tx) => listOwnerIds(tx, tenantId));
    return Promise.all(owners.map((userId) => services.letters.queueWebhookStopped(userId, tenantId, name)));
  },
  // What is taken away meanwhile takes what is known of its deliveries with it.
  record: async (tenantId, name, deliveries) =>
    (await find(services, tenantId, name)) === null ? [] : insertDeliveries(services.writerPool, tenantId, name, deliveries),
});

const find = ({ readerPool }: Pick<Needs, 'readerPool'>, tenantId: string, id: string): Promise<EndpointRow | null> =>
  read(readerPool, { tenantId }, (tx) => findEndpoint(tx, tenantId, id));

/** Its receiver. Throws KeyUnavailable. */
export async function sinkOf(
  { keptTexts, egress }: Pick<Needs, 'keptTexts' | 'egress'>,
  tenantId: string,
  endpoint: Pick<EndpointRow, 'address_id' | 'secret_id' | 'old_secret_id' | 'secret_set_at'>,
): Promise<Sink> {
  const secretIds = [endpoint.secret_id, ...(oldSecretUntil(endpoint) === null ? [] : [endpoint.old_secret_id ?? ''])];
  return webhookSink(egress, {
    url: await keptTexts.read(tenantId, 'webhook-address', endpoint.address_id),
    secrets: await Promise.all(secretIds.map((id) => keptTexts.read(tenantId, 'webhook-secret', id))),
  });
}

const versionOf = ({ address_id, secret_id, old_secret_id, event_types }: EndpointRow): string =>
  JSON.stringify([address_id, secret_id, old_secret_id, event_types]);

/** Until when the secret before the present one signs too; null where it does not. */
export function oldSecretUntil({ old_secret_id, secret_set_at }: Pick<EndpointRow, 'old_secret_id' | 'secret_set_at'>): string | null {
  const untilMs = Date.parse(secret_set_at) + ROTATION_MS;
  return old_secret_id !== null && Date.now() < untilMs ? new Date(untilMs).toISOString() : null;
}

/** How far it has the log, and what keeps it. */
export function progressOf(row: EndpointRow) {
  const { acknowledged_seq, head_seq, attempts, failing_since, last_error, last_taken_at, dead_letters } = row;
  const backlog = head_seq - acknowledged_seq;
  const isStopped = row.next_try_at === 'infinity';
  const state = isStopped ? 'stopped' : failing_since !== null ? 'waiting' : backlog > 0 ? 'sending' : 'current';
  const next_try_at = isStopped || failing_since === null ? null : row.next_try_at;
  return {
    state,
    acknowledged_seq,
    head_seq,
    backlog,
    attempts,
    next_try_at,
    failing_since,
    last_error,
    last_taken_at,
    dead_letters,
  } as const;
}

/** As SQL's LIKE has them, where `_` is any character; null: all events. */
const patternsOf = (types: readonly string[]): readonly string[] | null =>
  types.length === 0 ? null : types.map((type) => type.replaceAll('_', '\\_').replace(/\*$/, '%'));
