import type { EndpointContent } from './commands.ts';

export interface EndpointState {
  content: EndpointContent;
  /** Whether there is a secret before the present one that was not ended. */
  hasOldSecret: boolean;
}

/** What the state of an organisation keeps of it. */
export interface WebhooksPart {
  /** By id, those that there are. */
  readonly webhooks: Map<string, EndpointState>;
}

export const webhooksPart = (): WebhooksPart => ({
  webhooks: new Map(),
});
