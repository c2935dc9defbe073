// What goes out: one message an event, to the receiver of a webhook signed as Standard Webhooks says it. The id is that of the event, so that
// whoever keeps the ids it has seen takes each event once, however often it comes.

import type { EventRow } from '@countinghouse/store/features/events/reads';
import { Webhook } from 'standardwebhooks';
import { toWireEvent } from '../wire/event-wire.ts';

const BASE64_PREFIX = 'whsec_';

export interface Message {
  readonly tenantId: string;
  /** Such as `intent.executed`. */
  readonly type: string;
  /** `<organisation>:<seq>`. */
  readonly id: string;
  readonly body: string;
}

/** The event as the events route shows it, in the envelope that Standard Webhooks recommends. */
export function messageOf(row: EventRow): Message {
  const data = toWireEvent(row);
  return {
    tenantId: row.tenant_id,
    type: data.event_type,
    id: `${row.tenant_id}:${row.seq}`,
    body: JSON.stringify({ type: data.event_type, timestamp: data.event_ts, tenant_id: row.tenant_id, data }),
  };
}

/** A secret that begins with whsec_ is base64; the bytes of any other are its text in UTF-8. */
const webhookOf = (secret: string): Webhook =>
  secret.startsWith(BASE64_PREFIX) ? new Webhook(secret) : new Webhook(Buffer.from(secret), { format: 'raw' });

/** One signature a secret, the newest first: a receiver takes a message that any of them fits. */
export function headersOf(
  { id, body }: Pick<Message, 'id' | 'body'>,
  secrets: readonly string[],
  at: Date,
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Countinghouse',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => webhookOf(secret).sign(id, at, body)).join(' '),
  };
}
