import type { Webhook, WebhookDelivery } from '@countinghouse/contract/features/webhooks';
import { badge, code, count, dash, drawing, instant, status, text } from '../../ui/grid/columns.tsx';
import { EventTypeBadge } from '../../ui/value/EventTypeBadge.tsx';
import { causeWords, purposeOf, statusOfDelivery, statusOfWebhook, wanted } from './words.ts';

export const endpointColumns = [
  text<Webhook>('name', 'Name', 'minmax(196px, 1fr)', (w) => w.name, {
    fixed: true,
    strong: true,
    titled: true,
    sort: (w) => w.name.toLowerCase(),
  }),
  badge<Webhook>('purpose', 'For', '116px', purposeOf, {
    sort: true,
    narrow: 'none',
    empty: <span className="dimmed">programs</span>,
  }),
  status<Webhook>('status', 'Status', '128px', (w) => statusOfWebhook[w.state], { sort: true }),
  code<Webhook>('url', 'Address', 'minmax(160px, 1.4fr)', (w) => w.url, { titled: true, sort: true }),
  text<Webhook>('events', 'Events', 'minmax(116px, 0.9fr)', wanted, { titled: true }),
  count<Webhook>('backlog', 'Behind', '84px', (w) => w.backlog, { sort: true, quiet: true }),
  count<Webhook>('letters', 'Dead letters', '100px', (w) => w.dead_letters, { sort: true, quiet: true }),
  instant<Webhook>('taken', 'Last taken', (w) => w.last_taken_at, { sort: true, empty: <span className="dimmed">never</span> }),
];

export const deliveryColumns = [
  instant<WebhookDelivery>('sent', 'Sent', (d) => d.sent_at, { absolute: true, fixed: true, narrow: 'below' }),
  status<WebhookDelivery>('outcome', 'Outcome', '124px', (d) => statusOfDelivery[d.outcome]),
  count<WebhookDelivery>('status', 'Answer', '76px', (d) => d.status, { cell: (d) => <span className="numbers">{d.status}</span> }),
  drawing<WebhookDelivery>('type', 'Event', 'minmax(190px, 1fr)', (d) => <EventTypeBadge type={d.event_type} />, 'title'),
  count<WebhookDelivery>('seq', 'Seq', '76px', (d) => d.seq, {
    cell: (d) => (d.seq === null ? dash : <span className="numbers">{d.seq}</span>),
  }),
  count<WebhookDelivery>('attempt', 'Try', '56px', (d) => d.attempt),
  count<WebhookDelivery>('took', 'Took', '84px', (d) => d.duration_ms, {
    cell: (d) => <span className="numbers">{d.duration_ms} ms</span>,
  }),
  text<WebhookDelivery>('cause', 'Why', 'minmax(110px, 0.6fr)', (d) => causeWords[d.cause]),
];
