// The webhook endpoints of organisations, as targets: each is sent what it wants; what was sent and answered is kept for a while; owners are told by
// mail where nothing is sent any more.

import { WEBHOOK_ROTATION_HOURS } from '@countinghouse/contract/features/webhooks';
import { listOwnerIds } from '@countinghouse/store/features/health/reads';
import { type EndpointRow, findEndpoint } from '@countinghouse/store/features/webhooks/reads';
import { insertDeliveries } from '@countinghouse/store/outbound/deliveries';
import { read } from '@countinghouse/store/reader';
import { execute } from '@countinghouse/store/sql/execute';
import type { Outlet } from '../../outbound/outlet.ts';
import type { Sink } from '../../outbound/sink.ts';
import { webhookSink } from '../../outbound/webhook-sink.ts';
import type { Services } from '../../services.ts';

// Source: decision 0150.
const ROTATION_MS = WEBHOOK_ROTATION_HOURS * 3_600_000;
/** Tries at one event that its receiver answers with an error: a few hours, as the pauses between them grow. */
const TRIES_MAX = 120;
const STOPS_AFTER_MS = 3 * 86_400_000;

type Needs = Pick<Services, 'writerPool' | 'readerPool' | 'keptTexts' | 'egress' | 'letters' | 'mailWorker'>;

export const webhookOutlet = (services: Needs): Outlet => ({
  kind: 'webhooks',
  hasDeadLetters: true,
  triesMax: TRIES_MAX,
  stopsAfterMs: STOPS_AFTER_MS,
  open: async (tenantId, name) => {
    const endpoint = await find(services, tenantId, name);
    if (endpoint === null || !endpoint.enabled) return null;
    return { sink: await sinkOf(services, tenantId, endpoint), types: patternsOf(endpoint.event_types) };
  },
  tell: async (tenantId, name, { kind }) => {
    if (kind !== 'stopped') return;
    const owners = await read(services.readerPool, { tenantId }, (tx) => listOwnerIds(tx, tenantId));
    for (const userId of owners) await execute(services.writerPool, await services.letters.queueWebhookStopped(userId, tenantId, name));
    services.mailWorker.nudge();
  },
  // What is deleted meanwhile takes what is known of its deliveries with it.
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

/** Until when the secret before the present one signs too; null where it does not. */
export function oldSecretUntil({ old_secret_id, secret_set_at }: Pick<EndpointRow, 'old_secret_id' | 'secret_set_at'>): string | null {
  const untilMs = Date.parse(secret_set_at) + ROTATION_MS;
  return old_secret_id !== null && Date.now() < untilMs ? new Date(untilMs).toISOString() : null;
}

/** As SQL's LIKE has them, where `_` is any character; null: all events. */
const patternsOf = (types: readonly string[]): readonly string[] | null =>
  types.length === 0 ? null : types.map((type) => type.replaceAll('_', '\\_').replace(/\*$/, '%'));
