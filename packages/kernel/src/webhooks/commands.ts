import type { Actor } from '../ledger/actor.ts';

/** What an endpoint is to be. */
export interface EndpointContent {
  readonly name: string;
  readonly origin: string;
  readonly addressId: string;
  /** Types of events, or `account.*`; none: all of them. */
  readonly eventTypes: readonly string[];
  readonly enabled: boolean;
}

export interface CreateWebhookEndpoint extends EndpointContent {
  readonly type: 'webhook_endpoint.create';
  readonly actor: Actor;
  readonly id: string;
  readonly secretId: string;
}

/** What is absent stays as it is. */
export interface ChangeWebhookEndpoint extends Partial<EndpointContent> {
  readonly type: 'webhook_endpoint.change';
  readonly actor: Actor;
  readonly id: string;
}

export interface RotateWebhookSecret {
  readonly type: 'webhook_endpoint.rotate_secret';
  readonly actor: Actor;
  readonly id: string;
  readonly secretId: string;
}

export interface EndOldWebhookSecret {
  readonly type: 'webhook_endpoint.end_old_secret';
  readonly actor: Actor;
  readonly id: string;
}

export interface DeleteWebhookEndpoint {
  readonly type: 'webhook_endpoint.delete';
  readonly actor: Actor;
  readonly id: string;
}

export type WebhookCommand =
  | CreateWebhookEndpoint
  | ChangeWebhookEndpoint
  | RotateWebhookSecret
  | EndOldWebhookSecret
  | DeleteWebhookEndpoint;
