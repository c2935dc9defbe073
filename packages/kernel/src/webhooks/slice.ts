import type { CommandRows } from '../ledger/slice.ts';
import type { WebhookCommand } from './commands.ts';
import {
  decideChangeWebhookEndpoint,
  decideCreateWebhookEndpoint,
  decideDeleteWebhookEndpoint,
  decideEndOldWebhookSecret,
  decideRotateWebhookSecret,
} from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'webhook_endpoint.create': { decide: decideCreateWebhookEndpoint, grant: 'none' },
  'webhook_endpoint.change': { decide: decideChangeWebhookEndpoint, grant: 'none' },
  'webhook_endpoint.rotate_secret': { decide: decideRotateWebhookSecret, grant: 'none' },
  'webhook_endpoint.end_old_secret': { decide: decideEndOldWebhookSecret, grant: 'none' },
  'webhook_endpoint.delete': { decide: decideDeleteWebhookEndpoint, grant: 'none' },
} satisfies CommandRows<WebhookCommand>;

export const webhooks = { commands, events: evolve };
