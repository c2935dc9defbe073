import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import type { EndpointContent } from './commands.ts';
import type { WebhookEndpoint, WebhookEvents } from './events.ts';

const contentOf = ({ name, origin, address_id, event_types, enabled }: WebhookEndpoint): EndpointContent => ({
  name,
  origin,
  addressId: address_id,
  eventTypes: event_types,
  enabled,
});

/** What each event does to the state. */
export const evolve = {
  'webhook_endpoint.created': (state, { payload }) => {
    state.webhooks.set(payload.id, { content: contentOf(payload), hasOldSecret: false });
  },
  'webhook_endpoint.changed': (state, { seq, payload }) => {
    must(state.webhooks.get(payload.id), 'id', seq).content = contentOf(payload);
  },
  'webhook_endpoint.secret_rotated': (state, { seq, payload }) => {
    must(state.webhooks.get(payload.id), 'id', seq).hasOldSecret = true;
  },
  'webhook_endpoint.old_secret_ended': (state, { seq, payload }) => {
    must(state.webhooks.get(payload.id), 'id', seq).hasOldSecret = false;
  },
  'webhook_endpoint.deleted': (state, { payload }) => {
    state.webhooks.delete(payload.id);
  },
} satisfies EventRows<WebhookEvents>;
