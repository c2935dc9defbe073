// Endpoints are an owner's to say: what is sent there leaves the organisation, and goes on when a key has ended. Taking one away, or the secret
// that was replaced, is possible in a read-only organisation too.

import { WEBHOOK_ENDPOINTS_MAX } from '../bounds.ts';
import { append, type Decision, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type {
  ChangeWebhookEndpoint,
  CreateWebhookEndpoint,
  DeleteWebhookEndpoint,
  EndOldWebhookSecret,
  EndpointContent,
  RotateWebhookSecret,
} from './commands.ts';
import type { WebhookEndpoint } from './events.ts';

const PAYLOAD_VERSION = 1;

const endpointOf = (id: string, { name, origin, addressId, eventTypes, enabled }: EndpointContent): WebhookEndpoint => ({
  id,
  name,
  origin,
  address_id: addressId,
  event_types: eventTypes,
  payload_version: PAYLOAD_VERSION,
  enabled,
});

/** Refuses, first match wins: as `guardWrite` (an owner), CODE_TAKEN (another endpoint has the name, in any case), WEBHOOKS_FULL. */
export function decideCreateWebhookEndpoint(state: TenantState, command: CreateWebhookEndpoint): Decision {
  const refusal = guardWrite(state, command.actor, 'owner') ?? guardName(state, command.id, command.name);
  if (refusal !== null) return refusal;
  if (state.webhooks.size >= WEBHOOK_ENDPOINTS_MAX) return refuse('WEBHOOKS_FULL');
  return append({ type: 'webhook_endpoint.created', payload: { ...endpointOf(command.id, command), secret_id: command.secretId } });
}

/** Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND, CODE_TAKEN. Nothing is written where nothing changes. */
export function decideChangeWebhookEndpoint(state: TenantState, command: ChangeWebhookEndpoint): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const now = state.webhooks.get(command.id)?.content;
  if (now === undefined) return refuse('NOT_FOUND');
  const next: EndpointContent = {
    name: command.name ?? now.name,
    origin: command.origin ?? now.origin,
    addressId: command.addressId ?? now.addressId,
    eventTypes: command.eventTypes ?? now.eventTypes,
    enabled: command.enabled ?? now.enabled,
  };
  const taken = guardName(state, command.id, next.name);
  if (taken !== null) return taken;
  if (isSame(now, next)) return append();
  return append({ type: 'webhook_endpoint.changed', payload: endpointOf(command.id, next) });
}

/** Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND. */
export function decideRotateWebhookSecret(state: TenantState, { actor, id, secretId }: RotateWebhookSecret): Decision {
  const refusal = guardWrite(state, actor, 'owner') ?? guardThere(state, id);
  return refusal ?? append({ type: 'webhook_endpoint.secret_rotated', payload: { id, secret_id: secretId } });
}

/** Refuses, first match wins: as `guardWrite` (an owner, also when read-only), NOT_FOUND. Without an old secret nothing changes. */
export function decideEndOldWebhookSecret(state: TenantState, { actor, id }: EndOldWebhookSecret): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true }) ?? guardThere(state, id);
  if (refusal !== null) return refusal;
  return state.webhooks.get(id)?.hasOldSecret === true ? append({ type: 'webhook_endpoint.old_secret_ended', payload: { id } }) : append();
}

/** Refuses, first match wins: as `guardWrite` (an owner, also when read-only), NOT_FOUND. */
export function decideDeleteWebhookEndpoint(state: TenantState, { actor, id }: DeleteWebhookEndpoint): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true }) ?? guardThere(state, id);
  return refusal ?? append({ type: 'webhook_endpoint.deleted', payload: { id } });
}

const guardThere = (state: TenantState, id: string): Decision | null => (state.webhooks.has(id) ? null : refuse('NOT_FOUND'));

function guardName(state: TenantState, id: string, name: string): Decision | null {
  for (const [other, { content }] of state.webhooks)
    if (other !== id && content.name.toLowerCase() === name.toLowerCase()) return refuse('CODE_TAKEN', { name });
  return null;
}

const isSame = (a: EndpointContent, b: EndpointContent): boolean =>
  a.name === b.name &&
  a.addressId === b.addressId &&
  a.enabled === b.enabled &&
  a.eventTypes.length === b.eventTypes.length &&
  a.eventTypes.every((type, i) => type === b.eventTypes[i]);
