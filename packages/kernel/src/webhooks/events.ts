/** What its receiver is sent, and where. The whole address and the secret are kept beside the log under these names: both may open a door. */
export type WebhookEndpoint = {
  readonly id: string;
  readonly name: string;
  /** Scheme, host and port of the address. */
  readonly origin: string;
  readonly address_id: string;
  /** Types of events, or `account.*`; none: all of them. */
  readonly event_types: readonly string[];
  /** The shape of what is sent. */
  readonly payload_version: 1;
  /** Whether it is sent anything; what comes meanwhile waits. */
  readonly enabled: boolean;
};

export type WebhookEndpointCreated = WebhookEndpoint & { readonly secret_id: string };

/** Whole: what did not change is repeated. */
export type WebhookEndpointChanged = WebhookEndpoint;

/** From now on this secret signs; for a day the one before it does too. */
export type WebhookSecretRotated = { readonly id: string; readonly secret_id: string };

/** The secret before the present one signs no more. */
export type OldWebhookSecretEnded = { readonly id: string };

export type WebhookEndpointDeleted = { readonly id: string };

export interface WebhookEvents {
  readonly 'webhook_endpoint.created': WebhookEndpointCreated;
  readonly 'webhook_endpoint.changed': WebhookEndpointChanged;
  readonly 'webhook_endpoint.secret_rotated': WebhookSecretRotated;
  readonly 'webhook_endpoint.old_secret_ended': OldWebhookSecretEnded;
  readonly 'webhook_endpoint.deleted': WebhookEndpointDeleted;
}
