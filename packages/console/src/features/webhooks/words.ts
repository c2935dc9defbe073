// What an endpoint wants and how it is, in words.
import type { Webhook, WebhookDelivery } from '@countinghouse/contract/features/webhooks';
import { showCount } from '../../lib/values/numbers.ts';
import type { Status } from '../../ui/value/status.ts';

/** Types that are offered; any other can be typed. */
export const offeredTypes: readonly string[] = [
  'intent.*',
  'intent.executed',
  'intent.rejected',
  'hold.*',
  'account.*',
  'approval.*',
  'party.*',
  'recon.*',
  'period.*',
  'fx_rate.*',
  'snapshot.*',
  'member.*',
  'log.anchored',
];

export const statusOfWebhook = {
  current: 'upToDate',
  sending: 'sending',
  waiting: 'retrying',
  stopped: 'stopped',
  paused: 'paused',
} as const satisfies Readonly<Record<Webhook['state'], Status>>;

export const statusOfDelivery = {
  taken: 'taken',
  refused: 'refused',
  away: 'notTaken',
  gone: 'stopped',
} as const satisfies Readonly<Record<WebhookDelivery['outcome'], Status>>;

export const causeWords = {
  log: 'As it happened',
  replay: 'Replay',
  test: 'Test',
} as const satisfies Readonly<Record<WebhookDelivery['cause'], string>>;

/** null: programs. */
export const purposeOf = ({ purpose }: Pick<Webhook, 'purpose'>): string | null => (purpose === 'audit_export' ? 'Audit export' : null);

export const wanted = ({ event_types }: Pick<Webhook, 'event_types'>): string =>
  event_types.length === 0 ? 'All events' : event_types.join(', ');

export const countEvents = (n: number): string => `${showCount(n)} ${n === 1 ? 'event' : 'events'}`;
